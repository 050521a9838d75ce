import { resolve } from "node:path";
import type { RunView } from "../../domain/views.ts";
import type { Client, NewMessage } from "../client.ts";
import { gather, STANDARD_INPUT } from "./attachments.ts";
import { serverFlag } from "./command-parts.ts";
import type { AskCommand, CliRequest } from "./commands.ts";
import { LAST, newestRun } from "./find-runs.ts";
import { UsageError } from "./option-values.ts";
import { adviceLines, answerLines, howToGoOn, resultLines } from "./result-lines.ts";
import { makeFolder, saveFiles } from "./save-files.ts";
import { type CliSession, EXIT, exitCode, print, printJson, say } from "./session.ts";
import { span } from "./terminal.ts";
import { Interrupted, watch } from "./watch.ts";

/** Sends a message with its files, follows the run, and prints what came of it. @returns the exit code. */
export async function ask(client: Client, command: AskCommand, session: CliSession): Promise<number> {
  const folder = await folderFor(command, session);
  const asked = await withInput(command, session);
  const started = await send(client, asked, session);
  if (command.detach) return leave(client, started.run, command.json, session);
  const run = await follow(client, started, command, session);
  return finish(client, run, { ...command, folder }, session);
}

const LEAVE = "/exit";

/**
 * Asks for every line of the standard input, in one conversation. A message that the server refuses is told, and the
 * next one is read. @returns the exit code: that of the last message that went wrong
 */
export async function chat(
  client: Client,
  command: AskCommand,
  session: CliSession,
  tell: (fault: unknown) => number,
): Promise<number> {
  const folder = await folderFor(command, session);
  let next = command;
  let exit: number = EXIT.succeeded;
  for await (const line of session.readLines()) {
    const text = line.trim();
    if (text === LEAVE) break;
    if (text === "") continue;
    try {
      const started = await send(client, { ...next, text }, session);
      // Files go with the first message; those that follow can speak of them.
      next = { ...next, conversation: started.run.conversation, files: [] };
      const run = await follow(client, started, command, session);
      const ended = await finish(client, run, { ...command, folder, goesOn: true }, session);
      if (ended !== EXIT.succeeded) exit = ended;
    } catch (fault) {
      if (session.signal.aborted) throw fault;
      exit = tell(fault);
    }
  }
  return exit;
}

/** The request with what `-` stands for. @throws {UsageError} where it stands for two things */
export async function withInput<Asked extends CliRequest>(asked: Asked, session: CliSession): Promise<Asked> {
  if (asked.text !== STANDARD_INPUT) return asked;
  if (asked.files.includes(STANDARD_INPUT))
    throw new UsageError("The standard input is the request or a file, not both");
  const text = (await (await session.readInput()).text()).trim();
  if (text === "") throw new UsageError("The standard input holds no request");
  return { ...asked, text };
}

interface Started {
  readonly run: RunView;
  /** Of resources, by id. */
  readonly names: ReadonlyMap<string, string>;
}

async function send(client: Client, command: AskCommand, session: CliSession): Promise<Started> {
  const { signal } = session;
  const conversation =
    command.conversation === LAST ? (await newestRun(client, signal)).conversation : command.conversation;
  const { attachments, names } = await gather(client, { ...command, conversation }, session);
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

function follow(client: Client, { run, names }: Started, command: AskCommand, session: CliSession): Promise<RunView> {
  const confirm = command.json ? null : session.confirm;
  return watch(client, run.id, {
    terminal: command.json ? null : session.progress,
    signal: session.signal,
    names,
    leavesAtRest: true,
    ...(command.events
      ? { onEvent: (event) => printJson(session, { ...event, at: new Date(event.at).toISOString() }) }
      : {}),
    ...(command.approve && confirm
      ? { decide: async () => ((await confirm("  Run this plan?")) ? "approve" : "reject") }
      : {}),
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
  else printHowToGoOn(client, run, session);
  return EXIT.succeeded;
}

/** Saves what was made, and prints the answer; or how to go on with a run that waits. */
export async function finish(
  client: Client,
  run: RunView,
  command: {
    readonly folder: string | undefined;
    readonly json: boolean;
    readonly ids: boolean;
    readonly events?: boolean;
    /** Whether the conversation goes on by itself, so that nobody needs to be told how to. */
    readonly goesOn?: boolean;
  },
  session: CliSession,
): Promise<number> {
  const { folder } = command;
  const saved = folder === undefined ? [] : await saveFiles(client, run.files, folder, session.signal);
  if (command.json) printJson(session, { ...run, saved }, command.events || command.goesOn ? undefined : 2);
  else if (run.endedAt === null) printHowToGoOn(client, run, session);
  else {
    const { repaints, columns } = session.terminal;
    const width = repaints ? columns - 1 : Number.POSITIVE_INFINITY;
    const options = { baseUrl: client.baseUrl, width, saved };
    say(session, [[]]);
    print(session, answerLines(run, options));
    say(session, [
      ...resultLines(run, options),
      ...(command.goesOn ? [[]] : adviceLines(run, client.baseUrl, command.ids)),
    ]);
  }
  return exitCode(run.status);
}

const printHowToGoOn = ({ baseUrl }: Client, { id, status }: RunView, session: CliSession): void =>
  say(session, [[], ...howToGoOn(id, status, serverFlag(baseUrl)).map((line) => [span(line)])]);
