import { resolve } from "node:path";
import type { RunView } from "../../domain/views.ts";
import type { Client, NewMessage } from "../client.ts";
import { gather } from "./attachments.ts";
import type { AskCommand, CliRequest } from "./commands.ts";
import { serverFlag } from "./help.ts";
import { howToGoOn } from "./how-to-go-on.ts";
import { readRequestText } from "./input.ts";
import { conversationOf } from "./last.ts";
import { adviceLines, answerLines, closingLines, indented } from "./result-lines.ts";
import { makeFolder, type SavedFile, saveFiles } from "./save-files.ts";
import { type CliSession, EXIT, exitCode, print, printJson, printOn } from "./session.ts";
import { type StyledLine, span } from "./styled.ts";
import { Interrupted, watch } from "./watch.ts";

/** Sends a message with its files, follows the run, and prints what came of it. @returns the exit code. */
export async function ask(client: Client, command: AskCommand, session: CliSession): Promise<number> {
  const folder = await folderFor(command, session);
  const text = await readRequestText(command.text, session.input);
  const conversation = await conversationOf(client, command.conversation, session.signal);
  const started = await start(client, { ...command, text, conversation }, session);
  if (command.detach) return leave(client, started.run, command.json, session);
  const run = await follow(client, started, command, session);
  return finish(client, run, { ...command, folder }, session);
}

interface StartedRun {
  readonly run: RunView;
  /** Of the conversation's resources and of the files sent just now, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Uploads the files and starts the run. @throws {Interrupted} where the signal aborts before its id is known */
export async function start(
  client: Client,
  command: Omit<CliRequest, "plan"> & { readonly plan?: string | undefined; readonly approve: boolean },
  session: CliSession,
): Promise<StartedRun> {
  const { signal } = session;
  const { conversation } = command;
  const { attachments, names } = await gather(client, { ...command, plan: command.plan }, session);
  const message: NewMessage = {
    text: command.text,
    ...attachments,
    ...command.casting,
    ...(command.budget ? { budget: command.budget } : {}),
    ...(command.approve ? { approval: "plan" } : {}),
  };
  const options = { signal, hfToken: command.hfToken };
  const starting =
    conversation === undefined ? client.start(message, options) : client.message(conversation, message, options);
  const run = await starting.catch((fault: unknown) => {
    throw signal.aborted ? new Interrupted(null, false, fault) : fault;
  });
  return { run, names };
}

/** Shows how a run goes on until it ends or rests, and asks whether its plan may be run where that is to be approved. */
export function follow(
  client: Client,
  { run, names }: StartedRun,
  { json, events = false, approve }: { readonly json: boolean; readonly events?: boolean; readonly approve: boolean },
  session: CliSession,
): Promise<RunView> {
  const confirm = json ? null : session.confirm;
  return watch(client, run.id, {
    terminal: json ? null : session.progress,
    signal: session.signal,
    names,
    leavesAtRest: true,
    ...(events ? { onEvent: (event) => printJson(session, { ...event, at: new Date(event.at).toISOString() }) } : {}),
    ...(approve && confirm ? { decide: async () => ((await confirm("  Run this plan?")) ? "approve" : "reject") } : {}),
  });
}

/** Where files are to be saved; undefined where nobody asked for that. @throws {UsageError} where nothing can be */
export async function folderFor(
  { out }: { readonly out: string | undefined },
  session: CliSession,
): Promise<string | undefined> {
  if (out === undefined) return undefined;
  const folder = resolve(session.folder, out);
  await makeFolder(folder);
  return folder;
}

function leave(client: Client, run: RunView, json: boolean, session: CliSession): number {
  if (json) printJson(session, run, 2);
  else print(session, waysToGoOn(client, run));
  return EXIT.succeeded;
}

/**
 * Saves what was made, and prints the answer; or how to go on with a run that waits. Standard output gets the answer and
 * nothing else, so that it can be kept.
 */
export async function finish(
  client: Client,
  run: RunView,
  command: {
    readonly folder: string | undefined;
    readonly json: boolean;
    readonly events?: boolean;
    readonly ids?: boolean;
  },
  session: CliSession,
): Promise<number> {
  const { folder } = command;
  const saved = folder === undefined ? [] : await saveFiles(client, run.files, folder, session.signal);
  if (command.json) printJson(session, { ...run, saved }, command.events ? undefined : 2);
  else if (run.endedAt === null) printOn(session.progress, [[], ...waysToGoOn(client, run)]);
  else printResult(client, run, { saved, ids: command.ids ?? false }, session);
  return exitCode(run.status);
}

function printResult(
  { baseUrl }: Client,
  run: RunView,
  { saved, ids }: { readonly saved: readonly SavedFile[]; readonly ids: boolean },
  session: CliSession,
): void {
  const { terminal, progress } = session;
  printOn(progress, [[]]);
  if (terminal.repaints) {
    print(session, indented(answerLines(run, { baseUrl, width: terminal.columns - 2, saved })));
  } else print(session, answerLines(run, { baseUrl, width: Number.POSITIVE_INFINITY, saved }));
  printOn(progress, [
    ...closingLines(run, { baseUrl, width: progress.columns, saved }),
    ...adviceLines(run, baseUrl, ids),
  ]);
}

const waysToGoOn = ({ baseUrl }: Client, { id, status }: RunView): readonly StyledLine[] =>
  howToGoOn(id, status, serverFlag(baseUrl)).map((line) => [span(line)]);
