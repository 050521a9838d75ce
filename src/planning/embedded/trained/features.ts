import type { BaseKind } from "../../../domain/kinds.ts";
import { CUES } from "../cues/index.ts";
import { cueWords } from "../vocabulary.ts";
import { conceptsOf } from "./concepts.ts";
import type { Token } from "./tokens.ts";

/** What the trained planner is told of a request. */
export interface View {
  readonly tokens: readonly Token[];
  /** The instruction with its parts masked. */
  readonly masked: string;
  /** Kinds of the files at hand, one entry a file: of the message first, or of earlier turns where it has none. */
  readonly kinds: readonly BaseKind[];
  /** The files at hand are of earlier turns. */
  readonly isFollowUp: boolean;
  /** What the rules make of the request. */
  readonly byRules: Sketch;
  readonly rulesReply: "plan" | "ask" | "reply";
}

/** A plan without its arguments. */
export interface Sketch {
  readonly types: readonly string[];
  /** Places in `types`: giver, taker. */
  readonly links: readonly (readonly [number, number])[];
}

/** One thing that is true of a request. */
export interface Feature {
  readonly key: string;
  readonly value: number;
  /** Tokens that show it; empty for what is true of the request as a whole. */
  readonly places: readonly number[];
}

const WORD = 1;
const PAIR = 0.7;
const QUOTED_WORD = 0.6;
const QUOTED_PAIR = 0.5;
const CONCEPT = 0.6;
const CUE = 1.3;
const SITUATION = 1;

/** All that is true of a request, each once. */
export function featuresOf(view: View): readonly Feature[] {
  const found = new Map<string, { value: number; places: number[] }>();
  const add = (key: string, value: number, place: number | null): void => {
    const known = found.get(key);
    if (!known) found.set(key, { value, places: place === null ? [] : [place] });
    else if (place !== null) known.places.push(place);
  };
  addWords(view.tokens, add);
  addConcepts(view.tokens, add);
  addCues(view, add);
  addSituation(view, add);
  return [...found].map(([key, { value, places }]) => ({ key, value, places }));
}

type Add = (key: string, value: number, place: number | null) => void;

function addWords(tokens: readonly Token[], add: Add): void {
  for (const [place, { word, quoted }] of tokens.entries()) {
    add(quoted ? `q:${word}` : `w:${word}`, quoted ? QUOTED_WORD : WORD, place);
    const next = tokens[place + 1];
    if (next && next.quoted === quoted)
      add(`${quoted ? "Q" : "W"}:${word} ${next.word}`, quoted ? QUOTED_PAIR : PAIR, place);
  }
}

/** Farther apart, the order of two words says nothing. */
const MAX_CONCEPTS = 60;

function addConcepts(tokens: readonly Token[], add: Add): void {
  const seen: { readonly concept: string; readonly place: number }[] = [];
  for (const [place, { word, quoted }] of tokens.entries()) {
    if (quoted || seen.length >= MAX_CONCEPTS) continue;
    for (const concept of conceptsOf(word)) seen.push({ concept, place });
  }
  for (const [at, { concept, place }] of seen.entries()) {
    add(`c:${concept}`, CONCEPT, place);
    for (const later of seen.slice(at + 1))
      if (later.place > place) add(`C:${concept}>${later.concept}`, CONCEPT, place);
  }
  const words = tokens
    .flatMap(({ word, quoted, clause }, place) =>
      quoted
        ? []
        : [{ names: [...conceptsOf(word), ...(/^[#@]/.test(word) || TELLING.has(word) ? [word] : [])], clause, place }],
    )
    .filter(({ names }) => names.length > 0)
    .slice(0, MAX_CONCEPTS);
  for (const [at, one] of words.entries())
    for (const other of words.slice(at + 1)) {
      if (other.clause !== one.clause) break;
      for (const a of one.names) for (const b of other.names) if (a !== b) add(`S:${a}+${b}`, CONCEPT, one.place);
    }
}

const TELLING: ReadonlySet<string> = new Set("text document tabl sentenc artic main content style new".split(" "));

function addCues(view: View, add: Add): void {
  const { masked, tokens, kinds, byRules, rulesReply } = view;
  const words = cueWords(masked);
  const at = placesByOffset(words, tokens);
  const flags = flagsOf(view);
  for (const [at, flag] of flags.entries()) {
    add(`x:${flag}`, SITUATION, null);
    for (const other of flags.slice(at + 1)) add(`x:${flag}&${other}`, CONCEPT, null);
  }
  for (const [type, { cues }] of Object.entries(CUES)) {
    let heard = false;
    for (const [index, { pattern }] of cues.entries()) {
      const match = pattern.exec(words);
      if (!match) continue;
      const place = at(match.index);
      add(`k:${type}:${index}`, CUE, place);
      add(`k:${type}`, CUE, place);
      heard = true;
    }
    if (heard) for (const flag of flags) add(`K:${type}/${flag}`, CONCEPT, null);
  }
  const only = new Set(kinds);
  for (const type of new Set(byRules.types)) {
    add(`r:${type}`, CUE, null);
    for (const kind of only) add(`r:${type}/${kind}`, PAIR, null);
  }
  for (const [from, to] of byRules.links) add(`R:${byRules.types[from]}>${byRules.types[to]}`, CUE, null);
  add(`r=${rulesReply}`, CUE, null);
  add(`r#${Math.min(byRules.types.length, 6)}`, CUE, null);
}

const FLAGS: readonly (readonly [string, RegExp])[] = [
  ["paper", /\b(?:document|invoice|receipt|contract|report|pdf|scan|letter|form|paper)/i],
  ["table", /\btable|\btabular|\bspreadsheet|\bcsv/i],
  ["text", /\btext|\barticle|\bparagraph|\bsentence|\bpassage|@quote|@passage|@text/i],
  ["image", /@image|\bimage|\bpicture|\bphoto/i],
  ["audio", /@audio|\baudio|\brecording|\bspeech|\bvoice/i],
  ["video", /\bvideo|\bclip/i],
  ["question", /\bquestion|\banswer/i],
];

/** What a request is about, coarsely. */
function flagsOf({ masked, tokens }: View): readonly string[] {
  const flags = FLAGS.flatMap(([flag, pattern]) => (pattern.test(masked) ? [flag] : []));
  const asked = Math.min(3, tokens.filter(({ isAsked }, at) => isAsked && !tokens[at - 1]?.isAsked).length);
  return [...flags, `asked${asked}`];
}

/** From an offset in the cue words to the token there. */
function placesByOffset(words: string, tokens: readonly Token[]): (offset: number) => number | null {
  const own = tokens.flatMap(({ quoted }, place) => (quoted ? [] : [place]));
  return (offset) => {
    let before = 0;
    for (let index = 0; index < offset; index++) if (words[index] === " " && words[index + 1] !== ",") before++;
    return own[Math.min(before, own.length - 1)] ?? null;
  };
}

const MARKS: readonly (readonly [string, RegExp])[] = [
  ["asks", /\?/],
  ["asks-last", /\?\s*$/],
  ["list", /(?:^|\n)\s*(?:\d[.)]|[-*•])\s/],
  ["arrow", /->|→|=>/],
  ["code", /\w\(.*\)|[{};]\s*$|\bdef \w|\bfor \w+ in\b|\w = \w|==|\+=/m],
  ["passage", /@passage/],
  ["quotes", /@quote[^@]*@quote/],
];

function addSituation({ tokens, masked, kinds, isFollowUp }: View, add: Add): void {
  const counts = Map.groupBy(kinds, (kind) => kind);
  for (const [kind, files] of counts) {
    add(`f:${kind}`, SITUATION, null);
    if (files.length > 1) add(`f:${kind}s`, SITUATION, null);
    if (isFollowUp) add(`h:${kind}`, SITUATION, null);
    for (const { word, quoted } of tokens) {
      if (quoted) continue;
      for (const concept of conceptsOf(word)) add(`F:${kind}/${concept}`, CONCEPT, null);
    }
  }
  if (kinds.length === 0) add("f:none", SITUATION, null);
  if (tokens.some(({ quoted }) => quoted)) add("f:quote", SITUATION, null);
  add(`n:${Math.min(8, Math.floor(tokens.length / 8))}`, SITUATION, null);
  const first = tokens[0]?.word;
  if (first !== undefined) add(`0:${first}`, SITUATION, 0);
  for (const [mark, pattern] of MARKS) if (pattern.test(masked)) add(`p:${mark}`, SITUATION, null);
  for (const [place, { word, quoted, clause }] of tokens.entries())
    if (place > 0 && !quoted && tokens[place - 1]?.clause !== clause) add(`1:${word}`, PAIR, place);
}
