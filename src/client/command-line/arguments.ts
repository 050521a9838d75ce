import type { CliCommand, Common } from "./commands.ts";
import { COMMANDS, DEFAULT_SERVER } from "./help.ts";
import { nearest } from "./nearest.ts";
import { only } from "./only.ts";
import { ACTIONS } from "./options.ts";
import { isCommand, parse, skimArguments } from "./parse.ts";
import { readHooks } from "./read-hooks.ts";
import { readModels } from "./read-models.ts";
import { readAsk, readChat, readPlan } from "./read-request.ts";
import { readRuns } from "./read-runs.ts";
import { readWebhooks } from "./read-webhooks.ts";
import { UsageError } from "./usage-error.ts";

export { UsageError } from "./usage-error.ts";

/**
 * Reads the arguments after the program's name.
 * @throws {UsageError} for anything that is not as the help says.
 */
export function readArguments(given: readonly string[], environment: NodeJS.ProcessEnv): CliCommand {
  // Whoever asks for help gets it, whatever else is wrong.
  const skimmed = skimArguments(given);
  if (skimmed.help) return readHelp(skimmed.positionals);
  const { values, positionals } = parse(given);
  if (values.version) return { do: "version" };
  const [name, ...rest] = positionals;
  if (name === undefined || name === "help") return readHelp(rest);
  if (!isCommand(name)) throw new UsageError(unknownCommand(name));

  const common: Common = {
    server: readServer(values.server ?? environment.IMPRESARIO_URL),
    key: values.key ?? (environment.IMPRESARIO_KEY || undefined),
    json: values.json ?? false,
  };
  switch (name) {
    case "ask":
      return { ...common, do: name, ...readAsk(values, rest, environment) };
    case "chat":
      return { ...common, do: name, ...readChat(values, rest, environment) };
    case "plan":
      return { ...common, do: name, ...readPlan(values, rest, environment) };
    case "runs":
      return { ...common, do: name, ...readRuns(values, rest) };
    case "models":
      return { ...common, do: name, ...readModels(values, rest, environment) };
    case "hooks":
      return { ...common, do: name, ...readHooks(values, rest, environment) };
    case "webhooks":
      return { ...common, do: name, ...readWebhooks(values, rest, environment) };
    case "upload":
      if (rest.length === 0) throw new UsageError("It is `upload PATH…`");
      return { ...common, do: name, files: rest };
    case "task-types":
    case "health":
      only(rest, name, 0);
      return { ...common, do: name };
  }
}

function readHelp([name]: readonly string[]): CliCommand {
  if (name === undefined || name === "help") return { do: "help", about: null };
  if (!isCommand(name)) throw new UsageError(unknownCommand(name));
  return { do: "help", about: name };
}

/** Where the word is an action without its command, that is said: `watch` is `runs watch`. */
function unknownCommand(given: string): string {
  const actions = Object.entries(ACTIONS).flatMap(([command, own]) =>
    Object.keys(own).map((action) => ({ action, full: `${command} ${action}` })),
  );
  const name = nearest(given, COMMANDS);
  const meant = name ?? actions.find(({ action }) => action === given)?.full;
  return `There is no command "${given}": ${meant === undefined ? `it is ${COMMANDS.join(", ")}` : `did you mean \`${meant}\`?`}`;
}

function readServer(given: string | undefined): string {
  const server = given || DEFAULT_SERVER;
  if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
    throw new UsageError(`"${server}" is not an address like ${DEFAULT_SERVER}`);
  }
  const { username, password } = new URL(server);
  if (username !== "" || password !== "") {
    throw new UsageError("The address of a server holds no name or password: a key goes as IMPRESARIO_KEY");
  }
  return server;
}
