/** Files for a server, what it can do, and whether it answers. */
import type { Command } from "commander";
import type { HealthView, ResourceView, TaskTypeView } from "../client.ts";
import { findFile, send } from "./attachments.ts";
import { type Actions, type Context, EXIT, examples, print, printJson } from "./command.ts";
import { UsageError } from "./option-values.ts";
import { pad, type StyledLine, span } from "./terminal.ts";
import { size } from "./words.ts";

/** Declares `upload`, `task-types` and `health`. */
export function addServer(program: Command, { run, show }: Actions): void {
  program
    .command("upload")
    .description("Puts files on the server, and prints the id of each; those that no message names go after a day.")
    .argument("<path...>", "paths, addresses that the server is to fetch, or - for the standard input")
    .addHelpText("after", examples("upload demo/invoice.png demo/photo.jpg", "upload https://example.org/page.html"))
    .action(run(upload));
  program
    .command("task-types")
    .description("Lists what a plan can hold: each task with what goes in and what comes out.")
    .action(show(({ client, signal }) => client.taskTypes({ signal }), typeLines));
  program
    .command("health")
    .description("Says whether a server answers.")
    .action(show(({ client, signal }) => client.health({ signal }), healthLines));
}

/** Task types by area. */
function typeLines(types: readonly TaskTypeView[]): readonly StyledLine[] {
  const areas = [...new Set(types.map(({ area }) => area))];
  const width = Math.max(0, ...types.map(({ name }) => name.length));
  const lines = areas.flatMap((area): readonly StyledLine[] => [
    [span(area, "bold")],
    ...types.filter((type) => type.area === area).map((type) => typeLine(type, width)),
    [],
  ]);
  return [...lines, [span("✔ runs here   ○ needs a provider that is not set up here", "dim")]];
}

function typeLine({ name, inputs, outputs, description, does }: TaskTypeView, width: number): StyledLine {
  const taken = inputs.map((port) => port.name + (port.required ? "" : "?") + (port.many ? "…" : "")).join(", ");
  const made = outputs.map((port) => port.name).join(", ");
  return [
    span(does ? "  ✔ " : "  ○ ", does ? "green" : "dim"),
    span(`${pad(name, width)}  `, does ? "plain" : "dim"),
    span(`${taken} → ${made}`, does ? "cyan" : "dim"),
    span(`  ${description}`, "dim"),
  ];
}

function healthLines(
  { auth, providers, taskTypes: { available, known }, controllers }: HealthView,
  { client }: Context,
): readonly StyledLine[] {
  const models = Object.entries(providers).map(([name, { models: count }]) => `${name} (${count})`);
  const key = auth === "open" ? "no API key is needed" : "an API key is needed";
  const [configured, first] = [controllers.configured.join(", "), controllers.first];
  return [
    [span("✔ ", "green"), span(`${client.baseUrl} answers; ${key}`)],
    [span(`  ${available} of ${known} task types can run there; models: ${models.join(", ") || "none"}`, "dim")],
    [span(`  controllers: ${configured}; a request that names none has ${first}`, "dim")],
  ];
}

/** Prints the ids of the files: alone on their lines where a program reads them. */
async function upload({ client, session, signal, json }: Context, _: object, ...paths: readonly string[]) {
  const files = await Promise.all(paths.map((path) => findFile(session.folder, path)));
  const there = files.find((file) => file.at === "server" && !/^https?:/.test(file.reference));
  if (there?.at === "server") throw new UsageError(`${there.reference} is on the server already`);
  const stored: ResourceView[] = [];
  for (const file of files) {
    const one = await (file.at === "server"
      ? client.importFile(file.reference, { signal })
      : send(client, file, session));
    stored.push(one);
    if (json) continue;
    const about = session.terminal.repaints ? [span(`  ${one.name}, ${one.mediaType}, ${size(one.bytes)}`, "dim")] : [];
    print(session, [[span(one.id), ...about]]);
  }
  if (json) printJson(session, stored, 2);
  return EXIT.succeeded;
}
