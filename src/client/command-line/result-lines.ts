import type { ResourceView, RunView } from "../../domain/views.ts";
import { PROGRAM, serverFlag } from "./help.ts";
import { renderMarkdown } from "./markdown.ts";
import type { SavedFile } from "./save-files.ts";
import { fileOf } from "./saved-links.ts";
import { type StyledLine, span } from "./styled.ts";
import { duration, money } from "./symbols.ts";

export interface ResultOptions {
  readonly baseUrl: string;
  /** Lines are broken at it; infinite where the answer is kept in a file. */
  readonly width: number;
  readonly saved: readonly SavedFile[];
}

/** The answer of a run, with links that lead somewhere from here. */
export function answerLines(run: RunView, { baseUrl, width, saved }: ResultOptions): readonly StyledLine[] {
  const paths = pathsOf(saved);
  const link = (href: string): string | null => {
    const id = fileOf(href);
    if (id !== null) return paths.get(id) ?? null;
    return href.startsWith("/") ? baseUrl + href : href;
  };
  return renderMarkdown(run.answer ?? "", { width, link });
}

/** The files that a run made, how it ended, and what it took. */
export const closingLines = (run: RunView, { baseUrl, saved }: ResultOptions): readonly StyledLine[] => [
  ...fileLines(run.files, pathsOf(saved), baseUrl),
  [],
  ...endLines(run),
];

/** All of a run that is over, for a person. */
export const resultLines = (run: RunView, options: ResultOptions): readonly StyledLine[] => [
  [],
  ...indented(answerLines(run, { ...options, width: options.width - 2 })),
  ...closingLines(run, options),
];

/** Lines that stand in a little from the edge. */
export const indented = (lines: readonly StyledLine[]): readonly StyledLine[] =>
  lines.map((line) => (line.every(({ text }) => text === "") ? [] : [span("  "), ...line]));

const pathsOf = (saved: readonly SavedFile[]): ReadonlyMap<string, string> =>
  new Map(saved.map(({ id, path }) => [id, path]));

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

function endLines({ usage, status, error }: RunView): readonly StyledLine[] {
  const calls = usage.llmCalls === 1 ? "1 language model call" : `${usage.llmCalls || "no"} language model calls`;
  const tasks = usage.tasks === 1 ? "1 task" : `${usage.tasks} tasks`;
  return [
    ...(error && status !== "cancelled" ? [[span(`  ${error.code}: ${error.message}`, "red")]] : []),
    [span(`  ${status} in ${duration(usage.timeMs)} · ${tasks} · ${calls} · ${cost(usage)}`, "dim")],
  ];
}

/** How to go on after a run. Ids are long: `last` stands for them, unless they are asked for. */
export function adviceLines({ id, conversation }: RunView, server: string, ids: boolean): readonly StyledLine[] {
  const flag = serverFlag(server);
  return [
    [span(`  report: ${PROGRAM} runs report ${ids ? id : LAST}${flag}`, "dim")],
    [span(`  go on:  ${PROGRAM} ask "…" --conversation ${ids ? conversation : LAST}${flag}`, "dim")],
  ];
}

/** Stands for the id of the run or the conversation that came last. */
export const LAST = "last";

function cost({ usd, unpricedCalls }: RunView["usage"]): string {
  if (unpricedCalls === 0) return usd === 0 ? "free" : money(usd);
  const unknown = `${unpricedCalls} ${unpricedCalls === 1 ? "call" : "calls"} of unknown price`;
  return usd === 0 ? unknown : `${money(usd)} and ${unknown}`;
}

/** Bytes as people read them. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
