import { parseArgs } from "node:util";

export const DEFAULT_TIME_LIMIT_S = 300;
/** Its largest tables are flat, and an ordinary computer has them to spare. */
export const DEFAULT_MEMORY_LIMIT_MB = 1024;
/** Past it, sizes are no longer whole numbers that a table can have. */
const MAX_MEMORY_LIMIT_MB = 65_536;

export type Command =
  | { readonly do: "help" }
  | {
      readonly do: "plan";
      readonly domain: string;
      readonly problem: string;
      readonly timeLimitMs: number;
      readonly maxBytes: number;
      readonly json: boolean;
      readonly out: string | null;
    };

/** Wrong usage; the message says what. */
export class UsageError extends Error {}

export const HELP = `Plans: finds the actions that lead from the start of a PDDL problem to its goal.

  npm run plan:pddl -- domain.pddl problem.pddl [options]

  --time-limit S      seconds it may take (${DEFAULT_TIME_LIMIT_S})
  --memory-limit MB   for the actions, states and tables (${DEFAULT_MEMORY_LIMIT_MB})
  --out FILE          also writes the plan, and it alone, into a file
  --json              prints one JSON object instead

A plan is printed in the format of the planning competitions: an action a line, then its cost. Lines that begin with
a semicolon are statistics. With \`npm run --silent\`, nothing else is printed: any validator can read it.

Ends with 0 when there is a plan, 1 when it is called wrongly or cannot read its files, 2 when no plan exists, and 3
when none was found within the limits.`;

const OPTIONS = {
  "time-limit": { type: "string" },
  "memory-limit": { type: "string" },
  json: { type: "boolean" },
  out: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readLimit(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback;
  const limit = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || limit <= 0 || limit > max) {
    throw new UsageError(`--${name} is a number above 0 and up to ${max}, not ${JSON.stringify(text)}.`);
  }
  return limit;
}

/** @throws {UsageError} */
export function readArguments(words: readonly string[]): Command {
  const { values, positionals } = parse(words);
  const [domain, problem, ...more] = positionals;
  if (values.help || words.length === 0) return { do: "help" };
  if (domain === undefined || problem === undefined || more.length > 0) {
    throw new UsageError("It takes two files, a domain and a problem.");
  }
  const seconds = readLimit("time-limit", values["time-limit"], DEFAULT_TIME_LIMIT_S, Number.MAX_SAFE_INTEGER);
  const megabytes = readLimit("memory-limit", values["memory-limit"], DEFAULT_MEMORY_LIMIT_MB, MAX_MEMORY_LIMIT_MB);
  return {
    do: "plan",
    domain,
    problem,
    timeLimitMs: seconds * 1000,
    maxBytes: Math.floor(megabytes * 2 ** 20),
    json: values.json ?? false,
    out: values.out ?? null,
  };
}
