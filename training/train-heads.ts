/**
 * `npm run train:heads`: fits what tells of a sentence, by its vector, which class it is of, to `sentences/*.txt`, prints
 * how it does on parts that it has not seen, and writes src/providers/embedded/text/heads.json.
 */
import { readFile, writeFile } from "node:fs/promises";
import { loadSentenceEncoder } from "../src/planning/embedded/rank/stored-sentences.ts";
import { fitLogistic } from "./fit/logistic.ts";

const TARGET = new URL("../src/providers/embedded/text/heads.json", import.meta.url);
/** The penalty of each: of 1, 2, 4, 8 and 16 sentiment is right most often with 8, by a few rows. */
const PENALTIES = { sentiment: 8, worth: 4, names: 4 };
const PARTS = 5;
/** Numbers of a vector are about 0.05. */
const SCALE = 5;
const ITERATIONS = 200;
const DIGITS = 3;

interface Row {
  readonly label: string;
  readonly vector: Float32Array;
}

/** One regression a class against all others: weights of the vector, then a bias. */
type Head = Readonly<Record<string, readonly number[]>>;

async function readRows(name: string): Promise<readonly Row[]> {
  const lines = (await readFile(new URL(`sentences/${name}.txt`, import.meta.url), "utf8")).trim().split("\n");
  const rows = lines.map((line) => ({ label: line.split("|", 1).join(), text: line.slice(line.indexOf("|") + 1) }));
  const encoder = await loadSentenceEncoder();
  const vectors = await encoder.embed(
    rows.map(({ text }) => text),
    { admit: () => undefined, spend: async () => undefined },
  );
  return rows.map(({ label }, at) => ({ label, vector: vectors[at] ?? new Float32Array() }));
}

function fitHead(rows: readonly Row[], l2: number): Head {
  const width = rows[0]?.vector.length ?? 0;
  const columns = Int32Array.from({ length: width }, (_, at) => at);
  const regression = (label: string): readonly number[] => {
    const fitted = fitLogistic(
      rows.map((row) => ({
        columns,
        values: row.vector.map((value) => SCALE * value),
        target: row.label === label ? 1 : 0,
      })),
      width,
      { l2, iterations: ITERATIONS },
    );
    return [...fitted].map((weight, at) => Number((at < width ? SCALE * weight : weight).toFixed(DIGITS)));
  };
  return Object.fromEntries([...new Set(rows.map(({ label }) => label))].map((label) => [label, regression(label)]));
}

function labelOf(head: Head, vector: Float32Array): string | undefined {
  const odds = Object.entries(head).map(([label, weights]) => {
    const sum = vector.reduce((total, value, at) => total + value * (weights[at] ?? 0), weights[vector.length] ?? 0);
    return { label, sum };
  });
  return odds.toSorted((a, b) => b.sum - a.sum)[0]?.label;
}

const heads: Record<string, Head> = {};
for (const [name, l2] of Object.entries(PENALTIES)) {
  const rows = await readRows(name);
  let right = 0;
  for (let part = 0; part < PARTS; part++) {
    const head = fitHead(
      rows.filter((_, at) => at % PARTS !== part),
      l2,
    );
    right += rows.filter((row, at) => at % PARTS === part && labelOf(head, row.vector) === row.label).length;
  }
  console.log(`${name}: ${right} of ${rows.length} right, unseen`);
  heads[name] = fitHead(rows, l2);
}
await writeFile(TARGET, `${JSON.stringify(heads)}\n`);
