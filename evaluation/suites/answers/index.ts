import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { loadSentenceEncoder } from "../../../src/planning/embedded/rank/stored-sentences.ts";
import {
  answerQuestion,
  LEAST_SCORE,
  type Surroundings,
} from "../../../src/providers/embedded/text/answer-question.ts";
import { loadWordVectors } from "../../../src/words/stored.ts";
import { fileAt, type InputFile, readArguments, writeReport } from "../../arguments.ts";
import { readJsonLines } from "../../read-json-lines.ts";
import type { Suite } from "../../suite.ts";
import { renderTable } from "../../table.ts";

const FIXTURES = new URL("../../../test/fixtures/text/", import.meta.url);

/** A text with what people ask about it; `answers` is null where it does not say. */
const AskedText = z.object({
  text: z.string(),
  questions: z.array(z.object({ question: z.string(), answers: z.array(z.string()).nullable() })),
});

/** A sentence that holds the answer counts as right, a longer stretch does not. */
const MAX_ANSWER_CHARS = 200;
/** The curve is measured down to here. */
const LEAST_MEASURED = 0.2;
const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

interface Outcome {
  readonly score: number;
  readonly verdict: "exact" | "holds" | "wrong" | "silent";
  readonly answerable: boolean;
}

/** Of one file at one threshold. */
export interface AnswersScore {
  readonly file: string;
  readonly threshold: number;
  readonly answerable: number;
  readonly right: number;
  /** Of those right, the ones that say no more than the answer. */
  readonly exact: number;
  readonly wrong: number;
  readonly silent: number;
  readonly unanswerable: number;
  readonly silentRightly: number;
}

/** The expert on questions to a text, on texts with labelled questions. */
export const ANSWERS: Suite = {
  summary: "questions to texts and business papers: right, wrong, silent, and what another threshold would give",
  usage: `npm run evaluate -- answers [FILE…] [--json]

  FILE     texts: one JSON object a line, {text, questions: [{question, answers: [any that counts] or null}]};
           those under test/fixtures/text/papers and asked when left out
  --json   one JSON object instead of a table`,

  async run(given, surroundings) {
    const { values, positionals } = readArguments(given, { json: { type: "boolean" } });
    const files = positionals.length === 0 ? own() : positionals.map((shown) => fileAt(shown, surroundings));
    const by: Surroundings = {
      vectors: await loadWordVectors(),
      sentences: await loadSentenceEncoder(),
      work: { admit: () => undefined, spend: () => Promise.resolve() },
    };
    const scores: AnswersScore[] = [];
    for (const file of files) {
      const texts = await readJsonLines(file.path, file.shown, AskedText);
      const outcomes: Outcome[] = [];
      for (const [at, { value }] of texts.entries()) {
        surroundings.progress(at, texts.length);
        for (const { question, answers } of value.questions) {
          const { answer, score } = await answerQuestion(question, value.text, by, LEAST_MEASURED);
          outcomes.push({ score, verdict: verdictOn(answer, answers), answerable: answers !== null });
        }
      }
      scores.push(...THRESHOLDS.map((threshold) => scoreAt(file.shown, threshold, outcomes)));
    }
    writeReport({ suite: "answers", leastScore: LEAST_SCORE, scores }, printScores, values.json, surroundings);
  },
};

const own = (): InputFile[] =>
  ["papers", "asked"].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, FIXTURES)).map((name) => ({
      path: fileURLToPath(new URL(`${folder}/${name}`, FIXTURES)),
      shown: `${folder}/${name}`,
    })),
  );

const plain = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase().replace(/\.$/, "");

function verdictOn(answer: string | null, answers: readonly string[] | null): Outcome["verdict"] {
  if (answer === null) return "silent";
  const given = plain(answer);
  if (answers?.some((right) => plain(right) === given)) return "exact";
  return given.length <= MAX_ANSWER_CHARS && answers?.some((right) => given.includes(plain(right))) ? "holds" : "wrong";
}

function scoreAt(file: string, threshold: number, outcomes: readonly Outcome[]): AnswersScore {
  const counted = outcomes.map((outcome) => (outcome.score < threshold ? { ...outcome, verdict: "silent" } : outcome));
  const count = (answerable: boolean, ...verdicts: readonly string[]): number =>
    counted.filter((outcome) => outcome.answerable === answerable && verdicts.includes(outcome.verdict)).length;
  return {
    file,
    threshold,
    answerable: count(true, "exact", "holds", "wrong", "silent"),
    right: count(true, "exact", "holds"),
    exact: count(true, "exact"),
    wrong: count(true, "wrong"),
    silent: count(true, "silent"),
    unanswerable: count(false, "wrong", "silent"),
    silentRightly: count(false, "silent"),
  };
}

const printScores = ({ leastScore, scores }: { leastScore: number; scores: readonly AnswersScore[] }): string =>
  `${renderTable(
    ["texts", "from", "answerable", "right", "exact", "wrong", "silent", "no answer", "silent rightly"],
    scores.map((score) => [
      `${score.file}${score.threshold === leastScore ? " *" : ""}`,
      score.threshold.toFixed(1),
      ...[score.answerable, score.right, score.exact, score.wrong, score.silent].map(String),
      ...[score.unanswerable, score.silentRightly].map(String),
    ]),
  )}\n* what the expert answers from\n`;
