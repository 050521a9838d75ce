/** Words plans and runs: their tasks, what was understood and mended, and what it should take. */
import type { JsonValue } from "../../domain/json.ts";
import { numberOf } from "../../domain/plan.ts";
import type { Repair } from "../../domain/repair.ts";
import { looksLikeResourceId } from "../../domain/resources.ts";
import type { WorkStatus } from "../../domain/run/state.ts";
import { partsInWords, type Understood } from "../../domain/understanding.ts";
import type { BudgetPartView, BudgetView, PlannedTaskView, PlanView } from "../../http/schemas/plan-view.ts";
import type { RunView, TaskView, ValueView } from "../../http/schemas/views.ts";
import { renderMarkdown } from "./markdown.ts";
import { cleanLine, cut, pad, type Style, type StyledLine, span, widthOf } from "./terminal.ts";
import { count, duration, money } from "./words.ts";

/** Names of resources by id, as far as they are known. */
export type ResourceNames = ReadonlyMap<string, string>;

export const namesOf = (run: RunView, known: ResourceNames = new Map()): ResourceNames =>
  new Map([...known, ...run.files.map(({ id, name }) => [id, name] as const)]);

export const SYMBOLS: Readonly<Record<WorkStatus, { readonly symbol: string; readonly style: Style }>> = {
  waiting: { symbol: "○", style: "dim" },
  running: { symbol: "◉", style: "cyan" },
  retrying: { symbol: "↻", style: "yellow" },
  succeeded: { symbol: "✔", style: "green" },
  failed: { symbol: "✖", style: "red" },
  skipped: { symbol: "⊘", style: "yellow" },
  cancelled: { symbol: "■", style: "yellow" },
};

/** A task as it is shown: of a plan that nobody ran, or of a run. */
interface ShownTask {
  readonly id: number;
  /** What it does, in words. */
  readonly title: string;
  readonly status: WorkStatus;
  /** `provider:model` of the last attempt, or of the first choice. */
  readonly model: string;
  readonly durationMs: number | null;
  /** What flows in, what came out, or why nothing did. */
  readonly detail: string;
}

function plannedTask(task: PlannedTaskView | TaskView, names: ResourceNames): ShownTask {
  const [first] = task.candidates;
  const model = task.model ?? (first ? `${first.provider}:${first.model}` : "");
  const detail = describeInputs(task.args, names);
  return { id: task.id, title: task.title, status: "waiting", model, durationMs: null, detail };
}

function taskSoFar(task: TaskView, names: ResourceNames): ShownTask {
  const planned = plannedTask(task, names);
  const { status, startedAt, endedAt, attempts, progress, outputs, notes, reused, error } = task;
  const last = attempts.at(-1);
  const again = reused ? "from before · " : last && last.number > 1 ? `attempt ${last.number} · ` : "";
  const result = describeOutputs(Object.values(outputs)) || notes.join(" · ");
  const detail = error?.message ?? (status === "succeeded" ? `→ ${result}` : (progress?.note ?? planned.detail));
  return {
    ...planned,
    status,
    model: reused?.model ?? last?.model ?? planned.model,
    durationMs: startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null,
    detail: again + detail,
  };
}

/** The tasks of a plan, a line each, whatever has come of them meanwhile. */
export const plannedLines = (
  tasks: readonly (PlannedTaskView | TaskView)[],
  names: ResourceNames,
  width: number,
): readonly StyledLine[] =>
  tableLines(
    tasks.map((task) => plannedTask(task, names)),
    width,
  );

/** The tasks of a run as far as they have come, a line each. */
export const progressLines = (run: RunView, width: number): readonly StyledLine[] =>
  tableLines(
    run.tasks.map((task) => taskSoFar(task, namesOf(run))),
    width,
  );

const MAX_TITLE_WIDTH = 44;
const MAX_MODEL_WIDTH = 36;
const TIME_WIDTH = 8;
/** Of what stands before, between and behind the cells, and of the symbol. */
const GAPS_WIDTH = 9;

/** Cells below each other; what is said of a task has the room that the others leave. */
function tableLines(tasks: readonly ShownTask[], width: number): readonly StyledLine[] {
  const widest = (most: number, cells: readonly string[]): number =>
    Math.min(most, Math.max(0, ...cells.map((cell) => widthOf(cleanLine(cell)))));
  const cell = (text: string, columns: number): string => pad(cut(cleanLine(text), columns), columns);
  const ids = widest(
    width,
    tasks.map(({ id }) => String(numberOf(id))),
  );
  const titles = widest(
    Math.min(MAX_TITLE_WIDTH, Math.floor((2 * width) / 5)),
    tasks.map(({ title }) => title),
  );
  const models = widest(
    Math.min(MAX_MODEL_WIDTH, Math.floor(width / 4)),
    tasks.map(({ model }) => model),
  );
  const details = Math.max(0, width - ids - titles - models - TIME_WIDTH - GAPS_WIDTH);
  return tasks.map(({ id, title, status, model, durationMs, detail }): StyledLine => {
    const { symbol, style } = SYMBOLS[status];
    return [
      span(`  ${symbol} `, style),
      span(`${String(numberOf(id)).padStart(ids)} `, "dim"),
      span(`${cell(title, titles)}  `, status === "waiting" ? "dim" : "plain"),
      span(`${cell(detail, details)}  `, style === "red" || style === "yellow" || style === "dim" ? style : "plain"),
      span(cell(model, models), "dim"),
      span((durationMs === null ? "" : duration(durationMs)).padStart(TIME_WIDTH), "dim"),
    ];
  });
}

/** Longer is cut here already; what is shown of it is a part of a line. */
const MAX_SHOWN_CHARS = 200;
const shorten = (text: string): string => text.slice(0, MAX_SHOWN_CHARS);

const REFERENCE = /^<resource>-(\d{1,9})(?:\.\S*)?$/;
const ADDRESS = /^https?:\/\/\S+$/;

/** What flows into a task on the wire, in a few words: `text: from 1 · target-language: “French”`. */
function describeInputs(args: TaskView["args"], names: ResourceNames): string {
  const ports = Object.entries(args);
  const describe = (value: JsonValue): string => {
    if (typeof value !== "string") return shorten(JSON.stringify(value));
    const reference = REFERENCE.exec(value);
    if (reference) return `from ${numberOf(Number(reference[1]))}`;
    return shorten(
      names.get(value) ?? (looksLikeResourceId(value) || ADDRESS.test(value) ? value : `“${shorten(value)}”`),
    );
  };
  return ports
    .map(([port, value]) => {
      const said = Array.isArray(value) ? shorten(value.map(describe).join(", ")) : describe(value);
      return ports.length > 1 ? `${port}: ${said}` : said;
    })
    .join(" · ");
}

function describeOutputs(outputs: readonly ValueView[]): string {
  for (const output of outputs) if ("text" in output) return shorten(output.text);
  for (const output of outputs) if ("resource" in output) return output.resource.name;
  for (const output of outputs) if ("data" in output) return shorten(JSON.stringify(output.data));
  return "";
}

/** A plan holds 256 tasks at most, and repair makes few changes to each. */
const MAX_LINES = 300;

/** What was changed to make a plan sound, a line each. */
export const repairLines = (repairs: readonly Repair[]): readonly StyledLine[] =>
  repairs.slice(0, MAX_LINES).map(({ message }) => [span(`  mended: ${message}`, "yellow")]);

export const noteLines = (notes: readonly string[]): readonly StyledLine[] =>
  notes.map((note) => [span(`  ${note}`, "dim")]);

interface PlanLinesOptions {
  readonly names: ResourceNames;
  readonly width: number;
  /** Whether the proof is shown as well. */
  readonly pddl: boolean;
}

/** A plan that nobody ran, with its proof, its models and what it should take. */
export function planLines(plan: PlanView, { names, width, pddl }: PlanLinesOptions): readonly StyledLine[] {
  const { text, tasks, controller, understood, proof } = plan;
  if (text !== null) {
    const reply = renderMarkdown(text, { width: width - 2, link: () => null });
    return [...reply.map((line) => [span("  "), ...line]), [span(`  ${WITHOUT_PLAN[plan.as]}`, "dim")]];
  }
  const by = controller === "user" ? "as given" : `planned by the ${controller} controller`;
  const sure = understood?.confidence == null ? "" : ` · ${Math.round(understood.confidence * 100)}% sure`;
  return [
    [
      span(`  ${count(tasks.length, "task")}, ${by}`, "bold"),
      span(`${sure}${proof ? " · proved sound" : ""} · nothing has run`, "dim"),
    ],
    ...noteLines(plan.understanding),
    [],
    ...(understood ? [...understoodLines(understood), []] : []),
    ...plannedLines(tasks, names, width),
    ...repairLines(plan.repairs),
    [],
    ...tasks.flatMap((task) => [...modelLines(task), ...(understood ? reasonLine(task.id, understood) : [])]),
    [],
    ...budgetLines(plan.budget),
    ...(pddl && proof ? pddlLines(proof.pddl) : []),
  ];
}

const WITHOUT_PLAN: Readonly<Record<PlanView["as"], string>> = {
  plan: "There is nothing to do.",
  reply: "That needs no task.",
  ask: "There is no plan before that is known.",
};

/** The parts of a request and its conditions, a line each. */
const understoodLines = ({ parts, conditions }: Understood): readonly StyledLine[] =>
  [
    ...parts.instruction.map((step, index) => [span(`  ${index + 1}. ${step}`)]),
    ...partsInWords(parts).map(({ title, items }) => [
      span(`  ${title.toLowerCase()}: `, "dim"),
      span(items.slice(0, MAX_LINES).join(", ")),
    ]),
    ...conditions.map((condition) => [span("  condition: ", "dim"), span(condition)]),
  ].slice(0, MAX_LINES);

/** Who would do a task, in the order they would be tried, and why; or what to set up. */
function modelLines({ id, task, candidates, missing }: PlannedTaskView): readonly StyledLine[] {
  if (candidates.length === 0) return [[span(`  ${numberOf(id)} ${task}: `), span(missing ?? "no model", "yellow")]];
  return candidates.map(({ provider, model, reason }, place) => [
    span(place === 0 ? `  ${numberOf(id)} ${task}: ` : "      else "),
    span(`${provider}:${model}`, "cyan"),
    span(`  ${reason}`, "dim"),
  ]);
}

/** Why a task is in the plan: a line, or none where the controller gave no reason. */
function reasonLine(task: number, { reasons }: Understood): readonly StyledLine[] {
  const reason = reasons.find((one) => one.task === task);
  if (!reason) return [];
  const words = reason.words.map((word) => `“${word}”`).join(", ");
  return [[span(`      ${words === "" ? "as another task needs it" : `because of ${words}`}`, "dim")]];
}

/** What a plan should take, a line for each part of the budget; where that is more than it may, it stands out. */
const budgetLines = ({ usd, llmCalls, tasks, timeMs }: BudgetView): readonly StyledLine[] => [
  partLine("money", usd, money),
  partLine("language model", llmCalls, (calls) => count(calls, "call")),
  partLine("tasks", tasks, String),
  partLine("time", timeMs, duration),
];

function partLine(
  title: string,
  { estimate, limit, isEnough }: BudgetPartView,
  say: (value: number) => string,
): StyledLine {
  const taken = estimate === null ? "unknown" : estimate === 0 ? say(0) : `about ${say(estimate)}`;
  const allowed = limit === null ? "" : ` (allowed: ${say(limit)}${isEnough === false ? ", too little" : ""})`;
  return [span(`  ${title}: `, "dim"), span(taken + allowed, isEnough === false ? "yellow" : "dim")];
}

/** The parts are named in comments, so that what is copied stays PDDL. */
const pddlLines = (pddl: NonNullable<PlanView["proof"]>["pddl"]): readonly StyledLine[] =>
  (["domain", "problem", "solution"] as const).flatMap((part) => [
    [],
    [span(`; ${part}`, "bold")],
    ...pddl[part]
      .trimEnd()
      .split("\n")
      .map((line) => [span(line)]),
  ]);
