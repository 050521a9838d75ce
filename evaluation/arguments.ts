import { resolve } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { PLANNING_MODES } from "../src/domain/selection.ts";
import { type SuiteDependencies, UsageError } from "./suite.ts";

/** What the options of a suite's call may be declared as, and what they hold. */
type Parsed<T extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>
>;

/** The options that every suite has which plans. */
export const PLANNING_OPTIONS = {
  controller: { type: "string" },
  planning: { type: "string" },
  json: { type: "boolean" },
} as const;

/** What `--planning` takes, as a usage tells it. */
export const PLANNINGS = PLANNING_MODES.join("|");
export const HOW_PLANNED =
  "how its language model plans: global, the whole plan, when left out; or light, a choice among likely task types";

/** @throws {UsageError} for an option that is not declared, or lacks its value. */
export function readArguments<const T extends ParseArgsOptionsConfig>(given: readonly string[], options: T): Parsed<T> {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    // The first sentence says what is wrong; what follows is about Node's own conventions.
    throw new UsageError(error instanceof Error ? (error.message.split(". ", 1)[0] ?? "") : "Wrong usage");
  }
}

/** An input file: where it lies, and what messages call it. */
export interface InputFile {
  readonly path: string;
  readonly shown: string;
}

/** @param shown as it was given. */
export const fileAt = (shown: string, { folder }: Pick<SuiteDependencies, "folder">): InputFile => ({
  path: resolve(folder, shown),
  shown,
});

/** The only path of a call. @param wanted what it holds, for who forgot it. @throws {UsageError} for none or several. */
export function onlyFile(positionals: readonly string[], wanted: string, surroundings: SuiteDependencies): InputFile {
  const [shown, ...more] = positionals;
  if (shown === undefined || more.length > 0) throw new UsageError(`One ${wanted} is wanted`);
  return fileAt(shown, surroundings);
}

/** @throws {UsageError} when a suite is given a file that it has no use for. */
export function noFiles([first]: readonly string[]): void {
  if (first !== undefined) throw new UsageError(`${JSON.stringify(first)} is one argument too many`);
}

/** Writes what a suite found, for programs or for people. */
export function writeReport<T>(
  report: T,
  toText: (report: T) => string,
  json: boolean | undefined,
  { write }: Pick<SuiteDependencies, "write">,
): void {
  write(`${json ? JSON.stringify(report, null, 2) : toText(report)}\n`);
}
