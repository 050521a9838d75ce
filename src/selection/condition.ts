import { FifoCache } from "../domain/caches.ts";
import type { Allowed, Constraints } from "../domain/constraints.ts";
import { describeConstraints } from "../domain/describe-constraints.ts";
import type { Expert, ExpertPool } from "../domain/experts.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { originKey } from "./origins.ts";
import { hasRow, type RowSet, rowsWhere } from "./rows.ts";

/** The facts of an expert that a condition looks at: one shared by many experts, any of its own, or its recent calls. */
type Basis = "licence" | "languages" | "origin" | "expert" | "health";

/** A requirement that an expert either satisfies or not. */
export interface Condition {
  /** Conditions with equal keys are the same condition, and only the first of them is applied. */
  readonly key: string;
  /** Equal only if the same experts satisfy both conditions (recent calls aside), so results can be cached by it. */
  readonly exactly: string;
  /** In plain words: "Only models under MIT". */
  readonly words: string;
  readonly basis: Basis;
  readonly holds: (expert: Expert) => boolean;
  /** The fact that decides for this expert, in plain words: "licence GPL-3.0-only". */
  readonly fact: (expert: Expert) => string;
}

/** What models are selected from and for. Conditions may depend on all of it, including the plan's other tasks. */
export interface SelectionContext {
  readonly pool: ExpertPool;
  readonly ontology: Pick<Ontology, "get" | "read">;
  /** Of the plan's tasks, each once. */
  readonly taskTypes: readonly string[];
  /** Calls are paid from a budget in money, so a model's price has to be known. */
  readonly hasMoneyLimit: boolean;
  /** Remembers what `find` returned for a key. Resolving a model's name looks through all ids, so it is done once a plan. */
  readonly once: (key: string, find: () => readonly string[]) => readonly string[];
}

/** The condition that states one part of a caller's constraints, described and identified by that part alone. */
export const conditionOf = (
  stated: Constraints,
  holds: Condition["holds"],
  fact: Condition["fact"],
  basis: Basis = "expert",
): Condition => ({
  key: conditionKey(stated),
  exactly: JSON.stringify(stated),
  words: describeConstraints(stated, {}).join("; "),
  basis,
  holds,
  fact,
});

/** Ignores case and the order of names. */
const conditionKey = (stated: Constraints): string =>
  JSON.stringify(stated, (_, value: unknown) => {
    if (typeof value === "string") return value.toLowerCase();
    return Array.isArray(value) ? value.map((name) => String(name).toLowerCase()).toSorted() : value;
  });

/** Either the names that are allowed or the names that are denied: each makes a condition of its own. */
export type AllowOrDeny = { readonly allow: readonly string[] } | { readonly deny: readonly string[] };

export const sidesOf = ({ allow, deny }: Allowed = {}): readonly AllowOrDeny[] => [
  ...(allow ? [{ allow }] : []),
  ...(deny ? [{ deny }] : []),
];

export const namesIn = (side: AllowOrDeny): readonly string[] => ("allow" in side ? side.allow : side.deny);

/** The rows of the experts that satisfy a condition. One on health, which changes from call to call, only looks at `among`. */
export type RowsSatisfying = (condition: Condition, among: RowSet) => RowSet;

export interface ExpertMatcher {
  readonly rowsSatisfying: RowsSatisfying;
  /** One expert for each distinct value of a shared fact. */
  examplesOf(basis: SharedBasis): readonly Expert[];
}

/** Results cached for a list of experts, at one bit for each expert. */
const MAX_CONDITIONS = 32;

/** Facts that many experts have in common. */
type SharedBasis = Exclude<Basis, "expert" | "health">;

/** Experts with equal keys satisfy the same conditions on that basis. */
const KEY_OF: Readonly<Record<SharedBasis, (expert: Expert) => string>> = {
  licence: ({ facts }) => `${facts.licenceConfidence === "unsure" ? "?" : ""}${facts.licence}`,
  languages: ({ facts }) => JSON.stringify(facts.languages),
  origin: originKey,
};

/**
 * Matches experts against conditions. Each condition is evaluated once, and one on a shared fact only once for each
 * value of that fact: thousands of experts have some dozens of licences.
 */
export function matchExperts(experts: readonly Expert[]): ExpertMatcher {
  const cached = new FifoCache<RowSet>(MAX_CONDITIONS);
  const groupings = new Map<SharedBasis, Groups>();
  const groupsBy = (basis: SharedBasis): Groups => {
    const groups = groupings.get(basis) ?? groupExperts(experts, KEY_OF[basis]);
    groupings.set(basis, groups);
    return groups;
  };
  const holdsAt = (row: number, { holds }: Condition): boolean => {
    const expert = experts[row];
    return expert !== undefined && holds(expert);
  };
  const evaluate = (condition: Condition): RowSet => {
    const { basis, holds } = condition;
    if (basis === "expert" || basis === "health") {
      return rowsWhere(experts.length, (row) => holdsAt(row, condition));
    }
    const { groupOf, examples } = groupsBy(basis);
    const satisfies = Uint8Array.from(examples, (example) => Number(holds(example)));
    return rowsWhere(experts.length, (row) => satisfies[groupOf[row] ?? -1] === 1);
  };
  return {
    rowsSatisfying: (condition, among) =>
      condition.basis === "health"
        ? rowsWhere(experts.length, (row) => hasRow(among, row) && holdsAt(row, condition))
        : cached.get(condition.exactly, () => evaluate(condition)),
    examplesOf: (basis) => groupsBy(basis).examples,
  };
}

/** Experts grouped by the value of a fact. */
interface Groups {
  /** By row. */
  readonly groupOf: Uint32Array;
  /** One of each group. */
  readonly examples: readonly Expert[];
}

function groupExperts(experts: readonly Expert[], factKey: (expert: Expert) => string): Groups {
  const groups = new Map<string, number>();
  const examples: Expert[] = [];
  const groupOf = Uint32Array.from(experts, (expert) => {
    const key = factKey(expert);
    const group = groups.get(key) ?? examples.length;
    if (group === examples.length) {
      groups.set(key, group);
      examples.push(expert);
    }
    return group;
  });
  return { groupOf, examples };
}
