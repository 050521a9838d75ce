import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { loadSentenceEncoder } from "../../../src/planning/embedded/rank/stored-sentences.ts";
import {
  answerQuestion,
  LEAST_SCORE,
  type AnswerSurroundings,
} from "../../../src/providers/embedded/text/answer-question.ts";
import type { SentenceEncoder } from "../../../src/words/sentence-encoder.ts";
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
const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

interface Outcome {
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
    const by: AnswerSurroundings = {
      vectors: await loadWordVectors(),
      sentences: remembering(await loadSentenceEncoder()),
      work: { admit: () => undefined, spend: () => Promise.resolve() },
    };
    const scores: AnswersScore[] = [];
    for (const file of files) {
      const texts = await readJsonLines(file.path, file.shown, AskedText);
      for (const [at, threshold] of THRESHOLDS.entries()) {
        surroundings.progress(at, THRESHOLDS.length);
        const outcomes: Outcome[] = [];
        for (const { value } of texts) {
          for (const { question, answers } of value.questions) {
            const { answer } = await answerQuestion(question, value.text, by, threshold);
            outcomes.push({ verdict: verdictOn(answer, answers), answerable: answers !== null });
          }
        }
        scores.push(scoreAt(file.shown, threshold, outcomes));
      }
    }
    writeReport({ suite: "answers", leastScore: LEAST_SCORE, scores }, printScores, values.json, surroundings);
  },
};

/** The same texts are read at each threshold. */
function remembering(encoder: SentenceEncoder): SentenceEncoder {
  const known = new Map<string, Float32Array>();
  return {
    dimensions: encoder.dimensions,
    async embed(texts, work) {
      const unknown = [...new Set(texts)].filter((text) => !known.has(text));
      const vectors = await encoder.embed(unknown, work);
      for (const [at, text] of unknown.entries()) known.set(text, vectors[at] ?? new Float32Array());
      return texts.map((text) => known.get(text) ?? new Float32Array());
    },
  };
}

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
  const count = (answerable: boolean, ...verdicts: readonly string[]): number =>
    outcomes.filter((outcome) => outcome.answerable === answerable && verdicts.includes(outcome.verdict)).length;
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
