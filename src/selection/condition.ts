import type { Allowed, Constraints } from "../domain/constraints.ts";
import { describeConstraints } from "../domain/describe-constraints.ts";
import type { Expert, ExpertPool } from "../domain/experts.ts";
import type { Ontology } from "../domain/task-types/index.ts";

/** A requirement that an expert either satisfies or not. */
export interface Condition {
  /** Conditions with equal keys are the same condition, and only the first of them is applied. */
  readonly key: string;
  /** In plain words: "Only models under MIT". */
  readonly words: string;
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
export const conditionOf = (stated: Constraints, holds: Condition["holds"], fact: Condition["fact"]): Condition => ({
  key: conditionKey(stated),
  words: describeConstraints(stated, {}).join("; "),
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
