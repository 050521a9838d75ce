import { fitsAny } from "../../../domain/kinds.ts";
import { MAX_PLAN_TASKS, type SingleBinding, type TaskId } from "../../../domain/plan.ts";
import type { Repair } from "../../../domain/repair.ts";
import type { Ontology, Port } from "../../../domain/task-types/index.ts";
import type { Meaning } from "../../wire/meanings.ts";
import { inMessage } from "../faults.ts";
import { literalFits } from "../literals.ts";
import { bind, type Gap } from "./bind.ts";
import { planConversions } from "./convert.ts";
import { boundSingles, type Draft, type DraftTask, type Source } from "./draft.ts";

/** How an empty input was filled: with what, and why that. */
interface Filling {
  readonly single: SingleBinding;
  readonly repair: Repair;
}

export interface FillContext {
  readonly draft: Draft;
  readonly ontology: Ontology;
  /** The request in the user's words; `null` when it isn't known. */
  readonly text: string | null;
}

/**
 * Fills an input with the nearest right value, changing as little as can be. What was meant decides first: something
 * made from it, or what it was itself made from, or a conversion of it. Then comes what the task was said to wait for,
 * then the nearest task mentioned before, the files at hand, a conversion of those, and at last the words of the
 * request or of another task.
 * @returns the repair it took, or `null` when nothing fits
 */
export function fillGap(gap: Gap, context: FillContext): Repair | null {
  for (const fill of WAYS) {
    const filling = fill(gap, context);
    if (!filling) continue;
    bind(gap.task, gap.port, filling.single);
    return filling.repair;
  }
  return null;
}

type Fill = (gap: Gap, context: FillContext) => Filling | null;

const WAYS: readonly Fill[] = [
  fillAsMeant,
  fillWithSaid,
  // A question that nobody wrote down is the request itself, whatever else there is to read.
  (gap, context) => (gap.port.name === "question" ? fillWithRequest(gap, context) : null),
  fillWithNearest,
  (gap, context) => (gap.port.asks || gap.meaning?.is === "slot" ? fillWithRequest(gap, context) : null),
  fillWithConversion,
  fillWithOtherWords,
];

function fillAsMeant(gap: Gap, context: FillContext): Filling | null {
  const { task, port, meaning } = gap;
  if (!meaning) return null;
  const sources = meantSources(meaning, task, context.draft);
  const related = sources.flatMap((source) => relatives(source, task, port, context.draft));
  const fitting = related.find((source) => isNew(source, task) && context.draft.allows(task.id, port, source));
  if (fitting) return rebound(gap, fitting, context.draft);
  for (const source of sources) {
    const converted = convert(gap, source, context);
    if (converted) return converted;
  }
  return null;
}

/** Tasks that cannot stay are looked through, but not for ever. */
const MAX_LOOKED_THROUGH = 8;

/** What a meaning could be taken from: of a task that cannot stay, what it was to work on. */
function meantSources(meaning: Meaning, consumer: DraftTask, draft: Draft, depth = 0): readonly Source[] {
  if (meaning.is === "resource") return meaning.resources.map(({ id }) => ({ from: "resource", resource: id }));
  if (meaning.is !== "task" || meaning.task === consumer.id || depth > MAX_LOOKED_THROUGH) return [];
  const producer = draft.task(meaning.task);
  if (producer?.type)
    return producer.type.outputs.map(({ name }) => ({ from: "task", task: producer.id, output: name }));
  const meanings = producer?.args.flatMap((argument) => argument.meanings) ?? [];
  return meanings.flatMap((inner) => meantSources(inner, consumer, draft, depth + 1));
}

/** The source itself, then for a task what it was made from, for a file what is made from it; the nearest first. */
function relatives(source: Source, consumer: DraftTask, port: Port, draft: Draft): readonly Source[] {
  if (source.from === "task") return [source, ...draft.sourcesOf(source.task)];
  const made = nearestFirst(draft.workingOn(source.resource), consumer, draft);
  return [source, ...made.flatMap(({ id }) => draft.outputFor(consumer.id, port, id) ?? [])];
}

/** Tasks mentioned before come first, from the last to the first, then those after. */
function nearestFirst(tasks: readonly DraftTask[], consumer: DraftTask, draft: Draft): readonly DraftTask[] {
  const own = draft.tasks.indexOf(consumer);
  const places = new Map(draft.tasks.map((task, place) => [task.id, place]));
  const before = tasks.filter((task) => (places.get(task.id) ?? 0) < own);
  const after = tasks.filter((task) => (places.get(task.id) ?? 0) > own);
  return [...before.toReversed(), ...after];
}

function fillWithRequest({ task, port }: Gap, { text }: FillContext): Filling | null {
  if (text === null || text.trim() === "" || !literalFits(text, port.kinds)) return null;
  const message = `${labelOf(task)}: "${port.name}" was missing; the words of the request stand there`;
  const repair: Repair = { kind: "rebound", task: task.id, port: port.name, message };
  return { single: { from: "literal", value: text }, repair };
}

/** What the task was said to wait for. */
function fillWithSaid(gap: Gap, { draft }: FillContext): Filling | null {
  const said = new Set(gap.task.waitsFor);
  return firstFitting(gap, outputsFor(gap, nearestFirst(draft.tasks, gap.task, draft), draft, said), draft);
}

function fillWithNearest(gap: Gap, { draft }: FillContext): Filling | null {
  return firstFitting(gap, [...outputsFor(gap, before(gap.task, draft), draft), ...files(draft)], draft);
}

function fillWithConversion(gap: Gap, context: FillContext): Filling | null {
  const { draft } = context;
  const outputs = before(gap.task, draft).flatMap(({ id, type }) =>
    (type?.outputs ?? []).map((output): Source => ({ from: "task", task: id, output: output.name })),
  );
  for (const source of [...outputs, ...files(draft)]) {
    const converted = convert(gap, source, context);
    if (converted) return converted;
  }
  return null;
}

/** What another task was told in words, when the only thing left to say is the same again. */
function fillWithOtherWords({ task, port }: Gap, { draft }: FillContext): Filling | null {
  for (const other of before(task, draft)) {
    const single = boundSingles(other).find((one) => one.from === "literal" && literalFits(one.value, port.kinds));
    if (!single) continue;
    const message = `${labelOf(task)}: "${port.name}" was missing; it now takes the words that task ${other.id} was given`;
    return { single, repair: { kind: "rebound", task: task.id, port: port.name, message } };
  }
  return null;
}

const before = (task: DraftTask, draft: Draft): readonly DraftTask[] =>
  draft.tasks.slice(0, draft.tasks.indexOf(task)).toReversed();

const files = (draft: Draft): readonly Source[] =>
  [...draft.resources.keys()].map((resource) => ({ from: "resource", resource }));

const outputsFor = (
  { task, port }: Gap,
  producers: readonly DraftTask[],
  draft: Draft,
  among: ReadonlySet<TaskId> | null = null,
): readonly Source[] =>
  producers.flatMap(({ id }) => (among === null || among.has(id) ? (draft.outputFor(task.id, port, id) ?? []) : []));

function firstFitting(gap: Gap, sources: readonly Source[], draft: Draft): Filling | null {
  const fitting = sources.find((source) => isNew(source, gap.task) && draft.allows(gap.task.id, gap.port, source));
  return fitting ? rebound(gap, fitting, draft) : null;
}

/** A task that takes several values hardly means one of them twice. */
function isNew(source: Source, task: DraftTask): boolean {
  return !boundSingles(task).some((single) => JSON.stringify(single) === JSON.stringify(source));
}

function rebound({ task, port, meaning }: Gap, source: Source, draft: Draft): Filling {
  const fault = meaning ? `takes ${port.kinds.join(" or ")}, not ${describeMeaning(meaning, draft)}` : "was missing";
  const message = `${labelOf(task)}: "${port.name}" ${fault}; it now takes ${describeSource(source, draft)}`;
  return { single: source, repair: { kind: "rebound", task: task.id, port: port.name, message } };
}

/** Puts the conversions that planning finds between a source and the input. Ones that are there already serve again. */
function convert(gap: Gap, source: Source, { draft, ontology }: FillContext): Filling | null {
  const { task, port } = gap;
  const kind = draft.kindOf(source);
  if (kind === null || fitsAny(kind, port.kinds) || (source.from === "task" && !draft.mayTake(task.id, source.task)))
    return null;
  const conversions = planConversions(kind, port.kinds, ontology);
  if (!conversions || draft.tasks.length + conversions.length > MAX_PLAN_TASKS) return null;
  let last = source;
  for (const { type, input, output } of conversions) {
    const serving = draft.tasks.find(
      (other) => other.type === type && draft.mayTake(task.id, other.id) && serves(other, input, last, draft),
    );
    const id: TaskId = serving?.id ?? draft.newId();
    if (serving) {
      if (!serving.bound.has(input.name)) bind(serving, input, last);
    } else {
      const bound = new Map([[input.name, [last]]]);
      draft.insert({ id, written: type.name, type, args: [], waitsFor: [], model: undefined, bound }, task.id);
    }
    last = { from: "task", task: id, output: output.name };
  }
  const names = conversions.map(({ type }) => type.name).join(", then ");
  const message = `${labelOf(task)}: "${port.name}" takes ${port.kinds.join(" or ")}, and ${describeSource(source, draft)} is ${kind}; ${names} goes between them`;
  return { single: last, repair: { kind: "converted", task: task.id, port: port.name, message } };
}

/** A task of the very type that works on the source, or still has nothing to work on. */
function serves(task: DraftTask, input: Port, source: Source, draft: Draft): boolean {
  const known = task.bound.get(input.name)?.[0];
  if (known) return JSON.stringify(known) === JSON.stringify(source);
  return source.from === "resource" || draft.mayTake(task.id, source.task);
}

export const labelOf = (task: DraftTask): string => `Task ${task.id} (${task.type?.name ?? inMessage(task.written)})`;

export function describeSource(source: Source, draft: Draft): string {
  if (source.from === "resource") return inMessage(draft.resources.get(source.resource)?.name ?? source.resource);
  return `the ${source.output} of task ${source.task} (${draft.task(source.task)?.type?.name ?? "unknown"})`;
}

export function describeMeaning(meaning: Meaning, draft: Draft): string {
  switch (meaning.is) {
    case "task":
      return draft.task(meaning.task)
        ? `what task ${meaning.task} gives`
        : `task ${meaning.task}, which is not in the plan,`;
    case "resource":
      return inMessage(meaning.resources[0].name);
    case "literal":
      return inMessage(JSON.stringify(meaning.value));
    case "missing-file":
      return inMessage(meaning.name);
    case "slot":
      return inMessage(meaning.words);
  }
}
