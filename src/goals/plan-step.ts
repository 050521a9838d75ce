import { canonicalName, type StepAction, type StepOutput } from "../domain/goal/step.ts";
import type { JsonValue } from "../domain/json.ts";
import { baseKind, fits, isKind, type Kind } from "../domain/kinds.ts";
import { type Binding, goals, type Plan, type SingleBinding, singles, topologicalOrder } from "../domain/plan.ts";
import type { Resource, Value } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import type { Ontology, TaskType } from "../domain/task-types/index.ts";
import { repairPlan, writePlan } from "../planning/index.ts";

/** What a step's plan is judged by. */
export interface StepPlanContext {
  readonly ontology: Ontology;
  readonly canRun: (type: TaskType) => boolean;
}

/** The values that a step takes, by name, as far as their kind. */
export type InputKinds = ReadonlyMap<string, Kind>;

type PlanAction = Extract<StepAction, { readonly as: "plan" }>;

/**
 * Proves the plan of a step before its inputs are there: values of their kinds stand for them. It is repaired like any
 * other, so that a plan may name no more than its task types.
 * @param json a plan on the wire, in which inputs are named as they are or in angle brackets
 * @returns the plan, bound to names of values; or in plain words what is wrong with it
 */
export function proveStepPlan(
  json: JsonValue,
  {
    inputs,
    outputs,
    does,
  }: { readonly inputs: InputKinds; readonly outputs: readonly StepOutput[]; readonly does: string },
  { ontology, canRun }: StepPlanContext,
): Result<PlanAction, string> {
  const resources = [...inputs].map(([name, kind], place) => standIn(name, kind, place));
  const named = withNames(json, inputs);
  const repaired = repairPlan(named, { resources, ontology, canRun, text: does, isByModel: true });
  if (repaired.as === "unsound") return err(repaired.faults.map(({ message }) => message).join("; "));
  const { plan } = repaired;
  const impossible = plan.tasks.find(({ type }) => !ontology.get(type) || !canRun(ontology.get(type) as TaskType));
  if (impossible) return err(`nothing here does ${impossible.type}`);
  const gives = outputsOf(plan, outputs, ontology);
  return gives.ok ? ok({ as: "plan", plan, gives: gives.value }) : gives;
}

const standIn = (name: string, kind: Kind, place: number): Resource => ({
  ...{ id: name, name, kind, mediaType: "application/octet-stream", bytes: 1, createdAt: place },
  sha256: place.toString(16).padStart(64, "0"),
  origin: { by: "upload" },
});

const MAX_DEPTH = 16;

/** The plan with each text that names an input, with or without angle brackets, as that name. */
function withNames(json: JsonValue, inputs: InputKinds, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) return null;
  if (typeof json === "string") {
    const name = canonicalName(json.replace(/^\s*<([^<>]*)>\s*$/, "$1"));
    return name !== null && inputs.has(name) ? name : json;
  }
  if (Array.isArray(json)) return json.map((item) => withNames(item, inputs, depth + 1));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, withNames(item, inputs, depth + 1)]));
}

/**
 * Which output of which task each output of the step is: the plan's results first, the last of them first, each taken
 * once; of those that fit in kind one of its name before any other.
 */
function outputsOf(
  plan: Plan,
  outputs: readonly StepOutput[],
  ontology: Ontology,
): Result<PlanAction["gives"], string> {
  const last = new Set(goals(plan).map(({ id }) => id));
  const order = (topologicalOrder(plan) ?? []).toReversed();
  const made = [...order.filter((id) => last.has(id)), ...order.filter((id) => !last.has(id))].flatMap((task) => {
    const type = ontology.get(plan.tasks.find(({ id }) => id === task)?.type ?? "");
    return (type?.outputs ?? []).map((port) => ({ task, output: port.name, kinds: port.kinds }));
  });
  const gives: Record<string, { task: number; output: string }> = {};
  const taken = new Set<object>();
  for (const { name, kind } of outputs) {
    const free = made.filter((one) => !taken.has(one) && one.kinds.some((given) => baseKind(given) === baseKind(kind)));
    const chosen = free.find(({ output }) => canonicalName(output) === name) ?? free[0];
    if (!chosen) return err(`nothing in its plan gives "${name}" as ${kind}`);
    taken.add(chosen);
    gives[name] = { task: chosen.task, output: chosen.output };
  }
  return ok(gives);
}

/** A plan with its values: files by their ids, everything else as it stands. `null` where a value is not there. */
export function bindStepPlan(
  { plan }: PlanAction,
  find: (name: string) => Value | undefined,
  ontology: Ontology,
): { readonly plan: JsonValue; readonly files: readonly Resource[] } | null {
  const files = new Map<string, Resource>();
  let isComplete = true;
  const bind = (single: SingleBinding): SingleBinding => {
    if (single.from !== "resource") return single;
    const value = find(single.resource);
    if (!value) isComplete = false;
    else if (value.as === "resource") {
      files.set(value.resource.id, value.resource);
      return { from: "resource", resource: value.resource.id };
    } else return { from: "literal", value: value.as === "text" ? value.text : value.data };
    return single;
  };
  const bound = (binding: Binding): Binding =>
    binding.from === "list" ? { from: "list", items: singles(binding).map(bind) } : bind(binding);
  const tasks = plan.tasks.map((task) => ({
    ...task,
    args: Object.fromEntries(Object.entries(task.args).map(([port, binding]) => [port, bound(binding)])),
  }));
  return isComplete ? { plan: writePlan({ tasks }, ontology), files: [...files.values()] } : null;
}

/** A kind as a model writes it; null for what is none. */
export function kindOf(written: string): Kind | null {
  const kind = written.trim().toLowerCase();
  return isKind(kind) ? kind : null;
}

/** Whether a value may stand where a step said that it gives one of this kind. */
export const isOfKind = (value: Value, kind: Kind): boolean => fits(baseKind(value.kind), baseKind(kind));
