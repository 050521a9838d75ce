import type { Clause } from "../read/clauses.ts";

/** Where one wish of a clause may end and the next begin. */
const JOINT = /,? (?:and(?: then)?|then|plus|but) |[,;] /gi;

/**
 * What one of several tasks that speak in a clause is told: the pieces from behind those of the one before it up to
 * those of the one after. The clause itself where the others speak in the same piece.
 * @param at the offset in the masked text of the word that speaks for the task
 * @param rivals those of the other tasks
 */
export function shareOf(clause: Clause, at: number, rivals: readonly number[]): Clause {
  const starts = [0, ...[...clause.text.matchAll(JOINT)].map(({ index, 0: joint }) => index + joint.length)];
  const pieceOf = (offset: number): number => starts.findLastIndex((start) => start <= offset - clause.start);
  const own = pieceOf(at);
  const others = rivals.map(pieceOf);
  if (own < 0 || others.length === 0 || others.includes(own)) return clause;
  const before = Math.max(-1, ...others.filter((piece) => piece < own));
  const behind = Math.min(starts.length, ...others.filter((piece) => piece > own));
  const from = starts[before === -1 ? 0 : own] ?? 0;
  const to = starts[behind] ?? clause.text.length;
  const text = clause.text.slice(from, to).replace(/(?:,? (?:and(?: then)?|then|plus|but)|[,;]) ?$/i, "");
  const inside = clause.parts.filter((part) => part.start >= from && part.end <= from + text.length);
  return {
    ...clause,
    text,
    start: clause.start + from,
    parts: inside.map((part) => ({ ...part, start: part.start - from, end: part.end - from })),
  };
}
