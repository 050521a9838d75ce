import type { RunStatus } from "../../domain/run/state.ts";
import type { RunView } from "../../domain/views.ts";
import type { Client } from "../client.ts";
import { finish, folderFor } from "./ask.ts";
import { readJsonFile } from "./attachments.ts";
import { serverFlag } from "./command-parts.ts";
import type { RunsCommand } from "./commands.ts";
import { findRuns, LAST, type Listed, newestRun } from "./find-runs.ts";
import { howToGoOn } from "./result-lines.ts";
import { type CliSession, EXIT, print, printJson, show } from "./session.ts";
import { repairLines, taskLines, toShownTask } from "./task-lines.ts";
import { clean, cut, pad, type Style, type StyledLine, span } from "./terminal.ts";
import { watch } from "./watch.ts";

const MAX_SHOWN_LINES = 300;
const MAX_REQUEST_CHARS = 1_000;

/** Prints a run as it stands. */
async function showRun(client: Client, id: string, command: RunsCommand, session: CliSession): Promise<number> {
  const run = await client.run(id, { signal: session.signal });
  if (!command.json) {
    const names = new Map(run.files.map((file) => [file.id, file.name]));
    print(session, [
      [span("❯ ", "cyan"), span(run.text.slice(0, MAX_REQUEST_CHARS).replaceAll(/\s+/g, " "), "bold")],
      ...(run.queuePosition > 0 ? [[span(`  waits for ${run.queuePosition} before it`, "yellow")]] : []),
      ...run.understanding.map((note) => [span(`  ${note}`, "dim")]),
      ...repairLines(run.repairs, MAX_SHOWN_LINES),
      ...taskLines(
        run.tasks.map((task) => toShownTask(task, names)),
        session.terminal.columns - 1,
        MAX_SHOWN_LINES,
      ),
      [],
    ]);
  }
  return finish(client, run, { ...command, folder: undefined }, session);
}

/** Prints the report of a run: Markdown as it is, so that it can be kept. */
async function showReport(client: Client, id: string, json: boolean, session: CliSession): Promise<number> {
  const { signal, terminal } = session;
  if (json) printJson(session, await client.report(id, "json", { signal }), 2);
  else terminal.write(`${clean(await client.report(id, "markdown", { signal }))}\n`);
  return EXIT.succeeded;
}

/** Does to a run what the command says. */
export async function actOnRuns(client: Client, command: RunsCommand, session: CliSession): Promise<number> {
  const { json } = command;
  const { signal, folder } = session;
  if (command.action === "list") return listRuns(client, command, session);
  const run = command.run === LAST ? (await newestRun(client, signal)).id : command.run;
  switch (command.action) {
    case "show":
      return showRun(client, run, command, session);
    case "watch": {
      const folder = await folderFor(command, session);
      const ended = await watch(client, run, { terminal: json ? null : session.progress, signal });
      return finish(client, ended, { ...command, folder }, session);
    }
    case "report":
      return showReport(client, run, json, session);
    case "approve": {
      const plan = command.plan === undefined ? {} : { plan: await readJsonFile(folder, command.plan) };
      const { planVersion } = await client.run(run, { signal });
      return showStatus(client, await client.approve(run, { planVersion, ...plan }, { signal }), json, session);
    }
    case "reject": {
      const { planVersion } = await client.run(run, { signal });
      const decision = { planVersion, decision: "reject" } as const;
      return showStatus(client, await client.approve(run, decision, { signal }), json, session);
    }
    case "cancel":
    case "pause":
      return showStatus(client, await client[command.action](run, { signal }), json, session);
    case "resume": {
      const budget = command.raise ? { budget: command.raise } : {};
      return showStatus(client, await client.resume(run, { signal, ...budget }), json, session);
    }
  }
}

function showStatus({ baseUrl }: Client, run: RunView, json: boolean, session: CliSession): number {
  if (json) printJson(session, run, 2);
  else if (run.endedAt !== null) print(session, [[span(`The run is ${run.status}.`)]]);
  else
    print(
      session,
      howToGoOn(run.id, run.status, serverFlag(baseUrl)).map((line) => [span(line)]),
    );
  return EXIT.succeeded;
}

const MAX_TEXT_COLUMNS = 60;

/** Prints the runs of the last conversations, or of one. */
async function listRuns(
  client: Client,
  command: Extract<RunsCommand, { readonly action: "list" }>,
  session: CliSession,
): Promise<number> {
  const runs = await findRuns(client, command, session.signal);
  const lines = runs.flatMap((run) => linesOf(run, command.ids));
  return show(session, command.json, runs, runs.length === 0 ? [[span("There is no run yet.", "dim")]] : lines);
}

const STYLES: { readonly [Status in RunStatus]?: Style } = {
  succeeded: "green",
  failed: "red",
  partial: "yellow",
  paused: "yellow",
  "awaiting-approval": "yellow",
};

const linesOf = ({ id, conversation, status, createdAt, text }: Listed, ids: boolean): readonly StyledLine[] => [
  [
    span(pad(status, "awaiting-approval".length), STYLES[status] ?? "plain"),
    span(`  ${createdAt.slice(0, 16).replace("T", " ")}  `, "dim"),
    span(cut(text.replaceAll(/\s+/g, " "), MAX_TEXT_COLUMNS)),
  ],
  // Lines to themselves: ids are what one copies, and they are long.
  ...(ids ? [[span(`  ${id}`, "dim")], [span(`  of ${conversation}`, "dim")]] : []),
];
