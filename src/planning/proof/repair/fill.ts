import { fitsAny } from "../../../domain/kinds.ts";
import { MAX_PLAN_TASKS, numberOf, type SingleBinding, type TaskId } from "../../../domain/plan.ts";
import type { Repair } from "../../../domain/repair.ts";
import type { Ontology, Port, TaskType } from "../../../domain/task-types/index.ts";
import type { Meaning } from "../../wire/meanings.ts";
import { isResourceId } from "../../wire/resource-index.ts";
import { literalFits } from "../literals.ts";
import type { Gap } from "./bind.ts";
import { planConversions } from "./convert.ts";
import { describeMeaning, describeSource, labelOf } from "./describe.ts";
import { type BindingSource, boundSingles, type Draft, type DraftTask, isSame } from "./draft.ts";

export interface FillContext {
  readonly draft: Draft;
  readonly ontology: Ontology;
  /** The request in the user's words; `null` when it isn't known. */
  readonly text: string | null;
  /** Whether this deployment has a model for a task type: of two conversions, one that runs is the better. */
  readonly canRun: (type: TaskType) => boolean;
  /** The goals of the plan, where they are named; else its last tasks are. */
  readonly goals: ReadonlySet<TaskId> | null;
  /** The plan's author is a model, which may have made up the names of files. */
  readonly mayInventFiles: boolean;
  /** Goals of unknown types are left out. */
  readonly isLastResort: boolean;
  /** The files at hand that stand in for made-up ones, by the made-up name: the same name means the same file. */
  readonly standIns: Map<string, string>;
}

/** How an empty input was filled: with what, and why that. */
interface Filling {
  readonly single: SingleBinding;
  readonly repair: Repair;
}

/** One way to fill an empty input; nothing when it leads nowhere. */
type Fill = (gap: Gap, context: FillContext) => readonly Filling[];

/**
 * Fills an input with the nearest right value, changing as little as can be. What was meant decides first: something
 * made from it, or what it was itself made from, or a conversion of it. Then comes what the task was said to wait for,
 * then the nearest task mentioned before, the files at hand, a conversion of those, and at last the words of the
 * request or of another task.
 * @returns the repairs it took; none when nothing fits
 */
export function fillGap(gap: Gap, context: FillContext): readonly Repair[] {
  if (isMissed(gap, context)) return [];
  for (const fill of waysToFill(gap)) {
    const fillings = fill(gap, context);
    if (fillings.length === 0) continue;
    for (const { single } of fillings) context.draft.bind(gap.task, gap.port, single);
    return fillings.map(({ repair }) => repair);
  }
  return [];
}

/**
 * A file that isn't there and must not be replaced: an address, an id, one that the request names, or any when a
 * person wrote the plan. Only a model makes files up that stand for the ones at hand.
 */
export const isMissed = ({ meaning }: Gap, { text, mayInventFiles }: FillContext): boolean =>
  meaning?.is === "missing-file" &&
  (!mayInventFiles || !isFileName(meaning.name) || (text ?? "").toLowerCase().includes(meaning.name.toLowerCase()));

const isFileName = (name: string): boolean => !/^https?:/i.test(name) && !isResourceId(name);

function waysToFill({ port, meaning }: Gap): readonly Fill[] {
  const mayAsk = port.asks || meaning?.is === "slot";
  return [
    fillAsMeant,
    fillWithSaid,
    // A question that nobody wrote down is the request itself, whatever else there is to read.
    ...(port.name === "question" ? [fillWithRequest] : []),
    fillWithNearest,
    ...(mayAsk ? [fillWithRequest] : []),
    // What is to be asked or done is nothing to be read out of a picture that nobody spoke of.
    ...(port.asks && !meaning ? [] : [fillWithConversion]),
    fillWithOtherWords,
  ];
}

function fillAsMeant(gap: Gap, context: FillContext): readonly Filling[] {
  const { task, port, meaning } = gap;
  const { draft } = context;
  if (!meaning) return [];
  const sources = meantSources(meaning, task, draft);
  const related = sources.flatMap((source) => relatives(source, task, port, draft));
  const fitting = firstFitting(gap, related, draft);
  return fitting.length > 0 ? fitting : firstConverted(gap, sources, context);
}

/** What a meaning could be taken from: of tasks that cannot stay, what they were to work on. */
function meantSources(meaning: Meaning, consumer: DraftTask, draft: Draft): readonly BindingSource[] {
  const sources: BindingSource[] = [];
  const seen = new Set<number>([consumer.id]);
  const open: Meaning[] = [meaning];
  for (let one = open.shift(); one; one = open.shift()) {
    if (one.is === "resource")
      sources.push(...one.resources.map(({ id }): BindingSource => ({ from: "resource", resource: id })));
    if (one.is !== "task" || seen.has(one.task)) continue;
    seen.add(one.task);
    const producer = draft.task(one.task);
    if (producer?.type) sources.push(...outputsOf(producer));
    else open.push(...(producer?.args.flatMap((argument) => argument.meanings) ?? []));
  }
  return sources;
}

const outputsOf = ({ id, type }: DraftTask): readonly BindingSource[] =>
  (type?.outputs ?? []).map(({ name }) => ({ from: "task", task: id, output: name }));

/**
 * The source itself, then for a task what it was made from, for a file what is made from it: first what has the
 * fewest steps behind it, as a transcript is the recording in words and its summary is not.
 */
function relatives(source: BindingSource, consumer: DraftTask, port: Port, draft: Draft): readonly BindingSource[] {
  if (source.from === "task") return [source, ...draft.sourcesOf(source.task)];
  const made = nearestFirst(draft.workingOn(source.resource), consumer, draft).map((task) => ({
    task,
    steps: draft.ancestorsOf(task.id),
  }));
  const nearest = made.toSorted((a, b) => a.steps - b.steps);
  return [source, ...nearest.flatMap(({ task }) => draft.outputFor(consumer.id, port, task.id) ?? [])];
}

/** Tasks mentioned before come first, from the last to the first, then those after. */
function nearestFirst(tasks: readonly DraftTask[], consumer: DraftTask, draft: Draft): readonly DraftTask[] {
  const before = new Set(draft.tasks.slice(0, draft.tasks.indexOf(consumer)));
  const { earlier = [], later = [] } = Object.groupBy(tasks, (task) => (before.has(task) ? "earlier" : "later"));
  return [...earlier.toReversed(), ...later.filter((task) => task !== consumer)];
}

/** What the task was said to wait for: all of it, where an input takes many values and none was written. */
function fillWithSaid(gap: Gap, { draft }: FillContext): readonly Filling[] {
  const { task, port, meaning } = gap;
  const said = new Set(task.waitsFor);
  const producers = nearestFirst(
    draft.tasks.filter(({ id }) => said.has(id)),
    task,
    draft,
  );
  if (!port.many || meaning) return firstFitting(gap, outputsFor(gap, producers, draft), draft);
  const sources = outputsFor(gap, producers.toReversed(), draft).filter((source) => isNew(source, task));
  return sources.map((source) => rebound(gap, source, draft));
}

function fillWithNearest(gap: Gap, context: FillContext): readonly Filling[] {
  const { draft, standIns } = context;
  const found = firstFitting(
    gap,
    [...outputsFor(gap, before(gap.task, draft), draft), ...filesFor(gap, context)],
    draft,
  );
  for (const { single } of found) {
    if (gap.meaning?.is === "missing-file" && single.from === "resource")
      standIns.set(gap.meaning.name, single.resource);
  }
  return found;
}

/** The files at hand in order. For a made-up one, the file that stood in for it before, else those that never did. */
function filesFor({ meaning }: Gap, { draft, standIns }: FillContext): readonly BindingSource[] {
  const all = [...draft.resources.keys()].map((resource) => ({ from: "resource", resource }) as const);
  if (meaning?.is !== "missing-file") return all;
  const own = standIns.get(meaning.name);
  const taken = new Set(standIns.values());
  const rank = ({ resource }: { readonly resource: string }): number =>
    resource === own ? 0 : taken.has(resource) ? 2 : 1;
  return all.toSorted((a, b) => rank(a) - rank(b));
}

function fillWithRequest(gap: Gap, { text, draft }: FillContext): readonly Filling[] {
  const { task, port } = gap;
  if (text === null || text.trim() === "" || !literalFits(text, port.kinds)) return [];
  const message = `${labelOf(task)}: "${port.name}" ${whatWasWrong(gap, draft)}; the words of the request stand there`;
  return [filling(task, port, { from: "literal", value: text }, "rebound", message)];
}

function fillWithConversion(gap: Gap, context: FillContext): readonly Filling[] {
  const { draft } = context;
  // Nothing says that this source was meant: one step may be right, a chain of them hardly is.
  return firstConverted(gap, [...before(gap.task, draft).flatMap(outputsOf), ...filesFor(gap, context)], context, 1);
}

/** What another task was told in words, when the only thing left to say is the same again. */
function fillWithOtherWords(gap: Gap, { draft }: FillContext): readonly Filling[] {
  const { task, port } = gap;
  for (const other of before(task, draft)) {
    const single = boundSingles(other).find((one) => one.from === "literal" && literalFits(one.value, port.kinds));
    if (!single) continue;
    const message = `${labelOf(task)}: "${port.name}" ${whatWasWrong(gap, draft)}; it now takes the words that task ${numberOf(other.id)} was given`;
    return [filling(task, port, single, "rebound", message)];
  }
  return [];
}

const before = (task: DraftTask, draft: Draft): readonly DraftTask[] =>
  draft.tasks.slice(0, draft.tasks.indexOf(task)).toReversed();

const outputsFor = ({ task, port }: Gap, producers: readonly DraftTask[], draft: Draft): readonly BindingSource[] =>
  producers.flatMap(({ id }) => draft.outputFor(task.id, port, id) ?? []);

function firstFitting(gap: Gap, sources: readonly BindingSource[], draft: Draft): readonly Filling[] {
  const fitting = sources.find((source) => isNew(source, gap.task) && draft.allows(gap.task.id, gap.port, source));
  return fitting ? [rebound(gap, fitting, draft)] : [];
}

/** A task that takes several values hardly means one of them twice. */
const isNew = (source: BindingSource, task: DraftTask): boolean =>
  !boundSingles(task).some((single) => isSame(single, source));

function firstConverted(
  gap: Gap,
  sources: readonly BindingSource[],
  context: FillContext,
  maxSteps?: number,
): readonly Filling[] {
  const { task, port, meaning } = gap;
  const { draft } = context;
  for (const source of sources) {
    const inserted = insertConversions(task, port, source, context, maxSteps);
    if (!inserted) continue;
    const between = inserted.names.join(", then ");
    const is = `${describeSource(source, draft)} is ${draft.kindOf(source)}`;
    const message = means(meaning, source)
      ? `${labelOf(task)}: "${port.name}" takes ${port.kinds.join(" or ")}, and ${is}; ${between} goes between them`
      : `${labelOf(task)}: "${port.name}" ${whatWasWrong(gap, draft)}; it now takes ${describeSource(source, draft)} by way of ${between}`;
    return [filling(task, port, inserted.source, "converted", message)];
  }
  return [];
}

function rebound(gap: Gap, source: BindingSource, draft: Draft): Filling {
  const { task, port } = gap;
  const message = `${labelOf(task)}: "${port.name}" ${whatWasWrong(gap, draft)}; it now takes ${describeSource(source, draft)}`;
  return filling(task, port, source, "rebound", message);
}

/** The very file or task that was written. */
const means = (meaning: Meaning | null, source: BindingSource): boolean =>
  source.from === "task"
    ? meaning?.is === "task" && meaning.task === source.task
    : meaning?.is === "resource" && meaning.resources.some(({ id }) => id === source.resource);

const whatWasWrong = ({ port, meaning }: Gap, draft: Draft): string =>
  meaning ? `takes ${port.kinds.join(" or ")}, not ${describeMeaning(meaning, draft)}` : "was missing";

const filling = (
  task: DraftTask,
  port: Port,
  single: SingleBinding,
  kind: Repair["kind"],
  message: string,
): Filling => ({ single, repair: { kind, task: task.id, port: port.name, message } });

/** What conversions lead to, and the names of their task types in order. */
interface Inserted {
  readonly source: BindingSource;
  readonly names: readonly string[];
}

/**
 * Puts the conversions that planning finds between a source and an input. One that is in the plan already, on the same
 * source or on nothing yet, serves again. `null` when there are none, or too many tasks.
 */
function insertConversions(
  task: DraftTask,
  port: Port,
  source: BindingSource,
  { draft, ontology, canRun }: FillContext,
  maxSteps = Number.POSITIVE_INFINITY,
): Inserted | null {
  const kind = draft.kindOf(source);
  if (kind === null || fitsAny(kind, port.kinds)) return null;
  if (source.from === "task" && !draft.mayTake(task.id, source.task)) return null;
  const conversions = planConversions(kind, port.kinds, ontology, canRun);
  if (!conversions || conversions.length > maxSteps || draft.tasks.length + conversions.length > MAX_PLAN_TASKS)
    return null;
  let last = source;
  for (const { type, input, output } of conversions) {
    const serving = draft.tasks.find(
      (other) => other.type === type && draft.mayTake(task.id, other.id) && serves(other, input, last, draft),
    );
    const id: TaskId = serving?.id ?? draft.newId();
    const converting = serving ?? {
      id,
      written: type.name,
      type,
      args: [],
      waitsFor: [],
      model: undefined,
      bound: new Map(),
    };
    if (!serving) draft.insert(converting, task.id);
    if (!converting.bound.has(input.name)) draft.bind(converting, input, last);
    last = { from: "task", task: id, output: output.name };
  }
  return { source: last, names: conversions.map(({ type }) => type.name) };
}

/** A task of the very type that works on the source, or still has nothing to work on. */
function serves(task: DraftTask, input: Port, source: BindingSource, draft: Draft): boolean {
  const [known] = task.bound.get(input.name) ?? [];
  if (known) return isSame(known, source);
  return source.from === "resource" || draft.mayTake(task.id, source.task);
}
