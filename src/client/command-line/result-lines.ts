import type { ResourceView, RunView } from "../../domain/views.ts";
import { PROGRAM, serverFlag } from "./help.ts";
import { renderMarkdown } from "./markdown.ts";
import type { SavedFile } from "./save-files.ts";
import { fileOf } from "./saved-links.ts";
import { type StyledLine, span } from "./styled.ts";
import { duration } from "./symbols.ts";

export interface ResultOptions {
  readonly baseUrl: string;
  readonly width: number;
  readonly saved: readonly SavedFile[];
  /** Whether to say how to go on; true unless said otherwise. */
  readonly advice?: boolean;
}

/** What is printed once a run is over: the answer, the files, and how to go on. */
export function resultLines(run: RunView, options: ResultOptions): readonly StyledLine[] {
  const paths = new Map(options.saved.map(({ id, path }) => [id, path]));
  const link = (href: string): string | null => {
    const id = fileOf(href);
    if (id !== null) return paths.get(id) ?? null;
    return href.startsWith("/") ? options.baseUrl + href : href;
  };
  const answer = renderMarkdown(run.answer ?? "", { width: options.width - 2, link });
  return [
    [],
    ...answer.map((line) => (line.every(({ text }) => text === "") ? [] : [span("  "), ...line])),
    ...fileLines(run.files, paths, options.baseUrl),
    [],
    ...closingLines(run),
    ...(options.advice === false ? [] : adviceLines(run, options.baseUrl)),
  ];
}

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
  const calls = usage.llmCalls === 1 ? "1 LLM call" : `${usage.llmCalls || "no"} LLM calls`;
  const tasks = usage.tasks === 1 ? "1 task" : `${usage.tasks} tasks`;
  return [
    ...(error && status !== "cancelled" ? [[span(`  ${error.code}: ${error.message}`, "red")]] : []),
    [span(`  ${status} in ${duration(usage.timeMs)} · ${tasks} · ${calls}`, "dim")],
  ];
}

function adviceLines({ id, conversation }: RunView, server: string): readonly StyledLine[] {
  const flag = serverFlag(server);
  return [
    [span(`  report: ${PROGRAM} runs report ${id}${flag}`, "dim")],
    [span(`  go on:  ${PROGRAM} ask "…" --conversation ${conversation}${flag}`, "dim")],
  ];
}

/** Bytes as people read them. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
