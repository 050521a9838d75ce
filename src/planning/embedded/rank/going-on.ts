import { similarity, type WordVectors } from "../../../words/vectors.ts";
import type { PlanRequest } from "../../controller.ts";
import { plainAnswer } from "../read/plain-answer.ts";
import { wordSet } from "../read/word-set.ts";

/** The turns that a question may go on from, and the words of each that are compared. */
const MAX_TURNS = 4;
const MAX_WORDS = 120;
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
  const asked = wordsIn(question);
  const own = asked.filter((word) => !COMMON.has(word) && !PRONOUNS.has(word));
  if (asked.some((word) => PRONOUNS.has(word)) || own.length === 0) return true;
  const said = log
    .slice(-MAX_TURNS)
    .flatMap((turn) => [
      ...wordsIn(turn.role === "assistant" ? plainAnswer(turn) : turn.text),
      ...turn.resources.flatMap(({ name }) => wordsIn(name.replaceAll(/[._-]|\d/g, " "))),
    ]);
  const subjects = [...new Set(said)].filter((word) => !COMMON.has(word));
  const likeness = (one: string, other: string): number => {
    if (one.replace(/s$/, "") === other.replace(/s$/, "")) return 1;
    const [a, b] = [vectors.vectorOf(one), vectors.vectorOf(other)];
    return a && b ? similarity(a, b) : 0;
  };
  const nearest = own.map((word) => Math.max(0, ...subjects.map((other) => likeness(word, other))));
  return nearest.reduce((sum, near) => sum + near, 0) / own.length >= MIN_LIKENESS;
}

const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? []).slice(0, MAX_WORDS);
