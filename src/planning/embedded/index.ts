import type { AskedBudget, Constraints } from "../../domain/constraints.ts";
import { dependencies, type Plan } from "../../domain/plan.ts";
import type { TaskReason } from "../../domain/understanding.ts";
import type { Controller, PlanReply, PlanRequest } from "../controller.ts";
import { divide } from "./clauses.ts";
import { composeSketch } from "./compose-sketch.ts";
import { readConstraints } from "./constraints/index.ts";
import type { Reading } from "./parts.ts";
import { withReplyLanguage } from "./reply-language.ts";
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
  const made = decide(request, reading, reply, sketch, new Set(profile.types));
  if (made.reply.as !== "plan") return made.reply;
  const confidence = made.isSketched ? (isStranger ? 1 : 1 - idle) * sketch.confidence : null;
  if (reply.as !== "plan" && confidence !== null && confidence < UNFOUNDED) return reply;
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

/** The rules' plan where it has the sketched tasks and links, as it is bound with more care; else one composed by the sketch. */
function decide(
  request: PlanRequest,
  reading: Reading,
  reply: PlanReply,
  sketch: PlanSketch,
  known: ReadonlySet<string>,
): Made {
  const byRules: Made = { reply, reasons: reasonsByType(reply, sketch), isSketched: true };
  if (reply.as === "plan") {
    if (reply.plan.tasks.some(({ type }) => !known.has(type))) return { ...byRules, isSketched: false };
    if (likeness(reply.plan, sketch) === 2) return byRules;
  }
  const shop = openWorkshop(request, reading);
  const tasks = composeSketch(sketch, divide(reading.masked, reading.parts), shop);
  const plan = { tasks: shop.tasks };
  const isMade = shop.missing === null && plan.tasks.length > 0;
  if (isMade && (reply.as !== "plan" || likeness(plan, sketch) >= likeness(reply.plan, sketch))) {
    const reasons = tasks.flatMap((ids, place) =>
      ids.map((task) => ({ task, words: sketch.tasks[place]?.words ?? [] })),
    );
    return { reply: { as: "plan", plan, notes: notesOf(shop) }, reasons, isSketched: true };
  }
  if (reply.as === "plan") return byRules;
  const asks: PlanReply = reply.as === "ask" || shop.missing === null ? reply : { as: "ask", text: shop.missing };
  return { reply: asks, reasons: [], isSketched: false };
}

/** 1 when a plan has the task types of the sketch, 2 when it has its links as well. */
function likeness(plan: Plan, sketch: PlanSketch): 0 | 1 | 2 {
  const types = new Map(plan.tasks.map(({ id, type }) => [id, type]));
  if (!isSame(new Set(types.values()), new Set(sketch.tasks.map(({ type }) => type)))) return 0;
  const links = plan.tasks.flatMap((task) => dependencies(task).map((giver) => `${types.get(giver)}>${task.type}`));
  const sketched = sketch.links.map(([from, to]) => `${sketch.tasks[from]?.type}>${sketch.tasks[to]?.type}`);
  return isSame(new Set(links), new Set(sketched)) ? 2 : 1;
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && a.isSubsetOf(b);

const reasonsByType = (reply: PlanReply, sketch: PlanSketch): readonly TaskReason[] =>
  reply.as === "plan"
    ? reply.plan.tasks.map(({ id, type }) => ({
        task: id,
        words: sketch.tasks.find((task) => task.type === type)?.words ?? [],
      }))
    : [];
