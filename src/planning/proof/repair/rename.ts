import { fitsAny, type Kind } from "../../../domain/kinds.ts";
import { numberOf } from "../../../domain/plan.ts";
import type { Repair } from "../../../domain/repair.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import { shownName } from "./describe.ts";
import type { Draft, DraftTask } from "./draft.ts";
import { nearestType } from "./task-names.ts";

/** Names that are looked into: an honest plan invents a few, and each costs a comparison with every task type. */
const MAX_RENAMED = 64;

/** Gives each task of an unknown type the task type that its name seems to mean. Those without one stay as they are. */
export function renameTypes(draft: Draft, ontology: Ontology): readonly Repair[] {
  const unknown = draft.tasks.filter((task) => task.type === null);
  return unknown.slice(0, MAX_RENAMED).flatMap((task): Repair[] => {
    const given = givenKinds(task, draft);
    const nearest = nearestType(task.written, ontology, (type) => takesAll(type, given));
    if (!nearest) return [];
    const { type, certainty } = nearest;
    task.type = type;
    const message = `Task ${numberOf(task.id)}: there is no task type ${shownName(task)}; ${type.name} is meant (${Math.round(certainty * 100)}% sure)`;
    return [{ kind: "renamed", task: task.id, port: null, message, certainty }];
  });
}

/** For each file and task that a task was given: the kinds that it could be. */
function givenKinds(task: DraftTask, draft: Draft): readonly (readonly Kind[])[] {
  return task.args
    .flatMap((argument) => argument.meanings)
    .flatMap((meaning) => {
      if (meaning.is === "resource") return [meaning.resources.map((resource) => resource.kind)];
      const outputs = meaning.is === "task" ? draft.task(meaning.task)?.type?.outputs : undefined;
      return outputs ? [outputs.flatMap((output) => output.kinds)] : [];
    });
}

const takesAll = (type: TaskType, given: readonly (readonly Kind[])[]): boolean =>
  given.every((kinds) => type.inputs.some((port) => kinds.some((kind) => fitsAny(kind, port.kinds))));
