import { fitsAny } from "../../../domain/kinds.ts";
import type { Port, TaskType } from "../../../domain/task-types/index.ts";

/**
 * What a port is filled with: things to work on, or words that tell what to do with them. `description` is what a new
 * picture shows, `change` what is done to one that is there.
 */
export type PortRole =
  | "object"
  | "question"
  | "labels"
  | "language"
  | "target-language"
  | "source-language"
  | "instruction"
  | "length"
  | "value"
  | "description"
  | "change";

/** Ports that are filled from the words of the clause and never from the thing that it is about. */
const SLOT_ROLES: Readonly<Record<string, PortRole>> = {
  question: "question",
  labels: "labels",
  language: "language",
  "target-language": "target-language",
  "source-language": "source-language",
  instruction: "instruction",
  length: "length",
};

/** A port that takes a number, yes or no, or one of some values says so itself. */
const isSlot = ({ name, takes }: Port): boolean => takes !== undefined || Object.hasOwn(SLOT_ROLES, name);

/** The port for what a task works on. */
export const objectPort = (type: TaskType): Port | undefined =>
  type.inputs.find((port) => port.required && !isSlot(port)) ?? type.inputs.find((port) => !isSlot(port));

export function roleOf(port: Port, type: TaskType): PortRole {
  if (port.takes) return "value";
  if (isSlot(port)) return SLOT_ROLES[port.name] ?? "object";
  if (port === objectPort(type)) return port.asks ? "description" : "object";
  return takesWords(port) && !port.many ? "change" : "object";
}

export const takesWords = (port: Port): boolean => port.kinds.includes("text");

/** Whether one type gives as its main value what another works on: a picture for a picture, words for words. */
export const feeds = (giver: TaskType | undefined, taker: TaskType | undefined): boolean => {
  const taken = (taker && objectPort(taker)?.kinds) ?? [];
  return giver?.outputs[0]?.kinds.some((kind) => fitsAny(kind, taken)) ?? false;
};

/** Whether a task type answers a question that is put to it. */
export const answers = (type: TaskType): boolean => type.inputs.some((port) => roleOf(port, type) === "question");
