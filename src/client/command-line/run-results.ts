/** What came of a run: its answer, its files, what it took, and how to go on. */
import { resolve } from "node:path";
import type { RunStatus } from "../../domain/run/state.ts";
import type { ResourceView, RunView } from "../client.ts";
import { type Context, EXIT, exitCode, PROGRAM, print, printJson, say, serverFlag } from "./command.ts";
import { renderMarkdown } from "./markdown.ts";
import { fileOf, makeFolder, type SavedFile, saveFiles } from "./save-files.ts";
import { type StyledLine, span } from "./terminal.ts";
import { count, duration, money, size } from "./words.ts";

/** Where files are to be saved; undefined where nobody asked for that. @throws {UsageError} where nothing can be */
export async function folderFor(out: string | undefined, { session }: Context): Promise<string | undefined> {
  if (out === undefined) return undefined;
  const folder = resolve(session.folder, out);
  await makeFolder(folder);
  return folder;
}

/** How the end of a run is printed. */
interface Finishing {
  /** The folder that its files are saved in. */
  readonly folder: string | undefined;
  /** Of its JSON; none for one line. */
  readonly indent: number | undefined;
  /** Whether the conversation goes on by itself, so that nobody needs to be told how to. */
  readonly goesOn?: boolean;
}

/**
 * Saves what was made, and prints the answer, in the form that it was wanted in; or how to go on with a run that waits.
 * @returns the exit code
 */
export async function finish(run: RunView, { folder, indent, goesOn }: Finishing, context: Context): Promise<number> {
  const { client, session, signal, json, ids } = context;
  const saved = folder === undefined ? [] : await saveFiles(client, run.files, folder, signal);
  if (json) printJson(session, { ...run, saved }, indent);
  else if (run.endedAt === null) printHowToGoOn(run, context);
  else {
    const { repaints, columns } = session.terminal;
    const options = { baseUrl: client.baseUrl, width: repaints ? columns - 1 : Number.POSITIVE_INFINITY, saved };
    say(session, [[]]);
    if (run.structured?.as === "filled") printJson(session, run.structured.value, 2);
    else print(session, answerLines(run, options));
    say(session, [...resultLines(run, options), ...(goesOn ? [[]] : adviceLines(run, client.baseUrl, ids))]);
  }
  // What was asked for is not there, though all tasks succeeded.
  const isShort = run.status === "succeeded" && run.structured?.as === "refused";
  return isShort ? EXIT.partial : exitCode(run.status);
}

export const printHowToGoOn = ({ id, status }: RunView, { client, session }: Context): void =>
  say(session, [[], ...howToGoOn(id, status, serverFlag(client.baseUrl)).map((line) => [span(line)])]);

export interface ResultOptions {
  readonly baseUrl: string;
  /** Columns to break the answer at; infinite where no terminal shows it. */
  readonly width: number;
  readonly saved: readonly SavedFile[];
}

/** The answer, with links that lead to where its files are. */
export function answerLines(
  run: Pick<RunView, "answer">,
  { baseUrl, width, saved }: ResultOptions,
): readonly StyledLine[] {
  const link = (href: string): string | null => {
    const id = fileOf(href);
    if (id !== null) return saved.find((file) => file.id === id)?.path ?? null;
    return href.startsWith("/") ? baseUrl + href : href;
  };
  return renderMarkdown(run.answer ?? "", { width, link });
}

/** What is said of a run that is over, besides its answer: its files, what may be said next, and what it took. */
export const resultLines = (run: RunView, options: ResultOptions): readonly StyledLine[] => [
  ...fileLines(run.files, options),
  ...(run.choices.length === 0 ? [] : [[]]),
  ...run.choices.map((choice, place) => [span(`  ${place + 1}  `, "cyan"), span(choice)]),
  [],
  ...closingLines(run),
];

/** Files that were made, and where they are. */
export const fileLines = (files: readonly ResourceView[], { baseUrl, saved }: ResultOptions): readonly StyledLine[] => [
  ...(files.length === 0 ? [] : [[]]),
  ...files.map(({ id, name, mediaType, bytes, url }) => [
    span("  ▪ ", "cyan"),
    span(name, "bold"),
    span(`  ${mediaType}, ${size(bytes)}  `, "dim"),
    span(saved.find((file) => file.id === id)?.path ?? new URL(url, baseUrl).href),
  ]),
];

function closingLines({ usage, status, structured, error }: RunView): readonly StyledLine[] {
  const calls =
    usage.llmCalls === 0 ? [] : [count(usage.llmCalls, "call of a language model", "calls of a language model")];
  const cost = [
    ...(usage.usd > 0 ? [money(usage.usd)] : []),
    ...(usage.unpricedCalls > 0 ? [`${count(usage.unpricedCalls, "call")} of unknown price`] : []),
  ];
  const parts = [`${status} in ${duration(usage.timeMs)}`, count(usage.tasks, "task"), ...calls, ...cost];
  return [
    ...(error && status !== "cancelled" ? [[span(`  ${error.code}: ${error.message}`, "red")]] : []),
    ...(structured?.as === "refused"
      ? [[span(`  ${structured.name} was not filled in: ${structured.why}`, "red")]]
      : []),
    [span(`  ${parts.join(" · ")}`, "dim")],
  ];
}

/** How to read more of a run that is over, and to go on with its conversation. */
function adviceLines({ id, conversation }: RunView, server: string, ids: boolean): readonly StyledLine[] {
  const flag = serverFlag(server);
  return [
    [span(`  report: ${PROGRAM} runs report ${ids ? id : "last"}${flag}`, "dim")],
    [span(`  go on:  ${PROGRAM} ask "…" --conversation ${ids ? conversation : "last"}${flag}`, "dim")],
  ];
}

/** What can be done with a run that is not over, a command a line. @param flag what leads to its server */
export const howToGoOn = (run: string, status: RunStatus, flag: string): readonly string[] =>
  commandLines("runs", run, ADVICE[status] ?? UNDER_WAY, flag);

/** What can be done with something by its id, a command a line. @param flag what leads to its server */
export function commandLines(command: string, id: string, { stands, can }: Advice, flag: string): readonly string[] {
  const commands = can.map(([action, does]) => [`${command} ${action} ${id}${flag}`, does] as const);
  const width = Math.max(...commands.map(([call]) => call.length));
  return [stands, ...commands.map(([call, does]) => `  ${PROGRAM} ${call.padEnd(width)}    ${does}`)];
}

export interface Advice {
  readonly stands: string;
  readonly can: readonly (readonly [action: string, does: string])[];
}

const ADVICE: { readonly [Status in RunStatus]?: Advice } = {
  "awaiting-approval": {
    stands: "The run waits, for a week at most, until its plan is approved:",
    can: [
      ["show", "shows the plan"],
      ["approve", "has it run"],
      ["reject", "ends the run"],
    ],
  },
  paused: {
    stands: "The run is paused:",
    can: [
      ["resume", "goes on; with --usd, --time, --llm-calls or --tasks where its budget is used up"],
      ["cancel", "ends the run"],
    ],
  },
};

const UNDER_WAY: Advice = {
  stands: "The run goes on:",
  can: [
    ["watch", "follows it"],
    ["cancel", "stops it"],
  ],
};
