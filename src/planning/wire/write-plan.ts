import type { JsonValue } from "../../domain/json.ts";
import { type Binding, dependencies, type Plan, type SingleBinding, type TaskId } from "../../domain/plan.ts";
import type { Ontology, Port, TaskType } from "../../domain/task-types/index.ts";
import { meaningsOf } from "./meanings.ts";
import { isReference, REFERENCE_INSIDE } from "./references.ts";
import { isResourceId, namesFile, shelve } from "./shelf.ts";
import { defaultOutput, isRecord } from "./values.ts";

/** The plan in the wire format, read back by `readPlan` as it was. A literal that would read as something else is written `{"literal": …}`. */
export function writePlan(plan: Plan, ontology: Ontology): JsonValue {
  const types = new Map(plan.tasks.map((task) => [task.id, ontology.get(task.type)]));
  return plan.tasks.map((task) => {
    const waitsFor = dependencies(task);
    const args = Object.entries(task.args).map(([name, binding]) => {
      const port = types.get(task.id)?.inputs.find((input) => input.name === name);
      return [name, writeBinding(binding, port, types)] as const;
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

function writeBinding(
  binding: Binding,
  port: Port | undefined,
  types: ReadonlyMap<TaskId, TaskType | undefined>,
): JsonValue {
  if (binding.from === "list") return binding.items.map((item) => writeSingle(item, port, types));
  return writeSingle(binding, port, types);
}

function writeSingle(
  single: SingleBinding,
  port: Port | undefined,
  types: ReadonlyMap<TaskId, TaskType | undefined>,
): JsonValue {
  switch (single.from) {
    case "resource":
      return single.resource;
    case "task": {
      const producer = types.get(single.task);
      const isDefault = producer !== undefined && port !== undefined && defaultOutput(producer, port) === single.output;
      return isDefault ? `<resource>-${single.task}` : `<resource>-${single.task}.${single.output}`;
    }
    case "literal":
      return readsAsItself(single.value, port) ? single.value : { literal: single.value };
  }
}

const NO_FILES = shelve([]);

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
