/** The commands of the command line with their arguments, options and help. */
import { Command, CommanderError } from "commander";
import { DEFAULT_SERVER, EXIT_CODES, examples, type Finish, PROGRAM } from "./command-parts.ts";
import type { CliCommand, Common } from "./commands.ts";
import { addHooks, addModels, addWebhooks } from "./manage-commands.ts";
import { UsageError } from "./option-values.ts";
import { addRequests, addRuns } from "./request-commands.ts";

const HELP_COLUMNS = 110;

/**
 * Reads the arguments after the program's name.
 * @throws {UsageError} for anything that is not as the help says.
 */
export function readArguments(given: readonly string[], environment: NodeJS.ProcessEnv): CliCommand {
  const result: { command?: CliCommand; help: string } = { help: "" };
  const program = build(environment, (command) => {
    result.command = command;
  });
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        result.help += text;
      },
      writeErr: () => {},
      getOutHelpWidth: () => HELP_COLUMNS,
    });
    for (const one of command.commands) quiet(one);
  };
  quiet(program);
  try {
    program.parse(given.length === 0 ? ["--help"] : given, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.version") return { do: "version" };
    if (error.exitCode === 0) return { do: "help", text: result.help };
    if (error.code === "commander.help") throw new UsageError("Say what is to be done, as the help has it.");
    throw new UsageError(error.message.replace(/^error: /, "").replace(/\n\((.*)\)$/s, "; $1"));
  }
  if (!result.command) throw new UsageError("Say what is to be done, as the help has it.");
  return result.command;
}

/** What can be told of arguments that may be wrong: which command is meant, and who reads its output. */
export const skimArguments = (given: readonly string[]) => ({
  about: COMMANDS.find((command) => given.includes(command)) ?? null,
  json: given.includes("--json"),
  events: given.includes("--events"),
});

const COMMANDS = ["ask", "chat", "plan", "runs", "models", "upload", "hooks", "webhooks", "task-types", "health"];

function build(environment: NodeJS.ProcessEnv, done: (command: CliCommand) => void): Command {
  const program = new Command(PROGRAM)
    .description("Impresario: asks a running server, and tells of the run while it goes on.")
    .option("--server <url>", `where the server listens; else IMPRESARIO_URL, else ${DEFAULT_SERVER}`)
    .option("--key <key>", "API key; else IMPRESARIO_KEY, which others on the machine cannot see")
    .option("--json", 'one JSON document on standard output, for programs; an error as {"error": {"code": …}}')
    .option("--ids", "show the ids of runs and conversations")
    .version("", "--version", "which version this is")
    .helpOption("-h, --help", "this text; after a command, that command's")
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      "after",
      `\nEach command has a --help of its own. Start a server on this machine with \`npm start\`. Then try:\n  ${PROGRAM} ask "Read the text in invoice.png and tell me what has to be paid" --file demo/invoice.png\n${EXIT_CODES}`,
    );
  const common = (): Common => {
    const { server, key, json, ids } = program.opts<{ server?: string; key?: string; json?: true; ids?: true }>();
    return {
      server: readServer(server ?? environment.IMPRESARIO_URL),
      key: key ?? (environment.IMPRESARIO_KEY || undefined),
      json: json ?? false,
      ids: ids ?? false,
    };
  };
  const finish: Finish = (command) => done({ ...common(), ...command } as CliCommand);
  addRequests(program, environment, finish);
  addRuns(program, finish);
  addModels(program, environment, finish);
  program
    .command("upload")
    .description("Puts files on the server, and prints the id of each; those that no message names go after a day.")
    .argument("<path...>", "paths, addresses that the server is to fetch, or - for the standard input")
    .addHelpText("after", examples("upload demo/invoice.png demo/photo.jpg", "upload https://example.org/page.html"))
    .action((files: readonly string[]) => finish({ do: "upload", files }));
  addHooks(program, environment, finish);
  addWebhooks(program, environment, finish);
  program
    .command("task-types")
    .description("Lists the kinds of tasks that a plan can hold, with what goes in and what comes out.")
    .action(() => finish({ do: "task-types" }));
  program
    .command("health")
    .description("Says whether a server answers.")
    .action(() => finish({ do: "health" }));
  return program;
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
