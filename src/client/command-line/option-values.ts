/** Reads what options are given, and refuses what they cannot mean in words that say why. */
import type { JsonObject, JsonValue } from "../../domain/json.ts";
import type { CastingWishes } from "../client.ts";

/** The command line cannot be what was meant. */
export class UsageError extends Error {}

/** @throws {UsageError} for what is no such number @param takes in words, for who gave another */
export const numberOf =
  (option: string, takes: string, isOne: (value: number) => boolean) =>
  (given: string): number => {
    const value = given.trim() === "" ? Number.NaN : Number(given);
    if (Number.isFinite(value) && isOne(value)) return value;
    throw new UsageError(`--${option} takes ${takes}, not "${given}"`);
  };

export const countUpTo = (option: string, most: number): ((given: string) => number) =>
  numberOf(option, `a whole number from 1 to ${most}`, (value) => isCount(value) && value >= 1 && value <= most);

export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

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

const TOKEN = /^hf_/;

/** The caller's own token of Hugging Face. @throws {UsageError} that says nothing of the token */
export function readHfToken(variable: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (variable === undefined) return undefined;
  if (TOKEN.test(variable) && environment[variable] === undefined) {
    throw new UsageError(
      "--hf-token takes the name of a variable that holds the token, such as HF_TOKEN, and not the token itself: others on this machine could read it",
    );
  }
  if (!VARIABLE.test(variable)) throw new UsageError("--hf-token takes the name of a variable, such as HF_TOKEN");
  const token = environment[variable]?.trim();
  if (!token) throw new UsageError("The variable that --hf-token names is not set");
  if (!TOKEN.test(token)) throw new UsageError("What the variable that --hf-token names holds does not begin with hf_");
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

/** The conditions on models out of three options; the server reads what they say. @throws {UsageError} */
export function readConstraints(
  given: JsonObject = {},
  licence: readonly string[] = [],
  avoid: readonly string[] = [],
): Pick<CastingWishes, "constraints"> {
  const all: JsonObject = {
    ...given,
    ...beside(given, "licence", "allow", "licence", licence),
    ...beside(given, "model", "deny", "avoid", avoid),
  };
  return Object.keys(all).length === 0 ? {} : { constraints: all };
}

/** The part of the constraints that an option writes; two writers of one part would be a guess which is meant. */
function beside(
  given: JsonObject,
  part: string,
  side: "allow" | "deny",
  option: string,
  names: readonly string[],
): JsonObject {
  if (names.length === 0) return {};
  if (names.some((name) => name.trim() === "")) throw new UsageError(`--${option} needs a name`);
  if (Object.hasOwn(given, part)) throw new UsageError(`Say it once: --${option}, or ${part} in --constraints`);
  return { [part]: { [side]: names } };
}

/** The options that are given, without those that are not. */
export const withoutUndefined = <Of extends object>(options: Of): { [Key in keyof Of]: Exclude<Of[Key], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
