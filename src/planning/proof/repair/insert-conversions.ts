import { fitsAny } from "../../../domain/kinds.ts";
import { MAX_PLAN_TASKS, type TaskId } from "../../../domain/plan.ts";
import type { Port } from "../../../domain/task-types/index.ts";
import { planConversions } from "./convert.ts";
import { type BindingSource, type Draft, type DraftTask, isSame } from "./draft.ts";
import type { FillContext } from "./fill.ts";

/** What conversions lead to, and the names of their task types in order. */
export interface Inserted {
  readonly source: BindingSource;
  readonly names: readonly string[];
}

/**
 * Puts the conversions that planning finds between a source and an input. One that is in the plan already, on the same
 * source or on nothing yet, serves again. `null` when there are none, or too many tasks.
 */
export function insertConversions(
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
