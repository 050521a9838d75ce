import type { RunView } from "../../domain/views.ts";
import type { Client } from "../client.ts";
import { finish, folderFor } from "./ask.ts";
import { readJsonFile } from "./attachments.ts";
import type { RunsCommand } from "./commands.ts";
import { serverFlag } from "./help.ts";
import { howToGoOn } from "./how-to-go-on.ts";
import { runOf } from "./last.ts";
import { renderFrame } from "./live-frame.ts";
import { resultLines } from "./result-lines.ts";
import { toBoard } from "./run-board.ts";
import { listRuns } from "./run-list.ts";
import { type CliSession, EXIT, exitCode, print, printJson } from "./session.ts";
import { span } from "./styled.ts";
import { clean } from "./terminal-text.ts";
import { watch } from "./watch.ts";

const MAX_SHOWN_LINES = 300;

/** Prints a run as it stands. */
async function showRun(client: Client, id: string, json: boolean, session: CliSession): Promise<number> {
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
  else print(session, [[], ...howToGoOn(id, run.status, serverFlag(client.baseUrl)).map((line) => [span(line)])]);
  return exitCode(run.status);
}

/** Prints the report of a run: Markdown as it is, so that it can be kept. */
async function showReport(client: Client, id: string, json: boolean, session: CliSession): Promise<number> {
  const { signal, terminal } = session;
  if (json) printJson(session, await client.report(id, "json", { signal }), 2);
  else terminal.write(`${clean(await client.report(id, "markdown", { signal }))}\n`);
  return EXIT.succeeded;
}

/** Does to a run what the command says. */
export async function actOnRuns(client: Client, asked: RunsCommand, session: CliSession): Promise<number> {
  const { json } = asked;
  const { signal, folder, progress } = session;
  const command = "run" in asked ? { ...asked, run: await runOf(client, asked.run, signal) } : asked;
  switch (command.action) {
    case "list":
      return listRuns(client, command, session);
    case "show":
      return showRun(client, command.run, json, session);
    case "watch": {
      const folder = await folderFor(command, session);
      const run = await watch(client, command.run, { terminal: json ? null : progress, signal });
      return finish(client, run, { json, folder }, session);
    }
    case "report":
      return showReport(client, command.run, json, session);
    case "approve": {
      const plan = command.plan === undefined ? {} : { plan: await readJsonFile(folder, command.plan) };
      const { planVersion } = await client.run(command.run, { signal });
      return showStatus(client, await client.approve(command.run, { planVersion, ...plan }, { signal }), json, session);
    }
    case "reject": {
      const { planVersion } = await client.run(command.run, { signal });
      const decision = { planVersion, decision: "reject" } as const;
      return showStatus(client, await client.approve(command.run, decision, { signal }), json, session);
    }
    case "cancel":
    case "pause":
      return showStatus(client, await client[command.action](command.run, { signal }), json, session);
    case "resume": {
      const budget = command.raise ? { budget: command.raise } : {};
      return showStatus(client, await client.resume(command.run, { signal, ...budget }), json, session);
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
