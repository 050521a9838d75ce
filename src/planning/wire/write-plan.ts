import type { JsonValue } from "../../domain/json.ts";
import { type Binding, dependencies, type Plan, type SingleBinding, type TaskId } from "../../domain/plan.ts";
import type { Ontology, Port, TaskType } from "../../domain/task-types/index.ts";
import { namesResult } from "../proof/repair/said-words.ts";
import { meaningsOf } from "./meanings.ts";
import { isReference, REFERENCE_INSIDE } from "./references.ts";
import { indexResources, isResourceId, namesFile } from "./resource-index.ts";
import { defaultOutput, isRecord } from "./values.ts";

/** The plan in the wire format, read back by `readPlan` as it was. A literal that would read as something else is written `{"literal": …}`. */
export function writePlan(plan: Plan, ontology: Ontology): JsonValue {
  const types = new Map(plan.tasks.map((task) => [task.id, ontology.get(task.type)]));
  return plan.tasks.map((task) => {
    const waitsFor = dependencies(task);
    const said = waitsFor.flatMap((id) => types.get(id) ?? []);
    const args = Object.entries(task.args).map(([name, binding]) => {
      const port = types.get(task.id)?.inputs.find((input) => input.name === name);
      return [name, writeBinding(binding, { port, types, said })] as const;
    });
    return {
      task: task.type,
      id: task.id,
      dep: waitsFor.length > 0 ? waitsFor : [-1],
      args: Object.fromEntries(args),
      ...(task.model === undefined ? {} : { model: task.model }),
    };
  });
}

/** Where a value is written. */
interface Place {
  readonly port: Port | undefined;
  readonly types: ReadonlyMap<TaskId, TaskType | undefined>;
  /** The types of the tasks that the task is said to wait for. */
  readonly said: readonly TaskType[];
}

const writeBinding = (binding: Binding, place: Place): JsonValue =>
  binding.from === "list" ? binding.items.map((item) => writeSingle(item, place)) : writeSingle(binding, place);

function writeSingle(single: SingleBinding, { port, types, said }: Place): JsonValue {
  switch (single.from) {
    case "resource":
      return single.resource;
    case "task": {
      const producer = types.get(single.task);
      const isDefault = producer !== undefined && port !== undefined && defaultOutput(producer, port) === single.output;
      return isDefault ? `<resource>-${single.task}` : `<resource>-${single.task}.${single.output}`;
    }
    case "literal": {
      const { value } = single;
      return readsAsItself(value, port) && !namesResult({ is: "literal", value }, said) ? value : { literal: value };
    }
  }
}

const NO_FILES = indexResources([]);

/** Whether a literal needs no escape, however leniently it is read and whatever files the reader may know. */
function readsAsItself(value: JsonValue, port: Port | undefined): boolean {
  if (value === null || value === "") return false;
  if (Array.isArray(value)) return port?.many !== true && value.length > 1 && value.every(isPlain);
  if (typeof value !== "string") return !(isRecord(value) && "literal" in value);
  return isPlain(value) && value.split(",").every(isPlain);
}

/** Means nothing but itself. */
function isPlain(value: JsonValue): boolean {
  if (typeof value !== "string") return !Array.isArray(value) || value.every(isPlain);
  const name = value.trim();
  if (REFERENCE_INSIDE.test(value) || isReference(name) || isResourceId(name) || namesFile(name)) return false;
  return meaningsOf(value, NO_FILES).every((meaning) => meaning.is === "literal");
}
