import type { Visit } from "./columns.ts";
import type { Pair } from "./pairs.ts";
import type { TaskTypeCandidate } from "./task-type-candidate.ts";

/** From two clauses back, or more, to three ahead, or more. */
const CLAUSE_STEPS = 6;
const CLAUSES_BACK = 2;
/** Centres that lie so many tokens apart are far apart. */
const FAR_TOKENS = 8;

/** Widths of the columns for what the words say of one task coming after another. */
export const BETWEEN = {
  /** By the number of clauses from the first to the second. */
  clauses: CLAUSE_STEPS,
  /** How far ahead the centre of the second lies, between −1 and 1, and whether its last word stands later. */
  centre: 1,
  last: 1,
  /** `Pair.refers`, there and back. */
  refers: 1,
  referred: 1,
  /** `Pair.link`, there and back. */
  link: 1,
  linkBack: 1,
} as const;

/** Two prospects, the first before the second, and what is known of them both ways. */
export interface Step {
  readonly from: TaskTypeCandidate;
  readonly to: TaskTypeCandidate;
  readonly there: Pair;
  readonly back: Pair;
}

/** Visits what the words say of `to` coming after `from`; `at` tells where the columns of `BETWEEN` begin. */
export function ofWordsBetween(
  at: Readonly<Record<keyof typeof BETWEEN, number>>,
  { from, to, there, back }: Step,
  visit: Visit,
): void {
  visit(at.link, there.link);
  visit(at.linkBack, back.link);
  visit(at.centre, Math.tanh((to.centre - from.centre) / FAR_TOKENS));
  visit(at.last, Math.sign(to.last - from.last));
  visit(at.refers, there.refers);
  visit(at.referred, back.refers);
  visit(at.clauses + bucket(to.clause - from.clause + CLAUSES_BACK, CLAUSE_STEPS), 1);
}

/** The nearest of `count` buckets, numbered from 0. */
export const bucket = (number: number, count: number): number => Math.max(0, Math.min(count - 1, number));
