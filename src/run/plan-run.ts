import type { Endpoint } from "../domain/endpoints.ts";
import type { OutcomeResult, Planned } from "../domain/events.ts";
import type { JsonValue } from "../domain/json.ts";
import { type Plan, singles } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import type { Result } from "../domain/result.ts";
import type { Ontology, TaskType } from "../domain/task-types/index.ts";
import type { Understanding } from "../domain/understanding.ts";
import type { Controller, PlanReply } from "../planning/controller.ts";
import { type RepairContext, writePlan } from "../planning/index.ts";
import { selectModels } from "../selection/index.ts";
import { fetchAddresses, type WebFiles } from "./addresses.ts";
import { type Passed, passApproved, passPlan, passWire } from "./gate.ts";
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
  const proved = withNotes(planned, notes);
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
): Promise<{ readonly planned: Planned; readonly controller: string }> {
  const served = new Set(endpoints().map((endpoint) => endpoint.taskType));
  const context = { resources, ontology, text: job.text, canRun: ({ name }: TaskType) => served.has(name) };
  switch (job.given?.as) {
    case "plan":
      return { planned: toPlanned(passApproved(job.given.plan, context), []), controller: "user" };
    case "wire":
      return { planned: toPlanned(passWire(job.given.json, context), []), controller: "user" };
    case undefined: {
      const request = { text: job.text, attached, log: job.log, ontology };
      const reply = await controller.plan(request);
      const byModel = { ...context, isByModel: true };
      const planned = passReply(reply, byModel);
      if (planned.as !== "failed") return { planned, controller: reply.by ?? controller.name };
      const rejected = { plan: written(reply, ontology), faults: planned.error.issues ?? [] };
      const revised = (await controller.revise?.(request, rejected)) ?? reply;
      return {
        planned: passReply(revised, { ...byModel, isLastResort: true }),
        controller: revised.by ?? controller.name,
      };
    }
  }
}

function passReply(reply: PlanReply, context: RepairContext): Planned {
  switch (reply.as) {
    case "plan":
      return understood(toPlanned(passPlan(reply.plan, context), reply.notes), reply.understanding);
    case "written":
      return toPlanned(passWire(reply.json, context), reply.notes);
    default:
      return reply;
  }
}

/** A plan with what it was made from; reasons for tasks that repair took away go with them. */
function understood(planned: Planned, understanding: Understanding | undefined): Planned {
  if (planned.as !== "plan" || !understanding) return planned;
  const kept = new Set(planned.plan.tasks.map(({ id }) => id));
  const reasons = understanding.reasons.filter(({ task }) => kept.has(task));
  return { ...planned, understanding: { ...understanding, reasons } };
}

/** A reply's plan as it is shown to its author. */
function written(reply: PlanReply, ontology: Ontology): JsonValue {
  if (reply.as === "written") return reply.json;
  return reply.as === "plan" ? writePlan(reply.plan, ontology) : null;
}

const toPlanned = (passed: Result<Passed>, notes: readonly string[]): Planned =>
  passed.ok ? { as: "plan", ...passed.value, notes } : { as: "failed", error: passed.error };

/** The resources of earlier turns that a plan is bound to. */
function usedBy(plan: Plan, known: readonly Resource[]): readonly Resource[] {
  const bindings = plan.tasks.flatMap((task) => Object.values(task.args).flatMap(singles));
  const ids = new Set(bindings.flatMap((binding) => (binding.from === "resource" ? [binding.resource] : [])));
  return known.filter((resource) => ids.has(resource.id));
}
