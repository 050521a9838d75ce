import { parseArgs } from "node:util";
import type { Raise } from "../../domain/budget.ts";
import type { CastingWishes, NewMessage } from "../client.ts";
import { readBudget, readRaise } from "./budget.ts";
import { readCasting } from "./casting.ts";
import { COMMANDS, type CommandName, DEFAULT_SERVER } from "./help.ts";
import { readHfToken } from "./hf-token.ts";
import { nearest } from "./nearest.ts";
import { BUDGET_OPTIONS, COMMON_OPTIONS, OPTIONS, type OptionName, OWN_OPTIONS } from "./options.ts";
import { UsageError } from "./usage-error.ts";

export { UsageError } from "./usage-error.ts";

/** What every command may be told. */
export interface Common {
  readonly server: string;
  readonly key: string | undefined;
  readonly json: boolean;
}

/** What is asked for, by `ask` and `plan` alike. */
interface Request {
  /** Empty where only a plan is given. */
  readonly text: string;
  readonly files: readonly string[];
  readonly conversation: string | undefined;
  readonly plan: string | undefined;
  readonly casting: CastingWishes;
  readonly budget: NewMessage["budget"];
  /** The caller's own token of Hugging Face. */
  readonly hfToken: string | undefined;
}

export interface AskCommand extends Common, Request {
  readonly do: "ask";
  readonly approve: boolean;
  readonly out: string | undefined;
  readonly events: boolean;
}

export interface PlanCommand extends Common, Request {
  readonly do: "plan";
  readonly pddl: boolean;
}

export type Command =
  | { readonly do: "help"; readonly about: CommandName | null }
  | AskCommand
  | PlanCommand
  | (Common & { readonly do: "show" | "report" | Exclude<RunAction, "resume">; readonly run: string })
  | (Common & { readonly do: "resume"; readonly run: string; readonly raise: Raise | undefined })
  | (Common & { readonly do: "watch"; readonly run: string; readonly out: string | undefined })
  | (Common & { readonly do: "task-types" | "health" });

/** What can be done to a run while it is under way. */
export type RunAction = "approve" | "reject" | "pause" | "resume" | "cancel";

/** What follows `runs`. */
const RUNS = ["show", "watch", "approve", "reject", "pause", "resume"] as const;

/** What can be told of arguments that may be wrong: which command is meant, and who reads its output. */
export function skimArguments(given: readonly string[]): {
  readonly about: CommandName | null;
  readonly json: boolean;
} {
  const { values, positionals } = parseArgs({
    args: [...given],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
  });
  const [name] = positionals;
  return { about: isCommand(name) ? name : null, json: values.json !== undefined };
}

/**
 * Reads the arguments after the program's name.
 * @throws {UsageError} for anything that is not as the help says.
 */
export function readArguments(given: readonly string[], environment: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parse(given);
  const [name, ...rest] = positionals;
  if (name === undefined || name === "help") return { do: "help", about: isCommand(rest[0]) ? rest[0] : null };
  if (!isCommand(name)) throw new UsageError(`There is no command "${name}": it is ${COMMANDS.join(", ")}`);
  if (values.help) return { do: "help", about: name };

  const common: Common = {
    server: readServer(values.server ?? environment.IMPRESARIO_URL),
    key: values.key ?? (environment.IMPRESARIO_KEY || undefined),
    json: values.json ?? false,
  };
  switch (name) {
    case "ask":
      return { ...common, do: "ask", ...readAsk(values, rest, environment) };
    case "plan":
      return { ...common, do: "plan", ...readPlan(values, rest, environment) };
    case "runs": {
      const [asked, ...ids] = rest;
      const action = RUNS.find((one) => one === asked);
      if (!action) throw new UsageError(`It is ${RUNS.map((one) => `\`runs ${one} ID\``).join(", ")}`);
      const run = only(ids, `runs ${action} ID`);
      refuseOthers(values, action);
      if (action === "watch") return { ...common, do: action, run, out: values.out };
      return action === "resume"
        ? { ...common, do: action, run, raise: readRaise(values) }
        : { ...common, do: action, run };
    }
    case "report":
    case "cancel":
      return { ...common, do: name, run: only(rest, `${name} ID`) };
    case "task-types":
    case "health":
      if (rest.length > 0) throw new UsageError(`\`${name}\` takes nothing more`);
      return { ...common, do: name };
  }
}

type Values = ReturnType<typeof parse>["values"];

function parse(given: readonly string[]) {
  const options = { args: [...given], options: OPTIONS, allowPositionals: true } as const;
  // Node's own words for what is wrong speak of its API: all that it would refuse is refused before.
  const { tokens } = parseArgs({ ...options, strict: false, tokens: true });
  const { about } = skimArguments(given);
  for (const token of tokens) if (token.kind === "option") checkOption(token, about);
  return parseArgs(options);
}

interface OptionToken {
  readonly name: string;
  /** As it was written, with its hyphens. */
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value came after an equals sign. */
  readonly inlineValue: boolean | undefined;
}

const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);

function checkOption({ name, rawName, value, inlineValue }: OptionToken, about: CommandName | null): void {
  const own = about === null ? Object.keys(OPTIONS) : [...Object.keys(COMMON_OPTIONS), ...OWN_OPTIONS[about]];
  if (!isOption(name) || !own.includes(name)) {
    const meant = nearest(name, own);
    const advice = meant === null ? "" : `; did you mean --${meant}?`;
    throw new UsageError(`${about === null ? "There is" : `\`${about}\` has`} no option ${rawName}${advice}`);
  }
  if (OPTIONS[name].type === "boolean") {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
  } else if (value === undefined) {
    throw new UsageError(`${rawName} needs a value`);
  } else if (!inlineValue && /^-./.test(value)) {
    throw new UsageError(`${rawName} needs a value; one that begins with a hyphen goes as --${name}=${value}`);
  }
}

const isCommand = (name: string | undefined): name is CommandName => COMMANDS.some((command) => command === name);

function only(values: readonly string[], usage: string): string {
  const [value, ...more] = values;
  if (!value || more.length > 0) throw new UsageError(`It is \`${usage}\``);
  return value;
}

function readServer(given: string | undefined): string {
  const server = given || DEFAULT_SERVER;
  if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
    throw new UsageError(`"${server}" is not an address like ${DEFAULT_SERVER}`);
  }
  return server;
}

/** The request, in quotes. */
function readText(rest: readonly string[], command: CommandName): string {
  const [text = "", ...more] = rest;
  if (more.length > 0) throw new UsageError(`Put the request in quotes: ${command} "…"; files go with --file`);
  return text;
}

/** Options of `runs` that go with one action alone. */
const WITH_ACTION = { out: "watch", time: "resume", usd: "resume", "llm-calls": "resume", tasks: "resume" } as const;

function refuseOthers(values: Values, action: (typeof RUNS)[number]): void {
  const stray = (["out", ...BUDGET_OPTIONS] as const).find(
    (name) => values[name] !== undefined && WITH_ACTION[name] !== action,
  );
  if (stray) throw new UsageError(`--${stray} goes with \`runs ${WITH_ACTION[stray]}\`, not with \`runs ${action}\``);
}

const readRequest = (values: Values, environment: NodeJS.ProcessEnv): Omit<Request, "text"> => ({
  files: values.file ?? [],
  conversation: values.conversation,
  plan: values.plan,
  casting: readCasting(values),
  budget: readBudget(values),
  hfToken: readHfToken(values["hf-token"], environment),
});

function readPlan(
  values: Values,
  rest: readonly string[],
  environment: NodeJS.ProcessEnv,
): Omit<PlanCommand, keyof Common | "do"> {
  const text = readText(rest, "plan");
  if (!text.trim() && values.plan === undefined) {
    throw new UsageError('Say what you want, plan "…", or give a plan with --plan');
  }
  return { text, ...readRequest(values, environment), pddl: values.pddl ?? false };
}

function readAsk(
  values: Values,
  rest: readonly string[],
  environment: NodeJS.ProcessEnv,
): Omit<AskCommand, keyof Common | "do"> {
  const text = readText(rest, "ask");
  if (!text.trim()) throw new UsageError('Say what you want: ask "…"');
  if (values.events && !values.json) throw new UsageError("--events goes with --json");
  if (values.approve && values.json) throw new UsageError("--approve asks at the terminal: it does not go with --json");
  return {
    text,
    ...readRequest(values, environment),
    approve: values.approve ?? false,
    out: values.out,
    events: values.events ?? false,
  };
}
