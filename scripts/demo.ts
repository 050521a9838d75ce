/**
 * `npm run demo`: a fresh server on this machine, what it does with no account and no key, over its public API, and nothing
 * left behind. A language model that is set in the environment pursues a goal besides, on a server of its own.
 */
import { openAsBlob } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { type Client, createClient } from "../src/client/client.ts";
import { writeLines } from "../src/client/command-line/command.ts";
import { answerLines, resultLines } from "../src/client/command-line/run-results.ts";
import { type SavedFile, saveFiles } from "../src/client/command-line/save-files.ts";
import { type StyledLine, span, toTerminal } from "../src/client/command-line/terminal.ts";
import { watch } from "../src/client/command-line/watch.ts";
import type { RunView } from "../src/http/schemas/views.ts";
import { findGoalFault, GOAL, showGoal } from "./demo-goal.ts";
import { linkToSaved } from "./demo-links.ts";
import { PARTS, type Part, type Turn } from "./demo-parts.ts";
import { runScript } from "./run-script.ts";
import { buildAssets, ROOT, startServer } from "./server.ts";
import { fromEnvironment } from "./settings.ts";

/** What the environment sets for this start: a language model, for one. */
const OWN_VARS = fromEnvironment("", process.env);
const HAS_OWN = Object.keys(OWN_VARS).length > 0;
/** Two minutes are promised; the last seconds are for ending the server. A model's own time comes on top. */
const TIME_LIMIT_MS = 110_000 + (HAS_OWN ? GOAL.budget.timeMs : 0);
const OUTPUT = join(ROOT, "demo-output");
const SECRET_BYTES = 32;
const FOLDER_COLUMNS = 36;

const terminal = toTerminal(process.stdout);

const print = (...lines: readonly StyledLine[]): void => writeLines(terminal, lines);

const PLACES = PARTS.length + 1;

const shown = (path: string): string => relative(process.cwd(), path) || ".";

/** Asks one thing and shows how it is done. */
async function ask(client: Client, turn: Turn, conversation: string | null, signal: AbortSignal): Promise<RunView> {
  const resources: string[] = [];
  for (const file of turn.files) {
    const path = join(ROOT, "demo", file);
    resources.push((await client.upload(await openAsBlob(path), { name: basename(path) }, { signal })).id);
  }
  const message = { text: turn.text, resources };
  const known = conversation === null ? [] : (await client.conversation(conversation, { signal })).resources;
  const { id } =
    conversation === null
      ? await client.start(message, { signal })
      : await client.message(conversation, message, { signal });
  const names = new Map(known.map(({ id: resource, name }) => [resource, name]));
  return watch(client, id, { terminal, signal, names });
}

/** Opens a part with its title; what an earlier demo made of it is gone. @returns the folder for what this one makes */
async function open({ title, shows, folder: name }: Omit<Part, "conversations">, place: number): Promise<string> {
  const folder = join(OUTPUT, name);
  await rm(folder, { recursive: true, force: true });
  print(
    [],
    [span(`━━ ${place} of ${PLACES} · ${title} `, "bold"), span("━".repeat(20), "dim")],
    [span(`   ${shows}`, "dim")],
    [],
  );
  return folder;
}

/** Shows one part, and saves what it made. @returns what did not go as it should. */
async function show(client: Client, part: Part, place: number, signal: AbortSignal): Promise<readonly string[]> {
  const folder = await open(part, place);
  await mkdir(folder, { recursive: true });
  const faults: string[] = [];
  for (const turns of part.conversations) {
    let conversation: string | null = null;
    const saved: SavedFile[] = [];
    for (const [index, turn] of turns.entries()) {
      if (index > 0) print([]);
      const run = await ask(client, turn, conversation, signal);
      conversation = run.conversation;
      saved.push(...(await saveFiles(client, run.files, folder, signal)));
      const paths = saved.map((file) => ({ ...file, path: shown(file.path) }));
      const options = { baseUrl: client.baseUrl, width: terminal.columns - 1, saved: paths };
      print([], ...answerLines(run, options), ...resultLines(run, options));
      const report = await client.report(run.id, "markdown", { signal });
      // The server and its links end with the demo.
      await writeFile(join(folder, turn.report), linkToSaved(report, saved, folder));
      const fault = turn.findFault(run);
      if (fault !== null) faults.push(`“${turn.text}”: ${fault}`);
    }
  }
  return faults;
}

/** The demo's server, or another with variables of its own, for as long as it is used. */
async function withServer<T>(
  state: string,
  vars: Readonly<Record<string, string>>,
  signal: AbortSignal,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("hex");
  const server = await startServer({
    port: 0,
    persistTo: join(state, "state"),
    vars: { ...vars, AUTH: "open", IMPRESARIO_SECRET: secret },
    logFile: join(state, "server.log"),
    signal,
  });
  try {
    return await use(createClient({ baseUrl: server.url }));
  } finally {
    await server.stop();
  }
}

/** What went wrong, and what came of it. */
interface Shown {
  readonly faults: readonly string[];
  readonly parts: readonly Pick<Part, "folder" | "title">[];
}

async function showParts(client: Client, signal: AbortSignal): Promise<Shown> {
  print([span(`It listens on ${client.baseUrl}; all that follows goes over its public HTTP API.`, "dim")]);
  const faults: string[] = [];
  for (const [index, part] of PARTS.entries()) faults.push(...(await show(client, part, index + 1, signal)));
  return { faults, parts: PARTS };
}

/** The last part: it needs a language model. */
async function showLast(client: Client, signal: AbortSignal): Promise<Shown> {
  const folder = await open(GOAL, PLACES);
  const goal = await showGoal(client, { terminal, folder, signal });
  if (goal === null) return { faults: [], parts: [] };
  const fault = findGoalFault(goal);
  return { faults: fault === null ? [] : [`“${GOAL.text}”: ${fault}`], parts: [GOAL] };
}

function printEnd({ faults, parts }: Shown): number {
  if (faults.length > 0) {
    print([], ...faults.map((fault) => [span("✖ ", "red"), span(fault)]));
    return 1;
  }
  print(
    [],
    [span("━━ Done ", "bold"), span("━".repeat(20), "dim")],
    [span("   What was made, and the report of every run, lies in "), span(shown(OUTPUT), "bold"), span(":")],
    ...parts.map((part) => [
      span(`     ${shown(join(OUTPUT, part.folder)).padEnd(FOLDER_COLUMNS)}`),
      span(`  ${part.title}`, "dim"),
    ]),
    [],
    [span("   Next, serve it yourself and ask it something of your own:")],
    [span("     npm start", "cyan")],
    [span('     npm run cli -- ask "Summarize this" --file your.pdf', "cyan")],
  );
  return 0;
}

async function main(signal: AbortSignal): Promise<number> {
  const startedAt = Date.now();
  const state = await mkdtemp(join(tmpdir(), "impresario-demo-"));
  try {
    print([span("Impresario", "bold"), span(" · starting a server of its own, with no account and no key …", "dim")]);
    await buildAssets();
    const last = (client: Client): Promise<Shown> => showLast(client, signal);
    const all = await withServer(join(state, "plain"), {}, signal, async (client) => {
      const first = await showParts(client, signal);
      return HAS_OWN ? [first] : [first, await last(client)];
    });
    if (HAS_OWN) all.push(await withServer(join(state, "own"), OWN_VARS, signal, last));
    const code = printEnd({
      faults: all.flatMap(({ faults }) => faults),
      parts: all.flatMap(({ parts }) => parts),
    });
    print(
      [],
      [span(`   The server has ended. The whole took ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`, "dim")],
    );
    return code;
  } finally {
    await rm(state, { recursive: true, force: true });
  }
}

await runScript(main, { timeLimitMs: TIME_LIMIT_MS });
