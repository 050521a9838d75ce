import type { Raise } from "../../domain/budget.ts";
import type { RunView } from "../../domain/views.ts";
import type { CallOptions, Client, Health, TaskTypeEntry } from "../client.ts";
import type { RunAction } from "./arguments.ts";
import { renderFrame } from "./live-frame.ts";
import { resultLines } from "./result-lines.ts";
import { toBoard } from "./run-board.ts";
import { EXIT, exitCode, print, printJson, type Session } from "./session.ts";
import { type Line, span } from "./styled.ts";
import { clean, pad } from "./terminal-text.ts";

const MAX_SHOWN_LINES = 300;

/** Prints a run as it stands. */
export async function showRun(client: Client, id: string, json: boolean, session: Session): Promise<number> {
  const run = await client.run(id, { signal: session.signal });
  if (json) {
    printJson(session, run, 2);
    return exitCode(run.status);
  }
  const { terminal } = session;
  const width = terminal.columns - 1;
  const frame = renderFrame(toBoard(run), { now: Date.now(), width, height: MAX_SHOWN_LINES, colour: terminal.colour });
  terminal.write(`${frame.join("\n")}\n`);
  if (run.endedAt !== null) print(session, resultLines(run, { baseUrl: client.baseUrl, width, saved: [] }));
  return exitCode(run.status);
}

/** Prints the report of a run: Markdown as it is, so that it can be kept. */
export async function showReport(client: Client, id: string, json: boolean, session: Session): Promise<number> {
  const { signal, terminal } = session;
  if (json) printJson(session, await client.report(id, "json", { signal }), 2);
  else terminal.write(`${clean(await client.report(id, "markdown", { signal }))}\n`);
  return EXIT.succeeded;
}

type Act = (client: Client, id: string, options: CallOptions) => Promise<RunView>;

/** Decides about the plan as it now is. */
const decideAs =
  (decision: "approve" | "reject"): Act =>
  async (client, id, options) => {
    const { planVersion } = await client.run(id, options);
    return client.approve(id, { planVersion, decision }, options);
  };

const ACTS: Readonly<Record<Exclude<RunAction, "resume">, Act>> = {
  approve: decideAs("approve"),
  reject: decideAs("reject"),
  pause: (client, id, options) => client.pause(id, options),
  cancel: (client, id, options) => client.cancel(id, options),
};

/** Does something to a run under way, and says how it stands then. */
export async function actOnRun(
  client: Client,
  action: keyof typeof ACTS,
  id: string,
  json: boolean,
  session: Session,
): Promise<number> {
  return showStatus(await ACTS[action](client, id, { signal: session.signal }), json, session);
}

/** Has a paused run go on, with a higher budget if one is given. */
export async function resumeRun(
  client: Client,
  { run, raise, json }: { readonly run: string; readonly raise: Raise | undefined; readonly json: boolean },
  session: Session,
): Promise<number> {
  const options = { signal: session.signal, ...(raise ? { budget: raise } : {}) };
  return showStatus(await client.resume(run, options), json, session);
}

function showStatus(run: RunView, json: boolean, session: Session): number {
  if (json) printJson(session, run, 2);
  else print(session, [[span(`The run is ${run.status}.`)]]);
  return EXIT.succeeded;
}

export async function showTaskTypes(client: Client, json: boolean, session: Session): Promise<number> {
  const types = await client.taskTypes({ signal: session.signal });
  if (json) {
    printJson(session, types, 2);
    return EXIT.succeeded;
  }
  const areas = [...new Set(types.map(({ area }) => area))];
  const width = Math.max(0, ...types.map(({ name }) => name.length));
  const lines = areas.flatMap((area): readonly Line[] => [
    [span(area, "bold")],
    ...types.filter((type) => type.area === area).map((type) => typeLine(type, width)),
    [],
  ]);
  print(session, [...lines, [span("✔ runs here   ○ needs a provider that is not set up here", "dim")]]);
  return EXIT.succeeded;
}

function typeLine({ name, inputs, outputs, description, endpoints }: TaskTypeEntry, width: number): Line {
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

export async function showHealth(client: Client, json: boolean, session: Session): Promise<number> {
  const health = await client.health({ signal: session.signal });
  if (json) printJson(session, health, 2);
  else print(session, healthLines(client.baseUrl, health));
  return EXIT.succeeded;
}

function healthLines(baseUrl: string, { auth, providers, taskTypes, controllers }: Health): readonly Line[] {
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
