import type { AskedBudget, Constraints } from "../domain/constraints.ts";

/**
 * What was understood and cannot be held against endpoints or a run yet, one sentence each, so that nothing is ignored
 * in silence. Licences, providers, time and the number of tasks are kept.
 */
export const unjudged = ({ size, benchmark, language }: Constraints, budget: AskedBudget): readonly string[] => [
  ...(size ? [sizeUnjudged(size)] : []),
  ...(benchmark
    ? [
        `The wish for the best on ${benchmark.name} was understood, but the catalogue does not know benchmark results yet, so that it was not applied.`,
      ]
    : []),
  ...(language === undefined
    ? []
    : [
        `The language “${language}” was understood, but the catalogue does not know the languages of models yet, so that it was not applied.`,
      ]),
  ...(budget.usd === undefined ? [] : [unapplied("limit on money", "costs are not measured yet")]),
  ...(budget.llmCalls === undefined
    ? []
    : [unapplied("limit on calls of a language model", "calls are not counted yet")]),
];

const unapplied = (what: string, why: string): string =>
  `The ${what} was understood, but ${why}, so that it was not applied.`;

function sizeUnjudged({ max, min, maxBytes, prefer }: NonNullable<Constraints["size"]>): string {
  const isLimit = max !== undefined || min !== undefined || maxBytes !== undefined;
  const what = !isLimit && prefer !== undefined ? `wish for the ${prefer} model` : "size limit";
  return unapplied(what, "the catalogue does not know sizes yet");
}
