import { openAsBlob } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { JsonValue } from "../../domain/json.ts";
import type { RunView } from "../../domain/views.ts";
import type { Client, NewMessage } from "../client.ts";
import { type AskCommand, UsageError } from "./arguments.ts";
import { resultLines } from "./result-lines.ts";
import { saveFiles } from "./save-files.ts";
import { exitCode, print, printJson, type Session } from "./session.ts";
import { watch } from "./watch.ts";

/** A plan holds 256 tasks at most; a larger file is something else. */
const MAX_PLAN_BYTES = 4 * 1024 * 1024;

/** Sends a message with its files, follows the run, and prints what came of it. @returns the exit code. */
export async function ask(client: Client, command: AskCommand, session: Session): Promise<number> {
  const { signal, confirm } = session;
  if (command.approve && !confirm) throw new UsageError("--approve asks at the terminal, and there is none here");
  const files = await Promise.all(command.files.map((file) => findFile(session.folder, file)));
  const plan = command.plan === undefined ? undefined : await readPlan(resolve(session.folder, command.plan));
  const names = await knownNames(client, command.conversation, signal);
  const resources: string[] = [];
  for (const file of files) {
    resources.push(
      file.at === "server"
        ? file.reference
        : (await client.upload(await openAsBlob(file.path), { name: basename(file.path) }, { signal })).id,
    );
  }
  const message: NewMessage = {
    text: command.text,
    ...(resources.length === 0 ? {} : { resources }),
    ...(plan === undefined ? {} : { plan }),
    ...(command.timeMs === undefined ? {} : { budget: { timeMs: command.timeMs } }),
    ...(command.approve ? { approval: "plan" } : {}),
  };
  const { id } =
    command.conversation === undefined
      ? await client.start(message, { signal })
      : await client.message(command.conversation, message, { signal });
  const run = await watch(client, id, {
    terminal: command.json ? null : session.terminal,
    signal,
    names,
    ...(command.events
      ? { onEvent: (event) => printJson(session, { ...event, at: new Date(event.at).toISOString() }) }
      : {}),
    ...(command.approve && confirm
      ? { decide: async () => ((await confirm("  Run this plan?")) ? "approve" : "reject") }
      : {}),
  });
  return finish(client, run, command, session);
}

/** Saves what was made, and prints the answer. */
export async function finish(
  client: Client,
  run: RunView,
  command: { readonly out: string | undefined; readonly json: boolean; readonly events?: boolean },
  session: Session,
): Promise<number> {
  const folder = command.out === undefined ? undefined : resolve(session.folder, command.out);
  const saved = folder === undefined ? [] : await saveFiles(client, run.files, folder, session.signal);
  if (command.json) printJson(session, { ...run, saved }, command.events ? undefined : 2);
  else print(session, resultLines(run, { baseUrl: client.baseUrl, width: session.terminal.columns, saved }));
  return exitCode(run.status);
}

type FoundFile = { readonly at: "server"; readonly reference: string } | { readonly at: "disk"; readonly path: string };

/** @throws {UsageError} for a path that leads to no file, before anything is sent. */
async function findFile(folder: string, file: string): Promise<FoundFile> {
  if (/^https?:\/\//.test(file) || /^res_[0-9a-f]+$/.test(file)) return { at: "server", reference: file };
  const path = resolve(folder, file);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageError(`${file} is no file`);
  return { at: "disk", path };
}

async function readPlan(path: string): Promise<JsonValue> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size > MAX_PLAN_BYTES) throw new UsageError(`${path} is not a file with a plan`);
  try {
    const plan: JsonValue = JSON.parse(await readFile(path, "utf8"));
    return plan;
  } catch {
    throw new UsageError(`${path} is not JSON`);
  }
}

async function knownNames(
  client: Client,
  conversation: string | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (conversation === undefined) return new Map();
  const { resources } = await client.conversation(conversation, { signal });
  return new Map(resources.map(({ id, name }) => [id, name]));
}
