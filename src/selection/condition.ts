import type { Constraints } from "../domain/constraints.ts";
import { describeConstraints } from "../domain/describe-constraints.ts";
import type { Cast, Expert } from "../domain/experts.ts";
import type { Ontology } from "../domain/task-types/index.ts";

/** What an expert is held against. */
export interface Condition {
  /** Two conditions of one key are one. */
  readonly key: string;
  /** In plain words: "Only models under MIT". */
  readonly words: string;
  readonly holds: (expert: Expert) => boolean;
  /** The fact that it is judged by, in plain words: "licence GPL-3.0-only". */
  readonly fact: (expert: Expert) => string;
}

/** What the conditions of one task may depend on besides its experts: those of the plan's other tasks. */
export interface Scene {
  readonly cast: Cast;
  readonly ontology: Pick<Ontology, "get" | "read">;
  /** Of the plan's tasks, each once. */
  readonly taskTypes: readonly string[];
}

/** The condition that one part of somebody's constraints sets, told by that part alone. */
export const conditionOf = (said: Constraints, holds: Condition["holds"], fact: Condition["fact"]): Condition => ({
  key: keyOf(said),
  words: describeConstraints(said, {}).join("; "),
  holds,
  fact,
});

/** The same for what says the same, in whatever case, and names in whatever order. */
const keyOf = (said: Constraints): string =>
  JSON.stringify(said, (_, value: unknown) => {
    if (typeof value === "string") return value.toLowerCase();
    return Array.isArray(value) ? value.map((name) => String(name).toLowerCase()).toSorted() : value;
  });

/** A verdict that is the same for all experts of one fact, found once for each. */
export function judgedOnce<Fact>(factOf: (expert: Expert) => Fact, verdict: (fact: Fact) => boolean) {
  const known = new Map<Fact, boolean>();
  return (expert: Expert): boolean => {
    const fact = factOf(expert);
    const found = known.get(fact);
    if (found !== undefined) return found;
    const judged = verdict(fact);
    known.set(fact, judged);
    return judged;
  };
}
