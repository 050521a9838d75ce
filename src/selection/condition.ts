import type { Constraints } from "../domain/constraints.ts";
import { describeConstraints } from "../domain/describe-constraints.ts";
import type { Expert, ExpertPool } from "../domain/experts.ts";
import type { Ontology } from "../domain/task-types/index.ts";

/** All that a verdict depends on besides the condition: one fact, the expert as a whole, or its latest calls. */
export type Basis = "licence" | "languages" | "origin" | "expert" | "health";

/** What an expert is held against. */
export interface Condition {
  /** Two conditions of one key are one. */
  readonly key: string;
  /** The same only for what is written the same: of the experts of one roster the same ones satisfy it, health apart. */
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
  readonly cast: ExpertPool;
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
  key: keyOf(said),
  exactly: JSON.stringify(said),
  words: describeConstraints(said, {}).join("; "),
  basis,
  holds,
  fact,
});

/** The same for what says the same, in whatever case, and names in whatever order. */
const keyOf = (said: Constraints): string =>
  JSON.stringify(said, (_, value: unknown) => {
    if (typeof value === "string") return value.toLowerCase();
    return Array.isArray(value) ? value.map((name) => String(name).toLowerCase()).toSorted() : value;
  });
