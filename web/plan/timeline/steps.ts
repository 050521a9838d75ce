import type { RunEvent } from "../../../src/client/client.ts";
import type { Step } from "./rows.ts";

/** What begins a step and what ends it. A retry of planning is a part of planning. */
const STARTS: Readonly<Partial<Record<RunEvent["type"], Step["name"]>>> = {
  "plan-start": "Planning",
  "approval-required": "Your approval",
  "run-pause": "Paused",
  "answer-start": "Answering",
};
const ENDS: Readonly<Partial<Record<RunEvent["type"], readonly Step["name"][]>>> = {
  "selection-end": ["Planning"],
  "approval-given": ["Your approval"],
  "run-resume": ["Paused"],
  "run-end": ["Planning", "Your approval", "Paused", "Answering"],
};

/** Takes an event in: the steps as they are after it, or the same where it changes none. */
export function afterEvent(steps: readonly Step[], event: Pick<RunEvent, "type" | "at">): readonly Step[] {
  const { at } = event;
  const ended = ENDS[event.type];
  if (ended) return steps.map((step) => (step.to === null && ended.includes(step.name) ? { ...step, to: at } : step));
  const name = STARTS[event.type];
  const isOpen = steps.some((step) => step.name === name && step.to === null);
  return name === undefined || isOpen ? steps : [...steps, { name, from: at, to: null }];
}
