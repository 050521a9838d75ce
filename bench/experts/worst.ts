/**
 * Tries every embedded expert with the worst inputs we know of that it accepts, and prints how long each took and how
 * long it held the thread, on which all other requests of an isolate wait. Fails when one held it for too long.
 * Run: npm run bench:worst [-- PART OF A NAME]
 *
 * Clocks in workerd stand still while it computes, so that the hold is seen from outside: another request is sent over
 * and over, and the most that the server computed while one of them waited is how long nobody was answered.
 */
import { fileURLToPath } from "node:url";
import { unstable_startWorker } from "wrangler";
import { MOST_HELD_MS, measureHold, workerdBelow } from "../../scripts/hold.ts";
import { QUIET } from "../../scripts/server.ts";
import { AUDIO_CASES } from "./worst/audio.ts";
import type { WorstCase } from "./worst/case.ts";
import { CODE_CASES } from "./worst/code.ts";
import { DOCUMENT_CASES } from "./worst/documents.ts";
import { PDF_CASES } from "./worst/pdf.ts";
import { TEXT_CASES } from "./worst/text.ts";
import { VISION_CASES } from "./worst/vision.ts";

Object.assign(process.env, QUIET);

/** Beyond it a case has failed, however much longer it would have taken. */
const CASE_LIMIT_MS = 120_000;

type Worker = Awaited<ReturnType<typeof unstable_startWorker>>;

const start = async (): Promise<Worker> => {
  const worker = await unstable_startWorker({
    config: fileURLToPath(new URL("worst.toml", import.meta.url)),
    dev: { remote: false, watch: false, inspector: false, server: { port: 0 }, logLevel: "error" },
  });
  // What is ready is the proxy: the Worker behind it is still being built.
  await (await worker.fetch("http://bench/")).text();
  return worker;
};

function formOf(inputs: ReturnType<WorstCase["inputs"]>, mediaType = ""): FormData {
  const form = new FormData();
  for (const [port, values] of Object.entries(inputs)) {
    for (const value of [values].flat())
      form.append(port, typeof value === "string" ? value : new Blob([value], { type: mediaType }));
  }
  return form;
}

/** Of one case: what came of it, how long it took and how long it held the thread. */
async function tryCase(
  url: URL,
  { taskType, inputs, mediaType }: WorstCase,
): Promise<{ said: string; tookMs: number; heldMs: number }> {
  const body = formOf(inputs(), mediaType);
  const startedAt = performance.now();
  const done = fetch(new URL(`/${taskType}`, url), { method: "POST", body, signal: AbortSignal.timeout(CASE_LIMIT_MS) })
    .then(async (answer) => (answer.ok ? ((await answer.json()) as { said: string }).said : `HTTP ${answer.status}`))
    .catch((thrown: unknown) => `no answer: ${String(thrown)}`);
  const { heldMs } = await measureHold(url, await workerdBelow(process.pid), done);
  return { said: await done, tookMs: performance.now() - startedAt, heldMs };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

const asked = process.argv[2] ?? "";
const cases = [...TEXT_CASES, ...VISION_CASES, ...PDF_CASES, ...DOCUMENT_CASES, ...AUDIO_CASES, ...CODE_CASES].filter(
  ({ taskType, what }) => `${taskType}: ${what}`.includes(asked),
);
const slow: string[] = [];
let worker = await start();
try {
  console.log("| expert for | worst input | came to | took, s | held the thread, s |\n|---|---|---|---|---|");
  for (const one of cases) {
    const { said, tookMs, heldMs } = await tryCase(await worker.url, one);
    console.log(`| ${one.taskType} | ${one.what} | ${said} | ${seconds(tookMs)} | ${seconds(heldMs)} |`);
    const isAnswered = !/^(?:no answer|HTTP)/.test(said);
    if (heldMs > MOST_HELD_MS || !isAnswered) slow.push(`${one.taskType}: ${one.what}`);
    if (isAnswered) continue;
    // What is still at work would be counted to the next one.
    await worker.dispose();
    worker = await start();
  }
} finally {
  await worker.dispose();
}
console.log(
  `\n${cases.length - slow.length} of ${cases.length} held the thread for at most ${seconds(MOST_HELD_MS)} s.`,
);
if (slow.length > 0) {
  console.error(`These did not:\n${slow.join("\n")}`);
  process.exitCode = 1;
}
