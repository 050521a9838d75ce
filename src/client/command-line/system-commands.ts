import type { ResourceView } from "../../domain/views.ts";
import type { Client, ServerHealth, TaskTypeEntry } from "../client.ts";
import { findFile, send } from "./attachments.ts";
import type { UploadCommand } from "./commands.ts";
import { UsageError } from "./option-values.ts";
import { type CliSession, EXIT, print, printJson, show } from "./session.ts";
import { pad, type StyledLine, span } from "./terminal.ts";
import { size } from "./words.ts";

/** Lists what a plan can hold, by area. */
export async function showTaskTypes(client: Client, json: boolean, session: CliSession): Promise<number> {
  const types = await client.taskTypes({ signal: session.signal });
  const areas = [...new Set(types.map(({ area }) => area))];
  const width = Math.max(0, ...types.map(({ name }) => name.length));
  const lines = areas.flatMap((area): readonly StyledLine[] => [
    [span(area, "bold")],
    ...types.filter((type) => type.area === area).map((type) => typeLine(type, width)),
    [],
  ]);
  return show(session, json, types, [
    ...lines,
    [span("✔ runs here   ○ needs a provider that is not set up here", "dim")],
  ]);
}

function typeLine({ name, inputs, outputs, description, endpoints }: TaskTypeEntry, width: number): StyledLine {
  const taken = inputs.map((port) => port.name + (port.required ? "" : "?") + (port.many ? "…" : "")).join(", ");
  const made = outputs.map((port) => port.name).join(", ");
  const runs = endpoints.length > 0;
  return [
    span(runs ? "  ✔ " : "  ○ ", runs ? "green" : "dim"),
    span(`${pad(name, width)}  `, runs ? "plain" : "dim"),
    span(`${taken} → ${made}`, runs ? "cyan" : "dim"),
    span(`  ${description}`, "dim"),
  ];
}

/** Says that a server answers, and what is switched on there. */
export async function showHealth(client: Client, json: boolean, session: CliSession): Promise<number> {
  const health = await client.health({ signal: session.signal });
  return show(session, json, health, healthLines(client.baseUrl, health));
}

function healthLines(
  baseUrl: string,
  { auth, providers, taskTypes, controllers }: ServerHealth,
): readonly StyledLine[] {
  const models = Object.entries(providers).map(([name, { models: count }]) => `${name} (${count})`);
  return [
    [
      span("✔ ", "green"),
      span(`${baseUrl} answers; ${auth === "open" ? "no API key is needed" : "an API key is needed"}`),
    ],
    [
      span(
        `  ${taskTypes.available} of ${taskTypes.known} task types can run there; models: ${models.join(", ") || "none"}`,
        "dim",
      ),
    ],
    [
      span(
        `  controllers: ${controllers.configured.join(", ")}; a request that names none has ${controllers.first}`,
        "dim",
      ),
    ],
  ];
}

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
