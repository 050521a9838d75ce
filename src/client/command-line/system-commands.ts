import type { Client, ServerHealth, TaskTypeEntry } from "../client.ts";
import { type CliSession, EXIT, print, printJson } from "./session.ts";
import { type StyledLine, span } from "./styled.ts";
import { pad } from "./terminal-text.ts";

/** Lists what a plan can hold, by area. */
export async function showTaskTypes(client: Client, json: boolean, session: CliSession): Promise<number> {
  const types = await client.taskTypes({ signal: session.signal });
  if (json) {
    printJson(session, types, 2);
    return EXIT.succeeded;
  }
  const areas = [...new Set(types.map(({ area }) => area))];
  const width = Math.max(0, ...types.map(({ name }) => name.length));
  const lines = areas.flatMap((area): readonly StyledLine[] => [
    [span(area, "bold")],
    ...types.filter((type) => type.area === area).map((type) => typeLine(type, width)),
    [],
  ]);
  print(session, [...lines, [span("✔ runs here   ○ needs a provider that is not set up here", "dim")]]);
  return EXIT.succeeded;
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
  if (json) printJson(session, health, 2);
  else print(session, healthLines(client.baseUrl, health));
  return EXIT.succeeded;
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
