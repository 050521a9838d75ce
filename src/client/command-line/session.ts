import type { RunStatus } from "../../domain/run/state.ts";
import { paint, type StyledLine, type Terminal } from "./terminal.ts";

/** What a command works with: the process's own streams, or a test's. */
export interface CliSession {
  /** Standard output: what was asked for and nothing else. */
  readonly terminal: Terminal;
  /** Standard error: progress, advice and failures. */
  readonly progress: Terminal;
  /** Reads the standard input to its end. */
  readInput(): Promise<Blob>;
  /** Its lines, each asked for with a prompt where somebody sits there. */
  readLines(): AsyncIterable<string>;
  /** Where relative paths begin. */
  readonly folder: string;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly environment: NodeJS.ProcessEnv;
  /** Asks a yes-or-no question; null where nobody sits at the terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
}

export const EXIT = {
  succeeded: 0,
  failed: 1,
  usage: 2,
  partial: 3,
  cancelled: 4,
  waiting: 5,
  interrupted: 130,
} as const;

/** By the status of a run; one that is at work was not awaited, which is no failure. */
export function exitCode(status: RunStatus): number {
  if (status === "awaiting-approval" || status === "paused") return EXIT.waiting;
  return status === "failed" || status === "partial" || status === "cancelled" ? EXIT[status] : EXIT.succeeded;
}

/** Prints lines that stay: in full, as a path or an address that is cut is of no use. */
export const print = ({ terminal }: CliSession, lines: readonly StyledLine[]): void => writeLines(terminal, lines);

/** Says what is not what was asked for: how it goes, what it took, how to go on. */
export const say = ({ progress }: CliSession, lines: readonly StyledLine[]): void => writeLines(progress, lines);

export function writeLines(terminal: Terminal, lines: readonly StyledLine[]): void {
  for (const line of lines) terminal.write(`${paint(line, Number.POSITIVE_INFINITY, terminal.colour).trimEnd()}\n`);
}

export const printJson = ({ terminal }: CliSession, value: unknown, indent?: number): void =>
  terminal.write(`${JSON.stringify(value, null, indent)}\n`);

/** Prints what a command came to, as JSON or in lines, and gives the exit code of one that succeeded. */
export function show(session: CliSession, json: boolean, value: unknown, lines: readonly StyledLine[]): number {
  if (json) printJson(session, value, 2);
  else print(session, lines);
  return EXIT.succeeded;
}
