import { ApiError, type Client, createClient } from "../client.ts";
import { type Command, readArguments, skimArguments, UsageError } from "./arguments.ts";
import { ask, finish } from "./ask.ts";
import { type CommandName, DEFAULT_SERVER, GENERAL_HELP, HELP, PROGRAM, serverFlag } from "./help.ts";
import { planRequest } from "./plan-command.ts";
import { actOnRun, resumeRun, showHealth, showReport, showRun, showTaskTypes } from "./run-commands.ts";
import { EXIT, printJson, type Session } from "./session.ts";
import { clean } from "./terminal-text.ts";
import { Interrupted, watch } from "./watch.ts";

/** Runs one command. @returns the exit code; every failure has been told by then. */
export async function runCommandLine(given: readonly string[], session: Session): Promise<number> {
  let server = DEFAULT_SERVER;
  try {
    const command = readArguments(given, session.environment);
    if (command.do !== "help") server = command.server;
    return await perform(command, session);
  } catch (error) {
    return tell(error, { ...skimArguments(given), server }, session);
  }
}

async function perform(command: Command, session: Session): Promise<number> {
  if (command.do === "help") {
    session.terminal.write(`${command.about === null ? GENERAL_HELP : HELP[command.about]}\n`);
    return EXIT.succeeded;
  }
  const client = createClient({ baseUrl: command.server, apiKey: command.key });
  const { json } = command;
  switch (command.do) {
    case "ask":
      return ask(client, command, session);
    case "plan":
      return planRequest(client, command, session);
    case "watch":
      return finish(client, await watchRun(client, command.run, json, session), command, session);
    case "show":
      return showRun(client, command.run, json, session);
    case "report":
      return showReport(client, command.run, json, session);
    case "approve":
    case "reject":
    case "pause":
    case "cancel":
      return actOnRun(client, command.do, command.run, json, session);
    case "resume":
      return resumeRun(client, command, session);
    case "task-types":
      return showTaskTypes(client, json, session);
    case "health":
      return showHealth(client, json, session);
  }
}

const watchRun = (client: Client, run: string, json: boolean, { terminal, signal }: Session) =>
  watch(client, run, { terminal: json ? null : terminal, signal });

/** What was asked for, as far as it could be told. */
interface Asked {
  readonly about: CommandName | null;
  readonly json: boolean;
  readonly server: string;
}

function tell(error: unknown, { about, json, server }: Asked, session: Session): number {
  const say = (text: string): void => session.writeError(`${clean(text)}\n`);
  if (error instanceof Interrupted) {
    say(howToGoOn(error, serverFlag(server)));
    return EXIT.interrupted;
  }
  if (session.signal.aborted) {
    say("Interrupted.");
    return EXIT.interrupted;
  }
  if (error instanceof UsageError) {
    if (json) printJson(session, { error: { code: "usage", status: 0, detail: error.message, issues: [] } }, 2);
    say(`${error.message}\nSee \`${PROGRAM}${about === null ? "" : ` ${about}`} --help\`.`);
    return EXIT.usage;
  }
  if (!(error instanceof ApiError)) throw error;
  const { code, status, detail, issues } = error;
  if (json) printJson(session, { error: { code, status, detail, issues } }, 2);
  say(
    [`${code}: ${detail}`, ...issues.map(({ path, message }) => `  ${path}: ${message}`), ...advice(error)].join("\n"),
  );
  return EXIT.failed;
}

function howToGoOn({ run, awaitsApproval }: Interrupted, flag: string): string {
  const commands: readonly (readonly [string, string])[] = awaitsApproval
    ? [
        [`runs show ${run}`, "shows the plan"],
        [`runs approve ${run}`, "has it run"],
        [`runs reject ${run}`, "ends the run"],
      ]
    : [
        [`runs watch ${run}`, "follows it"],
        [`cancel ${run}`, "stops it"],
      ];
  const width = Math.max(...commands.map(([command]) => command.length)) + flag.length;
  return [
    awaitsApproval
      ? "Interrupted. The run waits, for a week at most, until its plan is approved:"
      : "Interrupted. The run goes on:",
    ...commands.map(([command, does]) => `  ${PROGRAM} ${(command + flag).padEnd(width)}    ${does}`),
  ].join("\n");
}

function advice({ code }: ApiError): readonly string[] {
  if (code === "unreachable") return ["Is a server running there? `npm start` starts one; --server says where it is."];
  if (code === "unauthorized")
    return ["Give an API key with --key or IMPRESARIO_KEY; `npm run keys -- add NAME` makes one."];
  return [];
}
