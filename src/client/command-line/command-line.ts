import { createClient } from "../client.ts";
import { readArguments } from "./arguments.ts";
import { ask } from "./ask.ts";
import { chat } from "./chat.ts";
import type { CliCommand } from "./commands.ts";
import { DEFAULT_SERVER, GENERAL_HELP, HELP } from "./help.ts";
import { actOnHooks } from "./hooks-command.ts";
import { actOnModels } from "./models-command.ts";
import { skimArguments } from "./parse.ts";
import { planRequest } from "./plan-command.ts";
import { actOnRuns } from "./run-commands.ts";
import { type CliSession, EXIT } from "./session.ts";
import { showHealth, showTaskTypes } from "./system-commands.ts";
import { tell } from "./tell.ts";
import { upload } from "./upload-command.ts";
import { readVersion } from "./version.ts";
import { actOnWebhooks } from "./webhooks-command.ts";

/** Runs one command. @returns the exit code; every failure has been told by then. */
export async function runCommandLine(given: readonly string[], session: CliSession): Promise<number> {
  let server = DEFAULT_SERVER;
  try {
    const command = readArguments(given, session.environment);
    if ("server" in command) server = command.server;
    return await perform(command, session);
  } catch (error) {
    return tell(error, { ...skimArguments(given), server }, session);
  }
}

async function perform(command: CliCommand, session: CliSession): Promise<number> {
  if (command.do === "help") {
    session.terminal.write(`${command.about === null ? GENERAL_HELP : HELP[command.about]}\n`);
    return EXIT.succeeded;
  }
  if (command.do === "version") {
    session.terminal.write(`${await readVersion()}\n`);
    return EXIT.succeeded;
  }
  const client = createClient({ baseUrl: command.server, apiKey: command.key });
  switch (command.do) {
    case "ask":
      return ask(client, command, session);
    case "chat":
      return chat(client, command, session);
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
