import type { Cast, Elsewhere, Expert } from "../domain/experts.ts";
import type { Condition } from "./condition.ts";
import { keepBestKnown, type Sifted } from "./sift.ts";
import { keyOf, listed } from "./words.ts";

/** Says that nothing here does a task type, what the catalogue knows of it, and what to set to get something. */
export const nothingDoes = (taskType: string, cast: Cast): string =>
  `No expert for ${taskType} runs in this deployment. ${knownElsewhere(cast.elsewhere(taskType))}To get one, name an endpoint that does it under CONFIG.endpoints ` +
  `(for example a Hugging Face Inference Endpoint with "format": "hf-inference"); docs/configuration.md shows how.`;

function knownElsewhere({ count, examples, whyNone }: Elsewhere): string {
  if (count === 0) return whyNone === null ? "" : `${whyNone} `;
  const names = examples.map(({ model, providers }) =>
    providers.length === 0 ? `${model} (no provider serves it)` : `${model} (${providers.join(", ")})`,
  );
  const models = count === 1 ? "one model for it" : `${count} models for it`;
  return `The catalogue knows ${models}, such as ${listed(names, names.length)}, but no provider that serves one is switched on here. `;
}

/** Says that the plan insists on a model that isn't here, and what is. */
export function namedIsNotHere(named: string, taskType: string, experts: readonly Expert[]): string {
  const there = bestKnown(experts);
  return `The plan names ${named} for ${taskType}, which is not here; there is ${listed(there.map(keyOf), experts.length)}.`;
}

/** Says which condition took the last one away, what would be there without it, and what the others took. */
export function nothingSatisfies(
  taskType: string,
  experts: readonly Expert[],
  conditions: readonly Condition[],
  { removed }: Sifted,
): string {
  const last = removed.findLastIndex(({ count }) => count > 0);
  const culprit = conditions[last];
  if (!culprit) return `Nothing that does ${taskType} here satisfies what was asked.`;
  const others = conditions.filter((condition) => condition !== culprit);
  const without = experts.filter((expert) => others.every(({ holds }) => holds(expert)));
  const there = bestKnown(without).map((expert) => `${keyOf(expert)} (${culprit.fact(expert)})`);
  const before = removed
    .slice(0, last)
    .flatMap(({ condition, count, models }) =>
      count === 0 ? [] : [` “${condition}” rules out ${listed(models, count)}.`],
    );
  return (
    `Nothing that does ${taskType} here satisfies what was asked. “${culprit.words}” rules out the last: ` +
    `without it there would be ${listed(there, without.length)}.${before.join("")}`
  );
}

function bestKnown(experts: readonly Expert[]): readonly Expert[] {
  const first: Expert[] = [];
  for (const expert of experts) keepBestKnown(first, expert);
  return first;
}
