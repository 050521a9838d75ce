import { toFailure } from "../domain/errors.ts";
import type { OutcomeResult } from "../domain/events.ts";
import type { RunState } from "../domain/run/state.ts";
import type { StructuredAnswer } from "../domain/structured/answer-schema.ts";
import { type ExecutionParts, execute, PaidFailure } from "../execution/index.ts";
import { writeAnswer } from "../response/answer.ts";
import type { Speaker } from "../response/spoken/index.ts";
import type { Assignment, StageJob, Watcher } from "./job.ts";
import { createLanguageMeter } from "./language-meter.ts";
import { type PlanningStages, planRun } from "./plan-run.ts";
import { withWholeResults } from "./whole-results.ts";

export { addressesInPlan } from "../domain/addresses.ts";
export { type DryRun, dryRun } from "./dry-run.ts";
export type { Assignment, AtHand, GatedPlan, GivenPlan, RunnerLine, StageJob, Watcher } from "./job.ts";
export type { PlanJob, PlanningStages } from "./plan-run.ts";
export { isSameAnywhere, notesOn, passApproved, proveEditedPlan, proveWirePlan } from "./prove-plan.ts";
export { withWholeResults } from "./whole-results.ts";

/** The dependencies of the stages of a run. */
export interface Stages extends ExecutionParts, PlanningStages {}

/**
 * One attempt at one step of a run, from request to answer:
 *
 *     understand → plan → prove → select      (one attempt, "plan")
 *     execute                                  (one attempt a task)
 *     respond                                  (one attempt, "answer")
 *
 * What follows what is decided by `decide` in domain/run/. Nothing here keeps state.
 */
export async function perform(
  assignment: Assignment,
  stages: Stages,
  signal: AbortSignal,
  watcher: Watcher,
): Promise<OutcomeResult> {
  const { job } = assignment;
  switch (job.do) {
    case "plan":
      return planRun(job, stages, signal);
    case "task":
      return performTask(job, assignment, stages, signal, watcher);
    case "answer":
      return performAnswer(job, stages, signal, watcher);
  }
}

async function performAnswer(
  { state, allowance }: Extract<StageJob, { readonly do: "answer" }>,
  stages: Stages,
  signal: AbortSignal,
  watcher: Watcher,
): Promise<OutcomeResult> {
  const { ontology, controller, languagePrices = [] } = stages;
  const meter = createLanguageMeter(allowance, languagePrices);
  const asked = await withoutRestrictions(state, stages, signal);
  const speaker = { controller, meter, signal };
  const structured = state.answerFormat ? await fillForm(state, stages, speaker) : null;
  let text = "";
  for await (const piece of writeAnswer(state, ontology, structured ? { structured } : { speaker }, asked)) {
    signal.throwIfAborted();
    text += piece;
    watcher.answer(piece);
  }
  const usage = meter.usage();
  return { as: "answered", text, ...(structured ? { structured } : {}), ...(usage ? { usage } : {}) };
}

/**
 * What becomes of the form that an answer is wanted in. A language model is asked for nothing but that: the words are an
 * account of it. Loaded with the first form, as few runs have one.
 */
async function fillForm(
  state: RunState,
  { ontology, open }: Stages,
  speaker: Speaker,
): Promise<StructuredAnswer | null> {
  const { structuredAnswer } = await import("../response/structured/index.ts");
  return structuredAnswer(await withWholeResults(state, open), ontology, speaker);
}

/** A run's request without what it restricts: "only MIT models: how many dogs" asks for dogs alone. */
async function withoutRestrictions(state: RunState, { readConstraints }: Stages, signal: AbortSignal): Promise<string> {
  const understanding = state.planned?.as === "plan" ? state.planned.understanding : undefined;
  const { constraints = {}, budget = {} } = understanding ?? {};
  if (Object.keys({ ...constraints, ...budget }).length === 0) return state.text;
  return (await readConstraints(state.text, signal)).rest;
}

async function performTask(
  job: Extract<StageJob, { readonly do: "task" }>,
  { tenant, run, timeoutMs }: Assignment,
  stages: Stages,
  signal: AbortSignal,
  watcher: Watcher,
): Promise<OutcomeResult> {
  const attempt = { ...job, tenant, run, timeoutMs, priority: 0 };
  try {
    return { as: "done", ...(await execute(attempt, stages, signal, watcher.progress)) };
  } catch (thrown) {
    if (!(thrown instanceof PaidFailure)) throw thrown;
    return { as: "failed", error: toFailure(thrown), measured: thrown.measured };
  }
}
