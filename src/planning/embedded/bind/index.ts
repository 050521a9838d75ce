import { dependencies, type Plan, type PlanNote } from "../../../domain/plan.ts";
import type { TaskType } from "../../../domain/task-types/index.ts";
import type { TaskReason } from "../../../domain/understanding.ts";
import { objectPort } from "../rank/ports.ts";
import type { PlanSketch } from "../rank/sketch.ts";
import type { Clause } from "../read/clauses.ts";
import type { DividedRequest } from "../read/index.ts";
import { ownWords } from "../read/own-words.ts";
import { isCut } from "../read/view.ts";
import { isLabelledAlike, MAX_RANKED_CLAUSES, wishesBeside } from "./cover.ts";
import { makeTasks } from "./fill.ts";
import { type Layout, layOut } from "./layout.ts";
import { objectsFor } from "./objects.ts";
import { MAX_EMBEDDED_TASKS, PlanBuilder } from "./plan-builder.ts";
import { isMap, type Referent, ReferentIndex } from "./referents.ts";
import { readTask, type Scene, type SketchTask, sceneOf } from "./sketch-task.ts";

/** A plan with its arguments. */
export interface Bound {
  readonly plan: Plan;
  readonly notes: readonly PlanNote[];
  readonly reasons: readonly TaskReason[];
  /** What is wished or asked and carried by no task, in the words of the request. */
  readonly leftOut: readonly string[];
  /** Whether it has the sketch's task types and links, only its types, or not even these. */
  readonly keeps: "all" | "types" | "nothing";
}

/** Enough to recognise a part of the request by. */
const MAX_LEFT_OUT_CHARS = 200;

/**
 * Gives the tasks of a sketch their arguments: each is made in the clause that speaks for it, of what is closest to it
 * there, once for each of several things. Or the question for what is missing.
 * @param isCarried whether a clause that no task speaks for wishes nothing, or nothing else; asked of a few at most
 */
export function bindSketch(
  sketch: PlanSketch,
  { request, reading, view, clauses }: DividedRequest,
  isCarried: (clause: Clause) => boolean,
): Bound | { readonly missing: string; readonly choices: readonly string[] } {
  const index = new ReferentIndex(request, reading);
  const layout = layOut(sketch, clauses, reading, request.ontology);
  const builder = new PlanBuilder(request.ontology);
  const scene = sceneOf(sketch, layout, index, builder);
  if (reading.cut || isCut(view))
    builder.note({ leftOut: "the end of a very long request; only its beginning was read as instruction." });
  const made: (readonly Referent[])[] = [];
  const spared = new Set<string>();
  for (const place of sketch.tasks.keys()) {
    const task = readTask(place, made, scene);
    const there = task ? alreadyThere(task, scene) : [];
    if (task && there.length > 0) spared.add(task.type.name);
    made.push(there.length > 0 || !task ? there : makeTasks(task, scene));
  }
  if (builder.missing !== null) return { missing: builder.missing, choices: builder.choices };
  const { tasks, isCut: isFull, notes } = builder;
  const labelling = new Set(
    [...sketch.tasks.entries()].flatMap(([place, { type }]) =>
      givesLabels(request.ontology.get(type)) ? [place] : [],
    ),
  );
  const isTold = (clause: Clause): boolean => isLabelledAlike(clause, { ...layout, labelling }) || isCarried(clause);
  const leftOut = [...unplannedIn(layout, { tasks }, isTold), ...conditionsIn(clauses)];
  const reasons = made.flatMap((things, place) =>
    things.flatMap(({ task }) => (task ? [{ task: task.id, words: sketch.tasks[place]?.words ?? [] }] : [])),
  );
  const beyond = isFull ? [`all beyond the ${MAX_EMBEDDED_TASKS} tasks that one request may make`] : [];
  return {
    plan: { tasks },
    notes: [...[...leftOut, ...beyond].map((words) => ({ leftOut: words })), ...notes],
    reasons,
    leftOut,
    keeps: keeps({ tasks }, sketch, spared),
  };
}

const givesLabels = (type: TaskType | undefined): boolean =>
  type?.outputs.some(({ name }) => name === "labels") === true;

/** Maps that are at hand already where a task would draw one for another: those of "the above canny image". */
function alreadyThere(task: SketchTask, scene: Scene): readonly Referent[] {
  const port = objectPort(task.type);
  const isGiver = scene.sketch.links.some(([from]) => from === task.place);
  const [drawn] = task.type.outputs[0]?.kinds ?? [];
  const things = port && isGiver && drawn?.startsWith("image/") ? objectsFor(task, port, scene) : [];
  return things.every((thing) => isMap(thing) && thing.values[0]?.kind === drawn) ? things : [];
}

/** Enough of a clause to find it by in what a task was given. */
const GLANCE_CHARS = 24;

/** What is wished or asked, and neither a task nor what one was given has the words of. */
function unplannedIn(layout: Layout, { tasks }: Plan, isCarried: (clause: Clause) => boolean): readonly string[] {
  const given = JSON.stringify(tasks.map(({ args }) => args)).toLowerCase();
  return wishesBeside(layout).flatMap((clause, place) => {
    const glance = JSON.stringify(clause.text.slice(0, GLANCE_CHARS)).slice(1, -1).toLowerCase();
    // One word by itself only points on: "listen, …".
    return !clause.text.includes(" ") ||
      leadsToQuestion(clause, layout) ||
      given.includes(glance) ||
      (place < MAX_RANKED_CLAUSES && isCarried(clause))
      ? []
      : [`“${ownWords(clause).slice(0, MAX_LEFT_OUT_CHARS)}”`];
  });
}

/** Only says where to look: "compare the two bills: which is higher?" */
const leadsToQuestion = ({ text, start }: Clause, { clauses, reading: { masked } }: Layout): boolean =>
  /^(?:check|compare|consider|look|see|take)\b/i.test(text) &&
  /^\s*:/.test(masked.slice(start + text.length)) &&
  clauses.find((next) => next.start > start)?.as === "question";

/** What a request makes depend on something: a plan has no branches. */
const conditionsIn = (clauses: readonly Clause[]): readonly string[] =>
  clauses
    .filter(({ as }) => as === "condition")
    .map((clause) => `“${ownWords(clause)}” was not weighed: what hangs on it is done in any case`);

/** What of a sketch a plan keeps. A sketch has a type once: what a plan links within one type says nothing against it. */
function keeps({ tasks }: Plan, sketch: PlanSketch, spared: ReadonlySet<string>): Bound["keeps"] {
  const types = new Map(tasks.map(({ id, type }) => [id, type]));
  const isKept = (type: string): boolean => !spared.has(type);
  const wanted = sketch.tasks.map(({ type }) => type).filter(isKept);
  // A conversion that a task's input takes besides says nothing against its tasks.
  if (!new Set(wanted).isSubsetOf(new Set(types.values()))) return "nothing";
  const links = tasks.flatMap((task) =>
    dependencies(task).flatMap((giver) => (types.get(giver) === task.type ? [] : [`${types.get(giver)}>${task.type}`])),
  );
  const sketched = sketch.links
    .map((link) => link.map((at) => sketch.tasks[at]?.type ?? ""))
    .flatMap((link) => (link.every(isKept) ? [link.join(">")] : []));
  return isSame(links, sketched) ? "all" : "types";
}

function isSame(these: Iterable<string>, those: Iterable<string>): boolean {
  const [a, b] = [new Set(these), new Set(those)];
  return a.size === b.size && a.isSubsetOf(b);
}
