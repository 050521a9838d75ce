import type { TaskType } from "../../../domain/task-types/index.ts";
import type { PlanSketch } from "../rank/sketch.ts";
import type { Clause } from "../read/clauses.ts";
import { findMentions, type Mention } from "../read/mentions.ts";
import type { PlacedPart } from "../read/parts.ts";
import { filesByClause, filesOfShare, shareOf } from "./about.ts";
import { labelsFor, withoutLabels } from "./labels.ts";
import { following, type Layout, preceding } from "./layout.ts";
import type { PlanBuilder } from "./plan-builder.ts";
import { type PartNearby, type Referent, type ReferentIndex, union, valueFor } from "./referents.ts";
import { textsStated } from "./stated.ts";

/** A task of a sketch with all that its arguments may come from. */
export interface SketchTask {
  readonly place: number;
  readonly type: TaskType;
  /** What speaks for it of its clause, and the place of that among all. */
  readonly clause: Clause;
  readonly home: number;
  readonly mentions: readonly Mention[];
  /** The files and words of its clause, and those around it that belong to nothing else. */
  readonly parts: readonly PartNearby[];
  /** What it may choose among, where it chooses. */
  readonly labels: readonly string[] | null;
  /** What the words state for those of its ports that take a text or a place, by port; none of `parts` is among them. */
  readonly stated: ReadonlyMap<string, string>;
  /** The words that decided for it. */
  readonly words: readonly string[];
  /** What the tasks that it is linked to gave. */
  readonly givers: readonly Referent[];
  /** The files that its clause is about; empty when it says nothing of that. */
  readonly about: readonly Referent[];
  /** Those that the clauses of its takers are about, which cannot take them as they are. */
  readonly takersAbout: readonly Referent[];
  /** All that this plan makes so far. */
  readonly made: readonly Referent[];
}

/** What the tasks of a sketch have in common. */
export interface Scene {
  readonly sketch: PlanSketch;
  readonly layout: Layout;
  readonly index: ReferentIndex;
  readonly builder: PlanBuilder;
  /** The files that each clause is about. */
  readonly files: readonly (readonly Referent[])[];
}

export const sceneOf = (sketch: PlanSketch, layout: Layout, index: ReferentIndex, builder: PlanBuilder): Scene => ({
  sketch,
  layout,
  index,
  builder,
  files: filesByClause(layout, index),
});

/**
 * Gathers what the words say for a task of a sketch.
 * @param made what each task before it made
 */
export function readTask(place: number, made: readonly (readonly Referent[])[], scene: Scene): SketchTask | null {
  const { sketch, layout, index, builder, files } = scene;
  const task = sketch.tasks[place];
  const type = builder.ontology.get(task?.type ?? "");
  const home = layout.homes[place] ?? 0;
  const whole = layout.clauses[home];
  if (!task || !type || !whole) return null;
  // What is read only for this task is told nothing of its own.
  const readsForIt = (other: number): boolean =>
    builder.ontology.get(sketch.tasks[other]?.type ?? "")?.converts === true &&
    sketch.links.some(([from, to]) => from === other && to === place);
  const rivals = (layout.claims[home] ?? []).flatMap((other) =>
    other === place || readsForIt(other) ? [] : (sketch.tasks[other]?.at ?? []),
  );
  const clause = shareOf(whole, task.at, rivals);
  const aboutOf = (of: number): readonly Referent[] =>
    union(layout.claims.flatMap((claims, at) => (claims.includes(of) ? [files[at] ?? []] : [])));
  const takersAbout = sketch.links.flatMap(([from, to]) => {
    const taker = builder.ontology.get(sketch.tasks[to]?.type ?? "");
    const cannotTake = (thing: Referent): boolean => !taker?.inputs.some((port) => valueFor(thing, port));
    return from === place && taker && layout.homes[to] !== home ? [aboutOf(to).filter(cannotTake)] : [];
  });
  const behind = following(layout, home).flatMap((at) => layout.clauses[at] ?? []);
  const stated = textsStated(type, [clause, ...behind], layout.reading);
  const parts = partsNear(layout, home, clause)
    .filter(({ part }) => !stated.taken.has(part))
    .map(({ part }) => ({ part, thing: index.thingOf(part) }));
  const labels = type.inputs.some(({ name }) => name === "labels") ? labelsFor(parts, home, layout) : null;
  return {
    place,
    type,
    clause,
    home,
    mentions: findMentions(clause.text),
    parts: labels ? withoutLabels(parts, labels) : parts,
    labels,
    stated: stated.texts,
    words: task.words,
    givers: sketch.links.flatMap(([from, to]) => (to === place ? (made[from] ?? []) : [])),
    about: filesOfShare(whole, task.at, [task.at, ...rivals], index) ?? files[home] ?? [],
    takersAbout: union(takersAbout),
    made: made.flat(),
  };
}

/** The same task for one of its clauses; what stands in its own is lent to another that has nothing. */
export function inClause(task: SketchTask, at: number, { layout, index, files }: Scene): SketchTask {
  const clause = layout.clauses[at] ?? task.clause;
  const about = files[at] ?? [];
  if (at === task.home) return { ...task, clause, about };
  const parts = clause.parts.map(({ part }) => ({ part, thing: index.thingOf(part) }));
  return { ...task, clause, mentions: findMentions(clause.text), parts: parts.length > 0 ? parts : task.parts, about };
}

/** The parts of a clause, with the quotations and passages of the nearest stretch around it that belong to nothing else. */
function partsNear(layout: Layout, home: number, clause: Clause): readonly PlacedPart[] {
  const wordsAt = (at: number): readonly PlacedPart[] =>
    (layout.clauses[at]?.parts ?? []).filter(({ part }) => part.as !== "file");
  const behind = following(layout, home).flatMap(wordsAt);
  const rest = clause === layout.clauses[home] ? [] : wordsAt(home);
  const around = [rest, behind, preceding(layout, home).flatMap(wordsAt)].find((parts) => parts.length > 0) ?? [];
  const hasWords = clause.parts.some(({ part }) => part.as !== "file");
  return hasWords && behind.length === 0 ? clause.parts : [...clause.parts, ...around];
}

/** Which words decided for a task, to be said behind it; nothing where it was only what is at hand. */
export const because = ({ words }: Pick<SketchTask, "words">): string =>
  words.length === 0 ? "" : `, because of "${words.join(" ")}"`;
