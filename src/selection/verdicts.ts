import { FifoCache } from "../domain/caches.ts";
import type { Expert } from "../domain/experts.ts";
import type { Basis, Condition } from "./condition.ts";
import { originKey } from "./makers.ts";
import { hasRow, type RowSet, rowsWhere } from "./rows.ts";

/** Who satisfies a condition; where that changes from call to call, only those `among` are asked. */
export type Verdicts = (condition: Condition, among: RowSet) => RowSet;

export interface LicenceMatchers {
  readonly verdicts: Verdicts;
  /** One expert of each that no condition on that basis can tell apart. */
  examplesOf(basis: SharedBasis): readonly Expert[];
}

/** Conditions whose verdicts are kept for a roster, at one bit for each expert. */
const MAX_CONDITIONS = 32;

/** Experts that a fact is the same of. */
interface Groups {
  /** The group of each, by row. */
  readonly of: Uint32Array;
  /** One of each group. */
  readonly examples: readonly Expert[];
}

/** What many experts share. */
export type SharedBasis = Exclude<Basis, "expert" | "health">;

/** The same for experts that no condition on that basis can tell apart. */
const KEY_OF: Readonly<Record<SharedBasis, (expert: Expert) => string>> = {
  licence: ({ facts }) => `${facts.licenceConfidence === "unsure" ? "?" : ""}${facts.licence}`,
  languages: ({ facts }) => JSON.stringify(facts.languages),
  origin: originKey,
};

/** Judges experts, which stay as they are: each condition once, and for those that share a fact one of them. */
export function createLicenceMatchers(experts: readonly Expert[]): LicenceMatchers {
  const kept = new FifoCache<RowSet>(MAX_CONDITIONS);
  const known = new Map<SharedBasis, Groups>();
  const groupsBy = (basis: SharedBasis): Groups => {
    const groups = known.get(basis) ?? groupExperts(experts, KEY_OF[basis]);
    known.set(basis, groups);
    return groups;
  };
  const holdsAt = (row: number, { holds }: Condition): boolean => {
    const expert = experts[row];
    return expert !== undefined && holds(expert);
  };
  const judge = (condition: Condition): RowSet => {
    const { basis, holds } = condition;
    if (basis === "expert" || basis === "health") {
      return rowsWhere(experts.length, (row) => holdsAt(row, condition));
    }
    const { of, examples } = groupsBy(basis);
    const verdicts = new Uint8Array(examples.length);
    for (let group = 0; group < examples.length; group++) {
      const example = examples[group];
      if (example && holds(example)) verdicts[group] = 1;
    }
    return rowsWhere(experts.length, (row) => verdicts[of[row] ?? -1] === 1);
  };
  return {
    verdicts: (condition, among) =>
      condition.basis === "health"
        ? rowsWhere(experts.length, (row) => hasRow(among, row) && holdsAt(row, condition))
        : kept.get(condition.exactly, () => judge(condition)),
    examplesOf: (basis) => groupsBy(basis).examples,
  };
}

function groupExperts(experts: readonly Expert[], keyOf: (expert: Expert) => string): Groups {
  const places = new Map<string, number>();
  const examples: Expert[] = [];
  const of = Uint32Array.from(experts, (expert) => {
    const key = keyOf(expert);
    const place = places.get(key) ?? examples.length;
    if (place === examples.length) {
      places.set(key, place);
      examples.push(expert);
    }
    return place;
  });
  return { of, examples };
}
