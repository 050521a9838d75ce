import { languageInWords, languageTag } from "../../domain/languages.ts";

/** "mozilla-foundation/common_voice_9_0" as mozilla, foundation, common, voice, 9; "SST-2" and "sst2" as sst, 2. */
const wordsIn = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .replaceAll(/\bv(?=\d)/g, " ")
    .split(/[^\p{L}\d]+|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u)
    .filter((word, place, words) => word !== "" && !(word === "0" && /^\d+$/.test(words[place - 1] ?? "")))
    .map((word) => SAME.get(word) ?? word);

const SAME: ReadonlyMap<string, string> = new Map([
  ["val", "validation"],
  ["dev", "validation"],
  ["eval", "validation"],
  ["mscoco", "coco"],
]);

/** What says no more of a benchmark than that it is one, who keeps it, or what is done there. */
const EMPTY: ReadonlySet<string> = new Set(
  "the a of for on in at by its benchmark benchmarks leaderboard dataset datasets data set task corpus challenge suite score scores result results mozilla ms microsoft speech recognition".split(
    " ",
  ),
);

/** One spelling for names that say the same; who publishes it is left out. */
export const canonicalBenchmark = (name: string): string => wordsIn(withoutOwner(name)).join(" ");
/** The same for configurations and splits: "validation" for "dev". */
export const canonicalPart = (part: string | null): string => wordsIn(part ?? "").join(" ");

const withoutOwner = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** What a figure was measured on, as its source names it. */
export interface Named {
  readonly benchmark: string;
  readonly config: string | null;
  readonly split: string | null;
  readonly metric: string;
}

/** Longer ones name no benchmark. */
const MAX_WORDS = 16;

/**
 * How badly somebody's words for a benchmark fit what a figure was measured on: the number of its own words that they
 * leave out. `null` where they mean another: every word must be found in it, or say nothing.
 */
export function misfit(asked: string, named: Named): number | null {
  const words = wordsIn(asked.slice(0, MAX_WORDS * 16));
  if (words.length > MAX_WORDS) return null;
  const known = joinsOf([named.benchmark, named.config ?? "", named.split ?? "", named.metric].map(wordsIn));
  const found: string[] = [];
  for (let place = 0; place < words.length; ) {
    const joins = joinsAt(words, place);
    const length = joins.findLastIndex((join) => known.has(join)) + 1;
    if (length === 0 && !saysNothing(words[place] ?? "", named)) return null;
    if (length > 0) found.push(joins[length - 1] ?? "");
    place += Math.max(1, length);
  }
  const names = joinsOf([wordsIn(named.benchmark)]);
  if (!found.some((join) => names.has(join) && /\p{L}/u.test(join))) return null;
  return wordsIn(withoutOwner(named.benchmark)).filter(
    (word) => /^\p{L}/u.test(word) && !found.some((join) => join.includes(word)),
  ).length;
}

/** Words that a name may be written with or without spaces between: "Libri Speech". */
const MAX_JOINED = 4;

/** Every run of words within one part, written as one word. */
const joinsOf = (parts: readonly (readonly string[])[]): ReadonlySet<string> =>
  new Set(parts.flatMap((words) => words.flatMap((_, start) => joinsAt(words, start))));

const joinsAt = (words: readonly string[], start: number): readonly string[] =>
  Array.from({ length: Math.min(MAX_JOINED, words.length - start) }, (_, more) =>
    words.slice(start, start + more + 1).join(""),
  );

/** Where a source leaves configuration or split open, a language or "test" is taken to be meant. */
function saysNothing(word: string, { config, split }: Named): boolean {
  if (word === "test") return split === null;
  return EMPTY.has(word) || (config === null ? isLanguage(word) : isLanguage(word) && means(word, config));
}

const means = (word: string, config: string): boolean => languageTag(word) === languageTag(config)?.split("-")[0];

/** "english" or "en", but not "pro", which is also the code of a language that nobody speaks any more. */
function isLanguage(word: string): boolean {
  const tag = word.length === 3 ? null : languageTag(word);
  return tag !== null && languageInWords(tag) !== tag;
}
