import type { Clause } from "../read/clauses.ts";
import { filesAtHand, namedIn } from "./at-hand.ts";
import { following, isClaimed, type Layout, preceding } from "./layout.ts";
import { type Referent, type ReferentIndex, sameReferent } from "./referent-index.ts";

/**
 * For each clause the files that it is about, as far as the words restrict them: those that it names, or that a heading
 * or an afterthought without a wish of its own names for it. Empty where nothing is named.
 */
export function filesByClause(layout: Layout, scene: ReferentIndex): readonly (readonly Referent[])[] {
  const row = filesAtHand(scene);
  if (row.length < 2) return layout.clauses.map(() => []);
  const named = layout.clauses.map((clause) => namedIn(clause, row, scene));
  const restricts = (index: number): boolean =>
    (named[index]?.length ?? 0) > 0 && (named[index]?.length ?? 0) < row.length;
  const first = layout.clauses.findIndex((_, index) => restricts(index));
  const isHeaded =
    first !== -1 &&
    !isClaimed(layout, first) &&
    layout.clauses.slice(0, first).every((_, index) => !isClaimed(layout, index));
  const about: (readonly Referent[])[] = [];
  for (const [index, own] of named.entries()) {
    if (!isClaimed(layout, index)) {
      about.push(own);
      continue;
    }
    const isTitled = headsWithColon(layout, index - 1) && !isClaimed(layout, index - 1) && restricts(index - 1);
    const before = isTitled ? index - 1 : preceding(layout, index).find(restricts);
    const behind = following(layout, index).filter(restricts);
    if (own.length > 0) {
      about.push(union([own, ...(isHeaded ? [] : behind).map((next) => named[next] ?? [])]));
    } else if (isTitled || isHeaded || behind.length === 0) {
      about.push(
        before === undefined || !(isHeaded || isTitled) ? carried(layout, index, about) : (named[before] ?? []),
      );
    } else about.push(union(behind.map((next) => named[next] ?? [])));
  }
  return about;
}

/** "First one: who's calling?" */
function headsWithColon({ clauses, reading }: Layout, index: number): boolean {
  const clause = clauses[index];
  return clause !== undefined && reading.masked.startsWith(":", clause.start + clause.text.length);
}

/**
 * Where several tasks speak in one clause and each names files of its own, "depth for a.png, normals for b.png", those
 * that this one names; `null` where they are not told apart.
 */
export function filesOfShare(
  layout: Layout,
  home: number,
  at: number,
  all: readonly number[],
  scene: ReferentIndex,
): readonly Referent[] | null {
  const clause = layout.clauses[home];
  const row = filesAtHand(scene);
  const places = [...new Set(all)].toSorted((a, b) => a - b);
  if (!clause || row.length < 2 || places.length < 2) return null;
  const cuts = places.map((place) => place - clause.start);
  for (const isBehind of [true, false]) {
    const shares = cuts.map((cut, index) =>
      isBehind
        ? ([index === 0 ? 0 : cut, cuts[index + 1] ?? clause.text.length] as const)
        : ([index === 0 ? 0 : (cuts[index - 1] ?? 0), index === cuts.length - 1 ? clause.text.length : cut] as const),
    );
    const named = shares.map(([from, to]) => namedIn(stretchOf(clause, from, to), row, scene));
    if (named.every((files) => files.length > 0)) return named[places.indexOf(at)] ?? null;
  }
  return null;
}

const stretchOf = (clause: Clause, from: number, to: number): Clause => ({
  ...clause,
  text: clause.text.slice(from, to),
  parts: clause.parts.filter((part) => part.start >= from && part.start < to),
});

/** "In a.jpg, what's this? And how old is it?": a task goes on with what its clause before was about. */
function carried(layout: Layout, index: number, about: readonly (readonly Referent[])[]): readonly Referent[] {
  const same = layout.claims[index - 1]?.some((place) => layout.claims[index]?.includes(place));
  return same ? (about[index - 1] ?? []) : [];
}

export function union(groups: readonly (readonly Referent[])[]): readonly Referent[] {
  const all: Referent[] = [];
  for (const thing of groups.flat()) if (!all.some((other) => sameReferent(other, thing))) all.push(thing);
  return all;
}
