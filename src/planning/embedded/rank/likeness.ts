import { BASE_KINDS } from "../../../domain/kinds.ts";
import type { TaskType } from "../../../domain/task-types/index.ts";
import { similarity, type WordVectors } from "../../../words/vectors.ts";
import { isLooseNoun, kindOfNoun } from "../read/vocabulary.ts";
import { wordSet } from "../read/word-set.ts";
import type { Odds } from "./network.ts";

/** Words that requests and descriptions are full of: they tell no task from another. */
const EMPTY = wordSet(
  "a able all also an and any apply are as at be by can capable could do does each every for from general generally get give good has handle have how i if in into is it its just know let look me my need not of offer on or our please possible run some something support that the their them there these thing this those to too tool use us want way we what which who whether will with would you your",
);
const KINDS: ReadonlySet<string> = new Set(BASE_KINDS);

/** The words of a text without those, in lower case, hyphenated ones apart; masks such as `@image` are none. */
export const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/@?\p{L}+/gu) ?? []).filter(
    (word) => word.length > 1 && !word.startsWith("@") && !EMPTY.has(word),
  );

/** Those that may tell what is to be done, and don't only name what is worked on, such as "photo". */
export const tellingWords = (text: string): readonly string[] =>
  wordsOf(text).filter((word) => !KINDS.has(kindOfNoun(word) ?? word) && !isLooseNoun(word));

const phraseMeans = new WeakMap<WordVectors, WeakMap<TaskType, readonly Float32Array[]>>();

/** What the names and descriptions of a task type and of what it gives mean, one vector each. */
function meansOf(type: TaskType, vectors: WordVectors): readonly Float32Array[] {
  const known = phraseMeans.get(vectors) ?? new WeakMap<TaskType, readonly Float32Array[]>();
  phraseMeans.set(vectors, known);
  const phrases = [type.name, ...type.aliases, type.description, ...type.outputs.map(({ description }) => description)];
  const means = known.get(type) ?? phrases.flatMap((phrase) => vectors.meanOf(tellingWords(phrase)) ?? []);
  known.set(type, means);
  return means;
}

/** How like words are to those that a task type is described with: at most 1. */
export const likenessOf = (type: TaskType, meant: Float32Array, vectors: WordVectors): number =>
  Math.max(0, ...meansOf(type, vectors).map((mean) => similarity(meant, mean)));

/** What the ranker's log-odds count beside a likeness, and how far they are looked at. */
const ODDS_SHARE = 0.01;
const MAX_ODDS = 4;

/** What the ranker's log-odds for a task type add to its likeness; nothing for a type that it knows nothing of. */
export const worthOfOdds = (type: TaskType, odds: Odds): number =>
  ODDS_SHARE * Math.max(-MAX_ODDS, Math.min(MAX_ODDS, odds(`node:${type.name}`)));
