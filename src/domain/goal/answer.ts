import type { Failure } from "../errors.ts";
import type { EndStatus } from "../events.ts";
import { resourcePath } from "../links.ts";
import { codeBlock, escapeLines, escapeMarkdown } from "../markdown.ts";
import type { Value } from "../resources.ts";
import { endedSteps, type GoalState } from "./state.ts";
import type { StepOutput } from "./step.ts";

/** Longer values are linked, or cut where they are in no file. */
const MAX_SHOWN_CHARS = 4_000;

/**
 * What a goal came to, in words: each output that was asked for with its value, what was not reached and why, and what it
 * took. Made by rule from the log, so that nothing is claimed that did not happen. Files are linked by their paths in the API.
 */
export function answerOf(state: GoalState, status: EndStatus, error: Failure | null): string {
  const reached = state.outputs.filter(({ name }) => state.results.has(name));
  const missing = state.outputs.filter(({ name }) => !state.results.has(name));
  return [
    ...(error ? [`${opening(status)}: ${escapeMarkdown(error.message).replace(/\.?$/, ".")}`] : []),
    ...reached.flatMap((output) => shown(state, output)),
    ...missing.map((output) => `**${escapeMarkdown(output.name)}** was not reached${because(state, output)}.`),
    ...(state.outputs.length === 0 && !error ? ["The goal was not broken down."] : []),
    cost(state),
  ].join("\n\n");
}

const opening = (status: EndStatus): string =>
  status === "cancelled" ? "It was stopped" : status === "failed" ? "It could not be done" : "It was ended early";

function shown({ results }: GoalState, { name, description }: StepOutput): readonly string[] {
  const value = results.get(name)?.value;
  if (!value) return [];
  const heading = `**${escapeMarkdown(name)}**${description === "" ? "" : `: ${escapeMarkdown(description)}`}`;
  return [heading, valueInWords(value)];
}

function valueInWords(value: Value): string {
  if (value.as === "resource") return `[${value.resource.name}](${resourcePath(value.resource.id)})`;
  const text = value.as === "text" ? value.text : JSON.stringify(value.data, null, 2);
  const fits = text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS).toWellFormed()}…`;
  return value.as === "data" || value.kind === "table" ? codeBlock(fits) : escapeLines(fits);
}

function because(state: GoalState, { name }: StepOutput): string {
  const maker = [...state.steps.values()].find(
    ({ outputs, status }) => status !== "refined" && outputs.some((output) => output.name === name),
  );
  if (!maker) return "";
  const step = `the step "${escapeMarkdown(maker.name)}"`;
  if (maker.error) return `: ${step} failed (${escapeMarkdown(maker.error.message.replace(/\.$/, ""))})`;
  if (maker.reason !== null) return `: ${step} was dropped (${escapeMarkdown(maker.reason)})`;
  const lacking = maker.inputs.filter((input) => !state.results.has(input)).map(escapeMarkdown);
  return lacking.length > 0 ? `: ${step} lacks ${lacking.join(", ")}` : "";
}

function cost(state: GoalState): string {
  const done = endedSteps(state).filter(({ status }) => status === "done").length;
  const { usd, llmCalls, tasks } = state.spent;
  const count = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;
  const money = usd === 0 ? "" : `, ${Number(usd.toPrecision(3))} dollars`;
  return `${count(done, "step")} done; ${count(llmCalls, "call")} of a language model, ${count(tasks, "task")}${money}.`;
}
