/**
 * `npm run calibrate:reader`: from the share that the reader gives its words, and their sentence, to the probability of being
 * right, by questions that it was not fitted to.
 */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readJsonLines } from "../evaluation/read-json-lines.ts";
import { loadReader } from "../evaluation/stored-reader.ts";
import {
  type AskedText as AskedRow,
  askedText as askedRow,
  isRightAnswer,
} from "../evaluation/suites/answers/score.ts";
import { askedText, spansFor } from "../src/providers/embedded/text/questions/asked-text.ts";
import { likeliestWords, logOddsOfShare, shown, unitShares } from "../src/providers/embedded/text/questions/choose.ts";
import { fitCalibration } from "./fit/calibration.ts";

const FIXTURES = new URL("../test/fixtures/text/asked/", import.meta.url);
// Those of other files are so like what it has learnt from that their ease would count for all.
const FILES = ["calibration.jsonl"];
const CALIBRATION = new URL("../src/providers/embedded/text/questions/calibration.json", import.meta.url);

const reader = await loadReader();
const work = { spend: () => Promise.resolve() };

const words: Outcome[] = [];
const sentence: Outcome[] = [];
for (const { text, questions } of await texts()) {
  const asked = await askedText(text, reader, work);
  for (const { question, answers } of questions) {
    const spans = await spansFor(question, asked, reader, work);
    const best = likeliestWords(text, spans);
    if (best !== null) words.push(outcome(best.share, shown(text, best), answers));
    const [first] = unitShares(asked.units, spans);
    if (first !== undefined) sentence.push(outcome(first.share, first.unit.text, answers));
  }
}
const fitted = { words: rounded(fitCalibration(words)), sentence: rounded(fitCalibration(sentence)) };
await writeFile(fileURLToPath(CALIBRATION), `${JSON.stringify(fitted, null, 2)}\n`);

interface Outcome {
  readonly sureness: number;
  readonly isRight: boolean;
}

function outcome(share: number, said: string, answers: readonly string[] | null): Outcome {
  return { sureness: logOddsOfShare(share), isRight: isRightAnswer(said, answers) };
}

async function texts(): Promise<readonly AskedRow[]> {
  const files = await Promise.all(
    FILES.map((name) => readJsonLines(fileURLToPath(new URL(name, FIXTURES)), name, askedRow)),
  );
  return files.flat().map(({ value }) => value);
}

function rounded(calibration: { readonly slope: number; readonly offset: number }) {
  const { slope, offset } = calibration;
  return { slope: Number(slope.toFixed(3)), offset: Number(offset.toFixed(3)) };
}
