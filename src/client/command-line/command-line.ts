import { ApiError, createClient } from "../client.ts";
import { readArguments, UsageError } from "./arguments.ts";
import { ask } from "./ask.ts";
import type { Command } from "./commands.ts";
import { type CommandName, DEFAULT_SERVER, GENERAL_HELP, HELP, PROGRAM, serverFlag } from "./help.ts";
import { actOnHooks } from "./hooks-command.ts";
import { howToGoOn } from "./how-to-go-on.ts";
import { actOnModels } from "./models-command.ts";
import { skimArguments } from "./parse.ts";
import { planRequest } from "./plan-command.ts";
import { actOnRuns } from "./run-commands.ts";
import { EXIT, printJson, type Session } from "./session.ts";
import { showHealth, showTaskTypes } from "./system-commands.ts";
import { clean } from "./terminal-text.ts";
import { upload } from "./upload-command.ts";
import { Interrupted } from "./watch.ts";
import { actOnWebhooks } from "./webhooks-command.ts";

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
  switch (command.do) {
    case "ask":
      return ask(client, command, session);
    case "plan":
      return planRequest(client, command, session);
    case "runs":
      return actOnRuns(client, command, session);
    case "models":
      return actOnModels(client, command, session);
    case "hooks":
      return actOnHooks(client, command, session);
    case "webhooks":
      return actOnWebhooks(client, command, session);
    case "upload":
      return upload(client, command, session);
    case "task-types":
      return showTaskTypes(client, command.json, session);
    case "health":
      return showHealth(client, command.json, session);
  }
}

/** What was asked for, as far as it could be told. */
interface Asked {
  readonly about: CommandName | null;
  readonly json: boolean;
  readonly server: string;
}

function tell(error: unknown, { about, json, server }: Asked, session: Session): number {
  const say = (text: string): void => session.writeError(`${clean(text)}\n`);
  if (error instanceof Interrupted) {
    const { run, awaitsApproval } = error;
    const lines = howToGoOn(run, awaitsApproval ? "awaiting-approval" : "running", serverFlag(server));
    say(`Interrupted. ${lines.join("\n")}`);
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
  if (isSystemFault(error)) {
    if (json) printJson(session, { error: { code: "system", status: 0, detail: error.message, issues: [] } }, 2);
    say(error.message);
    return EXIT.failed;
  }
  if (!(error instanceof ApiError)) throw error;
  const { code, status, detail, issues } = error;
  if (json) printJson(session, { error: { code, status, detail, issues } }, 2);
  say(
    [`${code}: ${detail}`, ...issues.map(({ path, message }) => `  ${path}: ${message}`), ...advice(error)].join("\n"),
  );
  return EXIT.failed;
}

/** What the machine refuses, such as a file on a disk that is full; its message says all. */
const isSystemFault = (error: unknown): error is Error => error instanceof Error && "syscall" in error;

function advice({ code, status, retryAfterMs }: ApiError): readonly string[] {
  if (code === "unreachable" || (code === "timeout" && status === 0))
    return ["Is a server running there? `npm start` starts one; --server says where it is."];
  if (code === "unauthorized")
    return ["Give an API key with IMPRESARIO_KEY or --key; `npm run keys -- add NAME` makes one."];
  if (retryAfterMs !== undefined) return [`Try again in ${Math.ceil(retryAfterMs / 1000)} s.`];
  return [];
}
