import type { RunStatus } from "../../domain/run/state.ts";
import type { ResourceView, RunView } from "../../domain/views.ts";
import { PROGRAM, serverFlag } from "./command-parts.ts";
import { renderMarkdown } from "./markdown.ts";
import { fileOf, type SavedFile } from "./save-files.ts";
import { type StyledLine, span } from "./terminal.ts";
import { count, duration, money, size } from "./words.ts";

export interface ResultOptions {
  readonly baseUrl: string;
  /** Columns to break the answer at; infinite where no terminal shows it. */
  readonly width: number;
  readonly saved: readonly SavedFile[];
}

const pathsOf = (saved: readonly SavedFile[]) => new Map(saved.map(({ id, path }) => [id, path]));

/** The answer, with links that lead to where its files are. */
export function answerLines(run: RunView, { baseUrl, width, saved }: ResultOptions): readonly StyledLine[] {
  const paths = pathsOf(saved);
  const link = (href: string): string | null => {
    const id = fileOf(href);
    if (id !== null) return paths.get(id) ?? null;
    return href.startsWith("/") ? baseUrl + href : href;
  };
  return renderMarkdown(run.answer ?? "", { width, link });
}

/** What is said of a run that is over, besides its answer: its files, and what it took. */
export const resultLines = (run: RunView, { baseUrl, saved }: ResultOptions): readonly StyledLine[] => [
  ...fileLines(run.files, pathsOf(saved), baseUrl),
  [],
  ...closingLines(run),
];

function fileLines(
  files: readonly ResourceView[],
  paths: ReadonlyMap<string, string>,
  baseUrl: string,
): readonly StyledLine[] {
  if (files.length === 0) return [];
  return [
    [],
    ...files.map((file) => [
      span("  ▪ ", "cyan"),
      span(file.name, "bold"),
      span(`  ${file.mediaType}, ${size(file.bytes)}  `, "dim"),
      span(paths.get(file.id) ?? new URL(file.url, baseUrl).href),
    ]),
  ];
}

function closingLines({ usage, status, error }: RunView): readonly StyledLine[] {
  const calls =
    usage.llmCalls === 0 ? [] : [count(usage.llmCalls, "call of a language model", "calls of a language model")];
  const cost = [
    ...(usage.usd > 0 ? [money(usage.usd)] : []),
    ...(usage.unpricedCalls > 0 ? [`${count(usage.unpricedCalls, "call")} of unknown price`] : []),
  ];
  const parts = [`${status} in ${duration(usage.timeMs)}`, count(usage.tasks, "task"), ...calls, ...cost];
  return [
    ...(error && status !== "cancelled" ? [[span(`  ${error.code}: ${error.message}`, "red")]] : []),
    [span(`  ${parts.join(" · ")}`, "dim")],
  ];
}

/** How to read more of a run that is over, and to go on with its conversation. */
export function adviceLines({ id, conversation }: RunView, server: string, ids: boolean): readonly StyledLine[] {
  const flag = serverFlag(server);
  return [
    [span(`  report: ${PROGRAM} runs report ${ids ? id : "last"}${flag}`, "dim")],
    [span(`  go on:  ${PROGRAM} ask "…" --conversation ${ids ? conversation : "last"}${flag}`, "dim")],
  ];
}

type Advice = readonly (readonly [command: string, does: string])[];

const ADVICE: { readonly [Status in "awaiting-approval" | "paused"]: (run: string) => Advice } = {
  "awaiting-approval": (run) => [
    [`runs show ${run}`, "shows the plan"],
    [`runs approve ${run}`, "has it run"],
    [`runs reject ${run}`, "ends the run"],
  ],
  paused: (run) => [
    [`runs resume ${run}`, "goes on; with --usd, --time, --llm-calls or --tasks where its budget is used up"],
    [`runs cancel ${run}`, "ends the run"],
  ],
};

const underWay = (run: string): Advice => [
  [`runs watch ${run}`, "follows it"],
  [`runs cancel ${run}`, "stops it"],
];

/** What can be done with a run that is not over, a command a line. @param flag what leads to its server */
export function howToGoOn(run: string, status: RunStatus, flag: string): readonly string[] {
  const rests = status === "awaiting-approval" || status === "paused";
  const commands = rests ? ADVICE[status](run) : underWay(run);
  const width = Math.max(...commands.map(([command]) => command.length)) + flag.length;
  return [
    HOW_IT_STANDS[status] ?? "The run goes on:",
    ...commands.map(([command, does]) => `  ${PROGRAM} ${(command + flag).padEnd(width)}    ${does}`),
  ];
}

const HOW_IT_STANDS: { readonly [Status in RunStatus]?: string } = {
  "awaiting-approval": "The run waits, for a week at most, until its plan is approved:",
  paused: "The run is paused:",
};
