import type { JsonValue } from "../../domain/json.ts";
import type { Repair } from "../../domain/repair.ts";
import type { WorkStatus } from "../../domain/run/state.ts";
import type { PlannedTaskView, TaskView, ValueView, WireTask } from "../../domain/views.ts";
import { drawGraph, type GraphRow } from "./plan-graph.ts";
import { cleanLine, cut, pad, type Style, type StyledLine, span, widthOf } from "./terminal.ts";
import { duration } from "./words.ts";

/** A task as it is shown: of a plan that nobody ran, or of a run. */
interface ShownTask {
  readonly id: number;
  readonly type: string;
  readonly dependsOn: readonly number[];
  /** What flows in, in a few words. */
  readonly inputs: string;
  readonly status: WorkStatus;
  /** `provider:model` of the last attempt, or of the first choice. */
  readonly model: string;
  readonly durationMs: number | null;
  /** What there is to say of it besides. */
  readonly detail: string;
}

/** A task as it stands in the plan. @param names of resources by id, as far as they are known */
export function toPlannedTask(task: PlannedTaskView | TaskView, names: ReadonlyMap<string, string>): ShownTask {
  const [first] = task.candidates;
  const inputs = describeInputs(task, names);
  return {
    id: task.id,
    type: task.task,
    dependsOn: task.dep.filter((dependency) => dependency >= 0),
    inputs,
    model: task.model ?? (first ? `${first.provider}:${first.model}` : ""),
    ...{ status: "waiting", durationMs: null, detail: inputs },
  };
}

/** A task as far as it has come. @param names of resources by id, as far as they are known */
export function toShownTask(task: TaskView, names: ReadonlyMap<string, string>): ShownTask {
  const planned = toPlannedTask(task, names);
  const { status, startedAt, endedAt, attempts, progress, outputs, notes, error } = task;
  const last = attempts.at(-1);
  const again = last && last.number > 1 ? `attempt ${last.number} · ` : "";
  const result = describeOutputs(Object.values(outputs)) || notes.join(" · ");
  const detail = error?.message ?? (status === "succeeded" ? `→ ${result}` : (progress?.note ?? planned.inputs));
  return {
    ...planned,
    status,
    model: last?.model ?? planned.model,
    durationMs: startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null,
    detail: again + detail,
  };
}

function describeOutputs(outputs: readonly ValueView[]): string {
  for (const output of outputs) if ("text" in output) return shorten(output.text);
  for (const output of outputs) if ("resource" in output) return output.resource.name;
  for (const output of outputs) if ("data" in output) return shorten(JSON.stringify(output.data));
  return "";
}

export const SYMBOLS: Readonly<Record<WorkStatus, { readonly symbol: string; readonly style: Style }>> = {
  waiting: { symbol: "○", style: "dim" },
  running: { symbol: "◉", style: "cyan" },
  retrying: { symbol: "↻", style: "yellow" },
  succeeded: { symbol: "✔", style: "green" },
  failed: { symbol: "✖", style: "red" },
  skipped: { symbol: "⊘", style: "yellow" },
  cancelled: { symbol: "■", style: "yellow" },
};

/** Below this many columns a line has no room for the model, and below the next none for details. */
const MODEL_FROM_WIDTH = 72;
const DETAIL_FROM_WIDTH = 48;
const MAX_TYPE_WIDTH = 30;
const MAX_MODEL_WIDTH = 36;
const TIME_WIDTH = 8;

/** The graph, one line a task. @param room most lines it may take. */
export function taskLines(tasks: readonly ShownTask[], width: number, room: number): readonly StyledLine[] {
  if (tasks.length === 0) return [];
  const graph = drawGraph(tasks);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const rows = graph.rows.flatMap((row) => {
    const task = byId.get(row.id);
    return task ? [{ row, task }] : [];
  });
  const shown = rows.length <= room ? rows : mostTelling(rows, room - 1);
  const columns = layOut(tasks, graph.width, width);
  const lines = shown.map(({ row, task }) => taskLine(row, task, columns));
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

/** The `count` tasks most worth watching, in the order of the graph; of those that succeeded, the last ones. */
function mostTelling<T extends { readonly task: ShownTask }>(rows: readonly T[], count: number): readonly T[] {
  const ranked = [...rows].sort(
    (a, b) =>
      TELLING[a.task.status] - TELLING[b.task.status] || (a.task.status === "succeeded" ? b.task.id - a.task.id : 0),
  );
  const chosen = new Set(ranked.slice(0, Math.max(0, count)));
  return rows.filter((row) => chosen.has(row));
}

function countByStatus(tasks: readonly ShownTask[]): string {
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

const nameOf = ({ model }: ShownTask, full: boolean): string => {
  const name = cleanLine(model);
  return full ? name : name.slice(Math.max(name.indexOf(":"), name.lastIndexOf("/")) + 1);
};

function layOut(tasks: readonly ShownTask[], graphWidth: number, width: number): Columns {
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

function taskLine(row: GraphRow, task: ShownTask, columns: Columns): StyledLine {
  const { symbol, style } = SYMBOLS[task.status];
  const cell = (text: string, width: number): string => pad(cut(cleanLine(text), width), width);
  const time = task.durationMs === null ? "" : duration(task.durationMs);
  const detailStyle = style === "red" || style === "yellow" || style === "dim" ? style : "plain";
  return [
    span(`  ${row.before}`, "dim"),
    span(symbol, style),
    span(`${row.after} `, "dim"),
    span(`${String(task.id).padStart(columns.id)} `, "dim"),
    span(cell(task.type, columns.type), task.status === "waiting" ? "dim" : "plain"),
    ...(columns.detail > 0 ? [span("  "), span(cell(task.detail, columns.detail), detailStyle)] : []),
    ...(columns.model > 0 ? [span(`  ${cell(nameOf(task, columns.fullNames), columns.model)}`, "dim")] : []),
    span(time.padStart(TIME_WIDTH), "dim"),
  ];
}

/** Longer is cut here already; what is shown of it is a part of a line. */
const MAX_SHOWN_CHARS = 200;
const shorten = (text: string): string => text.slice(0, MAX_SHOWN_CHARS);

const REFERENCE = /^<resource>-(\d{1,9})(?:\.\S*)?$/;
const RESOURCE = /^res_[0-9a-f]+$/;
const ADDRESS = /^https?:\/\/\S+$/;

/** What flows into a task on the wire, in a few words. @param names of resources by id, as far as they are known */
function describeInputs({ args }: Pick<WireTask, "args">, names: ReadonlyMap<string, string>): string {
  const ports = Object.entries(args);
  return ports.map(([port, value]) => (ports.length > 1 ? `${port}: ` : "") + describeValue(value, names)).join(" · ");
}

function describeValue(value: JsonValue, names: ReadonlyMap<string, string>): string {
  if (Array.isArray(value)) return shorten(value.map((item) => describeOne(item, names)).join(", "));
  return describeOne(value, names);
}

function describeOne(value: JsonValue, names: ReadonlyMap<string, string>): string {
  if (typeof value !== "string") return shorten(JSON.stringify(value));
  const reference = REFERENCE.exec(value);
  if (reference) return `from ${reference[1]}`;
  const name = names.get(value);
  if (name !== undefined) return shorten(name);
  return RESOURCE.test(value) || ADDRESS.test(value) ? shorten(value) : `“${shorten(value)}”`;
}

/** What was changed to make a plan sound, a line each; of more than `most`, how many are left. */
export function repairLines(repairs: readonly Repair[], most: number): readonly StyledLine[] {
  const shown = repairs.length <= most ? repairs : repairs.slice(0, Math.max(0, most - 1));
  const left = repairs.length - shown.length;
  return [
    ...shown.map(({ message }) => [span(`  mended: ${message}`, "yellow")]),
    ...(left > 0 ? [[span(`  … and ${left} more ${left === 1 ? "change" : "changes"}`, "dim")]] : []),
  ];
}
