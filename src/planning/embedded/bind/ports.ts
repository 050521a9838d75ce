import { fitsAny } from "../../../domain/kinds.ts";
import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import type { PlannedArgument } from "./plan-builder.ts";

/** Ports that are filled from the words of the clause and never from the thing it is about. */
const SLOTS: ReadonlySet<string> = new Set(["question", "labels", "language", "target-language", "source-language"]);

/** The port for what a task works on. */
export const objectPort = (type: TaskType): Port | undefined =>
  type.inputs.find((port) => port.required && !SLOTS.has(port.name)) ??
  type.inputs.find((port) => !SLOTS.has(port.name));

/** Whether one type gives as its main value what another works on: a picture for a picture, words for words. */
export const feeds = (giver: TaskType | undefined, taker: TaskType | undefined): boolean => {
  const taken = (taker && objectPort(taker)?.kinds) ?? [];
  return giver?.outputs[0]?.kinds.some((kind) => fitsAny(kind, taken)) ?? false;
};

/** An argument that is written into the plan. */
export const literal = (port: string, value: string | readonly string[]): PlannedArgument => ({
  port,
  binding: { from: "literal", value },
  things: [],
});
