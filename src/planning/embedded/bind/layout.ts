import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import { answers, roleOf } from "../rank/ports.ts";
import type { PlanSketch, SketchedTask } from "../rank/sketch.ts";
import { asksSomething } from "../read/asked-parts.ts";
import type { Clause } from "../read/clauses.ts";
import { type Reading, wordsOf } from "../read/parts.ts";
import { isPaper, kindOfNoun } from "../read/vocabulary.ts";

/** Which clauses of a request speak for which tasks of a sketch. */
export interface Layout {
  readonly reading: Reading;
  /** In the order of the text. */
  readonly clauses: readonly Clause[];
  /** For each clause the places of the tasks that speak in it. */
  readonly claims: readonly (readonly number[])[];
  /** For each task the clause that speaks for it most. */
  readonly homes: readonly number[];
}

/** A layout in the making. */
interface Draft {
  readonly sketch: PlanSketch;
  readonly clauses: readonly Clause[];
  readonly types: readonly (TaskType | undefined)[];
  readonly claims: (readonly number[])[];
  readonly homes: number[];
  /** Places of the tasks that answer questions. */
  readonly answering: readonly number[];
}

/** Gives each task the clause of its strongest word, and every question that nothing else takes to a task that answers. */
export function layOut(sketch: PlanSketch, given: readonly Clause[], reading: Reading, ontology: Ontology): Layout {
  const clauses = given.toSorted((a, b) => a.start - b.start);
  const wishes = clauses.map(isWish);
  const spoken = sketch.tasks.map(({ at }) =>
    Math.max(
      0,
      clauses.findLastIndex(({ start }) => start <= at),
    ),
  );
  // "Rent 900, food 320, car 210. Make a chart": what only names what is worked on leaves its task to the wish behind it.
  const settled = spoken.map((home) =>
    !wishes[home] && wishes[home + 1] && !spoken.includes(home + 1) ? home + 1 : home,
  );
  // What only reads for another task has its words from anywhere: it takes no clause from the rest where nothing is wished.
  const homes = settled.map((home, place) => {
    const isRead = ontology.get(sketch.tasks[place]?.type ?? "")?.converts === true && !wishes[home];
    const taker = isRead ? sketch.links.find(([from]) => from === place)?.[1] : undefined;
    return settled[taker ?? place] ?? home;
  });
  const claims = clauses.map((_, index) => homes.flatMap((home, place) => (home === index ? [place] : [])));
  const types = sketch.tasks.map(({ type }) => ontology.get(type));
  const answering = types.flatMap((type, place) => (type && answers(type) ? [place] : []));
  const draft: Draft = { sketch, clauses, types, claims, homes, answering };
  const asking = clauses.flatMap((clause, index) => (asksSomething(clause) ? [index] : []));
  const free = asking.filter((index) => claims[index]?.length === 0);
  for (const index of free) giveQuestion(index, draft);
  for (const place of answering) settle(place, free, draft);
  for (const index of clauses.keys()) giveWish(index, draft);
  return { reading, clauses, claims, homes };
}

/** A question is that of the nearest task that answers, rather of one that looks into what the clause names, or into anything. */
function giveQuestion(index: number, { clauses, types, claims, homes, answering }: Draft): void {
  const fitting = answering.filter((place) => namesInputOf(types[place], clauses[index]));
  const away = (place: number): number =>
    Math.abs((homes[place] ?? 0) - index) + (types[place]?.inputs.length === 1 ? 0.5 : 0);
  const [nearest] = (fitting.length > 0 ? fitting : answering).toSorted((a, b) => away(a) - away(b));
  if (nearest !== undefined) claims[index] = [nearest];
}

/** A clause that speaks for something else too is left to that where a task has questions enough. */
function settle(place: number, free: readonly number[], { sketch, claims, homes }: Draft): void {
  const first = claims.findIndex((places) => places.includes(place));
  if (first !== -1 && !claims[homes[place] ?? 0]?.includes(place)) homes[place] = first;
  const home = homes[place] ?? 0;
  const isGiver = (other: number): boolean => sketch.links.some(([from, to]) => from === other && to === place);
  const isShared = claims[home]?.some((other) => other !== place && !isGiver(other)) === true;
  const next = free.find((index) => claims[index]?.includes(place));
  if (!isShared || next === undefined) return;
  claims[home] = claims[home]?.filter((other) => other !== place) ?? [];
  homes[place] = next;
}

/** Where tasks share a clause and a wish nearby is nobody's, it is that of the one whose words it has or that is told in words. */
function giveWish(index: number, { sketch, clauses, types, claims, homes }: Draft): void {
  const clause = clauses[index];
  if (!clause || claims[index]?.length !== 0 || clause.as !== "order") return;
  const said = new Set(clause.text.toLowerCase().split(/[^\p{L}\p{N}'-]+/u));
  const isSaid = ({ words = [] }: Partial<SketchedTask> = {}): boolean =>
    words.some((word) => said.has(word.toLowerCase()));
  const isTold = (place: number): boolean => {
    const type = types[place];
    return type?.inputs.some((port) => CLAUSE_TOLD.has(roleOf(port, type))) === true;
  };
  const before = claims.findLast((places, at) => at < index && places.length > 1)?.slice(1) ?? [];
  const mover =
    before.find((place) => isSaid(sketch.tasks[place])) ??
    before.find(isTold) ??
    claims[index + 1]?.find((place) => isSaid(sketch.tasks[place]));
  const home = mover === undefined ? undefined : homes[mover];
  if (mover === undefined || home === undefined || (claims[home]?.length ?? 0) < 2) return;
  claims[home] = claims[home]?.filter((place) => place !== mover) ?? [];
  claims[index] = [mover];
  homes[mover] = index;
}
const CLAUSE_TOLD: ReadonlySet<string> = new Set(["change", "description", "instruction"]);

/** Whether a clause names what a task of this type looks into: "@table", "the spreadsheet". */
function namesInputOf(type: TaskType | undefined, clause: Clause | undefined): boolean {
  const kinds = type?.inputs.flatMap((port) => (port.name === "question" ? [] : port.kinds)) ?? [];
  return (clause?.text.match(/[@\p{L}]+/gu) ?? []).some((word) => {
    const kind = word.startsWith("@") ? word.slice(1) : (kindOfNoun(word) ?? (isPaper(word) ? "document" : null));
    return kinds.some((taken) => taken === kind) || (kind === "audio" && kinds.includes("text"));
  });
}

/** Whether a clause wishes or asks something. */
export const isWish = (clause: Clause): boolean => clause.as === "order" || asksSomething(clause);

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
