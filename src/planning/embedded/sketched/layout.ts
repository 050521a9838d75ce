import { type Clause, plainly } from "../clauses.ts";
import { type Reading, wordsOf } from "../parts.ts";
import type { PlanSketch } from "../trained/sketch.ts";
import { bareQuestion, asksForFact, asksSomething } from "./asking.ts";

/** Which clauses of a request speak for which tasks of a sketch. */
export interface Layout {
  readonly reading: Reading;
  /** In the order of the text. */
  readonly clauses: readonly Clause[];
  /** For each clause the places of the tasks that speak in it. */
  readonly claims: readonly (readonly number[])[];
  /** The types of all tasks. */
  readonly types: ReadonlySet<string>;
  /** For each task the clause that speaks for it most. */
  readonly homes: readonly number[];
}

/** Gives each task the clause of its strongest word, and every question that nothing else takes to a task that answers. */
export function layOut(
  sketch: PlanSketch,
  given: readonly Clause[],
  reading: Reading,
  answers: (type: string) => boolean,
): Layout {
  const clauses = given.toSorted((a, b) => a.start - b.start);
  const homes = sketch.tasks.map(({ at }) => Math.max(0, clauses.findLastIndex(({ start }) => start <= at)));
  const claims = clauses.map((_, index) => homes.flatMap((home, place) => (home === index ? [place] : [])));
  const asking = clauses.flatMap((clause, index) => (asksSomething(clause) || asksForFact(clause.text) ? [index] : []));
  const answering = sketch.tasks.flatMap(({ type }, place) => (answers(type) ? [place] : []));
  const open = new Set(answering.filter((place) => sketch.tasks[place]?.type === "open-question-answering"));
  const free = asking.filter((index) => claims[index]?.length === 0);
  const opening = (index: number): string => bareQuestion(clauses[index]?.text ?? "").toLowerCase().split(" ", 2).join(" ");
  for (const index of free) {
    const alike = homes.findLastIndex((home, place) => home < index && !answering.includes(place) && opening(home) === opening(index));
    if (alike !== -1) {
      claims[index] = [alike];
      continue;
    }
    const nearest = nearestOf(answering, homes, open, index);
    if (nearest !== undefined) claims[index] = [nearest];
  }
    // A clause that speaks for something else too is left to that where there are questions enough.
  for (const place of answering) {
    const home = homes[place] ?? 0;
    const others = claims[home]?.filter((other) => other !== place && !sketch.links.some(([from, to]) => from === other && to === place)) ?? [];
    const next = free.find((index) => claims[index]?.includes(place));
    if (others.length === 0 || next === undefined) continue;
    claims[home] = claims[home]?.filter((other) => other !== place) ?? [];
    homes[place] = next;
  }
  return { reading, clauses, claims, types: new Set(sketch.tasks.map(({ type }) => type)), homes };
}

/** Of the tasks that answer, the one whose own clause is next, and rather one that looks into something. */
function nearestOf(
  answering: readonly number[],
  homes: readonly number[],
  open: ReadonlySet<number>,
  index: number,
): number | undefined {
  const away = (place: number): number => Math.abs((homes[place] ?? 0) - index) + (open.has(place) ? 0.5 : 0);
  return answering.toSorted((a, b) => away(a) - away(b))[0];
}

export const isClaimed = (layout: Layout, index: number): boolean => (layout.claims[index]?.length ?? 0) > 0;

/** Clauses that speak for nothing and stand right behind one, up to the next that speaks for something. */
export function following(layout: Layout, index: number): readonly number[] {
  const found: number[] = [];
  for (let next = index + 1; next < layout.clauses.length && !isClaimed(layout, next); next++) found.push(next);
  return found;
}

/** Those that stand right before one, the nearest first. */
export function preceding(layout: Layout, index: number): readonly number[] {
  const found: number[] = [];
  for (let next = index - 1; next >= 0 && !isClaimed(layout, next); next--) found.push(next);
  return found;
}

/** Where the stretch that begins with this clause ends in the masked text: before the next clause that speaks. */
export function endOfStretch(layout: Layout, index: number): number {
  const next = layout.clauses[index + following(layout, index).length + 1];
  return next?.start ?? layout.reading.masked.length;
}

/** A stretch of the masked text as it was written, but for quotation marks and the white space, which are made the same. */
export function asWritten({ masked, parts }: Reading, start: number, end: number): string {
  let text = "";
  let at = start;
  for (const { part, start: from, end: to } of parts) {
    if (from < start || to > end) continue;
    const words = wordsOf(part) ?? (part.as === "file" ? part.name : "");
    text += masked.slice(at, from) + (part.as === "quote" ? `"${words}"` : words);
    at = to;
  }
  return text + masked.slice(at, end);
}

/** The text of a clause without courtesy. */
export const bareText = (clause: Clause): string => plainly(clause.text);
