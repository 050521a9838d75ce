import type { WorkStatus } from "../../domain/run/state.ts";
import { drawGraph, type GraphRow } from "./plan-graph.ts";
import type { TaskProgress } from "./run-progress.ts";
import { type Style, type StyledLine, span } from "./styled.ts";
import { duration, SYMBOLS, spinner } from "./symbols.ts";
import { cleanLine, cut, pad, widthOf } from "./terminal-text.ts";

/** Below this many columns a line has no room for the model, and below the next none for details. */
const MODEL_FROM_WIDTH = 72;
const DETAIL_FROM_WIDTH = 48;
const MAX_TYPE_WIDTH = 30;
const MAX_MODEL_WIDTH = 36;
const BAR_CELLS = 10;
const TIME_WIDTH = 8;

/** The graph, one line a task. @param room most lines it may take. */
export function taskLines(
  tasks: readonly TaskProgress[],
  options: { readonly now: number; readonly width: number },
  room: number,
): readonly StyledLine[] {
  if (tasks.length === 0) return [];
  const graph = drawGraph(tasks);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const rows = graph.rows.flatMap((row) => {
    const task = byId.get(row.id);
    return task ? [{ row, task }] : [];
  });
  const shown = rows.length <= room ? rows : mostTelling(rows, room - 1);
  const columns = layOut(tasks, graph.width, options.width);
  const lines = shown.map(({ row, task }) => taskLine(row, task, columns, options.now));
  if (shown.length === rows.length) return lines;
  const left = new Set(shown.map(({ task }) => task.id));
  return [...lines, [span(`  … and ${countByStatus(tasks.filter(({ id }) => !left.has(id)))}`, "dim")]];
}

const TELLING: Readonly<Record<WorkStatus, number>> = {
  running: 0,
  retrying: 1,
  failed: 2,
  skipped: 4,
  cancelled: 5,
  waiting: 6,
  succeeded: 7,
};

/** The `count` tasks most worth watching, in the order of the graph; of those that succeeded, the latest. */
function mostTelling<T extends { readonly task: TaskProgress }>(rows: readonly T[], count: number): readonly T[] {
  const ranked = [...rows].sort(
    (a, b) =>
      TELLING[a.task.status] - TELLING[b.task.status] ||
      (a.task.status === "succeeded" ? (b.task.endedAt ?? 0) - (a.task.endedAt ?? 0) : 0),
  );
  const chosen = new Set(ranked.slice(0, Math.max(0, count)));
  return rows.filter((row) => chosen.has(row));
}

export function countByStatus(tasks: readonly TaskProgress[]): string {
  const counts = new Map<string, number>();
  for (const { status } of tasks) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
}

interface Columns {
  readonly id: number;
  readonly type: number;
  readonly detail: number;
  readonly model: number;
  /** Whether models have room for their provider and owner: `embedded:impresario/textrank`, else `textrank`. */
  readonly fullNames: boolean;
}

const nameOf = ({ model }: TaskProgress, full: boolean): string => {
  const name = cleanLine(model ?? "");
  return full ? name : name.slice(Math.max(name.indexOf(":"), name.lastIndexOf("/")) + 1);
};

function layOut(tasks: readonly TaskProgress[], graphWidth: number, width: number): Columns {
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => widthOf(cleanLine(text))));
  const id = widest(tasks.map((task) => String(task.id)));
  const type = Math.min(MAX_TYPE_WIDTH, Math.floor(width / 3), widest(tasks.map((task) => task.type)));
  const modelLimit = width < MODEL_FROM_WIDTH ? 0 : Math.min(MAX_MODEL_WIDTH, Math.floor(width / 4));
  const fullNames = widest(tasks.map((task) => nameOf(task, true))) <= modelLimit;
  const model = Math.min(modelLimit, widest(tasks.map((task) => nameOf(task, fullNames))));
  const taken = 2 + graphWidth + 1 + id + 1 + type + 2 + (model > 0 ? model + 2 : 0) + TIME_WIDTH;
  const detail = width < DETAIL_FROM_WIDTH ? 0 : Math.max(0, width - taken);
  return { id, type, model, fullNames, detail };
}

function taskLine(row: GraphRow, task: TaskProgress, columns: Columns, now: number): StyledLine {
  const { symbol, style } = SYMBOLS[task.status];
  const shownSymbol = task.status === "running" ? spinner(now) : symbol;
  const cell = (text: string, width: number): string => pad(cut(cleanLine(text), width), width);
  const time = task.startedAt === null ? "" : duration((task.endedAt ?? now) - task.startedAt);
  return [
    span(`  ${row.before}`, "dim"),
    span(shownSymbol, style),
    span(`${row.after} `, "dim"),
    span(`${String(task.id).padStart(columns.id)} `, "dim"),
    span(cell(task.type, columns.type), task.status === "waiting" ? "dim" : "plain"),
    ...(columns.detail > 0 ? [span("  "), ...detail(task, columns.detail, now)] : []),
    ...(columns.model > 0 ? [span(`  ${cell(nameOf(task, columns.fullNames), columns.model)}`, "dim")] : []),
    span(time.padStart(TIME_WIDTH), "dim"),
  ];
}

/** What is worth saying of a task now, in exactly `width` columns. */
function detail(task: TaskProgress, width: number, now: number): StyledLine {
  const filled = (text: string, style: Style): StyledLine => [span(pad(cut(cleanLine(text), width), width), style)];
  const again = task.attempt > 1 ? `attempt ${task.attempt} · ` : "";
  switch (task.status) {
    case "waiting":
      return filled(task.inputs, "dim");
    case "running": {
      const { note, fraction } = task.progress ?? { note: "", fraction: undefined };
      const words = again + (note === "" ? task.inputs : note);
      return fraction === undefined ? filled(words, "plain") : withBar(fraction, words, width);
    }
    case "retrying": {
      const wait = task.retry ? Math.max(0, task.retry.at - now) : 0;
      return filled(`again in ${duration(wait)}: ${task.retry?.why ?? ""}`, "yellow");
    }
    case "succeeded": {
      const result = task.result === "" ? task.notes.join(" · ") : task.result;
      return filled(`${again}→ ${result}`, "plain");
    }
    case "failed":
      return filled(again + (task.error ?? "failed"), "red");
    case "skipped":
    case "cancelled":
      return filled(task.error ?? task.status, "yellow");
  }
}

function withBar(fraction: number, words: string, width: number): StyledLine {
  const share = Math.min(1, Math.max(0, fraction));
  const full = Math.round(share * BAR_CELLS);
  const percent = `${Math.round(share * 100)}%`.padStart(4);
  const rest = Math.max(0, width - BAR_CELLS - percent.length - 1);
  return [
    span("█".repeat(full), "cyan"),
    span("░".repeat(BAR_CELLS - full), "dim"),
    span(pad(cut(`${percent} ${cleanLine(words)}`, rest + percent.length + 1), rest + percent.length + 1)),
  ];
}
