import type { Elsewhere, ExpertPool } from "../domain/experts.ts";
import { SWITCHES } from "../domain/provider-names.ts";
import { bestKnown, type Filtered } from "./apply-filters.ts";
import type { TaskCandidatePool } from "./candidate-pool.ts";
import type { Condition } from "./condition.ts";
import type { ExpertIndex } from "./expert-index.ts";
import { allRows, countRows, inBoth } from "./rows.ts";
import { keyOf, listed, MAX_NAMED } from "./words.ts";

/** Says that nothing here does a task type, how to get something that does, and what the catalogue knows of it. */
export function nothingDoes(taskType: string, cast: ExpertPool): string {
  const { count, examples, whyNone } = cast.elsewhere(taskType);
  const why = whyNone === null ? "" : ` ${whyNone}`;
  const serving = new Set(examples.flatMap(({ providers }) => providers));
  const switches = Object.entries(SWITCHES).flatMap(([provider, { set, header }]) =>
    serving.has(provider)
      ? [`${provider}, switched on with ${set}${header === null ? "" : ` (for one request with ${header})`}; `]
      : [],
  );
  return (
    `Nothing here does ${taskType}.${why} What would: ${switches.join("")}` +
    `an endpoint of your own (POST /v1/models) or of the deployment (CONFIG.endpoints).${known(count, examples)}`
  );
}

function known(count: number, examples: Elsewhere["examples"]): string {
  if (count === 0) return "";
  const names = examples.map(({ model, providers }) =>
    providers.length === 0 ? `${model} (no provider serves it)` : `${model} (${providers.join(", ")})`,
  );
  const models = count === 1 ? "one model for it" : `${count} models for it`;
  return ` The catalogue knows ${models}, such as ${listed(names, names.length)}.`;
}

/** Says that the plan insists on a model that isn't here, and what is. */
export const namedIsNotHere = (named: string, taskType: string, { experts }: ExpertIndex): string =>
  `The plan names ${named} for ${taskType}, which is not here; there is ${listed(experts.slice(0, MAX_NAMED).map(keyOf), experts.length)}.`;

/** Says which condition took the last one away, what would be there without it, and what the others took. */
export function nothingSatisfies(
  taskType: string,
  { roster, verdicts }: TaskCandidatePool,
  conditions: readonly Condition[],
  { removed }: Filtered,
): string {
  const last = removed.findLastIndex(({ count }) => count > 0);
  const culprit = conditions[last];
  if (!culprit) return `Nothing that does ${taskType} here satisfies what was asked.`;
  const without = conditions
    .filter((condition) => condition !== culprit)
    .reduce((left, other) => inBoth(left, verdicts(other, left)), allRows(roster.experts.length));
  const there = bestKnown(roster, without).map((expert) => `${keyOf(expert)} (${culprit.fact(expert)})`);
  const before = removed
    .slice(0, last)
    .flatMap(({ condition, count, models }) =>
      count === 0 ? [] : [` “${condition}” rules out ${listed(models, count)}.`],
    );
  const otherwise =
    there.length === 0
      ? ", and without it there would be none either."
      : `: without it there would be ${listed(there, countRows(without))}.`;
  return (
    `Nothing that does ${taskType} here satisfies what was asked. “${culprit.words}” rules out the last` +
    `${otherwise}${before.join("")}`
  );
}
