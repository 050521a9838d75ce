import { AppError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { baseKind, type Kind } from "../kinds.ts";
import { type Binding, type SingleBinding, singles, type Task } from "../plan.ts";
import type { Resource, ResourceId, Value } from "../resources.ts";
import type { TaskType } from "../task-types/index.ts";
import { type RunState, taskWork } from "./state.ts";

/** Input ports by name, each with the values it is given. */
export type BoundValues = Readonly<Record<string, readonly Value[]>>;

/**
 * The values a task's arguments stand for, now that everything it waits for is there.
 * @throws {AppError} `internal` when something is missing after all: the plan was checked before.
 */
export function bindInputs(
  task: Task,
  type: TaskType,
  state: RunState,
  findResource: (id: ResourceId) => Resource | undefined,
): BoundValues {
  const bound: Record<string, readonly Value[]> = {};
  for (const [port, binding] of Object.entries(task.args)) {
    const kind = type.inputs.find((candidate) => candidate.name === port)?.kinds[0] ?? "data";
    bound[port] = bindPort(binding, kind, state, findResource);
  }
  return bound;
}

function bindPort(
  binding: Binding,
  kind: Kind,
  state: RunState,
  findResource: (id: ResourceId) => Resource | undefined,
): readonly Value[] {
  return singles(binding).map((single) => bindSingle(single, kind, state, findResource));
}

function bindSingle(
  binding: SingleBinding,
  kind: Kind,
  state: RunState,
  findResource: (id: ResourceId) => Resource | undefined,
): Value {
  switch (binding.from) {
    case "literal":
      return literal(binding.value, kind);
    case "resource": {
      const resource = findResource(binding.resource);
      if (!resource) throw new AppError("internal", `Resource ${binding.resource} is not in this conversation`);
      return { as: "resource", kind: resource.kind, resource };
    }
    case "task": {
      const value = taskWork(state, binding.task).outputs[binding.output];
      if (!value) {
        throw new AppError(
          "provider-rejected",
          `Task ${binding.task} succeeded without its output "${binding.output}"`,
        );
      }
      return value;
    }
  }
}

function literal(value: JsonValue, kind: Kind): Value {
  if (baseKind(kind) === "text")
    return { as: "text", kind, text: typeof value === "string" ? value : JSON.stringify(value) };
  if (typeof value === "string") return { as: "text", kind, text: value };
  return { as: "data", kind, data: value };
}
