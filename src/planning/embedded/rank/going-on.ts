import { similarity, type WordVectors } from "../../../words/vectors.ts";
import type { PlanRequest } from "../../controller.ts";
import { plainAnswer } from "../read/plain-answer.ts";
import { wordSet } from "../read/word-set.ts";

/** The turns that a question may go on from. */
const MAX_TURNS = 4;
/** Of the beginning of each text and name so much is read. */
const MAX_CHARS = 1_000;
/** So many words of all turns are compared, those of the newest turn first. */
const MAX_SAID_WORDS = 500;
/** So many words of the question are. */
const MAX_ASKED_WORDS = 120;
/** Words of one subject are alike from about here, in the mean over a question. */
const MIN_LIKENESS = 0.5;

const PRONOUNS = wordSet("it its he she they him her his them their there");
/** Words that say nothing of a subject. */
const COMMON = wordSet(
  "who whom whose what which when where why how much many long often old big far are is was were be been being do does did has have had can could will would should must may might " +
    "the a an and or but of in on at to for from with by about as into than then not no any some all this that these those i you we me my your our please tell give show say know btw way",
);

/** Whether a question is about what was spoken of last: it points there, or its words are near to those that were said. */
export function goesOnFrom(log: PlanRequest["log"], question: string, vectors: WordVectors): boolean {
  if (log.length === 0) return false;
  const asked = wordsIn(question).slice(0, MAX_ASKED_WORDS);
  const own = asked.filter((word) => !COMMON.has(word) && !PRONOUNS.has(word));
  if (asked.some((word) => PRONOUNS.has(word)) || own.length === 0) return true;
  const said = subjectsOf(log.slice(-MAX_TURNS).toReversed()).map((word) => ({ word, vector: vectors.vectorOf(word) }));
  const nearest = own.map((word) => {
    const vector = vectors.vectorOf(word);
    return said.reduce((most, other) => {
      const isSame = stem(word) === stem(other.word);
      return Math.max(most, isSame ? 1 : vector && other.vector ? similarity(vector, other.vector) : 0);
    }, 0);
  });
  return nearest.reduce((sum, near) => sum + near, 0) / own.length >= MIN_LIKENESS;
}

/** The words that turns and the names of their files say of a subject, each once. */
function subjectsOf(turns: PlanRequest["log"]): readonly string[] {
  const subjects = new Set<string>();
  for (const turn of turns) {
    const names = turn.resources.slice(0, MAX_SAID_WORDS).map(({ name }) => name.replaceAll(/[._-]|\d/g, " "));
    for (const text of [turn.role === "assistant" ? plainAnswer(turn) : turn.text, ...names]) {
      for (const word of wordsIn(text)) if (!COMMON.has(word)) subjects.add(word);
      if (subjects.size >= MAX_SAID_WORDS) return [...subjects].slice(0, MAX_SAID_WORDS);
    }
  }
  return [...subjects];
}

const stem = (word: string): string => word.replace(/s$/, "");

const wordsIn = (text: string): readonly string[] =>
  text
    .slice(0, MAX_CHARS)
    .toLowerCase()
    .match(/[\p{L}\p{N}'-]+/gu) ?? [];
