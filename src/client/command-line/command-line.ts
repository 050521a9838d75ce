import { readFile } from "node:fs/promises";
import { Command, CommanderError } from "commander";
import { ApiError, createClient } from "../client.ts";
import { addRequests } from "./ask.ts";
import {
  type Act,
  type Actions,
  type CliSession,
  DEFAULT_SERVER,
  EXIT,
  EXIT_CODES,
  PROGRAM,
  printJson,
  serverFlag,
  toActions,
} from "./command.ts";
import { howToGoOnWithGoal } from "./goal-results.ts";
import { InterruptedGoal } from "./goal-watch.ts";
import { addGoals } from "./goals.ts";
import { addModels } from "./models.ts";
import { UsageError } from "./option-values.ts";
import { howToGoOn } from "./run-results.ts";
import { addRuns } from "./runs.ts";
import { addServer } from "./server.ts";
import { clean } from "./terminal.ts";
import { Interrupted } from "./watch.ts";
import { addHooks, addWebhooks } from "./webhooks.ts";

interface GlobalOptions {
  readonly server?: string;
  readonly key?: string;
  readonly json?: true;
  readonly ids?: true;
}

const HELP_COLUMNS = 110;
const NOTHING_SAID = "Say what is to be done, as the help has it.";

/** Runs one command. @returns the exit code; every failure has been told by then. */
export async function runCommandLine(given: readonly string[], session: CliSession): Promise<number> {
  const { environment, signal, terminal } = session;
  const asked = { given, server: DEFAULT_SERVER };
  const tell = (fault: unknown): number => tellFault(fault, asked, session);
  let exit: number | undefined;
  const run =
    <Options>(act: Act<Options>) =>
    async (...passed: unknown[]) => {
      // Commander passes the command last, in which all that it has read stands.
      const command = passed.at(-1) as Command;
      const options = program.opts<GlobalOptions>();
      asked.server = readServer(options.server ?? environment.IMPRESARIO_URL);
      const apiKey = options.key ?? (environment.IMPRESARIO_KEY || undefined);
      const client = createClient({ baseUrl: asked.server, apiKey });
      const { json = false, ids = false } = options;
      exit = await act({ client, session, signal, json, ids, tell }, command.opts() as Options, ...command.args);
    };
  const program = build(toActions(run), await readVersion());
  let help = "";
  const listen = (command: Command): void => {
    const writeOut = (text: string): void => {
      help += text;
    };
    command.exitOverride().configureOutput({ writeOut, writeErr: () => {}, getOutHelpWidth: () => HELP_COLUMNS });
    for (const one of command.commands) listen(one);
  };
  listen(program);
  try {
    await program.parseAsync(given.length === 0 ? ["--help"] : given, { from: "user" });
    if (exit === undefined) throw new UsageError(NOTHING_SAID);
    return exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) return tell(error);
    if (error.code === "commander.help" && error.exitCode !== 0) return tell(new UsageError(NOTHING_SAID));
    if (error.exitCode !== 0) {
      return tell(new UsageError(error.message.replace(/^error: /, "").replace(/\n\((.*)\)$/s, "; $1")));
    }
    terminal.write(help);
    return EXIT.succeeded;
  }
}

/** Beside the sources or beside what was built of them. */
const PACKAGE = new URL(import.meta.url.endsWith(".ts") ? "../../../package.json" : "../package.json", import.meta.url);

async function readVersion(): Promise<string> {
  const { version }: { readonly version: string } = JSON.parse(await readFile(PACKAGE, "utf8"));
  return version;
}

function build(actions: Actions, version: string): Command {
  const program = new Command(PROGRAM)
    .description("Impresario: asks a running server, and tells of the run while it goes on.")
    .option("--server <url>", `where the server listens; else IMPRESARIO_URL, else ${DEFAULT_SERVER}`)
    .option("--key <key>", "API key; else IMPRESARIO_KEY, which others on the machine cannot see")
    .option("--json", 'one JSON document on standard output, for programs; an error as {"error": {"code": …}}')
    .option("--ids", "show the ids of runs and conversations")
    .version(version, "--version", "which version this is")
    .helpOption("-h, --help", "this text; after a command, that command's")
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      "after",
      `\nEach command has a --help of its own. Start a server on this machine with \`npm start\`. Then try:\n  ${PROGRAM} ask "Read the text in invoice.png and tell me what has to be paid" --file demo/invoice.png\n${EXIT_CODES}`,
    );
  addRequests(program, actions);
  addRuns(program, actions);
  addGoals(program, actions);
  addModels(program, actions);
  addHooks(program, actions);
  addWebhooks(program, actions);
  addServer(program, actions);
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

/** What a program is told of a failure, what a person is, and the exit code. */
interface ToldFault {
  readonly exit: number;
  readonly code: string;
  readonly status?: number;
  readonly detail: string;
  readonly issues?: ApiError["issues"];
  /** The run or the goal that goes on. */
  readonly run?: string;
  readonly goal?: string;
  readonly lines: readonly string[];
}

interface Asked {
  readonly given: readonly string[];
  readonly server: string;
}

/** Tells why a command did not come to its end. @returns the exit code. @throws what is a fault of the program itself */
function tellFault(thrown: unknown, { given, server }: Asked, session: CliSession): number {
  const told = session.signal.aborted ? interrupted(thrown, server) : refused(thrown, given);
  const { exit, code, status = 0, detail, issues = [], run, goal, lines } = told;
  if (given.includes("--json")) {
    const error = {
      code,
      status,
      detail,
      issues,
      ...(run === undefined ? {} : { run }),
      ...(goal === undefined ? {} : { goal }),
    };
    printJson(session, { error }, given.includes("--events") ? undefined : 2);
  }
  session.progress.write(`${clean(lines.join("\n"))}\n`);
  return exit;
}

function interrupted(thrown: unknown, server: string): ToldFault {
  const told = { exit: EXIT.interrupted, code: "interrupted" };
  if (thrown instanceof InterruptedGoal) {
    const { goal } = thrown;
    if (goal === null) {
      const lines = [`Interrupted. The goal may have begun: \`${PROGRAM} goals list${serverFlag(server)}\` shows it.`];
      return { ...told, detail: "Interrupted; the goal may have begun", lines };
    }
    const [first = "", ...rest] = howToGoOnWithGoal(goal, "running", serverFlag(server));
    return { ...told, detail: "Interrupted; the goal goes on", goal, lines: [`Interrupted. ${first}`, ...rest] };
  }
  if (!(thrown instanceof Interrupted)) return { ...told, detail: "Interrupted", lines: ["Interrupted."] };
  const { run, awaitsApproval } = thrown;
  const flag = serverFlag(server);
  if (run === null) {
    const lines = [`Interrupted. The run may have begun: \`${PROGRAM} runs list${flag}\` shows it.`];
    return { ...told, detail: "Interrupted; the run may have begun", lines };
  }
  const [first = "", ...rest] = howToGoOn(run, awaitsApproval ? "awaiting-approval" : "running", flag);
  return { ...told, detail: "Interrupted; the run goes on", run, lines: [`Interrupted. ${first}`, ...rest] };
}

function refused(thrown: unknown, given: readonly string[]): ToldFault {
  if (thrown instanceof ApiError) {
    const { code, status, message: detail, issues } = thrown;
    const wrong = issues.map(({ path, message }) => `  ${path}: ${message}`);
    const lines = [`${code}: ${detail}`, ...wrong, ...advice(thrown)];
    return { exit: EXIT.failed, code, status, detail, issues, lines };
  }
  if (thrown instanceof UsageError) {
    const command = COMMANDS.find((name) => given.includes(name));
    const see = `See \`${PROGRAM}${command === undefined ? "" : ` ${command}`} --help\`.`;
    return { exit: EXIT.usage, code: "usage", detail: thrown.message, lines: [thrown.message, see] };
  }
  // What the machine refuses, such as a file on a disk that is full; its message says all.
  if (thrown instanceof Error && "syscall" in thrown) {
    return { exit: EXIT.failed, code: "system", detail: thrown.message, lines: [thrown.message] };
  }
  throw thrown;
}

const COMMANDS = [
  "ask",
  "chat",
  "plan",
  "runs",
  "goal",
  "goals",
  "models",
  "upload",
  "hooks",
  "webhooks",
  "task-types",
  "health",
];

function advice({ code, status, retryAfterMs }: ApiError): readonly string[] {
  if (code === "unreachable" || (code === "timeout" && status === 0))
    return ["Is a server running there? `npm start` starts one; --server says where it is."];
  if (code === "unauthorized")
    return ["Give an API key with IMPRESARIO_KEY or --key; `npm run keys -- add NAME` makes one."];
  if (retryAfterMs !== undefined) return [`Try again in ${Math.ceil(retryAfterMs / 1000)} s.`];
  return [];
}
