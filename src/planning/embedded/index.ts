import type { AskedBudget, Constraints } from "../../domain/constraints.ts";
import type { TaskReason } from "../../domain/understanding.ts";
import type { Controller, PlanReply, PlanRequest } from "../controller.ts";
import { divide } from "./clauses.ts";
import { composeSketch } from "./compose-sketch.ts";
import { readConstraints } from "./constraints/index.ts";
import type { Reading } from "./parts.ts";
import { notesOf, openWorkshop, planByRules } from "./rules.ts";
import { featuresOf } from "./trained/features.ts";
import { sigmoid } from "./trained/paths.ts";
import { loadProfiles, type Profiles } from "./trained/profiles.ts";
import { oddsOf, type PlanSketch, sketchPlan } from "./trained/sketch.ts";
import { viewOf } from "./trained/view.ts";

/** Plans without any language model: by rules and trained weights. Deterministic; never throws. */
export const embeddedController: Controller = {
  name: "embedded",
  plan: async (request) => planWith(await loadProfiles(), request),
};

/** A request for no task is told from one for some at this probability. */
const IDLE = 0.5;

/** Plans a request with these weights. */
export function planWith(profiles: Profiles, given: PlanRequest): PlanReply {
  const { constraints, budget, rest } = readConstraints(given.text);
  const request = { ...given, text: rest };
  const { reply, reading } = planByRules(request);
  const view = viewOf(request, reading, reply);
  const features = featuresOf(view);
  const idle = sigmoid(oddsOf("idle", profiles.people, features));
  const isStranger = oddsOf("stranger", profiles.people, features) > 0;
  const profile = isStranger ? profiles.taskbench : profiles.people;
  if (reply.as !== "plan" && idle > IDLE && !isStranger) return reply;
  const sketch = sketchPlan(view, profile, request.ontology, features);
  if (!sketch) return reply;
  const made = decide(request, reading, reply, sketch, isStranger, new Set(profile.types));
  if (made.reply.as !== "plan") return made.reply;
  const confidence = made.isSketched ? (isStranger ? 1 : 1 - idle) * sketch.confidence : null;
  return { ...made.reply, understanding: understood(constraints, budget, confidence, made.reasons) };
}

const understood = (
  constraints: Constraints,
  budget: AskedBudget,
  confidence: number | null,
  reasons: readonly TaskReason[],
) => ({ constraints, budget, confidence, reasons });

interface Made {
  readonly reply: PlanReply;
  readonly reasons: readonly TaskReason[];
  /** It is what the sketch says, so that the sketch's confidence is its own. */
  readonly isSketched: boolean;
}

/** The rules' plan where it has the sketched tasks, as it is bound with more care; else one composed by the sketch. */
function decide(
  request: PlanRequest,
  reading: Reading,
  reply: PlanReply,
  sketch: PlanSketch,
  isStranger: boolean,
  known: ReadonlySet<string>,
): Made {
  const byRules = reply.as === "plan" ? new Set(reply.plan.tasks.map(({ type }) => type)) : new Set<string>();
  const hasOwn = [...byRules].some((type) => !known.has(type));
  const sketched = new Set(sketch.tasks.map(({ type }) => type));
  const agrees = byRules.size === sketched.size && byRules.isSubsetOf(sketched);
  if (reply.as === "plan" && (hasOwn || (agrees && !isStranger)))
    return { reply, reasons: reasonsByType(reply, sketch), isSketched: !hasOwn };
  const shop = openWorkshop(request, reading);
  const tasks = composeSketch(sketch, divide(reading.masked, reading.parts), shop);
  if (shop.missing === null && shop.tasks.length > 0) {
    const reasons = tasks.flatMap((ids, place) => ids.map((task) => ({ task, words: sketch.tasks[place]?.words ?? [] })));
    return { reply: { as: "plan", plan: { tasks: shop.tasks }, notes: notesOf(shop) }, reasons, isSketched: true };
  }
  if (reply.as === "plan") return { reply, reasons: reasonsByType(reply, sketch), isSketched: true };
  return { reply: reply.as === "ask" || shop.missing === null ? reply : { as: "ask", text: shop.missing }, reasons: [], isSketched: false };
}

const reasonsByType = (reply: PlanReply, sketch: PlanSketch): readonly TaskReason[] =>
  reply.as === "plan"
    ? reply.plan.tasks.map(({ id, type }) => ({
        task: id,
        words: sketch.tasks.find((task) => task.type === type)?.words ?? [],
      }))
    : [];
