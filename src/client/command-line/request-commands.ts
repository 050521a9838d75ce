/** The arguments of the commands that ask for something, and of those on runs. */
import type { Command } from "commander";
import type { Exhaustion } from "../../domain/budget.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ControllerName, PlanningMode, Selector } from "../../domain/selection.ts";
import { choice, EXIT_CODES, examples, type Finish } from "./command-parts.ts";
import type { CliRequest } from "./commands.ts";
import {
  collect,
  constraintsOf,
  countUpTo,
  isCount,
  numberOf,
  readConstraints,
  readHfToken,
  UsageError,
  withoutUndefined,
} from "./option-values.ts";

/** Each conversation is asked for by itself. */
const DEFAULT_LISTED = 10;
const MAX_LISTED = 50;
const SELECTORS = ["rules", "language"] as const satisfies readonly Selector[];
const CONTROLLERS = ["embedded", "openai", "workers-ai"] as const satisfies readonly ControllerName[];
const PLANNING_MODES = ["global", "formal"] as const satisfies readonly PlanningMode[];
const EXHAUSTIONS = ["ask", "answer"] as const satisfies readonly Exhaustion[];
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

/** Declares `ask`, `chat` and `plan`. */
export function addRequests(program: Command, environment: NodeJS.ProcessEnv, finish: Finish): void {
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

/** Declares `runs` and what can be done to them. */
export function addRuns(program: Command, finish: Finish): void {
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
