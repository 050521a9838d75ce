import type { CheckInView, GoalReport, GoalView, StepView } from "../../src/client/client.ts";
import { duration, money } from "../ui/amounts.ts";
import { plainWords } from "../values/words.ts";
import { missingInputs } from "./tree.ts";

/** "waits for offers, which read-offers makes, and prices, which nobody makes"; null for a step that waits for nothing. */
export function waitWords(step: StepView, goal: Pick<GoalView, "steps" | "files" | "checkIn">): string | null {
  if (goal.checkIn?.step === step.name) return "waits for your answer";
  const missing = missingInputs(step, goal);
  if (missing.length === 0) return null;
  const told = missing.map(
    ({ name, from }) =>
      `${plainWords(name)}${from === null ? ", which nobody makes" : ` from “${plainWords(from.name)}”`}`,
  );
  return `waits for ${told.join(", ")}`;
}

/** What the calls of a step, or of a goal, cost so far. */
export const spentWords = ({ usd, assumedUsd, llmCalls }: StepView["spent"]): string =>
  [
    money(usd) + (assumedUsd === undefined ? "" : ` (${money(assumedUsd)} of it set aside, not measured)`),
    ...(llmCalls === 0 ? [] : [`${llmCalls} ${llmCalls === 1 ? "call" : "calls"} of a language model`]),
  ].join(", ");

/** How long a step that has ended took; null before. */
export const tookWords = ({ startedAt, endedAt }: Pick<StepView, "startedAt" | "endedAt">): string | null =>
  startedAt === null || endedAt === null ? null : duration(Date.parse(endedAt) - Date.parse(startedAt));

/** "value 8, effort 2, 1.2 s, 2 calls of a language model": a step in a row of the tree, beside its name and status. */
export function rowWords(step: StepView): readonly string[] {
  const took = tookWords(step);
  const { value, effort, spent } = step;
  return [
    `value ${value}`,
    `effort ${effort}`,
    ...(took === null ? [] : [took]),
    ...(spent.tasks + spent.llmCalls === 0 ? [] : [spentWords(spent)]),
  ];
}

/** Complete, so that a new reason to ask fails to compile here. */
const TOPICS: Readonly<Record<CheckInView["about"], string>> = {
  plan: "May it begin?",
  steps: "May it go on?",
  spending: "May it spend this?",
  revision: "May it change its steps?",
  loop: "It goes round in circles. What now?",
  question: "It has a question",
};

export const topicWords = (about: CheckInView["about"]): string => TOPICS[about];

const VERDICTS: Readonly<Record<GoalView["reflections"][number]["verdict"], string>> = {
  "on-way": "on the way",
  off: "off the way",
  stuck: "stuck",
};

export const verdictWords = (verdict: GoalView["reflections"][number]["verdict"]): string => VERDICTS[verdict];

/** "3 of 7 steps done, 1 failed": steps that are broken down, and the goal itself, are counted by their parts. */
export function progressOf(steps: readonly StepView[]): string {
  const own = steps.filter(({ parent, status }) => parent !== null && status !== "refined" && status !== "dropped");
  const count = (status: StepView["status"]): number => own.filter((step) => step.status === status).length;
  if (own.length === 0) return "no steps yet";
  const failed = count("failed");
  return `${count("done")} of ${own.length} ${own.length === 1 ? "step" : "steps"} done${failed === 0 ? "" : `, ${failed} failed`}`;
}

/** "3 steps added, old-step dropped, as nobody needs it": what a version of the tree changed, and why. */
export function versionWords({
  added,
  dropped,
  reordered,
  reason,
}: Pick<GoalReport["versions"][number], "added" | "dropped" | "reordered" | "reason">): string {
  const told = [
    ...(added.length === 0 ? [] : [`${added.join(", ")} added`]),
    ...dropped.map(({ step, reason: why }) => `${step} dropped, as ${why}`),
    ...reordered.map(({ step, value }) => `${step} is worth ${value} of 10`),
  ].join("; ");
  return `${told || "nothing changed"}.${reason === "" ? "" : ` ${reason}`}`;
}
