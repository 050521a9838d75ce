import type { Planned } from "../domain/events.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Result } from "../domain/result.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { Understanding } from "../domain/understanding.ts";
import type { Controller, PlanReply, PlanRequest } from "../planning/controller.ts";
import { type RepairContext, readConstraints, writePlan } from "../planning/index.ts";
import { type Passed, passPlan, passWire } from "./gate.ts";

/** How planning ended, and who planned. */
export interface PlannedBy {
  readonly planned: Planned;
  readonly controller: string;
}

/**
 * What a controller makes of a request, proved. Where its plan cannot be mended it is asked once more with the exact
 * faults, and then whoever plans in its place.
 */
export async function askController(
  controller: Controller,
  request: PlanRequest,
  context: RepairContext,
): Promise<PlannedBy> {
  const reply = await controller.plan(request);
  const text = (reply.as === "plan" ? reply.about : undefined) ?? request.text;
  const asked = { ...request, text };
  const pass = (passed: PlanReply, isLastResort: boolean): PlannedBy => ({
    planned: passReply(passed, { ...context, text, isByModel: true, isLastResort }),
    controller: passed.by ?? controller.name,
  });

  const first = pass(reply, false);
  if (first.planned.as !== "failed") return first;
  const rejected = { plan: written(reply, request.ontology), faults: first.planned.error.issues ?? [] };
  const second = pass((await controller.revise?.(asked, rejected)) ?? reply, true);
  if (second.planned.as !== "failed" || !controller.lastResort) return second;
  const third = pass(await controller.lastResort(asked), true);
  return third.planned.as === "failed" ? second : third;
}

function passReply(reply: PlanReply, context: RepairContext): Planned {
  switch (reply.as) {
    case "plan":
      return understood(toPlanned(passPlan(reply.plan, context), reply.notes), reply.understanding);
    case "written":
      return understood(toPlanned(passWire(reply.json, context), reply.notes), readUnderstanding(context.text));
    default:
      return { as: reply.as, text: reply.text };
  }
}

/** A language model only plans: what its plan is held to is read out of the words by rules, so that nothing is overheard. */
function readUnderstanding(text: string | undefined): Understanding | undefined {
  const { constraints, budget } = readConstraints(text ?? "");
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

export const toPlanned = (passed: Result<Passed>, notes: readonly string[]): Planned =>
  passed.ok ? { as: "plan", ...passed.value, notes } : { as: "failed", error: passed.error };
