import { AppError } from "../errors.ts";
import type { Values } from "../events.ts";
import type { JsonValue } from "../json.ts";
import { baseKind, fitsAny, type Kind } from "../kinds.ts";
import { numberOf, type SingleBinding, singles, type Task, type TaskId } from "../plan.ts";
import type { Resource, ResourceId, Value } from "../resources.ts";
import type { Ontology, TaskType } from "../task-types/index.ts";
import { findTask, type RunState, taskWork } from "./state.ts";

/** Input ports by name, each with the values it is given. */
export type BoundValues = Readonly<Record<string, readonly Value[]>>;

/** What the values of arguments are looked up in. */
export interface Sources {
  readonly ontology: Pick<Ontology, "get">;
  readonly findResource: (id: ResourceId) => Resource | undefined;
}

/**
 * The values a task's arguments stand for, now that everything it waits for is there.
 * @throws {AppError} `internal` when something is missing after all: the plan was checked before.
 */
export function bindInputs(task: Task, type: TaskType, state: RunState, sources: Sources): BoundValues {
  const bound: Record<string, readonly Value[]> = {};
  for (const [port, binding] of Object.entries(task.args)) {
    const kinds = type.inputs.find((candidate) => candidate.name === port)?.kinds ?? ["data"];
    bound[port] = singles(binding).map((single) => bindSingle(single, kinds, state, sources));
  }
  return bound;
}

function bindSingle(
  binding: SingleBinding,
  kinds: readonly Kind[],
  state: RunState,
  { ontology, findResource }: Sources,
): Value {
  switch (binding.from) {
    case "literal":
      return literal(binding.value, kindOf(binding.value, kinds));
    case "resource": {
      const resource = findResource(binding.resource);
      if (!resource) throw new AppError("internal", `Resource ${binding.resource} is not in this conversation`);
      return { as: "resource", kind: resource.kind, resource };
    }
    case "task": {
      const { outputs } = taskWork(state, binding.task);
      const value =
        outputs[binding.output] ?? otherOutput(binding, kinds, outputs, typeOf(binding.task, state, ontology));
      if (!value) {
        throw new AppError(
          "provider-rejected",
          `Task ${numberOf(binding.task)} succeeded without its output "${binding.output}"`,
        );
      }
      return value;
    }
  }
}

const typeOf = (id: TaskId, state: RunState, ontology: Sources["ontology"]): TaskType | undefined =>
  ontology.get(findTask(state, id)?.type ?? "");

/** In the place of an optional output that a result lacks, its first other value that fits; none for any other output. */
function otherOutput(
  { output }: Extract<SingleBinding, { readonly from: "task" }>,
  kinds: readonly Kind[],
  outputs: Values,
  type: TaskType | undefined,
): Value | undefined {
  const isOptional = type?.outputs.some(({ name, required }) => name === output && !required) === true;
  const values = isOptional ? type.outputs.flatMap(({ name }) => outputs[name] ?? []) : [];
  return values.find(({ kind }) => fitsAny(kind, kinds));
}

/** The first of a port's kinds that a literal is: what is no text is none, where anything else is taken. */
const kindOf = (value: JsonValue, kinds: readonly Kind[]): Kind =>
  kinds.find((kind) => typeof value === "string" || baseKind(kind) !== "text") ?? kinds[0] ?? "data";

function literal(value: JsonValue, kind: Kind): Value {
  if (baseKind(kind) === "text")
    return { as: "text", kind, text: typeof value === "string" ? value : JSON.stringify(value) };
  if (typeof value === "string") return { as: "text", kind, text: value };
  return { as: "data", kind, data: value };
}
