/**
 * `npm run calibrate:reader`: from the share that the reader gives its words, and their sentence, to the probability of being
 * right, by questions that it was not fitted to.
 */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readJsonLines } from "../evaluation/read-json-lines.ts";
import { type AskedText, askedText, isRightAnswer } from "../evaluation/suites/answers/score.ts";
import { likeliestWords, logOddsOfShare, shown, unitShares } from "../src/providers/embedded/text/questions/choose.ts";
import { likelySpans, type ReadWindow } from "../src/providers/embedded/text/questions/spans.ts";
import { loadReader } from "../src/providers/embedded/text/questions/stored.ts";
import { unitsOf } from "../src/providers/embedded/text/questions/units.ts";
import { windowsOf } from "../src/providers/embedded/text/questions/windows.ts";
import { fitCalibration } from "./fit/calibration.ts";

const FIXTURES = new URL("../test/fixtures/text/asked/", import.meta.url);
const FILES = ["calibration.jsonl", "unseen.jsonl", "last.jsonl"];
const CALIBRATION = new URL("../src/providers/embedded/text/questions/calibration.json", import.meta.url);

const reader = await loadReader();
const work = { spend: () => Promise.resolve() };

const words: Outcome[] = [];
const sentence: Outcome[] = [];
for (const { text, questions } of await texts()) {
  const units = unitsOf(text);
  for (const { question, answers } of questions) {
    const read: ReadWindow[] = [];
    for (const window of windowsOf(reader.wordsOf(text), reader.roomBeside(question)))
      read.push({ window, bounds: await reader.boundsOf(question, window, work) });
    const spans = likelySpans(read, units);
    const best = likeliestWords(text, spans);
    if (best !== null) words.push(outcome(best.share, shown(text, best), answers));
    const [first] = unitShares(units, spans);
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

async function texts(): Promise<readonly AskedText[]> {
  const files = await Promise.all(
    FILES.map((name) => readJsonLines(fileURLToPath(new URL(name, FIXTURES)), name, askedText)),
  );
  return files.flat().map(({ value }) => value);
}

function rounded(calibration: { readonly slope: number; readonly offset: number }) {
  const { slope, offset } = calibration;
  return { slope: Number(slope.toFixed(3)), offset: Number(offset.toFixed(3)) };
}
