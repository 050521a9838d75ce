import { asText } from "../../../domain/excerpt.ts";
import type { JsonValue } from "../../../domain/json.ts";
import { numberOf } from "../../../domain/plan.ts";
import type { Meaning } from "../../wire/meanings.ts";
import { inMessage } from "../faults.ts";
import type { BindingSource, Draft, DraftTask } from "./draft.ts";

/** How a task is called in a message. */
export const labelOf = (task: DraftTask): string => `Task ${numberOf(task.id)} (${task.type?.name ?? shownName(task)})`;

/** A task's written name as it is shown. */
export const shownName = (task: DraftTask): string => (task.written === "" ? "no name" : inMessage(task.written));

export function describeSource(source: BindingSource, draft: Draft): string {
  if (source.from === "resource") return inMessage(draft.resources.get(source.resource)?.name ?? source.resource);
  return `the ${source.output} of task ${numberOf(source.task)} (${draft.task(source.task)?.type?.name ?? "unknown"})`;
}

export function describeMeaning(meaning: Meaning, draft: Draft): string {
  switch (meaning.is) {
    case "task":
      return draft.task(meaning.task)
        ? `what task ${numberOf(meaning.task)} gives`
        : `task ${numberOf(meaning.task)} (which isn't there)`;
    case "resource":
      return inMessage(meaning.resources[0].name);
    case "literal":
      return describeLiteral(meaning.value);
    case "missing-file":
      return inMessage(meaning.name);
    case "slot":
      return inMessage(meaning.words);
  }
}

export const describeLiteral = (value: JsonValue): string => inMessage(asText(value));
