/** `npm run demo`: a fresh server on this machine, four requests over its public API, and nothing left behind. */
import { openAsBlob } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { type Client, createClient } from "../src/client/client.ts";
import { answerLines, resultLines } from "../src/client/command-line/run-results.ts";
import { type SavedFile, saveFiles } from "../src/client/command-line/save-files.ts";
import { paint, type StyledLine, span, toTerminal } from "../src/client/command-line/terminal.ts";
import { watch } from "../src/client/command-line/watch.ts";
import type { RunView } from "../src/http/schemas/views.ts";
import { linkToSaved } from "./demo-links.ts";
import { PARTS, type Part, type Turn } from "./demo-parts.ts";
import { runScript } from "./run-script.ts";
import { buildAssets, ROOT, type Server, startServer } from "./server.ts";

/** Two minutes are promised; the last seconds are for ending the server. */
const TIME_LIMIT_MS = 110_000;
const OUTPUT = join(ROOT, "demo-output");
const SECRET_BYTES = 32;
const FOLDER_COLUMNS = 36;

const terminal = toTerminal(process.stdout);

function print(...lines: readonly StyledLine[]): void {
  for (const line of lines)
    terminal.write(`${paint(line, Number.POSITIVE_INFINITY, terminal.colour)}
`);
}

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

/** Shows one part, and saves what it made. @returns what did not go as it should. */
async function show(client: Client, part: Part, place: string, signal: AbortSignal): Promise<readonly string[]> {
  const folder = join(OUTPUT, part.folder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  print(
    [],
    [span(`━━ ${place} · ${part.title} `, "bold"), span("━".repeat(20), "dim")],
    [span(`   ${part.shows}`, "dim")],
  );
  const faults: string[] = [];
  for (const turns of part.conversations) {
    let conversation: string | null = null;
    const saved: SavedFile[] = [];
    for (const turn of turns) {
      print([]);
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

async function showAll(server: Server, signal: AbortSignal): Promise<number> {
  const client = createClient({ baseUrl: server.url });
  const faults: string[] = [];
  for (const [index, part] of PARTS.entries()) {
    faults.push(...(await show(client, part, `${index + 1} of ${PARTS.length}`, signal)));
  }
  if (faults.length > 0) {
    print([], ...faults.map((fault) => [span("✖ ", "red"), span(fault)]));
    return 1;
  }
  print(
    [],
    [span("━━ Done ", "bold"), span("━".repeat(20), "dim")],
    [span("   What was made, and the report of every run, lies in "), span(shown(OUTPUT), "bold"), span(":")],
    ...PARTS.map((part) => [
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
    const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("hex");
    const server = await startServer({
      port: 0,
      persistTo: join(state, "state"),
      vars: { AUTH: "open", IMPRESARIO_SECRET: secret },
      logFile: join(state, "server.log"),
      signal,
    });
    let code: number;
    try {
      print([span(`It listens on ${server.url}; all that follows goes over its public HTTP API.`, "dim")]);
      code = await showAll(server, signal);
    } finally {
      await server.stop();
    }
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
