import { fitsAny } from "../../domain/kinds.ts";
import {
  type Binding,
  dependencies,
  MAX_PLAN_TASKS,
  numberOf,
  type Plan,
  type SingleBinding,
  singles,
  type Task,
  type TaskId,
} from "../../domain/plan.ts";
import type { Resource } from "../../domain/resources.ts";
import type { Ontology, Port, TaskType } from "../../domain/task-types/index.ts";
import {
  idFaults,
  inMessage,
  MAX_BOUND_VALUES,
  MAX_FAULTS,
  MAX_LIST_ITEMS,
  type PlanContext,
  type PlanFault,
  tooManyTasks,
  tooManyValues,
  unknownTaskType,
} from "./faults.ts";
import { literalFits } from "./literals.ts";

/** All that is wrong with a plan, in the order of its tasks; nothing when it is sound. */
export function checkPlan(plan: Plan, context: PlanContext): readonly PlanFault[] {
  if (plan.tasks.length > MAX_PLAN_TASKS) return [tooManyTasks(plan.tasks.length)];
  const values = plan.tasks.flatMap((task) => Object.values(task.args).map((binding) => singles(binding).length));
  const count = values.reduce((sum, one) => sum + one, 0);
  if (count > MAX_BOUND_VALUES) return [tooManyValues(count)];
  const byId = new Map(plan.tasks.map((task) => [task.id, task]));
  const resources = new Map(context.resources.map((resource) => [resource.id, resource]));
  const faults = [...idFaults(plan.tasks)];
  for (const task of plan.tasks) {
    const type = context.ontology.get(task.type);
    if (type) faults.push(...argumentFaults(task, type, { byId, resources, ontology: context.ontology }));
    else faults.push(unknownTaskType(task.id, task.type));
  }
  const circle = tasksInCircles(plan.tasks);
  if (circle.length > 0) {
    faults.push({
      task: circle[0] ?? null,
      port: null,
      code: "cycle",
      message: `These tasks wait for one another in a circle: ${circle.slice(0, 10).join(", ")}`,
    });
  }
  return faults.slice(0, MAX_FAULTS);
}

/** What the values of a plan are checked against. */
export interface Surroundings {
  readonly byId: ReadonlyMap<TaskId, Pick<Task, "type">>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly ontology: Ontology;
}

function argumentFaults(task: Task, type: TaskType, surroundings: Surroundings): readonly PlanFault[] {
  const fault = (port: string, code: PlanFault["code"], message: string): PlanFault => ({
    task: task.id,
    port,
    code,
    message,
  });
  const faults: PlanFault[] = [];
  for (const port of type.inputs) {
    const binding = Object.hasOwn(task.args, port.name) ? task.args[port.name] : undefined;
    if (binding === undefined || singles(binding).length === 0) {
      if (port.required)
        faults.push(
          fault(port.name, "missing-input", `${type.name} needs "${port.name}" (${port.kinds.join(" or ")})`),
        );
      continue;
    }
    const wrong = bindingFault(binding, port, surroundings);
    if (wrong) faults.push(fault(port.name, wrong.code, wrong.message));
  }
  for (const name of Object.keys(task.args)) {
    if (!type.inputs.some((port) => port.name === name)) {
      faults.push(
        fault(
          name,
          "unknown-port",
          `${type.name} has no input ${inMessage(name)}; it takes ${type.inputs.map((port) => port.name).join(", ")}`,
        ),
      );
    }
  }
  return faults;
}

/** What is wrong with a value where it stands. */
export type Wrong = Pick<PlanFault, "code" | "message">;

/** Why a port can't take a binding; `null` where it can. */
export function bindingFault(binding: Binding, port: Port, surroundings: Surroundings): Wrong | null {
  if (binding.from === "list") {
    if (!port.many) return { code: "kind-mismatch", message: `"${port.name}" takes one value, not a list` };
    if (binding.items.length > MAX_LIST_ITEMS)
      return { code: "malformed", message: `"${port.name}" takes at most ${MAX_LIST_ITEMS} values` };
  }
  for (const single of singles(binding)) {
    const wrong = singleFault(single, port, surroundings);
    if (wrong) return wrong;
  }
  return null;
}

function singleFault(single: SingleBinding, port: Port, { byId, resources, ontology }: Surroundings): Wrong | null {
  const wanted = port.kinds.join(" or ");
  switch (single.from) {
    case "literal":
      if (literalFits(single.value, port.kinds)) return null;
      return {
        code: "kind-mismatch",
        message: `"${port.name}" takes ${wanted}, which ${inMessage(JSON.stringify(single.value) ?? "")} is not`,
      };
    case "resource": {
      const resource = resources.get(single.resource);
      if (!resource) return { code: "unknown-resource", message: `There is no resource ${inMessage(single.resource)}` };
      if (fitsAny(resource.kind, port.kinds)) return null;
      return {
        code: "kind-mismatch",
        message: `"${port.name}" takes ${wanted}, but ${inMessage(resource.name)} is ${resource.kind}`,
      };
    }
    case "task": {
      const producer = byId.get(single.task);
      if (!producer)
        return {
          code: "dangling-reference",
          message: `"${port.name}" waits for task ${numberOf(single.task)}, which is not in the plan`,
        };
      const type = ontology.get(producer.type);
      if (!type) return null;
      const output = type.outputs.find((candidate) => candidate.name === single.output);
      if (!output) return { code: "unknown-port", message: `${type.name} has no output ${inMessage(single.output)}` };
      if (output.kinds.some((kind) => fitsAny(kind, port.kinds))) return null;
      return {
        code: "kind-mismatch",
        message: `"${port.name}" takes ${wanted}, but task ${numberOf(single.task)} gives ${output.kinds.join(" or ")} there`,
      };
    }
  }
}

/** The tasks that wait for themselves, in plan order. References out of the plan don't count. */
function tasksInCircles(tasks: readonly Task[]): readonly TaskId[] {
  const before = new Map(tasks.map((task) => [task.id, dependencies(task)]));
  const waitsForItself = ({ id }: Task): boolean => {
    const awaited = new Set(before.get(id));
    for (const other of awaited) for (const earlier of before.get(other) ?? []) awaited.add(earlier);
    return awaited.has(id);
  };
  return tasks.filter(waitsForItself).map(({ id }) => id);
}
