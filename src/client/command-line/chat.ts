import { createInterface } from "node:readline";
import type { Client } from "../client.ts";
import { finish, folderFor, follow, start } from "./ask.ts";
import type { ChatCommand } from "./commands.ts";
import { conversationOf } from "./last.ts";
import { type CliSession, EXIT } from "./session.ts";
import { tell } from "./tell.ts";

const LEAVES: ReadonlySet<string> = new Set(["/exit", "/quit"]);

/**
 * Reads messages line by line, and runs each in the same conversation. A message that fails is told of, and the next is
 * read.
 * @returns the exit code of the last message
 */
export async function chat(client: Client, command: ChatCommand, session: CliSession): Promise<number> {
  const { input, progress, signal } = session;
  const folder = await folderFor(command, session);
  const lines = createInterface({ input, signal })[Symbol.asyncIterator]();
  const isTyped = input.isTTY === true;
  const nextLine = async (prompt: string): Promise<string | null> => {
    if (isTyped) progress.write(prompt);
    const { done, value } = await lines.next();
    return done ? null : value.trim();
  };
  const confirm = async (question: string): Promise<boolean> =>
    /^(?:y|yes)?$/i.test((await nextLine(`${question} [Y/n] `)) ?? "no");

  let conversation = await conversationOf(client, command.conversation, signal);
  let { files } = command;
  let code: number = EXIT.succeeded;
  for (let text = await nextLine("> "); text !== null && !LEAVES.has(text); text = await nextLine("> ")) {
    if (text === "") continue;
    const own = { ...session, confirm: session.confirm && confirm };
    try {
      const started = await start(client, { ...command, text, files, conversation }, own);
      ({ conversation } = started.run);
      files = [];
      code = await finish(
        client,
        await follow(client, started, command, own),
        { ...command, folder, events: true },
        own,
      );
    } catch (error) {
      if (signal.aborted) throw error;
      code = tell(error, { about: "chat", json: command.json, events: true, server: client.baseUrl }, session);
    }
  }
  if (signal.aborted) throw signal.reason;
  return code;
}
