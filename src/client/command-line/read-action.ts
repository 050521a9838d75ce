import { nearest } from "./nearest.ts";
import { ACTIONS, type OptionName } from "./options.ts";
import type { ParsedOptions } from "./parse.ts";
import { UsageError } from "./usage-error.ts";

type WithActions = keyof typeof ACTIONS;
export type ActionOf<Command extends WithActions> = keyof (typeof ACTIONS)[Command] & string;

/** What is to be done, as the word after the command says. @throws {UsageError} for any other, and for options of another */
export function readAction<Command extends WithActions>(
  command: Command,
  asked: string | undefined,
  values: ParsedOptions,
): ActionOf<Command> {
  const options: Readonly<Record<string, readonly OptionName[]>> = ACTIONS[command];
  const names = Object.keys(options);
  const isAction = (name: string | undefined): name is ActionOf<Command> => names.some((one) => one === name);
  if (!isAction(asked)) throw new UsageError(unknownAction(command, asked, names));
  for (const [action, own] of Object.entries(options)) {
    const stray = own.find((name) => values[name] !== undefined && !options[asked]?.includes(name));
    if (stray) throw new UsageError(`--${stray} goes with \`${command} ${action}\`, not with \`${command} ${asked}\``);
  }
  return asked;
}

function unknownAction(command: WithActions, asked: string | undefined, names: readonly string[]): string {
  const all = names.map((name) => `\`${command} ${name}\``).join(", ");
  if (asked === undefined) return `It is ${all}`;
  const meant = nearest(asked, names);
  return `There is no \`${command} ${asked}\`: ${meant === null ? `it is ${all}` : `did you mean \`${command} ${meant}\`?`}`;
}
