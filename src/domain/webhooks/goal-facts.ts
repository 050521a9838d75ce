import type { GoalEventBody } from "../goal/events.ts";
import { type GoalState, goalStatusOf, usedGoalMs } from "../goal/state.ts";
import { type CheckInFacts, cut, errorFacts, type GoalFacts, type GoalWebhookFacts, outputFacts } from "./facts.ts";

/** An answer has what was reached in words, which the outputs have as well. */
const MAX_ANSWER_CHARS = 4_000;
/** With as much of each as `outputFacts` has, a payload stays below 20 kB. */
const MAX_OUTPUTS = 5;
/** A question about a plan names each of its steps. */
const MAX_QUESTION_CHARS = 4_000;

/** The webhook event for an event of a goal; null if there is none. */
export function goalWebhookEventOf({ type }: GoalEventBody): GoalWebhookFacts["type"] | null {
  if (type === "check-in") return "goal.check-in";
  return type === "goal-end" ? "goal.ended" : null;
}

/** The facts to deliver for an event of a goal; null if there is none to deliver. @param state after the event */
export function goalFactsOf(event: GoalEventBody, state: GoalState, at: number): GoalWebhookFacts | null {
  const type = goalWebhookEventOf(event);
  if (type === null) return null;
  const facts = { type, at, goal: factsOfGoal(state, at) };
  return event.type === "check-in" ? { ...facts, checkIn: checkInFacts(event.data) } : facts;
}

/** The end of a goal that has none of its own: it was deleted. */
export function deletedGoalFacts(state: GoalState, at: number): GoalWebhookFacts {
  const error = { code: "cancelled", message: "The goal was deleted", retryable: false } as const;
  const end = { status: "cancelled", answer: error.message, error } as const;
  return { type: "goal.ended", at, goal: factsOfGoal({ ...state, endedAt: at, end }, at) };
}

function factsOfGoal(state: GoalState, at: number): GoalFacts {
  const { id, startedAt, endedAt, end } = state;
  const reached = end ? state.outputs.flatMap(({ name }) => namedResult(state, name)) : [];
  return {
    ...{ id, status: goalStatusOf(state), startedAt, endedAt },
    ...(end?.error ? { error: errorFacts(end.error) } : {}),
    answer: end ? cut(end.answer, MAX_ANSWER_CHARS) : null,
    isAnswerCut: end !== null && end.answer.length > MAX_ANSWER_CHARS,
    outputs: Object.fromEntries(reached.slice(0, MAX_OUTPUTS)),
    moreOutputs: Math.max(0, reached.length - MAX_OUTPUTS),
    usage: { timeMs: Math.round(usedGoalMs(state, at)), ...state.spent },
  };
}

function namedResult({ results }: GoalState, name: string) {
  const value = results.get(name)?.value;
  return value ? [[name, outputFacts(value)] as const] : [];
}

const checkInFacts = ({ id, about, message }: CheckInFacts): CheckInFacts => ({
  ...{ id, about, message: cut(message, MAX_QUESTION_CHARS) },
});
