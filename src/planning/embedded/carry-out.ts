import { dependencies, type Plan } from "../../domain/plan.ts";
import type { TaskReason } from "../../domain/understanding.ts";
import type { PlanReply, PlanRequest } from "../controller.ts";
import { bindSketch } from "./bind-sketch.ts";
import { divide } from "./clauses.ts";
import { composeSketch } from "./compose-sketch.ts";
import type { Reading } from "./parts.ts";
import { notesOf, openWorkshop } from "./rules.ts";
import type { PlanSketch } from "./trained/sketch.ts";

/** A plan with its arguments. */
export interface Made {
  readonly plan: Plan;
  readonly notes: readonly string[];
  readonly reasons: readonly TaskReason[];
}

/** What a sketch is carried out with. */
export interface Circumstances {
  readonly request: PlanRequest;
  readonly reading: Reading;
  /** What the rules made of the request. */
  readonly reply: PlanReply;
  /** What is missing may be put in the words of the request; otherwise it is asked for. */
  readonly mayGuess: boolean;
}

/** Nothing is made when something is `missing`: the question for it. */
export interface CarriedOut {
  readonly made: Made | null;
  readonly missing: string | null;
}

/**
 * Gives a sketch its arguments in the first of three ways that keeps to it: composed with all that is known of the
 * words, as the rules did it, or bound to the letter. Where none does, the way that comes nearest.
 */
export function carryOut(sketch: PlanSketch, { request, reading, reply, mayGuess }: Circumstances): CarriedOut {
  const { made: composed, missing } = compose(sketch, reading, request);
  if (composed && likeness(composed.plan, sketch) === EXACT) return { made: composed, missing: null };
  const ruled = reply.as === "plan" ? { ...reply, reasons: reasonsByType(reply.plan, sketch) } : null;
  if (ruled && likeness(ruled.plan, sketch) === EXACT) return { made: ruled, missing: null };
  if (missing === null || mayGuess) {
    const bound = bind(sketch, reading, request);
    if (bound && likeness(bound.plan, sketch) === EXACT) return { made: bound, missing: null };
  }
  const nearest = [composed, ruled]
    .filter((way) => way !== null)
    .toSorted((a, b) => likeness(b.plan, sketch) - likeness(a.plan, sketch))[0];
  return { made: nearest ?? null, missing };
}

function compose(sketch: PlanSketch, reading: Reading, request: PlanRequest): CarriedOut {
  const shop = openWorkshop(request, reading);
  const tasks = composeSketch(sketch, divide(reading.masked, reading.parts), shop);
  if (shop.missing !== null || shop.tasks.length === 0) return { made: null, missing: shop.missing };
  const reasons = tasks.flatMap((ids, place) => ids.map((task) => ({ task, words: sketch.tasks[place]?.words ?? [] })));
  return { made: { plan: { tasks: shop.tasks }, notes: notesOf(shop), reasons }, missing: null };
}

function bind(sketch: PlanSketch, reading: Reading, request: PlanRequest): Made | null {
  const bound = bindSketch(sketch, divide(reading.masked, reading.parts), reading, request);
  return "plan" in bound ? { plan: bound.plan, notes: [], reasons: reasonsByType(bound.plan, sketch) } : null;
}

const EXACT = 2;

/** 1 when a plan has the task types of the sketch, 2 when it has its links as well. */
function likeness(plan: Plan, sketch: PlanSketch): number {
  const types = new Map(plan.tasks.map(({ id, type }) => [id, type]));
  if (!isSame(new Set(types.values()), new Set(sketch.tasks.map(({ type }) => type)))) return 0;
  const links = plan.tasks.flatMap((task) => dependencies(task).map((giver) => `${types.get(giver)}>${task.type}`));
  const sketched = sketch.links.map(([from, to]) => `${sketch.tasks[from]?.type}>${sketch.tasks[to]?.type}`);
  return isSame(new Set(links), new Set(sketched)) ? EXACT : 1;
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && a.isSubsetOf(b);

const reasonsByType = ({ tasks }: Plan, sketch: PlanSketch): readonly TaskReason[] =>
  tasks.map(({ id, type }) => ({ task: id, words: sketch.tasks.find((task) => task.type === type)?.words ?? [] }));
