import { ApiError, type Client, createClient } from "../client.ts";
import { type Command, readArguments, UsageError } from "./arguments.ts";
import { ask, finish } from "./ask.ts";
import { GENERAL_HELP, HELP, PROGRAM, serverFlag } from "./help.ts";
import { cancelRun, showHealth, showReport, showRun, showTaskTypes } from "./run-commands.ts";
import { EXIT, printJson, type Session } from "./session.ts";
import { clean } from "./terminal-text.ts";
import { Interrupted, watch } from "./watch.ts";

/** Runs one command. @returns the exit code; every failure has been told by then. */
export async function runCommandLine(given: readonly string[], session: Session): Promise<number> {
  let command: Command | undefined;
  try {
    command = readArguments(given, session.environment);
    return await perform(command, session);
  } catch (error) {
    return tell(error, command, session);
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
    case "watch":
      return finish(client, await watchRun(client, command.run, json, session), command, session);
    case "show":
      return showRun(client, command.run, json, session);
    case "report":
      return showReport(client, command.run, json, session);
    case "cancel":
      return cancelRun(client, command.run, json, session);
    case "task-types":
      return showTaskTypes(client, json, session);
    case "health":
      return showHealth(client, json, session);
  }
}

const watchRun = (client: Client, run: string, json: boolean, { terminal, signal }: Session) =>
  watch(client, run, { terminal: json ? null : terminal, signal });

function tell(error: unknown, command: Command | undefined, session: Session): number {
  const say = (text: string): void => session.writeError(`${clean(text)}\n`);
  if (error instanceof Interrupted) {
    const flag = command && command.do !== "help" ? serverFlag(command.server) : "";
    say(`Interrupted. The run goes on:
  ${PROGRAM} runs watch ${error.run}${flag}    follows it
  ${PROGRAM} cancel ${error.run}${flag}        stops it`);
    return EXIT.interrupted;
  }
  if (session.signal.aborted) {
    say("Interrupted.");
    return EXIT.interrupted;
  }
  if (error instanceof UsageError) {
    const about = command && command.do === "ask" ? " ask" : "";
    say(`${error.message}\nSee \`${PROGRAM}${about} --help\`.`);
    return EXIT.usage;
  }
  if (!(error instanceof ApiError)) throw error;
  const { code, status, detail, issues } = error;
  if (command && command.do !== "help" && command.json)
    printJson(session, { error: { code, status, detail, issues } }, 2);
  say(
    [`${code}: ${detail}`, ...issues.map(({ path, message }) => `  ${path}: ${message}`), ...advice(error)].join("\n"),
  );
  return EXIT.failed;
}

function advice({ code }: ApiError): readonly string[] {
  if (code === "unreachable") return ["Is a server running there? `npm start` starts one; --server says where it is."];
  if (code === "unauthorized")
    return ["Give an API key with --key or IMPRESARIO_KEY; `npm run keys -- add NAME` makes one."];
  return [];
}
