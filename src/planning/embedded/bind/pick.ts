import { guessLanguage, languageOfNamePart, languageOfWord } from "../read/languages.ts";
import { ANSWERS, type Mention } from "../read/mentions.ts";
import { isLooseNoun } from "../read/vocabulary.ts";
import { mainKind, type Referent } from "./referent-index.ts";

/** Words that tell a place in a row, counted from 0. */
export const ORDINALS: Readonly<Record<string, number>> = {
  first: 0,
  "1st": 0,
  second: 1,
  "2nd": 1,
  third: 2,
  "3rd": 2,
  fourth: 3,
  "4th": 3,
  fifth: 4,
  "5th": 4,
};
const NEW: ReadonlySet<string> = new Set([
  "new",
  "generated",
  "resulting",
  "edited",
  "cleaned",
  "denoised",
  "enhanced",
  "blurred",
  "output",
  "produced",
  "created",
  "modified",
  "transformed",
  "cleaned-up",
  "result",
]);
const ORIGINAL: ReadonlySet<string> = new Set([
  "original",
  "source",
  "initial",
  "uploaded",
  "attached",
  "input",
  "first-mentioned",
]);

/** Participles that tell what a thing was made by: "the translated text". */
const MADE_BY: Readonly<Record<string, readonly string[]>> = {
  translated: ["translation"],
  summarized: ["summarization"],
  summarised: ["summarization"],
  shortened: ["summarization"],
  transcribed: ["automatic-speech-recognition"],
  recognized: ["automatic-speech-recognition", "optical-character-recognition"],
  extracted: ["optical-character-recognition", "automatic-speech-recognition"],
  segmented: ["image-segmentation"],
  generated: [
    "text-to-image",
    "text-generation",
    "image-to-image",
    "text-to-video",
    "text2text-generation",
    "conversational",
  ],
  edited: ["image-editing", "image-to-image"],
  modified: ["image-editing", "image-to-image"],
  enhanced: ["audio-to-audio", "image-to-image", "image-editing"],
  cleaned: ["audio-to-audio"],
  denoised: ["audio-to-audio", "image-to-image"],
  paraphrased: ["text2text-generation"],
};

/** Words that say nothing of which one is meant. */
const EMPTY: ReadonlySet<string> = new Set([
  "the",
  "a",
  "of",
  "file",
  "image",
  "photo",
  "picture",
  "audio",
  "text",
  "example",
  "test",
  "sample",
  "img",
  "new",
]);

/**
 * Chooses what a mention points at among `groups` of things it could mean, the newest group first. Several when it
 * points at several; none when nothing answers to it.
 */
export function pick(mention: Mention, groups: readonly (readonly Referent[])[]): readonly Referent[] {
  const all = groups.flat();
  if (mention.letter !== null) {
    const lettered = all.filter((thing) => thing.letter === mention.letter);
    if (lettered.length > 0) return lettered.slice(0, 1);
  }
  const named = byDescription(mention, all);
  if (named.length > 0) return mention.plural ? named : named.slice(0, 1);
  for (const word of mention.words) {
    const made = groups
      .map((group) => group.filter((thing) => thing.task !== null && MADE_BY[word]?.includes(thing.task.type)))
      .find((group) => group.length > 0);
    if (made) return mention.plural ? made : made.slice(-1);
    const position = ORDINALS[word];
    const row = groups.find((group) => group.length > 1);
    if (position !== undefined && row?.[position]) return [row[position]];
    if ((word === "last" || word === "latter") && row) return row.slice(-1);
    if (word === "former" && row) return row.slice(0, 1);
    if (word === "other" && row) return row.slice(-1);
    if (NEW.has(word)) {
      const made = groups.map((group) => group.filter((thing) => thing.made)).find((group) => group.length > 0);
      if (made) return mention.plural ? made : made.slice(-1);
    }
    if (ORIGINAL.has(word)) {
      const given = groups.map((group) => group.filter((thing) => !thing.made)).find((group) => group.length > 0);
      if (given) return mention.plural ? given : given.slice(-1);
    }
  }
  return groups[0] ?? [];
}

/** By a word of the file's name, or by its language: "the invoice", "the English one". */
function byDescription(mention: Mention, things: readonly Referent[]): readonly Referent[] {
  const language = mention.words.map(languageOfWord).find((found) => found !== undefined)?.name;
  if (language !== undefined) return things.filter((thing) => languageOf(thing) === language);
  const telling = mention.words.filter(
    (word) => word.length > 2 && !EMPTY.has(word) && !isLooseNoun(word) && ORDINALS[word] === undefined,
  );
  return things.filter(
    (thing) => thing.name !== null && nameWords(thing.name).some((word) => telling.includes(word) && !EMPTY.has(word)),
  );
}

const nameWords = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .replace(/\.\w{1,5}$/, "")
    .split(/[^\p{L}\p{N}]+/u);

/** The language of a thing as far as it can be told without running anything. */
export function languageOf(thing: Referent): string | null {
  if (thing.language !== null) return thing.language;
  if (thing.words !== null) return guessLanguage(thing.words);
  if (thing.name === null) return null;
  return (
    nameWords(thing.name)
      .map(languageOfNamePart)
      .find((language) => language !== undefined)?.name ?? null
  );
}

/** True when the words tell which task made what is meant, so that any of its makes will do. */
export const tellsMaker = (mention: Mention): boolean =>
  mention.words.some((word) => MADE_BY[word] !== undefined || ANSWERS.has(word));

/** True when a mention may mean a thing of this kind. */
export function mayMean(mention: Mention, thing: Referent): boolean {
  if (mention.words.some((word) => ANSWERS.has(word)) && mention.kind === null)
    return thing.task !== null && thing.worth === "answer";
  const kind = mainKind(thing);
  if (mention.kind !== null && mention.kind === kind) return true;
  if (mention.paper) return kind === "image" || kind === "document" || kind === "text";
  return mention.kind === null;
}
