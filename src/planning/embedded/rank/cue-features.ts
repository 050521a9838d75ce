import { cueWords } from "../read/vocabulary.ts";
import { CUES } from "./cues.ts";
import { type Add, VALUE } from "./feature-values.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";

const FLAGS: readonly (readonly [flag: string, pattern: RegExp])[] = [
  ["paper", /\b(?:document|invoice|receipt|contract|report|pdf|scan|letter|form|paper)/i],
  ["table", /\btable|\btabular|\bspreadsheet|\bcsv/i],
  ["text", /\btext|\barticle|\bparagraph|\bsentence|\bpassage|@quote|@passage|@text/i],
  ["image", /@image|\bimage|\bpicture|\bphoto/i],
  ["audio", /@audio|\baudio|\brecording|\bspeech|\bvoice/i],
  ["video", /\bvideo|\bclip/i],
  ["question", /\bquestion|\banswer/i],
];

/** More quoted questions are as good as so many. */
const MAX_ASKED = 3;

/** What a request is about, coarsely. */
export function flagsOf({ masked, tokens }: RequestView): readonly string[] {
  const flags = FLAGS.flatMap(([flag, pattern]) => (pattern.test(masked) ? [flag] : []));
  const asked = tokens.filter(({ isAsked }, place) => isAsked && !tokens[place - 1]?.isAsked).length;
  return [...flags, `asked${Math.min(MAX_ASKED, asked)}`];
}

/** Adds flags one by one and in pairs. */
export function addFlags(flags: readonly string[], add: Add): void {
  for (const [index, flag] of flags.entries()) {
    add(`x:${flag}`, VALUE.situation, null);
    for (const other of flags.slice(index + 1)) add(`x:${flag}&${other}`, VALUE.concept, null);
  }
}

/** Adds the cues that the rules hear, each with the flags. */
export function addCues({ masked, tokens }: RequestView, flags: readonly string[], add: Add): void {
  const words = cueWords(masked);
  const placeOf = placesByOffset(words, tokens);
  for (const [type, cues] of Object.entries(CUES)) {
    let isHeard = false;
    for (const [index, pattern] of cues.entries()) {
      const match = pattern.exec(words);
      if (!match) continue;
      const place = placeOf(match.index);
      add(`k:${type}:${index}`, VALUE.cue, place);
      add(`k:${type}`, VALUE.cue, place);
      isHeard = true;
    }
    if (isHeard) for (const flag of flags) add(`K:${type}/${flag}`, VALUE.concept, null);
  }
}

/** From an offset in the cue words to the token about there: they agree but for single signs and slashes. */
function placesByOffset(words: string, tokens: readonly RequestToken[]): (offset: number) => number | null {
  const own = tokens.flatMap(({ isQuoted }, place) => (isQuoted ? [] : [place]));
  return (offset) => {
    let before = 0;
    for (let index = 0; index < offset; index++) if (words[index] === " " && words[index + 1] !== ",") before++;
    return own[Math.min(before, own.length - 1)] ?? null;
  };
}
