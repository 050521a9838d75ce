import { parseArgs } from "node:util";
import { COMMANDS, type CommandName, DEFAULT_SERVER } from "./help.ts";

/** What every command may be told. */
export interface Common {
  readonly server: string;
  readonly key: string | undefined;
  readonly json: boolean;
}

export interface AskCommand extends Common {
  readonly do: "ask";
  readonly text: string;
  readonly files: readonly string[];
  readonly conversation: string | undefined;
  readonly approve: boolean;
  readonly plan: string | undefined;
  readonly timeMs: number | undefined;
  readonly out: string | undefined;
  readonly events: boolean;
}

export type Command =
  | { readonly do: "help"; readonly about: CommandName | null }
  | AskCommand
  | (Common & { readonly do: "show" | "report" | "cancel"; readonly run: string })
  | (Common & { readonly do: "watch"; readonly run: string; readonly out: string | undefined })
  | (Common & { readonly do: "task-types" | "health" });

/** Wrong usage; the message says what, and what would be right. */
export class UsageError extends Error {}

const COMMON_OPTIONS = {
  server: { type: "string" },
  key: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const OPTIONS = {
  ...COMMON_OPTIONS,
  file: { type: "string", short: "f", multiple: true },
  conversation: { type: "string", short: "c" },
  approve: { type: "boolean" },
  plan: { type: "string" },
  time: { type: "string" },
  out: { type: "string", short: "o" },
  events: { type: "boolean" },
} as const;

/** The options that a command knows besides the common ones; any other is wrong usage. */
const OWN_OPTIONS: Readonly<Record<CommandName, readonly (keyof typeof OPTIONS)[]>> = {
  ask: ["file", "conversation", "approve", "plan", "time", "out", "events"],
  runs: ["out"],
  report: [],
  cancel: [],
  "task-types": [],
  health: [],
};

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
  const allowed = new Set<string>([...Object.keys(COMMON_OPTIONS), ...OWN_OPTIONS[name]]);
  const foreign = Object.keys(values).find((option) => !allowed.has(option));
  if (foreign) throw new UsageError(`\`${name}\` has no option --${foreign}`);

  const common: Common = {
    server: readServer(values.server ?? environment.IMPRESARIO_URL),
    key: values.key ?? (environment.IMPRESARIO_KEY || undefined),
    json: values.json ?? false,
  };
  switch (name) {
    case "ask":
      return { ...common, do: "ask", ...readAsk(values, rest) };
    case "runs": {
      const [action, ...ids] = rest;
      if (action !== "show" && action !== "watch") throw new UsageError("It is `runs show ID` or `runs watch ID`");
      if (action === "watch") return { ...common, do: "watch", run: only(ids, "runs watch ID"), out: values.out };
      if (values.out !== undefined) throw new UsageError("`runs show` saves nothing: --out goes with `runs watch`");
      return { ...common, do: "show", run: only(ids, "runs show ID") };
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
  try {
    return parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node says plainly which option is unknown or lacks its value.
    throw new UsageError(error instanceof Error ? error.message : String(error));
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

function readAsk(values: Values, rest: readonly string[]): Omit<AskCommand, keyof Common | "do"> {
  const [text, ...more] = rest;
  if (!text?.trim()) throw new UsageError('Say what you want: ask "…"');
  if (more.length > 0) throw new UsageError('Put the request in quotes: ask "…"; files go with --file');
  if (values.events && !values.json) throw new UsageError("--events goes with --json");
  if (values.approve && values.json) throw new UsageError("--approve asks at the terminal: it does not go with --json");
  return {
    text,
    files: values.file ?? [],
    conversation: values.conversation,
    approve: values.approve ?? false,
    plan: values.plan,
    timeMs: readTime(values.time),
    out: values.out,
    events: values.events ?? false,
  };
}

function readTime(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const seconds = Number(given);
  if (!(seconds > 0) || !Number.isFinite(seconds)) throw new UsageError(`--time takes seconds, not "${given}"`);
  return Math.ceil(seconds * 1000);
}
