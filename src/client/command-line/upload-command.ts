import type { ResourceView } from "../../domain/views.ts";
import type { Client } from "../client.ts";
import { findFile, send } from "./attachments.ts";
import type { UploadCommand } from "./commands.ts";
import { size } from "./result-lines.ts";
import { type CliSession, EXIT, print, printJson } from "./session.ts";
import { span } from "./styled.ts";
import { UsageError } from "./usage-error.ts";

/** Puts files on the server, and prints their ids: alone on their lines where a program reads them. */
export async function upload(client: Client, command: UploadCommand, session: CliSession): Promise<number> {
  const { signal, folder, terminal } = session;
  const files = await Promise.all(command.files.map((file) => findFile(folder, file)));
  const there = files.find((file) => file.at === "server" && !/^https?:/.test(file.reference));
  if (there?.at === "server") throw new UsageError(`${there.reference} is on the server already`);
  const stored: ResourceView[] = [];
  for (const file of files) {
    const one = await (file.at === "server"
      ? client.importFile(file.reference, { signal })
      : send(client, file, session));
    stored.push(one);
    if (command.json) continue;
    const about = terminal.repaints ? [span(`  ${one.name}, ${one.mediaType}, ${size(one.bytes)}`, "dim")] : [];
    print(session, [[span(one.id), ...about]]);
  }
  if (command.json) printJson(session, stored, 2);
  return EXIT.succeeded;
}
