import type { Clause } from "../read/clauses.ts";
import { following, isClaimed, type Layout, preceding } from "./layout.ts";
import { namedIn } from "./named.ts";
import { type Referent, type ReferentIndex, union } from "./referents.ts";

/**
 * For each clause the files that it is about, as far as the words restrict them: those that it names, or that a heading
 * or an afterthought without a wish of its own names for it. Empty where nothing is named.
 */
export function filesByClause(layout: Layout, referents: ReferentIndex): readonly (readonly Referent[])[] {
  const { clauses, claims, reading } = layout;
  const row = referents.row;
  if (row.length < 2) return clauses.map(() => []);
  const named = clauses.map((clause) => namedIn(clause, row, referents));
  const namedAt = (index: number | undefined): readonly Referent[] => named[index ?? -1] ?? [];
  const restricts = (index: number): boolean => namedAt(index).length > 0 && namedAt(index).length < row.length;
  const first = clauses.findIndex((_, index) => restricts(index));
  const isHeaded = first !== -1 && !claims.slice(0, first + 1).some((places) => places.length > 0);
  // "First one: who's calling?"
  const isTitle = (index: number): boolean =>
    restricts(index) &&
    !isClaimed(layout, index) &&
    reading.masked
      .slice(0, clauses[index + 1]?.start)
      .trimEnd()
      .endsWith(":");
  const about: (readonly Referent[])[] = [];
  for (const [index, own] of named.entries()) {
    const behind = isHeaded ? [] : following(layout, index).filter(restricts);
    // "In a.jpg, what's this? And how old is it?": a task goes on with what its clause before was about.
    const goesOn = claims[index - 1]?.some((place) => claims[index]?.includes(place)) === true;
    const head = isTitle(index - 1) ? index - 1 : isHeaded ? preceding(layout, index).find(restricts) : undefined;
    if (!isClaimed(layout, index)) about.push(own);
    else if (own.length > 0) about.push(union([own, ...behind.map(namedAt)]));
    else if (head !== undefined) about.push(namedAt(head));
    else if (behind.length > 0) about.push(union(behind.map(namedAt)));
    else about.push(goesOn ? (about[index - 1] ?? []) : []);
  }
  return about;
}

/**
 * Where several tasks speak in one clause and each names files of its own, "depth for a.png, normals for b.png", those
 * that the one at an offset names; `null` where they are not told apart.
 * @param all the offsets of all tasks of the clause
 */
export function filesOfShare(
  clause: Clause,
  at: number,
  all: readonly number[],
  referents: ReferentIndex,
): readonly Referent[] | null {
  const row = referents.row;
  const cuts = [...new Set(all)].toSorted((a, b) => a - b);
  if (row.length < 2 || cuts.length < 2) return null;
  const named = cuts.map((cut, place) => {
    const from = place === 0 ? 0 : cut - clause.start;
    const end = (cuts[place + 1] ?? clause.start + clause.text.length) - clause.start;
    return namedIn(stretchOf(clause, from, end), row, referents);
  });
  return named.every((files) => files.length > 0) ? (named[cuts.indexOf(at)] ?? null) : null;
}

/** Where one wish of a clause may end and the next begin. */
const JOINT = /,? (?:and(?: then)?|then|plus|but) |[,;] /gi;

/**
 * What one of several tasks that speak in a clause is told: the pieces from behind those of the one before it up to
 * those of the one after. The clause itself where the others speak in the same piece.
 * @param at the offset in the masked text of the word that speaks for the task
 * @param rivals those of the other tasks
 */
export function shareOf(clause: Clause, at: number, rivals: readonly number[]): Clause {
  const joints = [...clause.text.matchAll(JOINT)].map(({ index, 0: joint }) => ({ index, end: index + joint.length }));
  const pieceOf = (offset: number): number => joints.filter(({ end }) => end <= offset - clause.start).length;
  const own = pieceOf(at);
  const others = rivals.map(pieceOf);
  if (at < clause.start || others.length === 0 || others.includes(own)) return clause;
  const isFirst = !others.some((piece) => piece < own);
  const behind = Math.min(joints.length + 1, ...others.filter((piece) => piece > own));
  return stretchOf(clause, isFirst ? 0 : (joints[own - 1]?.end ?? 0), joints[behind - 1]?.index ?? clause.text.length);
}

function stretchOf(clause: Clause, from: number, to: number): Clause {
  const parts = clause.parts.filter((part) => part.start >= from && part.end <= to);
  return {
    ...clause,
    text: clause.text.slice(from, to),
    start: clause.start + from,
    parts: parts.map((part) => ({ ...part, start: part.start - from, end: part.end - from })),
  };
}
