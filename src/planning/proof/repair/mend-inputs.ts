import { MAX_PLAN_TASKS } from "../../../domain/plan.ts";
import type { Repair } from "../../../domain/repair.ts";
import { inMessage, type PlanFault, unknownTaskType } from "../faults.ts";
import { bindAll, type Gap } from "./bind.ts";
import { describeLiteral, describeMeaning, describeSource, labelOf, shownName } from "./describe.ts";
import type { Draft, DraftTask } from "./draft.ts";
import { exchangeMisplaced } from "./exchange.ts";
import { type FillContext, fillGap, isMissed } from "./fill.ts";
import { faultOf } from "./gap-fault.ts";
import { goalsOf } from "./goals.ts";
import { takeOut } from "./prune.ts";

/**
 * Binds every input of a draft: as written where that fits, else to the nearest right value. A task that cannot be
 * run at all is taken out, and what took from it looks further up; a goal that cannot be run is a fault.
 * @param repairs what was changed is added here
 * @returns the faults that are left, each with what led to it; none when every required input is bound
 */
export function mendInputs(context: FillContext, repairs: Repair[]): readonly PlanFault[] {
  const { draft } = context;
  const { gaps, unused } = bindAll(draft);
  for (const { task, argument } of unused) {
    if (task.type === null) continue;
    const name = argument.name === null ? "an argument" : inMessage(argument.name);
    const message = `${labelOf(task)} has no free input for ${name}, which was left out`;
    repairs.push({ kind: "dropped", task: task.id, port: argument.name, message });
  }
  if (gaps.length > MAX_GAPS) return [tooMuchToMend(gaps.length)];
  const exchanged = exchangeMisplaced(draft, gaps);
  repairs.push(...exchanged.repairs);
  const needy = new Set(exchanged.gaps.map((gap) => gap.task));
  const isComplete = (task: DraftTask): boolean => task.type !== null && !needy.has(task);
  let goals = context.goals ?? goalsOf(draft, isComplete);
  const faults: PlanFault[] = [];
  let open = exchanged.gaps;
  // Each round but the last takes a task out.
  for (let rounds = draft.tasks.length; rounds >= 0; rounds--) {
    const unfilled = open.filter((gap) => !fill(gap, context, repairs));
    const stuck = stuckTasks(draft, unfilled);
    if (stuck.size === 0) return [];
    faults.push(...stuck.values());
    const lost = [...stuck.keys()].filter((task) => goals.has(task.id));
    const mayGo = context.isLastResort && lost.every((task) => task.type === null);
    if ((lost.length > 0 && !mayGo) || unfilled.some((gap) => isMissed(gap, context))) return faults;
    if (stuck.size === draft.tasks.length) return faults;
    open = [...stuck].flatMap(([task, fault]) => {
      const reason = task.type === null ? `there is no task type ${shownName(task)}` : fault.message;
      const message = `${labelOf(task)} can never run, and was left out: ${reason}`;
      repairs.push({ kind: "left-out", task: task.id, port: null, message });
      return takeOut(draft, task);
    });
    // What led to a goal that was left out is a goal itself now.
    if (lost.length > 0) goals = goalsOf(draft, isComplete);
  }
  return faults;
}

/** Four inputs a task in the largest plan; each costs a search among all that could fill it. */
const MAX_GAPS = 4 * MAX_PLAN_TASKS;

const tooMuchToMend = (count: number): PlanFault => ({
  task: null,
  port: null,
  code: "malformed",
  message: `${count} inputs of the plan are empty or cannot be bound as written; at most ${MAX_GAPS} are mended`,
});

/** The tasks that cannot stay, each with why: nobody knows their type, or an input they need stays empty. */
function stuckTasks(draft: Draft, unfilled: readonly Gap[]): ReadonlyMap<DraftTask, PlanFault> {
  const stuck = new Map<DraftTask, PlanFault>();
  for (const task of draft.tasks) if (task.type === null) stuck.set(task, unknownTaskType(task.id, task.written));
  for (const gap of unfilled) {
    const { task, port } = gap;
    if (port.required && !task.bound.has(port.name) && !stuck.has(task)) stuck.set(task, faultOf(gap, draft));
  }
  return stuck;
}

/** True when the input needs no more: it is filled now, or the value was one too many. */
function fill(gap: Gap, context: FillContext, repairs: Repair[]): boolean {
  const { task, port } = gap;
  if (task.type === null || !context.draft.task(task.id)) return true;
  const isFull = !port.many && task.bound.has(port.name);
  const filled = isFull ? [] : fillGap(gap, context);
  repairs.push(...filled);
  if (filled.length > 0) return true;
  const isNeeded = port.required && !task.bound.has(port.name);
  if (gap.meaning && !isNeeded) repairs.push(leftOver(gap, context.draft));
  return !isNeeded;
}

/** What was written for an input that has something better, or can do without. */
function leftOver({ task, port, meaning }: Gap, draft: Draft): Repair {
  const [known] = task.bound.get(port.name) ?? [];
  const taken = known && (known.from === "literal" ? describeLiteral(known.value) : describeSource(known, draft));
  const what = meaning ? describeMeaning(meaning, draft) : "nothing";
  const message = `${labelOf(task)}: "${port.name}" ${taken ? `takes ${taken}` : `takes ${port.kinds.join(" or ")}`}; ${what} was left out`;
  return { kind: "dropped", task: task.id, port: port.name, message };
}
