import { readFile } from "node:fs/promises";
import { createClient } from "../client.ts";
import { readArguments, skimArguments } from "./arguments.ts";
import { ask, chat } from "./ask.ts";
import { DEFAULT_SERVER } from "./command-parts.ts";
import type { CliCommand } from "./commands.ts";
import { actOnHooks } from "./hooks-command.ts";
import { actOnModels } from "./models-command.ts";
import { planRequest } from "./plan-command.ts";
import { actOnRuns } from "./run-commands.ts";
import { type CliSession, EXIT } from "./session.ts";
import { showHealth, showTaskTypes, upload } from "./system-commands.ts";
import { tell } from "./tell.ts";
import { actOnWebhooks } from "./webhooks-command.ts";

/** Runs one command. @returns the exit code; every failure has been told by then. */
export async function runCommandLine(given: readonly string[], session: CliSession): Promise<number> {
  let server = DEFAULT_SERVER;
  const told = (fault: unknown): number => tell(fault, { ...skimArguments(given), server }, session);
  try {
    const command = readArguments(given, session.environment);
    if ("server" in command) server = command.server;
    return await perform(command, session, told);
  } catch (error) {
    return told(error);
  }
}

async function perform(command: CliCommand, session: CliSession, told: (fault: unknown) => number): Promise<number> {
  if (command.do === "help" || command.do === "version") {
    session.terminal.write(command.do === "help" ? command.text : `${await readVersion()}\n`);
    return EXIT.succeeded;
  }
  const client = createClient({ baseUrl: command.server, apiKey: command.key });
  switch (command.do) {
    case "ask":
      return ask(client, command, session);
    case "chat":
      return chat(client, command, session, told);
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

/** Beside the sources or beside what was built of them. */
const PACKAGE = new URL(import.meta.url.endsWith(".ts") ? "../../../package.json" : "../package.json", import.meta.url);

async function readVersion(): Promise<string> {
  const { version }: { readonly version: string } = JSON.parse(await readFile(PACKAGE, "utf8"));
  return version;
}
