import type { SingleBinding } from "../../../domain/plan.ts";
import type { Repair } from "../../../domain/repair.ts";
import type { Meaning } from "../../wire/meanings.ts";
import { inMessage, type PlanFault, unknownTaskType } from "../faults.ts";
import { bindAll, type Gap } from "./bind.ts";
import type { Draft, DraftTask } from "./draft.ts";
import { describeMeaning, describeSource, type FillContext, fillGap, labelOf } from "./fill.ts";
import { goalsOf } from "./goals.ts";
import { takeOut } from "./prune.ts";
import { shownName } from "./read-draft.ts";

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
  const faults: PlanFault[] = [];
  let open = gaps;
  // Each round but the last takes a task out.
  for (let rounds = draft.tasks.length; rounds >= 0; rounds--) {
    const unfilled = open.filter((gap) => !fill(gap, context, repairs));
    const stuck = new Map<DraftTask, PlanFault>();
    for (const task of draft.tasks) if (task.type === null) stuck.set(task, unknownTaskType(task.id, task.written));
    for (const gap of unfilled) if (isNeeded(gap) && !stuck.has(gap.task)) stuck.set(gap.task, faultOf(gap, draft));
    if (stuck.size === 0) return [];
    faults.push(...stuck.values());
    const goals = goalsOf(draft);
    if ([...stuck.keys()].some((task) => goals.has(task.id))) return faults;
    open = [...stuck.keys()].flatMap((task) => {
      const message = `${labelOf(task)} can never run, and was dropped: ${reasonOf(task, stuck)}`;
      repairs.push({ kind: "left-out", task: task.id, port: null, message });
      return takeOut(draft, task);
    });
  }
  return faults;
}

function reasonOf(task: DraftTask, stuck: ReadonlyMap<DraftTask, PlanFault>): string {
  return task.type === null ? `there is no task type ${shownName(task)}` : (stuck.get(task)?.message ?? "");
}

/** True when the input needs no more: it is filled now, or the value was one too many. */
function fill(gap: Gap, context: FillContext, repairs: Repair[]): boolean {
  const { task, port, meaning } = gap;
  if (task.type === null || !context.draft.task(task.id)) return true;
  const [known] = task.bound.get(port.name) ?? [];
  if (!port.many && known) {
    if (meaning) repairs.push(leftOut(gap, meaning, known, context.draft));
    return true;
  }
  const repair = fillGap(gap, context);
  if (repair) repairs.push(repair);
  return repair !== null;
}

const isNeeded = ({ task, port }: Gap): boolean => port.required && !task.bound.has(port.name);

function leftOut({ task, port }: Gap, meaning: Meaning, known: SingleBinding, draft: Draft): Repair {
  const taken = known.from === "literal" ? inMessage(JSON.stringify(known.value)) : describeSource(known, draft);
  const message = `${labelOf(task)}: "${port.name}" takes one value, ${taken}; ${describeMeaning(meaning, draft)} was left out`;
  return { kind: "dropped", task: task.id, port: port.name, message };
}

function faultOf({ task, port, meaning }: Gap, draft: Draft): PlanFault {
  const wanted = port.kinds.join(" or ");
  const fault = (code: PlanFault["code"], message: string): PlanFault => ({
    task: task.id,
    port: port.name,
    code,
    message: `${labelOf(task)} needs "${port.name}" (${wanted}): ${message}`,
  });
  const nowhere = "nothing in the plan or at hand gives that, and no conversion does";
  switch (meaning?.is) {
    case undefined:
      return fault("missing-input", nowhere);
    case "task": {
      const producer = draft.task(meaning.task);
      if (!producer) return fault("dangling-reference", `task ${meaning.task} is not in the plan, and ${nowhere}`);
      if (!draft.mayTake(task.id, producer.id))
        return fault("cycle", `task ${producer.id} waits for this very task, and ${nowhere}`);
      return fault("kind-mismatch", `task ${producer.id} gives something else; ${nowhere}`);
    }
    case "resource":
      return fault(
        "kind-mismatch",
        `${inMessage(meaning.resources[0].name)} is ${meaning.resources[0].kind}; ${nowhere}`,
      );
    case "missing-file":
      return fault("unknown-resource", `there is no ${inMessage(meaning.name)}, and ${nowhere}`);
    case "slot":
      return fault("missing-input", `${inMessage(meaning.words)} was never filled in, and ${nowhere}`);
    case "literal":
      return fault("kind-mismatch", `${inMessage(JSON.stringify(meaning.value))} is none; ${nowhere}`);
  }
}
