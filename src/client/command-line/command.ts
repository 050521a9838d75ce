/** What the commands of the command line are made of. */
import type { GoalStatus } from "../../domain/goal/state.ts";
import type { RunStatus } from "../../domain/run/state.ts";
import type { Client } from "../client.ts";
import { paint, type StyledLine, span, type Terminal } from "./terminal.ts";

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
  /** Asks a question and gives the line that is typed; null where nobody sits at the terminal. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Asks a yes-or-no question; null where nobody sits at the terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
}

/** What a command acts with. */
export interface Context {
  readonly client: Client;
  readonly session: CliSession;
  readonly signal: AbortSignal;
  /** Whether a program reads what is printed. */
  readonly json: boolean;
  /** Whether ids of runs and conversations are shown. */
  readonly ids: boolean;
  /** Tells of a failure that does not end the command. @returns its exit code */
  tell(fault: unknown): number;
}

/** Does what a command says, with its options and arguments. @returns the exit code */
export type Act<Options> = Call<Options, number>;

type Call<Options, Answer> = (context: Context, options: Options, ...given: readonly string[]) => Promise<Answer>;

type ToLines<Options, Answer> = (answer: Answer, context: Context, options: Options) => readonly StyledLine[];

type Action = (...given: unknown[]) => Promise<void>;

/** What a command does, as commander calls it. */
export interface Actions {
  run<Options>(act: Act<Options>): Action;
  /** Makes a call, and prints what comes of it, as JSON or in lines. */
  show<Options, Answer>(call: Call<Options, Answer>, lines: ToLines<Options, Answer>): Action;
}

/** @param run makes an action of what is to be done */
export const toActions = (run: Actions["run"]): Actions => ({
  run,
  show: <Options, Answer>(call: Call<Options, Answer>, lines: ToLines<Options, Answer>) =>
    run<Options>(async (context, options, ...given) => {
      const answer = await call(context, options, ...given);
      if (context.json) printJson(context.session, answer, 2);
      else print(context.session, lines(answer, context, options));
      return EXIT.succeeded;
    }),
});

/** Fields of a record, a line each, with the first to stand out; what is empty is left out. */
export function recordLines(record: object): readonly StyledLine[] {
  const fields = Object.entries(record)
    .map(([name, value]) => [name, fieldText(value)] as const)
    .filter(([, text]) => text !== "");
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, text], index) =>
    index === 0 ? [span(text, "bold")] : [span(`  ${name.padEnd(width)}  `, "dim"), span(text)],
  );
}

function fieldText(value: unknown): string {
  if (typeof value !== "object") return String(value);
  if (value === null || Object.keys(value).length === 0) return "";
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isList ? value.join(", ") : JSON.stringify(value);
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

export const EXIT_CODES = `
Exit codes:
  0 succeeded   1 failed   2 wrong usage   3 answered in part   4 cancelled
  5 waits for you: to approve, to answer, or to resume it   130 interrupted`;

/** By the status of a run or goal; one that is at work was not awaited, which is no failure. */
export function exitCode(status: RunStatus | GoalStatus): number {
  if (status === "awaiting-approval" || status === "asking" || status === "paused") return EXIT.waiting;
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

/** How the command line is called in the examples: from a checkout it runs as its sources, from the package as JavaScript. */
export const PROGRAM = import.meta.url.endsWith(".ts") ? "npm run cli --" : "npx impresario";

export const DEFAULT_SERVER = "http://127.0.0.1:8787";

/** What to add to a command so that it reaches this server again. */
export const serverFlag = (server: string): string => (server === DEFAULT_SERVER ? "" : ` --server ${server}`);

/** The examples of a help text. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${PROGRAM} ${line}`).join("\n")}`;
