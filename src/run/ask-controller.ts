import type { Issue } from "../domain/errors.ts";
import type { Planned } from "../domain/events.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Plan, PlanNote, Task } from "../domain/plan.ts";
import type { Result } from "../domain/result.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { Understanding } from "../domain/understanding.ts";
import type { Controller, PlanReply, PlanRequest, RejectedPlan } from "../planning/controller.ts";
import { type ConstraintReading, type RepairContext, writePlan } from "../planning/index.ts";
import { type ProvedPlan, proveControllerPlan, proveWirePlan } from "./prove-plan.ts";

/** The outcome of planning, with the controller that planned. */
export interface PlannedBy {
  readonly planned: Planned;
  readonly controller: string;
}

/** What the words of a request restrict, and a reader for others; null where they stand beside a plan of the caller's own. */
export interface Restricted {
  readonly read: ConstraintReading | null;
  readonly readConstraints: (text: string, signal?: AbortSignal) => Promise<ConstraintReading>;
}

/**
 * What a controller makes of a request, proved. Where its plan cannot be mended, or a language model's has tasks that
 * nothing here does, it is asked once more with the exact faults, and then whoever plans in its place. A sound plan runs
 * as far as it can where none of them has a better one.
 */
export async function askController(
  controller: Controller,
  request: PlanRequest,
  { read, readConstraints }: Restricted,
  context: RepairContext,
): Promise<PlannedBy> {
  const reply = await controller.plan(request);
  const text = (reply.as === "plan" ? reply.about : undefined) ?? request.text;
  const asked = { ...request, text };
  // The text of a request that a reply speaks of may be an earlier one.
  const reading = read && text === request.text ? read : await readConstraints(text, request.signal);
  const pass = (passed: PlanReply, isLastResort: boolean): PlannedBy => ({
    planned: passReply(passed, reading, { ...context, text, isByModel: true, isLastResort }),
    controller: passed.by ?? controller.name,
  });

  const first = pass(reply, false);
  const idle = reply.as === "written" ? idleTasks(first.planned, context) : [];
  const faults = first.planned.as === "failed" ? (first.planned.error.issues ?? []) : idle.map(doneByNobody);
  if (first.planned.as !== "failed" && idle.length === 0) return first;
  const rejected = rejectedOf(reply, faults, request.ontology);
  const second = pass((await controller.revise?.(asked, rejected)) ?? reply, true);
  if (isFine(second, context)) return without(idle, second);
  const third = controller.lastResort && pass(await controller.lastResort(asked), true);
  if (third && isFine(third, context)) return without(idle, third);
  return [first, second, third].find((one) => one && one.planned.as !== "failed") ?? second;
}

/** The tasks of a plan that no model here does, whatever is asked of models. */
function idleTasks(planned: Planned, { canRun, ontology }: RepairContext): readonly Task[] {
  if (planned.as !== "plan" || !canRun) return [];
  return planned.plan.tasks.filter(({ type }) => {
    const known = ontology.get(type);
    return known !== undefined && !canRun(known);
  });
}

const isFine = ({ planned }: PlannedBy, context: RepairContext): boolean =>
  planned.as !== "failed" && idleTasks(planned, context).length === 0;

const doneByNobody = ({ id, type }: Task): Issue => ({
  path: `${id}`,
  message: `No model here does ${type}. Do what is asked without it, or leave it out`,
});

/** A plan that says what it goes without of the one before. */
function without(idle: readonly Task[], { planned, controller }: PlannedBy): PlannedBy {
  if (planned.as !== "plan") return { planned, controller };
  const types = new Set(planned.plan.tasks.map(({ type }) => type));
  const lost = new Set(idle.flatMap(({ type }) => (types.has(type) ? [] : [type])));
  const notes = [...lost].map((type) => ({ leftOut: `${type}, which no model here does.` }));
  return { planned: { ...planned, notes: [...planned.notes, ...notes] }, controller };
}

const rejectedOf = (reply: PlanReply, faults: readonly Issue[], ontology: Ontology): RejectedPlan => ({
  plan: written(reply, ontology),
  faults,
  ...(reply.as === "written" && reply.said !== undefined ? { said: reply.said } : {}),
});

function passReply(reply: PlanReply, reading: ConstraintReading, context: RepairContext): Planned {
  switch (reply.as) {
    case "plan":
      return offering(
        understood(toPlanned(proveControllerPlan(reply.plan, context), reply.notes), reply.understanding),
        reply.choices,
      );
    case "written":
      return understood(
        withoutModels(toPlanned(proveWirePlan(reply.json, context), reply.notes)),
        understandingOf(reading),
      );
    default:
      return offering({ as: reply.as, text: reply.text }, reply.choices);
  }
}

const offering = (planned: Planned, choices: PlanReply["choices"]): Planned =>
  planned.as === "failed" || !choices ? planned : { ...planned, choices };

const NAMED_MODELS =
  "The language model named models in its plan; they are chosen by rules here, from those there are.";

/** A language model's plan without the models that it names: it is shown none, and what the words ask of them is read by rules. */
function withoutModels(planned: Planned): Planned {
  if (planned.as !== "plan" || planned.plan.tasks.every(({ model }) => model === undefined)) return planned;
  const plan: Plan = { tasks: planned.plan.tasks.map(({ model: _, ...task }) => task) };
  return { ...planned, plan, notes: [...planned.notes, NAMED_MODELS] };
}

/** A language model only plans: what its plan is held to is read out of the words by rules, so that nothing is overheard. */
function understandingOf({ constraints, budget }: ConstraintReading): Understanding | undefined {
  const isFree = Object.keys(constraints).length === 0 && Object.keys(budget).length === 0;
  return isFree ? undefined : { constraints, budget, confidence: null, reasons: [] };
}

/** A reply's plan as it is shown to its author. */
function written(reply: PlanReply, ontology: Ontology): JsonValue {
  if (reply.as === "written") return reply.json;
  return reply.as === "plan" ? writePlan(reply.plan, ontology) : null;
}

/** A plan with what it was made from; reasons for tasks that repair took away go with them. */
export function understood(planned: Planned, understanding: Understanding | undefined): Planned {
  if (planned.as !== "plan" || !understanding) return planned;
  const kept = new Set(planned.plan.tasks.map(({ id }) => id));
  const reasons = understanding.reasons.filter(({ task }) => kept.has(task));
  return { ...planned, understanding: { ...understanding, reasons } };
}

export const toPlanned = (passed: Result<ProvedPlan>, notes: readonly PlanNote[]): Planned =>
  passed.ok ? { as: "plan", ...passed.value, notes } : { as: "failed", error: passed.error };
