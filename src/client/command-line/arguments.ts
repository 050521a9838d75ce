/** The commands of the command line with their arguments, options and help. */
import { Command, CommanderError, Option } from "commander";
import type { Exhaustion } from "../../domain/budget.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import type { ControllerName, PlanningMode, Selector } from "../../domain/selection.ts";
import type { WebhookEvent } from "../../domain/webhooks/facts.ts";
import type { ModelListOrder, ModelSearch, NewHook, NewOwnModel } from "../client.ts";
import type { CliCommand, CliRequest, Common } from "./commands.ts";
import { HOOK_EXAMPLES } from "./hook-examples.ts";
import {
  collect,
  constraintsOf,
  countUpTo,
  isCount,
  numberOf,
  parametersOf,
  readConstraints,
  readHeaders,
  readHfToken,
  readVariable,
  UsageError,
  withoutUndefined,
} from "./option-values.ts";

/** How the command line is called in the examples: from a checkout it runs as its sources, from the package as JavaScript. */
export const PROGRAM = import.meta.url.endsWith(".ts") ? "npm run cli --" : "npx impresario";

export const DEFAULT_SERVER = "http://127.0.0.1:8787";

/** What to add to a command so that it reaches this server again. */
export const serverFlag = (server: string): string => (server === DEFAULT_SERVER ? "" : ` --server ${server}`);

const HELP_COLUMNS = 110;
/** Each conversation is asked for by itself. */
const DEFAULT_LISTED = 10;
const MAX_LISTED = 50;
const MAX_PAGE = 100;

const PROVIDERS = [
  ...(["embedded", "workers-ai", "openai", "huggingface", "custom"] as const),
] satisfies readonly ProviderName[];
const ORDERS = ["match", "downloads", "likes", "parameters", "name", "benchmark"] as const satisfies ModelListOrder[];
const FORMATS = ["json", "multipart", "hf-inference"] as const satisfies readonly NonNullable<NewOwnModel["format"]>[];
const SOURCES = ["github", "slack", "standard", "shared-secret"] as const satisfies readonly NewHook["source"][];
const SELECTORS = ["rules", "language"] as const satisfies readonly Selector[];
const CONTROLLERS = ["embedded", "openai", "workers-ai"] as const satisfies readonly ControllerName[];
const PLANNING_MODES = ["global", "formal"] as const satisfies readonly PlanningMode[];
const EXHAUSTIONS = ["ask", "answer"] as const satisfies readonly Exhaustion[];
/** Complete, so that a new one fails to compile here. */
const EVENTS: Readonly<Record<WebhookEvent, true>> = {
  "run.succeeded": true,
  "run.partial": true,
  "run.failed": true,
  "run.cancelled": true,
  "run.approval_required": true,
  "run.paused": true,
  "task.succeeded": true,
  "task.failed": true,
};

interface BudgetOptions {
  readonly time?: number;
  readonly usd?: number;
  readonly llmCalls?: number;
  readonly tasks?: number;
  readonly onExhausted?: Exhaustion;
}

interface RequestOptions extends BudgetOptions {
  readonly file?: readonly string[];
  readonly conversation?: string;
  readonly plan?: string;
  readonly licence?: readonly string[];
  readonly avoid?: readonly string[];
  readonly constraints?: JsonObject;
  readonly selection?: Selector;
  readonly controller?: ControllerName;
  readonly planning?: PlanningMode;
  readonly hfToken?: string;
}

interface AskOptions extends RequestOptions {
  readonly approve?: true;
  readonly out?: string;
  readonly detach?: true;
  readonly events?: true;
}

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
  const finish = (command: DistributiveOmit<Exclude<CliCommand, { do: "help" | "version" }>, keyof Common>): void =>
    done({ ...common(), ...command } as CliCommand);
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

type DistributiveOmit<Of, Keys extends PropertyKey> = Of extends unknown ? Omit<Of, Keys> : never;
type Finish = (command: DistributiveOmit<Exclude<CliCommand, { do: "help" | "version" }>, keyof Common>) => void;

const EXIT_CODES = `
Exit codes:
  0 succeeded   1 failed   2 wrong usage   3 answered in part   4 cancelled
  5 waits for you: to approve its plan, or to resume it   130 interrupted`;

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${PROGRAM} ${line}`).join("\n")}`;

const choice = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices);

function addRequests(program: Command, environment: NodeJS.ProcessEnv, finish: Finish): void {
  const request = (options: RequestOptions): Omit<CliRequest, "text"> => {
    const { selection, controller, planning } = options;
    const casting = withoutUndefined({ selection, controller, planning });
    return {
      files: options.file ?? [],
      conversation: options.conversation,
      plan: options.plan,
      casting: { ...readConstraints(options.constraints, options.licence, options.avoid), ...casting },
      budget: budgetOf(options),
      hfToken: readHfToken(options.hfToken, environment),
    };
  };
  withRequestOptions(program.command("ask"))
    .description(
      "Asks for something in plain words, follows the run, and prints the answer on standard output, all else on standard error.",
    )
    .argument("[text...]", "the request in quotes; - reads it from the standard input")
    .option(
      "--approve",
      "show the plan first, and ask before it is run; without a terminal or with --json, leave it waiting",
    )
    .option("--plan <file>", "a plan of your own (JSON); nothing is planned then")
    .option("-o, --out <dir>", "save the files that are made into this folder")
    .option("--detach", "start the run and leave: `runs watch` follows it")
    .option("--events", "with --json: one line of JSON for every event, and the run as the last line")
    .addOption(
      choice("--on-exhausted <do>", "what to do when the budget is used up; answer when left out", EXHAUSTIONS),
    )
    .addHelpText(
      "after",
      examples(
        'ask "Please generate a canny image based on photo.jpg" --file demo/photo.jpg --out made',
        'ask "now blur the above image" --conversation last --out made',
        'ask "Which language is each of these texts?" -f a.txt -f b.txt > answer.txt',
        'ask "Summarize it" -f - < notes.txt',
        'ask "Summarize this page" --file https://example.org/page.html --approve',
        `ask "Summarize it" -f notes.txt --constraints '{"size":{"max":7e9},"provider":{"allow":["local"]}}'`,
        'ask "Draw a lighthouse" --hf-token HF_TOKEN --usd 0.10',
        'ask "Summarize it" -f notes.txt --json | jq -r .answer',
      ) + EXIT_CODES,
    )
    .action((words: readonly string[], options: AskOptions, command: Command) => {
      const text = textOf(words, "ask", options.plan);
      const { approve = false, out, detach = false, events = false } = options;
      if (events && !command.optsWithGlobals<{ json?: true }>().json) throw new UsageError("--events goes with --json");
      if (detach && (events || out !== undefined)) {
        throw new UsageError(`--detach does not stay for --${events ? "events" : "out"}`);
      }
      finish({ do: "ask", text, ...request(options), approve, out, detach, events });
    });
  withRequestOptions(program.command("chat"))
    .description("Keeps a conversation open: each line of the standard input is a message, until /exit or its end.")
    .option("-o, --out <dir>", "save the files that are made into this folder")
    .addHelpText("after", examples("chat", "chat --file demo/photo.jpg --out made"))
    .action((options: AskOptions) =>
      finish({
        ...{ do: "chat", text: "", ...request(options), out: options.out },
        ...{ approve: false, detach: false, events: false },
      }),
    );
  withRequestOptions(program.command("plan"))
    .description("Shows the plan that would be made of a request, why it is sound, and who would do it; nothing runs.")
    .argument("[text...]", "the request in quotes; - reads it from the standard input")
    .option("--plan <file>", "a plan of your own (JSON) to be checked, and mended where that can be done")
    .option("--pddl", "the proof as well: domain, problem and solution in PDDL")
    .addHelpText(
      "after",
      examples(
        'plan "Read the text in invoice.png and translate it into French" --file demo/invoice.png',
        "plan --plan my-plan.json --pddl",
        `plan "Transcribe talk.wav" -f talk.wav --constraints '{"benchmark":{"name":"Common Voice","prefer":"best"}}'`,
      ),
    )
    .action((words: readonly string[], options: RequestOptions & { readonly pddl?: true }) =>
      finish({
        do: "plan",
        text: textOf(words, "plan", options.plan),
        ...request(options),
        pddl: options.pddl ?? false,
      }),
    );
}

function textOf([text = "", ...more]: readonly string[], command: string, plan: string | undefined): string {
  if (more.length > 0) throw new UsageError(`Put the request in quotes: ${command} "…"; files go with --file`);
  if (!text.trim() && plan === undefined) {
    throw new UsageError(`Say what you want, ${command} "…", or give a plan with --plan`);
  }
  return text;
}

const withRequestOptions = (command: Command): Command =>
  withBudgetOptions(
    command
      .option(
        "-f, --file <what>",
        "a file, a URL, the id of an upload (res_…), or - for the standard input; repeat for more",
        collect,
      )
      .option("-c, --conversation <id>", "go on with a conversation, or with the `last`: its files can be spoken of")
      .option(
        "--licence <name>",
        "use models under this licence or family only, such as MIT or permissive; repeat for more",
        collect,
      )
      .option("--avoid <model>", "not this model or family, such as whisper or our/captioner; repeat for more", collect)
      .option("--constraints <json>", "any other condition on models; docs/selection.md lists them", constraintsOf)
      .addOption(
        choice("--selection <who>", "who chooses among the models that are left; rules when left out", SELECTORS),
      )
      .option("--hf-token <name>", "your own token of Hugging Face: the name of the environment variable that holds it")
      .addOption(
        choice("--controller <who>", "who plans and answers; what the server is set to when left out", CONTROLLERS),
      )
      .addOption(
        choice("--planning <how>", "how a language model plans: all of it, or only which actions", PLANNING_MODES),
      ),
  );

const withBudgetOptions = (command: Command): Command =>
  command
    .option(
      "--time <seconds>",
      "how long it may work, waits for you not counted; half an hour when left out",
      numberOf("time", "seconds", (value) => value > 0),
    )
    .option(
      "--usd <dollars>",
      "what calls of models may cost; one whose price nobody knows is not called then",
      numberOf("usd", "US dollars", (value) => value >= 0),
    )
    .option(
      "--llm-calls <n>",
      "calls of a language model to plan, to choose models and to answer; 0 does without",
      numberOf("llm-calls", "a whole number", isCount),
    )
    .option(
      "--tasks <n>",
      "the most tasks that a plan may have",
      numberOf("tasks", "a whole number from 1 on", (value) => isCount(value) && value > 0),
    );

/** What a run may spend; undefined where nothing was said. */
function budgetOf({ time, usd, llmCalls, tasks, onExhausted }: BudgetOptions): CliRequest["budget"] {
  const timeMs = time === undefined ? undefined : Math.ceil(time * 1000);
  const budget = withoutUndefined({ timeMs, usd, llmCalls, tasks, onExhausted });
  return Object.keys(budget).length === 0 ? undefined : budget;
}

function addRuns(program: Command, finish: Finish): void {
  const runs = program
    .command("runs")
    .description("Shows runs, and has a say in them. ID may be `last`.")
    .addHelpText("after", examples("runs resume run_… --usd 1", "runs watch last --out made") + EXIT_CODES);
  runs
    .command("list")
    .description("those of the last conversations, the newest first")
    .option("--limit <n>", `of how many conversations, ${DEFAULT_LISTED} when left out`, countUpTo("limit", MAX_LISTED))
    .option("-c, --conversation <id>", "those of that conversation alone")
    .action(({ limit = DEFAULT_LISTED, conversation }: { limit?: number; conversation?: string }) =>
      finish({ do: "runs", action: "list", limit, conversation }),
    );
  for (const [action, description] of [
    ["show", "as it stands now"],
    ["report", "its tasks, who did them and why, what came out, and what it cost, as Markdown"],
    ["reject", "its plan is not to be run, and the run ends"],
    ["cancel", "stops it: what has ended stays, nothing more begins"],
    ["pause", "begins nothing more until it is resumed"],
  ] as const) {
    runs
      .command(action)
      .description(description)
      .argument("<id>")
      .action((run: string) => finish({ do: "runs", action, run }));
  }
  runs
    .command("watch")
    .description("while it goes on, to its end")
    .argument("<id>")
    .option("-o, --out <dir>", "save the files that are made into this folder")
    .action((run: string, { out }: { out?: string }) => finish({ do: "runs", action: "watch", run, out }));
  runs
    .command("approve")
    .description("its plan, as it now is, is to be run")
    .argument("<id>")
    .option("--plan <file>", "the plan as you edited it (JSON)")
    .action((run: string, { plan }: { plan?: string }) => finish({ do: "runs", action: "approve", run, plan }));
  withBudgetOptions(runs.command("resume"))
    .description("goes on; where its budget is used up, with a higher one, in all")
    .argument("<id>")
    .action((run: string, options: BudgetOptions) =>
      finish({ do: "runs", action: "resume", run, raise: budgetOf(options) }),
    );
}

interface SearchOptions extends Omit<ModelSearch, "q"> {
  readonly order?: ModelSearch["order"];
}

interface NewModelOptions {
  readonly task?: string;
  readonly url?: string;
  readonly format?: string;
  readonly header?: readonly string[];
  readonly licence?: string;
  readonly sameAs?: string;
  readonly from?: string;
}

function addModels(program: Command, environment: NodeJS.ProcessEnv, finish: Finish): void {
  const models = program
    .command("models")
    .description("Finds models, and adds some of your own.")
    .addHelpText(
      "after",
      examples(
        "models search whisper --licence permissive --max-parameters 2e9 --order parameters",
        "models show openai/whisper-large-v2 --snippets",
        "models add our/captioner --task image-to-text --url https://models.example.com/caption --header authorization=CAPTIONER_AUTHORIZATION",
      ),
    );
  models
    .command("search")
    .description("models that satisfy every condition; what is unknown of a model satisfies none")
    .argument("[words...]", "what stands in the id or the description")
    .option("--task <name>", "a task type; `task-types` lists them")
    .option("--licence <name>", "a licence or family, such as MIT or permissive; repeat to allow more", collect)
    .option("--language <tag>", "such as de or pt-BR")
    .addOption(choice("--provider <name>", "where it runs", PROVIDERS))
    .option("--organization <name>", "who made it")
    .option("--min-parameters <n>", "its size, such as 350M, 7B or 7e9", parametersOf("min-parameters"))
    .option("--max-parameters <n>", "the same", parametersOf("max-parameters"))
    .option("--benchmark <name>", "how the name of a benchmark begins, on which it has a figure")
    .addOption(choice("--availability <where>", "here: the server can call it now", ["here", "elsewhere"]))
    .addOption(
      choice("--order <how>", "a hyphen before it turns it round, as in --order=-likes", [
        ...ORDERS,
        ...ORDERS.map((order) => `-${order}`),
      ]),
    )
    .option("--limit <n>", `so many, 20 when left out`, countUpTo("limit", MAX_PAGE))
    .option("--cursor <next>", "go on behind the page before, which says how")
    .action((words: readonly string[], options: SearchOptions) => {
      const q = words.join(" ").trim() || undefined;
      if (options.order?.endsWith("benchmark") && options.benchmark === undefined) {
        throw new UsageError("--order benchmark goes with --benchmark NAME");
      }
      if (options.order?.endsWith("match") && q === undefined) {
        throw new UsageError("--order match goes with WORDS to match");
      }
      finish({ do: "models", action: "search", conditions: { ...options, q } });
    });
  models
    .command("show")
    .description("all that is known of a model")
    .argument("<id>")
    .option("--snippets", "with code that calls it")
    .action((id: string, { snippets = false }: { snippets?: boolean }) =>
      finish({ do: "models", action: "show", id, snippets }),
    );
  models
    .command("own")
    .description("those that you added")
    .action(() => finish({ do: "models", action: "own" }));
  models
    .command("add")
    .description("a model behind a URL, for you alone; the same ID and task again replaces it")
    .argument("<id>")
    .option("--task <name>", "the task type that it does")
    .option("--url <url>", "where it is called")
    .addOption(choice("--format <how>", "how it is called; json when left out", FORMATS))
    .option(
      "--header <name=variable>",
      "a header to call it with, its value out of this environment variable; repeat for more",
      collect,
    )
    .option("--licence <name>", "its licence", (name: string, before?: string) => {
      if (before !== undefined) throw new UsageError("A model is under one licence: give --licence once");
      return name;
    })
    .option("--same-as <id>", "the model of the catalogue that it is")
    .option("--from <file>", 'any other fact: a JSON object, as docs/api.md has it ("Models of your own")')
    .action((id: string, { from, header, ...facts }: NewModelOptions) => {
      if (from === undefined && (facts.task === undefined || facts.url === undefined)) {
        throw new UsageError("`models add ID` needs --task NAME and --url URL, or --from FILE that says them");
      }
      const headers = header === undefined ? {} : { headers: readHeaders(header, environment) };
      finish({ do: "models", action: "add", stated: { id, ...withoutUndefined(facts), ...headers }, from });
    });
  models
    .command("remove")
    .description("one of your own")
    .argument("<id>")
    .option("--task <name>", "for that task alone")
    .action((id: string, { task }: { task?: string }) => finish({ do: "models", action: "remove", id, task }));
}

const SECRET = "what deliveries are signed with, taken out of this environment variable; else the server makes one";

function addHooks(program: Command, environment: NodeJS.ProcessEnv, finish: Finish): void {
  const hooks = program
    .command("hooks")
    .description("Sees to inbound webhooks: what others post to their addresses becomes requests.")
    .addHelpText("after", examples(...HOOK_EXAMPLES, "hooks add --from my-hook.json --json | jq -r .url"));
  hooks
    .command("list")
    .description("those that there are")
    .action(() => finish({ do: "hooks", action: "list" }));
  for (const [action, description] of [
    ["show", "one of them"],
    ["remove", "its address is gone at once; the runs that it made stay"],
  ] as const) {
    hooks
      .command(action)
      .description(description)
      .argument("<id>")
      .action((id: string) => finish({ do: "hooks", action, id }));
  }
  hooks
    .command("add")
    .description("another; its address and its secret are printed, the secret this once")
    .addOption(choice("--source <name>", "who sends", SOURCES))
    .option("--template <text>", "the request; {{body.issue.title}} stands for a field of what is sent")
    .option("--name <name>", "for yourself")
    .option("--secret <variable>", `${SECRET}; Slack's must be given`)
    .option("--from <file>", "any other part: a JSON object, as POST /v1/hooks takes it")
    .action(
      ({ from, secret: variable, ...parts }: Record<"from" | "secret" | "source" | "template" | "name", string>) => {
        if (from === undefined && (parts.source === undefined || !parts.template?.trim())) {
          throw new UsageError("`hooks add` needs --source NAME and --template TEXT, or --from FILE that says them");
        }
        const secret = variable === undefined ? {} : { secret: readVariable("secret", variable, environment) };
        finish({ do: "hooks", action: "add", stated: { ...parts, ...secret }, from });
      },
    );
  addRotate(hooks, "another secret; the one before stays good for a day", environment, (id, secret) =>
    finish({ do: "hooks", action: "rotate", id, secret }),
  );
}

function addRotate(
  parent: Command,
  description: string,
  environment: NodeJS.ProcessEnv,
  rotate: (id: string, secret: string | undefined) => void,
): void {
  parent
    .command("rotate")
    .description(description)
    .argument("<id>")
    .option("--secret <variable>", SECRET)
    .action((id: string, { secret }: { secret?: string }) =>
      rotate(id, secret === undefined ? undefined : readVariable("secret", secret, environment)),
    );
}

function eventsOf(name: string, before: readonly WebhookEvent[] = []): readonly WebhookEvent[] {
  const all = Object.keys(EVENTS).filter((one): one is WebhookEvent => Object.hasOwn(EVENTS, one));
  const event = all.find((one) => one === name);
  if (event === undefined) throw new UsageError(`--event is ${all.join(" or ")}`);
  return [...before, event];
}

interface NewWebhookOptions {
  readonly event?: readonly WebhookEvent[];
  readonly description?: string;
  readonly secret?: string;
}

function addWebhooks(program: Command, environment: NodeJS.ProcessEnv, finish: Finish): void {
  const webhooks = program
    .command("webhooks")
    .description("Says who is told of runs, by deliveries that are signed as Standard Webhooks has it.")
    .addHelpText(
      "after",
      examples("webhooks add https://example.com/impresario --event run.failed", "webhooks deliveries run_…"),
    );
  webhooks
    .command("list")
    .description("those that there are")
    .action(() => finish({ do: "webhooks", action: "list" }));
  for (const [action, description] of [
    ["show", "one of them"],
    ["enable", "one that was disabled goes on"],
    ["remove", "it is told nothing more"],
    ["replay", "sends a delivery once more, by its own ID"],
  ] as const) {
    webhooks
      .command(action)
      .description(description)
      .argument("<id>")
      .action((id: string) => finish({ do: "webhooks", action, id }));
  }
  webhooks
    .command("add")
    .description("another; its secret is printed, this once")
    .argument("<url>")
    .option("--event <name>", `what to tell: ${Object.keys(EVENTS).join(", ")}; repeat for more`, eventsOf)
    .option("--description <text>", "for yourself")
    .option("--secret <variable>", SECRET)
    .action((url: string, { event, description, secret: variable }: NewWebhookOptions) => {
      if (!/^https?:/.test(url)) throw new UsageError(`"${url}" is not an address like https://example.com/impresario`);
      const secret = variable === undefined ? undefined : readVariable("secret", variable, environment);
      finish({
        do: "webhooks",
        action: "add",
        webhook: { url, ...withoutUndefined({ events: event, description, secret }) },
      });
    });
  addRotate(webhooks, "another secret; the one before stays good for a while", environment, (id, secret) =>
    finish({ do: "webhooks", action: "rotate", id, secret }),
  );
  webhooks
    .command("deliveries")
    .description("those of a run; without one, those that are parked")
    .argument("[run]")
    .option("--limit <n>", "so many that are parked", countUpTo("limit", MAX_PAGE))
    .option("--cursor <next>", "go on behind the page before")
    .action((run: string | undefined, { limit, cursor }: { limit?: number; cursor?: string }) => {
      if (run !== undefined && (limit !== undefined || cursor !== undefined)) {
        throw new UsageError("Deliveries of a run come all at once: --limit and --cursor go without RUN");
      }
      finish({ do: "webhooks", action: "deliveries", run, page: { limit, cursor } });
    });
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
