import type { TaskId } from "../../domain/plan.ts";

export interface Reference {
  readonly task: TaskId;
  readonly output: string | undefined;
}

/** `<resource>-0`, `<GENERATED>-0`, `<resource-0>`, `<node-0>`, each with `.port` or `#port` where one is meant. */
const OUTSIDE = /^<(?:resource|generated|node|task)>\s?-\s?(\d{1,15})(?:[.#]([^\s,]{1,100}))?$/i;
const INSIDE = /^<(?:resource|generated|node|task)[-_ ]?(\d{1,15})>(?:[.#]([^\s,]{1,100}))?$/i;
/** Finds a reference anywhere in a text. */
export const REFERENCE_INSIDE = /<(?:resource|generated|node|task)(?:>\s?-\s?\d|[-_ ]?\d{1,15}>)/i;

/** The task that a text refers to, when it is nothing but a reference. */
export function parseReference(text: string): Reference | null {
  const match = OUTSIDE.exec(text.trim()) ?? INSIDE.exec(text.trim());
  return match ? { task: Number(match[1]), output: match[2] } : null;
}

export const isReference = (value: unknown): boolean => typeof value === "string" && parseReference(value) !== null;
