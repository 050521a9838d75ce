import { dependencies, type Plan, type PlanNote } from "../../../domain/plan.ts";
import type { TaskReason } from "../../../domain/understanding.ts";
import type { PlanRequest } from "../../controller.ts";
import type { PlanSketch } from "../rank/sketch.ts";
import type { ReadRequest } from "../read/index.ts";
import { ownWords } from "../read/own-words.ts";
import type { MaskedRequest } from "../read/parts.ts";
import { composeSketch } from "./compose-sketch.ts";
import { nearLinks } from "./near-links.ts";
import { MAX_EMBEDDED_TASKS, PlanBuilder } from "./plan-builder.ts";
import { ReferentIndex } from "./referent-index.ts";

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

/** Gives the tasks of a sketch their arguments, or the question for what is missing. */
export function bindSketch(
  given: PlanSketch,
  { request, reading, clauses }: ReadRequest,
): Bound | { readonly missing: string } {
  const sketch = nearLinks(given, clauses, request.ontology);
  const builder = openBuilder(request, reading);
  const { tasks, unplanned, spared } = composeSketch(sketch, clauses, builder);
  if (builder.missing !== null) return { missing: builder.missing };
  const plan = { tasks: builder.tasks };
  const reasons = tasks.flatMap((ids, place) => ids.map((task) => ({ task, words: sketch.tasks[place]?.words ?? [] })));
  const leftOut = unplanned.map((clause) => `“${ownWords(clause).slice(0, MAX_LEFT_OUT_CHARS)}”`);
  const notes = [...leftOut.map((words) => ({ leftOut: words })), ...notesOf(builder)];
  return { plan, notes, reasons, leftOut, keeps: keeps(plan, sketch, spared) };
}

/** A plan in the making, with all that can be meant in sight. */
export function openBuilder({ ontology, log, attached }: PlanRequest, reading: MaskedRequest): PlanBuilder {
  const letters = new Map(
    reading.parts.flatMap(({ part }) =>
      part.as === "file" && part.resource && part.letter !== null ? [[part.resource.id, part.letter] as const] : [],
    ),
  );
  const builder = new PlanBuilder(ontology, new ReferentIndex(log, attached, letters, reading), reading);
  if (reading.cut)
    builder.note({ leftOut: "the end of a very long request; only its beginning was read as instruction." });
  return builder;
}

const notesOf = ({ isCut, notes }: PlanBuilder): readonly PlanNote[] =>
  isCut ? [{ leftOut: `all beyond the ${MAX_EMBEDDED_TASKS} tasks that one request may make` }, ...notes] : notes;

/** What of a sketch a plan keeps. A sketch has a type once: what a plan links within one type says nothing against it. */
function keeps(plan: Plan, sketch: PlanSketch, spared: ReadonlySet<string>): Bound["keeps"] {
  const types = new Map(plan.tasks.map(({ id, type }) => [id, type]));
  const wanted = sketch.tasks.flatMap(({ type }) => (spared.has(type) ? [] : [type]));
  if (!isSame(new Set(types.values()), new Set(wanted))) return "nothing";
  const links = plan.tasks.flatMap((task) =>
    dependencies(task).flatMap((giver) => (types.get(giver) === task.type ? [] : [`${types.get(giver)}>${task.type}`])),
  );
  const sketched = sketch.links
    .map(([from, to]) => [sketch.tasks[from]?.type ?? "", sketch.tasks[to]?.type ?? ""] as const)
    .flatMap(([from, to]) => (spared.has(from) || spared.has(to) ? [] : [`${from}>${to}`]));
  return isSame(new Set(links), new Set(sketched)) ? "all" : "types";
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && a.isSubsetOf(b);
