import { resolve } from "node:path";
import type { RunView } from "../../domain/views.ts";
import type { Client, NewMessage } from "../client.ts";
import { type AskCommand, UsageError } from "./arguments.ts";
import { gather } from "./attachments.ts";
import { resultLines } from "./result-lines.ts";
import { saveFiles } from "./save-files.ts";
import { exitCode, print, printJson, type Session } from "./session.ts";
import { watch } from "./watch.ts";

/** Sends a message with its files, follows the run, and prints what came of it. @returns the exit code. */
export async function ask(client: Client, command: AskCommand, session: Session): Promise<number> {
  const { signal, confirm } = session;
  if (command.approve && !confirm) throw new UsageError("--approve asks at the terminal, and there is none here");
  const { attachments, names } = await gather(client, command, session);
  const message: NewMessage = {
    text: command.text,
    ...attachments,
    ...command.casting,
    ...(command.budget ? { budget: command.budget } : {}),
    ...(command.approve ? { approval: "plan" } : {}),
  };
  const options = { signal, ...(command.hfToken === undefined ? {} : { hfToken: command.hfToken }) };
  const { id } =
    command.conversation === undefined
      ? await client.start(message, options)
      : await client.message(command.conversation, message, options);
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
