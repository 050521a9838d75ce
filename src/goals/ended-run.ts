import { estimateOf } from "../domain/costs.ts";
import { failure } from "../domain/errors.ts";
import type { GoalSpent, GoalWork } from "../domain/goal/events.ts";
import type { GoalState } from "../domain/goal/state.ts";
import { estimateTask, knownInputsOf, shapeOf } from "../domain/run/cost-estimate.ts";
import { type RunState, taskWork } from "../domain/run/state.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { EndedRun } from "./outcomes.ts";

/** Whether a unit of work's results are words of a model or values of a program: those are read whole. */
export function isReadWhole(state: GoalState, work: GoalWork): boolean {
  return work.do !== "step" || state.steps.get(work.step)?.action?.as === "program";
}

/** What a goal needs to know of a run of its own that is over. */
export function endedRun(run: RunState): EndedRun {
  const tasks = run.plan?.tasks ?? [];
  const works = tasks.map(({ id, type }) => ({ id, type, work: taskWork(run, id) }));
  const failed = works.find(({ work }) => work.error !== null && work.status !== "succeeded");
  // A text that took several tries is one.
  const texts = works.filter(({ type, work }) => type === "text-generation" && work.attempts.length > 0).length;
  const planned = run.planned;
  const unplanned =
    planned?.as === "failed"
      ? planned.error
      : planned && planned.as !== "plan"
        ? failure("plan-unsound", planned.text)
        : null;
  const isWhole = works.length > 0 && works.every(({ work }) => work.status === "succeeded");
  return {
    spent: {
      usd: run.spent.usd,
      assumedUsd: run.spent.assumedUsd,
      llmCalls: run.spent.llmCalls + texts,
      tasks: works.filter(({ work }) => work.attempts.length > 0).length,
      ...tokensOf(run),
    },
    outputs: Object.fromEntries(
      works.flatMap(({ id, work }) => (work.status === "succeeded" ? [[String(id), work.outputs]] : [])),
    ),
    error: isWhole
      ? null
      : (failed?.work.error ?? unplanned ?? run.end?.error ?? failure("internal", "It ended without a result")),
  };
}

function tokensOf({ spent: { measured } }: RunState): Pick<GoalSpent, "tokens"> {
  const { inputTokens, outputTokens } = measured;
  if (inputTokens === undefined && outputTokens === undefined) return {};
  return { tokens: { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 } };
}

/** What a run that is planned may cost at most, in US dollars, if its first choices do it; null where nobody knows. */
export function priceOf(run: RunState, ontology: Ontology): number | null {
  let sum = run.spent.usd;
  for (const task of run.plan?.tasks ?? []) {
    const [first] = run.selection?.[task.id]?.candidates ?? [];
    const usd = first && estimateOf(first, estimateTask(task, knownInputsOf(run, shapeOf(ontology.get(task.type)))));
    if (usd === undefined || usd === null) return null;
    sum += usd;
  }
  return sum;
}
