import { FifoCache } from "../domain/caches.ts";
import type { Allowed, Constraints } from "../domain/constraints.ts";
import { describeConstraints } from "../domain/describe-constraints.ts";
import type { Expert, ExpertPool } from "../domain/experts.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { originKey } from "./origins.ts";
import { hasRow, type RowSet, rowsWhere } from "./rows.ts";

/** All that a verdict depends on besides the condition: one fact, the expert as a whole, or its latest calls. */
export type Basis = "licence" | "languages" | "origin" | "expert" | "health";

/** What an expert is held against. */
export interface Condition {
  /** Two conditions of one key are one. */
  readonly key: string;
  /** The same only for what is written the same: of the experts of one index the same ones satisfy it, health apart. */
  readonly exactly: string;
  /** In plain words: "Only models under MIT". */
  readonly words: string;
  readonly basis: Basis;
  readonly holds: (expert: Expert) => boolean;
  /** The fact that it is judged by, in plain words: "licence GPL-3.0-only". */
  readonly fact: (expert: Expert) => string;
}

/** What the conditions of one task may depend on besides its experts: those of the plan's other tasks. */
export interface SelectionContext {
  readonly pool: ExpertPool;
  readonly ontology: Pick<Ontology, "get" | "read">;
  /** Of the plan's tasks, each once. */
  readonly taskTypes: readonly string[];
  /** Whether calls are paid from a budget: what a model asks has to be known then. */
  readonly hasMoneyLimit: boolean;
  /** What names of models come to, by what says which: found once a plan, as all ids are looked through. */
  readonly once: (said: string, find: () => readonly string[]) => readonly string[];
}

/** The condition that one part of somebody's constraints sets, told by that part alone. */
export const conditionOf = (
  said: Constraints,
  holds: Condition["holds"],
  fact: Condition["fact"],
  basis: Basis = "expert",
): Condition => ({
  key: conditionKey(said),
  exactly: JSON.stringify(said),
  words: describeConstraints(said, {}).join("; "),
  basis,
  holds,
  fact,
});

/** The same for what says the same, in whatever case, and names in whatever order. */
const conditionKey = (said: Constraints): string =>
  JSON.stringify(said, (_, value: unknown) => {
    if (typeof value === "string") return value.toLowerCase();
    return Array.isArray(value) ? value.map((name) => String(name).toLowerCase()).toSorted() : value;
  });

/** One side of what is allowed; never both. */
export type AllowOrDeny = { readonly allow: readonly string[] } | { readonly deny: readonly string[] };

export const sidesOf = ({ allow, deny }: Allowed = {}): readonly AllowOrDeny[] => [
  ...(allow ? [{ allow }] : []),
  ...(deny ? [{ deny }] : []),
];

export const namesIn = (side: AllowOrDeny): readonly string[] => ("allow" in side ? side.allow : side.deny);

/** Who satisfies a condition; where that changes from call to call, only those `among` are asked. */
export type Verdicts = (condition: Condition, among: RowSet) => RowSet;

export interface ExpertMatcher {
  readonly verdicts: Verdicts;
  /** One expert of each that no condition on that basis can tell apart. */
  examplesOf(basis: SharedBasis): readonly Expert[];
}

/** Conditions whose verdicts are kept for an index, at one bit for each expert. */
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
export function matchExperts(experts: readonly Expert[]): ExpertMatcher {
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
