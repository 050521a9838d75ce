import type { AskedBudget } from "../domain/constraints.ts";

/**
 * What was understood and a run cannot be held to yet, one sentence each, so that nothing is ignored in silence.
 * Everything asked of models, time and the number of tasks are kept.
 */
export const unjudged = ({ usd, llmCalls }: AskedBudget): readonly string[] => [
  ...(usd === undefined ? [] : [unapplied("limit on money", "costs are not measured yet")]),
  ...(llmCalls === undefined ? [] : [unapplied("limit on calls of a language model", "calls are not counted yet")]),
];

const unapplied = (what: string, why: string): string =>
  `The ${what} was understood, but ${why}, so that it was not applied.`;
