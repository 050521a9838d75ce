import { LEFT_OUT } from "../../domain/answer-form.ts";
import type { Controller, PlanReply, PlanRequest } from "../controller.ts";
import { carryOut, reasonsByType } from "./carry-out.ts";
import { prepare } from "./prepare.ts";
import { planByRules } from "./rules.ts";
import { featuresOf } from "./trained/features.ts";
import { sigmoid } from "./trained/log-odds.ts";
import type { Profile } from "./trained/profile.ts";
import { loadProfiles, type Profiles } from "./trained/profiles.ts";
import { oddsBy, sketchPlan } from "./trained/sketch.ts";
import { viewOf } from "./trained/view.ts";

/** Plans without any language model: by rules and trained weights. Deterministic; never throws. */
export const embeddedController: Controller = {
  name: "embedded",
  plan: async (request) => planWith(await loadProfiles(), request),
};

/** A request for no task is told from one for some at this probability. */
const IDLE = 0.5;

/** Where the rules hear nothing, a plan less likely than this is a guess, and what they answer is better. */
const UNFOUNDED = 0.2;

/**
 * A sketch less likely than this gives way to a plan of the rules that leaves nothing out. That plan is as doubtful: on
 * requests that neither was made for, where the two differ.
 */
const DOUBTFUL = 0.35;

/** What a plan's confidence is worth that does not keep to its sketch: in its links, and in its tasks. */
const KEPT_TYPES_ONLY = 0.85;
const KEPT_NOTHING = 0.3;

function planWith(profiles: Profiles, given: PlanRequest): PlanReply {
  const { request, constraints, budget } = prepare(given);
  const { reply, reading } = planByRules(request);
  const view = viewOf(request, reading, reply);
  const features = featuresOf(view);
  const odds = oddsBy(profiles.people, features);
  const isStranger = odds("stranger") > 0;
  const idle = isStranger ? 0 : sigmoid(odds("idle"));
  const profile = isStranger ? profiles.taskbench : profiles.people;
  if (reply.as !== "plan" && idle > IDLE) return reply;
  const unsketched = (): PlanReply =>
    reply.as === "plan" ? { ...reply, understanding: { constraints, budget, confidence: null, reasons: [] } } : reply;
  if (hasOwnTypes(reply, profile)) return unsketched();
  const sketch = sketchPlan(view, profile, request.ontology, features);
  if (!sketch) return unsketched();
  const likely = (1 - idle) * sketch.confidence;
  if (reply.as !== "plan" && !isStranger && likely < UNFOUNDED) return reply;
  if (reply.as === "plan" && !isStranger && likely < DOUBTFUL && !leavesOut(reply.notes)) {
    const reasons = reasonsByType(reply.plan, sketch);
    return { ...reply, understanding: { constraints, budget, confidence: DOUBTFUL, reasons } };
  }
  const { made, missing } = carryOut(sketch, { request, reading, reply, mayGuess: isStranger });
  if (!made) return reply.as === "ask" || missing === null ? reply : { as: "ask", text: missing };
  const { plan, notes, reasons, keeps } = made;
  const worth = { all: 1, types: KEPT_TYPES_ONLY, nothing: KEPT_NOTHING }[keeps];
  return { as: "plan", plan, notes, understanding: { constraints, budget, confidence: worth * likely, reasons } };
}

/** Task types of the deployment's own, of which the weights know nothing. */
const hasOwnTypes = (reply: PlanReply, { types }: Profile): boolean =>
  reply.as === "plan" && reply.plan.tasks.some(({ type }) => !types.includes(type));

const leavesOut = (notes: readonly string[]): boolean => notes.some((note) => note.startsWith(LEFT_OUT));
