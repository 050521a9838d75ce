/** Reads what options are given, and refuses what they cannot mean in words that say why. */
import { type Command, Option } from "commander";
import type { Budget, Exhaustion } from "../../domain/budget.ts";
import type { JsonObject, JsonValue } from "../../domain/json.ts";

/** The command line cannot be what was meant. */
export class UsageError extends Error {}

/** @throws {UsageError} for what is no such number @param takes in words, for who gave another */
const numberOf =
  (option: string, takes: string, isOne: (value: number) => boolean) =>
  (given: string): number => {
    const value = given.trim() === "" ? Number.NaN : Number(given);
    if (Number.isFinite(value) && isOne(value)) return value;
    throw new UsageError(`--${option} takes ${takes}, not "${given}"`);
  };

export const countUpTo = (option: string, most: number): ((given: string) => number) =>
  numberOf(option, `a whole number from 1 to ${most}`, (value) => isCount(value) && value >= 1 && value <= most);

export const dollarsOf = (option: string): ((given: string) => number) =>
  numberOf(option, "US dollars", (value) => value >= 0);

/** The most of a page of a list. */
export const MAX_PAGE = 100;

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Sizes are written 7B and 350M as often as in figures. */
const UNITS: Readonly<Record<string, string>> = { k: "e3", m: "e6", b: "e9" };

/** A number of parameters: `7B` → 7e9. */
export const parametersOf =
  (option: string) =>
  (given: string): number => {
    const plain = given.replace(/(?<=^[\d.]+)[kmb]$/i, (unit) => UNITS[unit.toLowerCase()] ?? unit);
    const isPlain = plain === given || Number.isFinite(Number(plain));
    return numberOf(option, "a number of parameters, such as 7B or 7e9", isCount)(isPlain ? plain : given);
  };

/** An option that takes one of a few values. */
export const choice = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices);

export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** As POSIX has names of variables. */
const VARIABLE = /^[A-Za-z_]\w*$/;

/**
 * What an environment variable holds that an option names: what stands on a command line is seen by everybody on the
 * machine, and kept in the shell's history. @throws {UsageError} that says nothing of the value
 */
export function readVariable(option: string, variable: string, environment: NodeJS.ProcessEnv): string {
  if (!VARIABLE.test(variable)) {
    throw new UsageError(`--${option} takes the name of an environment variable, and not the value itself`);
  }
  const value = environment[variable]?.trim();
  if (!value) throw new UsageError(`The variable ${variable} that --${option} names is not set`);
  return value;
}

/** The caller's own token of Hugging Face. @throws {UsageError} that says nothing of the token */
export function readHfToken(variable: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (variable === undefined) return undefined;
  if (variable.startsWith("hf_") && environment[variable] === undefined) {
    throw new UsageError("--hf-token takes the name of a variable, such as HF_TOKEN, and not the token itself");
  }
  const token = readVariable("hf-token", variable, environment);
  if (!token.startsWith("hf_")) throw new UsageError(`What ${variable} holds does not begin with hf_`);
  return token;
}

/** The headers that a model is called with: `authorization=MODEL_KEY` → what MODEL_KEY holds. @throws {UsageError} */
export function readHeaders(given: readonly string[], environment: NodeJS.ProcessEnv): JsonObject {
  return Object.fromEntries(
    given.map((header) => {
      const [, name, variable] = /^([\w-]+)=([A-Za-z_]\w*)$/.exec(header) ?? [];
      if (name === undefined || variable === undefined) {
        throw new UsageError(
          "--header takes NAME=VARIABLE, the name of a header and of the environment variable that holds its value, such as authorization=MODEL_AUTHORIZATION",
        );
      }
      return [name, readVariable("header", variable, environment)];
    }),
  );
}

export const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON object as it is given on the command line. @throws {UsageError} */
export function constraintsOf(given: string): JsonObject {
  try {
    const value: JsonValue = JSON.parse(given);
    if (isObject(value)) return value;
  } catch {
    // Said below, as for JSON that is no object.
  }
  throw new UsageError(`--constraints takes a JSON object, such as '{"size":{"max":7e9}}', not ${given}`);
}

/** The options that are given, without those that are not. */
export const withoutUndefined = <Of extends object>(options: Of): { [Key in keyof Of]: Exclude<Of[Key], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;

export interface BudgetOptions {
  readonly time?: number;
  readonly usd?: number;
  readonly llmCalls?: number;
  readonly tasks?: number;
  readonly onExhausted?: Exhaustion;
}

/** Adds the options that say what a run may spend. */
export const withBudgetOptions = (command: Command): Command =>
  command
    .option(
      "--time <seconds>",
      "how long it may work, waits for you not counted; half an hour when left out",
      numberOf("time", "seconds", (value) => value > 0),
    )
    .option(
      "--usd <dollars>",
      "what calls of models may cost; one whose price nobody knows is not called then",
      dollarsOf("usd"),
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
export function budgetOf({ time, usd, llmCalls, tasks, onExhausted }: BudgetOptions): Partial<Budget> | undefined {
  const timeMs = time === undefined ? undefined : Math.ceil(time * 1000);
  const budget = withoutUndefined({ timeMs, usd, llmCalls, tasks, onExhausted });
  return Object.keys(budget).length === 0 ? undefined : budget;
}

export interface GoalBudgetOptions {
  readonly budgetUsd?: number;
  readonly minutes?: number;
  readonly llmCalls?: number;
  readonly tasks?: number;
}

/** Adds the options that say what a goal may spend. */
export const withGoalBudgetOptions = (command: Command): Command =>
  command
    .option("--budget-usd <dollars>", "what calls of models may cost in all", dollarsOf("budget-usd"))
    .option(
      "--minutes <n>",
      "how long it may work, waits for you not counted; two hours when left out",
      numberOf("minutes", "minutes", (value) => value > 0),
    )
    .option(
      "--llm-calls <n>",
      "texts that a language model may write; 200 when left out",
      numberOf("llm-calls", "a whole number from 1 on", (value) => isCount(value) && value > 0),
    )
    .option(
      "--tasks <n>",
      "tasks that may run; 1,000 when left out",
      numberOf("tasks", "a whole number from 1 on", (value) => isCount(value) && value > 0),
    );

/** What a goal may spend; undefined where nothing was said. */
export function goalBudgetOf({ budgetUsd: usd, minutes, llmCalls, tasks }: GoalBudgetOptions) {
  const timeMs = minutes === undefined ? undefined : Math.ceil(minutes * 60_000);
  const budget = withoutUndefined({ timeMs, usd, llmCalls, tasks });
  return Object.keys(budget).length === 0 ? undefined : budget;
}
