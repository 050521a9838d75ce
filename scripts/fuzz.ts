/**
 * `npm run fuzz`: a fresh server on this machine, and hostile requests and files for it. Every answer has to be one that
 * is meant (no 5xx), every run has to end with an error of a known code at most, and nothing may hold the thread for
 * longer than docs/security.md promises. The same seed makes the same inputs.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ApiError, createClient } from "../src/client/client.ts";
import type { RunView } from "../src/http/schemas/views.ts";
import { Choices } from "./fuzz/choices.ts";
import { type HostileFile, hostileFile, seedFiles } from "./fuzz/files.ts";
import { type HostileRequest, hostileRequest, makeThings, routesOf } from "./fuzz/requests.ts";
import { type Hold, MOST_HELD_MS, measureHold, workerdBelow } from "./hold.ts";
import { runScript, ScriptError } from "./run-script.ts";
import { buildAssets, type Server, startServer } from "./server.ts";

const HELP = `Usage: npm run fuzz -- [--requests 4000] [--files 200] [--pages 0] [--seed 1] [--slower 1]

  --pages   hostile PDFs besides, each of which may hold the thread for one second alone
  --slower  how many times slower this machine may be than the one that docs/security.md measured on`;
const TIME_LIMIT_MS = 15 * 60_000;
const SECRET = "fuzz-secret-that-guards-nothing-at-all";
const AT_ONCE = 6;
const ANSWER_LIMIT_MS = 30_000;
/** Some requests delete what others are about, so that it is made anew after so many. */
const THINGS_LAST = 100;
/** Streams of events go on: what they begin with is enough. */
const READ_MS = 200;
const RUN_LIMIT_MS = 60_000;
/** Of pages alone: nothing rests within one, so that its steps are chosen to stay well below what is promised. */
const MOST_HELD_BY_PAGE_MS = 1_000;
/** What a run's tasks may fail with: not by a fault of ours, and not with the process. */
const FAULTS: ReadonlySet<string> = new Set(["internal", "attempt-lost", "misconfigured"]);

/** Sends one request. @returns its status, or why there was no answer */
async function send(url: string, { method, target, headers, body }: HostileRequest): Promise<number | string> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const answer = await fetch(url + target, { method, headers, body, signal, redirect: "manual" });
    const reading = answer.arrayBuffer().catch(() => null);
    if (answer.headers.get("content-type")?.startsWith("text/event-stream")) {
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, READ_MS))]);
      await answer.body?.cancel().catch(() => {});
    } else await reading;
    return answer.status;
  } catch (thrown) {
    return String(thrown);
  }
}

async function sendRequests(url: string, count: number, seed: number): Promise<readonly string[]> {
  const routes = await routesOf(url);
  const choices = new Choices(seed);
  const faults: string[] = [];
  const statuses = new Map<number | string, number>();
  let sent = 0;
  let things = await makeThings(url);
  const one = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      if (sent % THINGS_LAST === 0) things = await makeThings(url);
      const request = hostileRequest(choices.of(routes), things, choices);
      const status = await send(url, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (typeof status === "number" && status < 500) continue;
      const body = typeof request.body === "string" ? request.body : (request.body?.length ?? "");
      faults.push(`${status}: ${request.method} ${request.target.slice(0, 300)} ${JSON.stringify(body).slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const told = [...statuses].toSorted(([, a], [, b]) => b - a).map(([status, times]) => `${status}: ${times}`);
  console.log(`${count} requests to ${routes.length} routes, by status: ${told.join(", ")}`);
  return faults;
}

/** What a run of the task on the file came to. */
async function workOn(server: Server, file: HostileFile): Promise<string> {
  const client = createClient({ baseUrl: server.url });
  try {
    const signal = AbortSignal.timeout(RUN_LIMIT_MS);
    const blob = new Blob([file.bytes], { type: file.mediaType });
    const { id } = await client.upload(blob, { name: "file" }, { signal });
    const args = { ...file.args, [file.port]: "<resource>-1" };
    const plan = [{ task: file.task, id: 0, dep: [-1], args: { ...args, [file.port]: id } }];
    const started = await client.start({ text: "Do this", resources: [id], plan }, { signal });
    const run: RunView = await client.wait(started.id, { signal });
    const task = run.tasks[0];
    return task?.status === "succeeded" ? "succeeded" : (task?.error?.code ?? run.status);
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown.status >= 500 ? `answered ${thrown.status}` : thrown.code;
    return `no answer: ${String(thrown)}`;
  }
}

interface FileWork {
  readonly count: number;
  readonly seed: number;
  /** Files of one kind alone. */
  readonly only?: "pdf";
  readonly slower: number;
}

async function workOnFiles(server: Server, { count, seed, only, slower }: FileWork): Promise<readonly string[]> {
  const seeds = await seedFiles();
  const choices = new Choices(seed);
  const health = new URL("/v1/health", server.url);
  const pids = await workerdBelow(server.pid);
  const faults: string[] = [];
  const outcomes = new Map<string, number>();
  let longest: Hold & { readonly what: string } = { what: "", waitedMs: 0, heldMs: 0 };
  for (let done = 0; done < count; done++) {
    const file = hostileFile(seeds, choices, only);
    const what = `${file.task} on ${file.what}`;
    const working = workOn(server, file);
    const hold = await measureHold(health, pids, working);
    const outcome = await working;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (hold.heldMs > longest.heldMs) longest = { ...hold, what };
    const mostMs = slower * (only === "pdf" ? MOST_HELD_BY_PAGE_MS : MOST_HELD_MS);
    if (hold.heldMs > mostMs) faults.push(`held the thread for ${(hold.heldMs / 1000).toFixed(1)} s: ${what}`);
    if (FAULTS.has(outcome) || /^(?:answered|no answer)/.test(outcome)) faults.push(`${outcome}: ${what}`);
  }
  const told = [...outcomes].toSorted(([, a], [, b]) => b - a).map(([outcome, times]) => `${outcome}: ${times}`);
  console.log(`${count} files, by what came of them: ${told.join(", ")}`);
  console.log(`The thread was held for ${(longest.heldMs / 1000).toFixed(2)} s at most, by ${longest.what}`);
  return faults;
}

async function main(signal: AbortSignal): Promise<number> {
  const number = (by: string) => ({ type: "string", default: by }) as const;
  const { values } = parseArgs({
    options: {
      ...{ requests: number("4000"), files: number("200"), pages: number("0"), seed: number("1"), slower: number("1") },
      help: { type: "boolean", short: "h" },
    },
  });
  const [requests, files, pages] = [Number(values.requests), Number(values.files), Number(values.pages)];
  const [seed, slower] = [Number(values.seed), Number(values.slower)];
  if (values.help || ![requests, files, pages, seed, slower].every(Number.isSafeInteger) || slower === 0) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const state = await mkdtemp(join(tmpdir(), "impresario-fuzz-"));
  try {
    await buildAssets();
    const limits = { runsPerMinute: 1_000_000, activeRuns: 1_000 };
    const server = await startServer({
      port: 0,
      persistTo: join(state, "state"),
      vars: { AUTH: "open", IMPRESARIO_SECRET: SECRET, CONFIG: JSON.stringify({ limits }) },
      logFile: join(state, "server.log"),
      signal,
    });
    try {
      const faults = [
        ...(await sendRequests(server.url, requests, seed)),
        ...(await workOnFiles(server, { count: files, seed, slower })),
        ...(await workOnFiles(server, { count: pages, seed, slower, only: "pdf" })),
      ];
      if (faults.length > 0) throw new ScriptError(`${faults.length} faults with seed ${seed}:\n${faults.join("\n")}`);
      console.log("No fault.");
      return 0;
    } finally {
      await server.stop();
    }
  } finally {
    await rm(state, { recursive: true, force: true });
  }
}

await runScript(main, { timeLimitMs: TIME_LIMIT_MS });
