import * as z from "zod";
import { escapeMarkdown } from "../../domain/markdown.ts";
import { checkInView, type GoalView, goalView } from "../schemas/goal-views.ts";
import { blocksOf } from "./file-content.ts";
import { showFailure, showValue, signedFor } from "./run-answer.ts";
import { failed, shownValue } from "./run-summary.ts";
import type { Exchange, ToolAnswer } from "./tool.ts";

const { id, status } = goalView.shape;
const { name: stepName, does, status: stepStatus } = goalView.shape.steps.element.shape;

/** A goal as tools show it: only what a model needs to go on, as schemas and results fill its context. */
export const goalSummary = z.object({
  goal: id,
  status,
  answer: z.string().nullable().describe("Markdown, with signed links; null until it has ended."),
  checkIn: checkInView
    .pick({ id: true, about: true, message: true })
    .nullable()
    .describe("A question for the person, with which the goal waits: answer_check_in takes the answer."),
  outputs: z.array(
    z.object({ name: z.string(), reached: z.boolean(), value: shownValue.exactOptional() }).describe("What it gives."),
  ),
  steps: z.array(z.object({ name: stepName, does, status: stepStatus, error: failed.exactOptional() })),
  spent: z.object({ usd: z.number(), timeMs: z.int(), llmCalls: z.int(), tasks: z.int() }),
  error: failed.exactOptional(),
});
type GoalSummaryView = z.output<typeof goalSummary>;

/** The answer of a tool with a goal. */
export async function answerGoal(exchange: Pick<Exchange, "c" | "showsFiles">, view: GoalView): Promise<ToolAnswer> {
  const { c } = exchange;
  const answer = view.answer === null ? null : await signedFor(c, view.answer);
  const { usd, timeMs, llmCalls, tasks } = view.spent;
  const structured: GoalSummaryView = {
    ...{ goal: view.id, status: view.status, answer },
    checkIn: view.checkIn && { id: view.checkIn.id, about: view.checkIn.about, message: view.checkIn.message },
    outputs: view.outputs.map(({ name, reached, value }) => ({
      ...{ name, reached },
      ...(value ? { value: showValue(value) } : {}),
    })),
    // The first is the goal itself.
    steps: view.steps.slice(1).map(({ name, does: doing, status: state, error }) => ({
      ...{ name, does: doing, status: state },
      ...(error ? { error: showFailure(error) } : {}),
    })),
    spent: { usd, timeMs, llmCalls, tasks },
    ...(view.error ? { error: showFailure(view.error) } : {}),
  };
  const files = view.outputs.flatMap(({ value }) => (value && "resource" in value ? [value.resource] : []));
  const blocks = await blocksOf(exchange, files);
  const content: ToolAnswer["content"] = [{ type: "text", text: inWords(view, answer) }, ...blocks];
  return { content, structured, isError: view.status === "failed" || view.status === "cancelled" };
}

function inWords({ id: goal, status: state, checkIn, error }: GoalView, answer: string | null): string {
  const tail = `Goal ${goal}: ${state}.`;
  if (answer !== null) return [...(error ? [`${error.code}: ${error.message}`] : []), answer, tail].join("\n\n");
  if (checkIn) {
    const how = "Put this to the person, and pass on what they decide with answer_check_in.";
    return `It asks (check-in ${checkIn.id}): ${escapeMarkdown(checkIn.message)}\n\n${tail} ${how}`;
  }
  if (state === "paused") return `${tail} It is paused: POST /v1/goals/{id}/resume goes on with it.`;
  return `${tail} It goes on by itself: call goal_status with its id to see how it ends.`;
}
