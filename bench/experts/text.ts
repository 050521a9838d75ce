/**
 * Measures how long calls of the embedded text experts take in local workerd, and prints the table of times of
 * docs/experts/text.md. Run: npx node bench/experts/text.ts
 *
 * Clocks in workerd stand still while it computes, so that calls are timed from outside: so many, less one, by the
 * number of those between. Medians of some rounds; the first call, which loads the libraries, is not among them.
 */
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { DOCUMENTS } from "../../test/fixtures/text/documents.ts";
import { TABLES } from "../../test/fixtures/text/tables.ts";
import type { TextJob } from "./text-job.ts";

const ROUNDS = 11;
const TIMES = 10;

const LETTER = DOCUMENTS.reminderLetter;
const LONG = Object.values(DOCUMENTS).join("\n\n").repeat(3).slice(0, 20_000);

type Inputs = TextJob["inputs"];
const CALLS: readonly (readonly [taskType: string, small: Inputs, large: Inputs])[] = [
  ["token-classification", { text: LETTER }, { text: LONG }],
  ["text-classification", { text: LETTER }, { text: LONG }],
  ["language-identification", { text: LETTER }, { text: LONG }],
  ["summarization", { text: LETTER }, { text: LONG }],
  [
    "question-answering",
    { question: "What has to be paid?", context: LETTER },
    { question: "Who built the tower?", context: LONG },
  ],
  [
    "table-question-answering",
    { question: "Who earns the most?", table: TABLES.employees },
    { question: "Who has the highest age?", table: `name,age\n${"Anna,5\nBen,6\n".repeat(1_000)}` },
  ],
  [
    "sentence-similarity",
    { sentence: "two dogs", sentences: ["a pair of dogs"] },
    { sentence: LETTER, sentences: Array.from({ length: 20 }, () => LETTER) },
  ],
];

async function startWorkerd(): Promise<Miniflare> {
  const bundle = await build({
    entryPoints: [new URL("text-worker.ts", import.meta.url).pathname],
    bundle: true,
    format: "esm",
    write: false,
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
  });
  return new Miniflare({
    cf: false,
    workers: [
      {
        config: {
          name: "text-experts",
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          manifest: {
            mainModule: "worker.js",
            modules: { "worker.js": { type: "esm", contents: bundle.outputFiles[0]?.text ?? "" } },
          },
        },
      },
    ],
  });
}

/** Milliseconds until so many calls are done. */
async function timed(miniflare: Miniflare, job: TextJob): Promise<number> {
  const startedAt = performance.now();
  const answer = await miniflare.dispatchFetch("http://localhost/", { method: "POST", body: JSON.stringify(job) });
  if (!answer.ok) throw new Error(`${job.taskType}: ${(await answer.text()).slice(0, 500)}`);
  await answer.arrayBuffer();
  return performance.now() - startedAt;
}

/** The median of some rounds, in milliseconds a call. */
async function measure(miniflare: Miniflare, taskType: string, inputs: Inputs): Promise<number> {
  const run = (times: number): Promise<number> => timed(miniflare, { taskType, inputs, times });
  await run(1);
  const millis: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const once = await run(1);
    millis.push(((await run(1 + TIMES)) - once) / TIMES);
  }
  return millis.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

const miniflare = await startWorkerd();
try {
  console.log("| expert | a letter | 20,000 characters |\n|---|---|---|");
  for (const [taskType, small, large] of CALLS) {
    const [letter, long] = [await measure(miniflare, taskType, small), await measure(miniflare, taskType, large)];
    console.log(`| ${taskType} | ${letter.toFixed(1)} ms | ${long.toFixed(1)} ms |`);
  }
} finally {
  await miniflare.dispose();
}
