import type { OutcomeResult } from "../domain/events.ts";
import { type ExecutionParts, execute } from "../execution/index.ts";
import { writeAnswer } from "../response/answer.ts";
import type { Assignment, Watcher } from "./job.ts";
import { type PlanningStages, planRun } from "./plan-run.ts";

export { addressesInPlan } from "../domain/addresses.ts";
export { type Foreseen, foresee } from "./foresee.ts";
export { passEdited, passWire } from "./gate.ts";
export type { Assignment, GivenPlan, Job, RunnerLine, Watcher } from "./job.ts";
export type { PlanJob, PlanningStages } from "./plan-run.ts";

/** What the stages of a run are built from. */
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
  const { job, run } = assignment;
  switch (job.do) {
    case "plan":
      return planRun(job, stages, signal);
    case "task": {
      const { outputs, notes } = await execute({ ...job, run }, stages, signal, watcher.progress);
      return { as: "done", outputs, notes };
    }
    case "answer": {
      let text = "";
      for await (const piece of writeAnswer(job.state, stages.ontology)) {
        signal.throwIfAborted();
        text += piece;
        watcher.answer(piece);
      }
      return { as: "answered", text };
    }
  }
}
