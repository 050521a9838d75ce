import { parseArgs } from "node:util";
import { COMMANDS, type CommandName } from "./help.ts";
import { nearest } from "./nearest.ts";
import { COMMON_OPTIONS, OPTIONS, type OptionName, OWN_OPTIONS } from "./options.ts";
import { UsageError } from "./usage-error.ts";

export type ParsedOptions = ReturnType<typeof parse>["values"];

export const isCommand = (name: string | undefined): name is CommandName =>
  COMMANDS.some((command) => command === name);

/** What can be told of arguments that may be wrong: which command is meant, and who reads its output. */
export function skimArguments(given: readonly string[]): {
  readonly about: CommandName | null;
  readonly json: boolean;
  readonly events: boolean;
  readonly help: boolean;
  readonly positionals: readonly string[];
} {
  const { values, positionals } = parseArgs({
    args: [...given],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
  });
  const [name] = positionals;
  return {
    about: isCommand(name) ? name : null,
    json: values.json !== undefined,
    events: values.events !== undefined,
    help: values.help !== undefined,
    positionals,
  };
}

/** Options and the rest. @throws {UsageError} for an option that the command has not, or one without its value */
export function parse(given: readonly string[]) {
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
