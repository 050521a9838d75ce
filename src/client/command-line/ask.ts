import { resolve } from "node:path";
import type { RunView } from "../../domain/views.ts";
import type { Client, NewMessage } from "../client.ts";
import { gather } from "./attachments.ts";
import type { AskCommand } from "./commands.ts";
import { serverFlag } from "./help.ts";
import { howToGoOn } from "./how-to-go-on.ts";
import { resultLines } from "./result-lines.ts";
import { makeFolder, saveFiles } from "./save-files.ts";
import { type CliSession, EXIT, exitCode, print, printJson } from "./session.ts";
import { span } from "./styled.ts";
import { Interrupted, watch } from "./watch.ts";

/** Sends a message with its files, follows the run, and prints what came of it. @returns the exit code. */
export async function ask(client: Client, command: AskCommand, session: CliSession): Promise<number> {
  const { signal } = session;
  const confirm = command.json ? null : session.confirm;
  const folder = await folderFor(command, session);
  const { attachments, names } = await gather(client, command, session);
  const message: NewMessage = {
    text: command.text,
    ...attachments,
    ...command.casting,
    ...(command.budget ? { budget: command.budget } : {}),
    ...(command.approve ? { approval: "plan" } : {}),
  };
  const options = { signal, hfToken: command.hfToken };
  const starting =
    command.conversation === undefined
      ? client.start(message, options)
      : client.message(command.conversation, message, options);
  const started = await starting.catch((fault: unknown) => {
    throw signal.aborted ? new Interrupted(null, false, fault) : fault;
  });
  if (command.detach) return leave(client, started, command.json, session);
  const run = await watch(client, started.id, {
    terminal: command.json ? null : session.terminal,
    signal,
    names,
    leavesAtRest: true,
    ...(command.events
      ? { onEvent: (event) => printJson(session, { ...event, at: new Date(event.at).toISOString() }) }
      : {}),
    ...(command.approve && confirm
      ? { decide: async () => ((await confirm("  Run this plan?")) ? "approve" : "reject") }
      : {}),
  });
  return finish(client, run, { ...command, folder }, session);
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
  command: { readonly folder: string | undefined; readonly json: boolean; readonly events?: boolean },
  session: CliSession,
): Promise<number> {
  const { folder } = command;
  const saved = folder === undefined ? [] : await saveFiles(client, run.files, folder, session.signal);
  if (command.json) printJson(session, { ...run, saved }, command.events ? undefined : 2);
  else if (run.endedAt === null) printHowToGoOn(client, run, session);
  else print(session, resultLines(run, { baseUrl: client.baseUrl, width: session.terminal.columns, saved }));
  return exitCode(run.status);
}

const printHowToGoOn = ({ baseUrl }: Client, { id, status }: RunView, session: CliSession): void =>
  print(session, [[], ...howToGoOn(id, status, serverFlag(baseUrl)).map((line) => [span(line)])]);
