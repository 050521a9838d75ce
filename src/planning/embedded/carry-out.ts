import { dependencies, type Plan, resourcesOf, type Task } from "../../domain/plan.ts";
import type { ResourceId } from "../../domain/resources.ts";
import type { TaskReason } from "../../domain/understanding.ts";
import type { PlanReply, PlanRequest } from "../controller.ts";
import { bindSketch } from "./bind-sketch.ts";
import { type Clause, divide } from "./clauses.ts";
import { composeSketch } from "./compose-sketch.ts";
import type { MaskedRequest } from "./parts.ts";
import { notesOf, openWorkshop } from "./rules.ts";
import type { PlanSketch } from "./trained/sketch.ts";

/** A plan with its arguments. */
interface Made {
  readonly plan: Plan;
  readonly notes: readonly string[];
  readonly reasons: readonly TaskReason[];
  /** Whether it has the sketch's task types and links, only its types, or not even these. */
  readonly keeps: "all" | "types" | "nothing";
}

/** What a sketch is carried out with. */
interface Circumstances {
  readonly request: PlanRequest;
  readonly reading: MaskedRequest;
  /** What the rules made of the request. */
  readonly reply: PlanReply;
  /** What is missing may be put in the words of the request; otherwise it is asked for. */
  readonly mayGuess: boolean;
}

/** Nothing is made when something is `missing`: the question for it. */
interface CarriedOut {
  readonly made: Made | null;
  readonly missing: string | null;
}

/**
 * Where rules heard all tasks of a sketch that is less sure than this, they are believed about what else there is; of a
 * surer one only about a file that it may have missed.
 */
const SURE = 0.6;

/**
 * Gives a sketch its arguments in the first of three ways that keeps to it: composed with all that is known of the
 * words, as the rules did it, or bound to the letter. Where none does, the way that keeps most of it. A plan that was
 * too large for one message stays cut as its note says.
 */
export function carryOut(sketch: PlanSketch, { request, reading, reply, mayGuess }: Circumstances): CarriedOut {
  const ruled = reply.as === "plan" ? madeOf(reply.plan, reply.notes, reasonsByType(reply.plan, sketch), sketch) : null;
  if (ruled && ruled.keeps !== "all" && !mayGuess) {
    const isBelieved = sketch.confidence < SURE ? hasAll(ruled.plan, sketch) : addsForFilesAlone(ruled.plan, sketch);
    if (isBelieved) return { made: { ...ruled, keeps: "types" }, missing: null };
  }
  const clauses = divide(reading.masked, reading.parts);
  const { made: composed, missing, isCut } = compose(sketch, clauses, reading, request);
  if (composed && (isCut || composed.keeps === "all")) return { made: composed, missing: null };
  if (ruled?.keeps === "all") return { made: ruled, missing: null };
  if (missing === null || mayGuess) {
    const bound = bind(sketch, clauses, reading, request);
    if (bound?.keeps === "all") return { made: bound, missing: null };
  }
  const ways = [composed, ruled].filter((way) => way !== null);
  const nearest = ways.find(({ keeps }) => keeps === "types") ?? (missing === null ? ways[0] : undefined) ?? ruled;
  return { made: nearest ?? null, missing };
}

function compose(
  sketch: PlanSketch,
  clauses: readonly Clause[],
  reading: MaskedRequest,
  request: PlanRequest,
): CarriedOut & { readonly isCut: boolean } {
  const shop = openWorkshop(request, reading);
  const tasks = composeSketch(sketch, clauses, shop);
  const { isCut, missing } = shop;
  if (missing !== null || shop.tasks.length === 0) return { made: null, missing, isCut };
  const reasons = tasks.flatMap((ids, place) => ids.map((task) => ({ task, words: sketch.tasks[place]?.words ?? [] })));
  return { made: madeOf({ tasks: shop.tasks }, notesOf(shop), reasons, sketch), missing, isCut };
}

function bind(
  sketch: PlanSketch,
  clauses: readonly Clause[],
  reading: MaskedRequest,
  request: PlanRequest,
): Made | null {
  const bound = bindSketch(sketch, clauses, reading, request);
  return "plan" in bound ? madeOf(bound.plan, [], reasonsByType(bound.plan, sketch), sketch) : null;
}

const madeOf = (plan: Plan, notes: readonly string[], reasons: readonly TaskReason[], sketch: PlanSketch): Made => ({
  plan,
  notes,
  reasons,
  keeps: keeps(plan, sketch),
});

/** What of a sketch a plan keeps. A sketch has a type once: what a plan links within one type says nothing against it. */
function keeps(plan: Plan, sketch: PlanSketch): Made["keeps"] {
  const types = new Map(plan.tasks.map(({ id, type }) => [id, type]));
  if (!isSame(new Set(types.values()), new Set(sketch.tasks.map(({ type }) => type)))) return "nothing";
  const links = plan.tasks.flatMap((task) =>
    dependencies(task).flatMap((giver) => (types.get(giver) === task.type ? [] : [`${types.get(giver)}>${task.type}`])),
  );
  const sketched = sketch.links.map(([from, to]) => `${sketch.tasks[from]?.type}>${sketch.tasks[to]?.type}`);
  return isSame(new Set(links), new Set(sketched)) ? "all" : "types";
}

const hasAll = ({ tasks }: Plan, sketch: PlanSketch): boolean =>
  sketch.tasks.every((wanted) => tasks.some(({ type }) => type === wanted.type));

/**
 * Whether a plan is a sketch as it stands, and what it does besides is for files that it does nothing else with: two
 * requests in one sentence, of which a sketch, that knows types and no files, may miss one.
 */
function addsForFilesAlone({ tasks }: Plan, sketch: PlanSketch): boolean {
  const isSketched = ({ type }: Task): boolean => sketch.tasks.some((wanted) => wanted.type === type);
  const added = tasks.filter((task) => !isSketched(task));
  if (added.length === 0 || keeps({ tasks: tasks.filter(isSketched) }, sketch) !== "all") return false;
  const taken = tasks.flatMap(resourcesOf);
  const isAlone = (file: ResourceId): boolean => taken.indexOf(file) === taken.lastIndexOf(file);
  return added.every((task) => resourcesOf(task).length > 0 && resourcesOf(task).every(isAlone));
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && a.isSubsetOf(b);

/** The words of the sketch for each task of a plan that was made without it. */
export const reasonsByType = ({ tasks }: Plan, sketch: PlanSketch): readonly TaskReason[] =>
  tasks.map(({ id, type }) => ({ task: id, words: sketch.tasks.find((task) => task.type === type)?.words ?? [] }));
