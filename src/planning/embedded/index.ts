import type { Understanding } from "../../domain/understanding.ts";
import type { Controller, PlanReply, PlanRequest } from "../controller.ts";
import { carryOut } from "./carry-out.ts";
import { readConstraints } from "./constraints/index.ts";
import { withReplyLanguage } from "./reply-language.ts";
import { planByRules } from "./rules.ts";
import { featuresOf } from "./trained/features.ts";
import { sigmoid } from "./trained/log-odds.ts";
import type { Profile } from "./trained/profile.ts";
import { loadProfiles, type Profiles } from "./trained/profiles.ts";
import { oddsOf, sketchPlan } from "./trained/sketch.ts";
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

/** Plans a request with these weights. */
export function planWith(profiles: Profiles, given: PlanRequest): PlanReply {
  const { constraints, budget, rest } = readConstraints(given.text);
  const words = constraints.language === undefined ? rest : withReplyLanguage(given.text, rest);
  const request = { ...given, text: words };
  const { reply, reading } = planByRules(request);
  const view = viewOf(request, reading, reply);
  const features = featuresOf(view);
  const idle = sigmoid(oddsOf("idle", profiles.people, features));
  const isStranger = oddsOf("stranger", profiles.people, features) > 0;
  const profile = isStranger ? profiles.taskbench : profiles.people;
  if (reply.as !== "plan" && idle > IDLE && !isStranger) return reply;
  const sketch = sketchPlan(view, profile, request.ontology, features);
  if (!sketch) return reply;
  if (hasOwnTypes(reply, profile))
    return withUnderstanding(reply, { constraints, budget, confidence: null, reasons: [] });
  const confidence = isStranger ? sketch.confidence : (1 - idle) * sketch.confidence;
  if (reply.as !== "plan" && !isStranger && confidence < UNFOUNDED) return reply;
  const { made, missing } = carryOut(sketch, { request, reading, reply, mayGuess: isStranger });
  if (!made) return reply.as === "ask" || missing === null ? reply : { as: "ask", text: missing };
  const { plan, notes, reasons } = made;
  return { as: "plan", plan, notes, understanding: { constraints, budget, confidence, reasons } };
}

/** Task types of the deployment's own, of which the weights know nothing. */
const hasOwnTypes = (reply: PlanReply, { types }: Profile): boolean =>
  reply.as === "plan" && reply.plan.tasks.some(({ type }) => !types.includes(type));

const withUnderstanding = (reply: PlanReply, understanding: Understanding): PlanReply =>
  reply.as === "plan" ? { ...reply, understanding } : reply;
