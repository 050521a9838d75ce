import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AnswerSurroundings } from "../../../src/providers/embedded/text/answer-question.ts";
import { WORTH_SAYING } from "../../../src/providers/embedded/text/worth-saying.ts";
import { fileAt, type InputFile, readArguments, writeReport } from "../../arguments.ts";
import { readJsonLines } from "../../read-json-lines.ts";
import { loadReader } from "../../stored-reader.ts";
import type { Suite } from "../../suite.ts";
import { renderTable } from "../../table.ts";
import { type AnswersScore, askedText, remembering, scoreAnswers } from "./score.ts";

const FIXTURES = new URL("../../../test/fixtures/text/", import.meta.url);
const THRESHOLDS = [0.4, 0.5, 0.6, WORTH_SAYING, 0.7, 0.8];

/** Of one file at one threshold. */
export interface FileScore extends AnswersScore {
  readonly file: string;
  readonly threshold: number;
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
      reader: remembering(await loadReader()),
      work: { admit: () => undefined, spend: () => Promise.resolve() },
    };
    const scores: FileScore[] = [];
    for (const file of files) {
      const rows = await readJsonLines(file.path, file.shown, askedText);
      const texts = rows.map(({ value }) => value);
      for (const [at, threshold] of THRESHOLDS.entries()) {
        surroundings.progress(at, THRESHOLDS.length);
        scores.push({ file: file.shown, threshold, ...(await scoreAnswers(texts, by, threshold)) });
      }
    }
    writeReport({ suite: "answers", leastScore: WORTH_SAYING, scores }, printScores, values.json, surroundings);
  },
};

const own = (): InputFile[] =>
  ["papers", "asked"].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, FIXTURES)).map((name) => ({
      path: fileURLToPath(new URL(`${folder}/${name}`, FIXTURES)),
      shown: `${folder}/${name}`,
    })),
  );

const printScores = ({ leastScore, scores }: { leastScore: number; scores: readonly FileScore[] }): string =>
  `${renderTable(
    ["texts", "from", "answerable", "right", "exact", "wrong", "silent", "no answer", "silent rightly"],
    scores.map((score) => [
      `${score.file}${score.threshold === leastScore ? " *" : ""}`,
      score.threshold.toFixed(2),
      ...[score.answerable, score.right, score.exact, score.wrong, score.silent].map(String),
      ...[score.unanswerable, score.silentRightly].map(String),
    ]),
  )}\n* what the expert answers from\n`;
