import type { Endpoint } from "../domain/endpoints.ts";
import type { OutcomeResult, Planned } from "../domain/events.ts";
import { type Plan, singles } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import type { Result } from "../domain/result.ts";
import { type ExecutionParts, execute } from "../execution/index.ts";
import type { Controller } from "../planning/controller.ts";
import { writeAnswer } from "../response/answer.ts";
import { selectModels } from "../selection/index.ts";
import { fetchAddresses, type WebFiles } from "./addresses.ts";
import { type Passed, passApproved, passPlan, passWire } from "./gate.ts";
import type { Assignment, Job, Watcher } from "./job.ts";

export { addressesInPlan } from "../domain/addresses.ts";
export { passEdited, passWire } from "./gate.ts";
export type { Assignment, GivenPlan, Job, RunnerLine, Watcher } from "./job.ts";

/** What a run is planned with. */
export interface PlanningStages extends WebFiles, Pick<ExecutionParts, "ontology"> {
  readonly controller: Controller;
  readonly endpoints: () => readonly Endpoint[];
}

/** What the stages of a run are built from. */
export interface Stages extends ExecutionParts, PlanningStages {}

export type PlanJob = Extract<Job, { readonly do: "plan" }>;

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

/** @throws {AppError} why an address that must be there could not be fetched. */
export async function planRun(
  job: PlanJob,
  stages: PlanningStages,
  signal: AbortSignal,
): Promise<Extract<OutcomeResult, { readonly as: "planned" }>> {
  const startedAt = Date.now();
  const { resources: fetched, notes } = await fetchAddresses(job, stages, signal);
  const attached = [...job.attached, ...fetched];
  const resources = [...attached, ...job.known];
  const { planned, controller } = await makePlan(job, attached, resources, stages);
  const proved = withNotes(planned, notes);
  const selection = proved.as === "plan" ? selectModels(proved.plan, stages.endpoints()) : {};
  const referenced = proved.as === "plan" ? usedBy(proved.plan, job.known) : [];
  return {
    as: "planned",
    planned: proved,
    selection,
    controller,
    fetched,
    referenced,
    durationMs: Date.now() - startedAt,
  };
}

/** What planning came to, after what the person has to know to understand it. */
function withNotes(planned: Planned, notes: readonly string[]): Planned {
  switch (planned.as) {
    case "plan":
      return { ...planned, notes: [...notes, ...planned.notes] };
    case "failed":
      return planned;
    default:
      return { as: planned.as, text: [...notes, planned.text].join("\n\n") };
  }
}

/** Makes a plan, and lets none through that is not proved. */
async function makePlan(
  job: PlanJob,
  attached: readonly Resource[],
  resources: readonly Resource[],
  { ontology, controller }: PlanningStages,
): Promise<{ readonly planned: Planned; readonly controller: string }> {
  const context = { resources, ontology, text: job.text };
  switch (job.given?.as) {
    case "plan":
      return { planned: toPlanned(passApproved(job.given.plan, context), []), controller: "user" };
    case "wire":
      return { planned: toPlanned(passWire(job.given.json, context), []), controller: "user" };
    case undefined: {
      const reply = await controller.plan({ text: job.text, attached, log: job.log, ontology });
      const made = reply.as === "plan" ? toPlanned(passPlan(reply.plan, context), reply.notes) : reply;
      return { planned: made, controller: controller.name };
    }
  }
}

const toPlanned = (passed: Result<Passed>, notes: readonly string[]): Planned =>
  passed.ok ? { as: "plan", ...passed.value, notes } : { as: "failed", error: passed.error };

/** The resources of earlier turns that a plan is bound to. */
function usedBy(plan: Plan, known: readonly Resource[]): readonly Resource[] {
  const bindings = plan.tasks.flatMap((task) => Object.values(task.args).flatMap(singles));
  const ids = new Set(bindings.flatMap((binding) => (binding.from === "resource" ? [binding.resource] : [])));
  return known.filter((resource) => ids.has(resource.id));
}
