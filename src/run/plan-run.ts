import type { Endpoint } from "../domain/endpoints.ts";
import type { OutcomeResult, Planned } from "../domain/events.ts";
import { type Plan, singles } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import type { Ontology, TaskType } from "../domain/task-types/index.ts";
import type { Controller } from "../planning/controller.ts";
import { selectModels } from "../selection/index.ts";
import { fetchAddresses, type WebFiles } from "./addresses.ts";
import { askController, type PlannedBy, toPlanned, understood } from "./ask-controller.ts";
import { passApproved, passWire } from "./gate.ts";
import { holdToRequest } from "./hold-to-request.ts";
import type { Job } from "./job.ts";

/** What a run is planned with. */
export interface PlanningStages extends WebFiles {
  readonly ontology: Ontology;
  readonly controller: Controller;
  readonly endpoints: () => readonly Endpoint[];
}

export type PlanJob = Extract<Job, { readonly do: "plan" }>;

/**
 * Understands a request, makes a plan, proves it, and selects its models: one attempt.
 * @throws {AppError} why an address that must be there could not be fetched.
 */
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
  const proved = withNotes(holdToRequest(planned, { resources, ontology: stages.ontology }), notes);
  const selection =
    proved.as === "plan" ? selectModels(proved.plan, stages.endpoints(), proved.understanding?.constraints) : {};
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
  { ontology, controller, endpoints }: PlanningStages,
): Promise<PlannedBy> {
  const served = new Set(endpoints().map((endpoint) => endpoint.taskType));
  const context = { resources, ontology, text: job.text, canRun: ({ name }: TaskType) => served.has(name) };
  switch (job.given?.as) {
    case "plan": {
      const { plan, understanding } = job.given;
      return { planned: understood(toPlanned(passApproved(plan, context), []), understanding), controller: "user" };
    }
    case "wire":
      return { planned: toPlanned(passWire(job.given.json, context), []), controller: "user" };
    case undefined:
      return askController(controller, { text: job.text, attached, log: job.log, ontology }, context);
  }
}

/** The resources of earlier turns that a plan is bound to. */
function usedBy(plan: Plan, known: readonly Resource[]): readonly Resource[] {
  const bindings = plan.tasks.flatMap((task) => Object.values(task.args).flatMap(singles));
  const ids = new Set(bindings.flatMap((binding) => (binding.from === "resource" ? [binding.resource] : [])));
  return known.filter((resource) => ids.has(resource.id));
}
