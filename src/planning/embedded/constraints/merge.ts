import type { Allowed, AskedBudget, Constraints } from "../../../domain/constraints.ts";
import type { Said } from "./values.ts";

type Size = NonNullable<Constraints["size"]>;
type Benchmark = NonNullable<Constraints["benchmark"]>;
type Price = NonNullable<Constraints["price"]>;

interface Merged {
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
}

/** What several phrases say together: names add up, the narrower bound holds, of two wishes the first. */
export const merge = (said: readonly Said[]): Merged =>
  said.reduce<Merged>(
    (all, { constraints = {}, budget = {} }) => ({
      constraints: addConstraints(all.constraints, constraints),
      budget: addBudget(all.budget, budget),
    }),
    { constraints: {}, budget: {} },
  );

const addConstraints = (all: Constraints, more: Constraints): Constraints => ({
  ...more,
  ...all,
  ...(more.licence ? { licence: addAllowed(all.licence, more.licence) } : {}),
  ...(more.provider ? { provider: addAllowed(all.provider, more.provider) } : {}),
  ...(more.model ? { model: addAllowed(all.model, more.model) } : {}),
  ...(more.benchmark ? { benchmark: addBenchmark(all.benchmark, more.benchmark) } : {}),
  ...(more.price ? { price: addPrice(all.price, more.price) } : {}),
  ...(more.latency ? { latency: { maxMs: Math.min(all.latency?.maxMs ?? Infinity, more.latency.maxMs) } } : {}),
  ...(more.size ? { size: addSize(all.size, more.size) } : {}),
});

function addAllowed(all: Allowed = {}, more: Allowed): Allowed {
  const union = (left: readonly string[] = [], right: readonly string[] = []) => [...new Set([...left, ...right])];
  const allow = union(all.allow, more.allow);
  const deny = union(all.deny, more.deny);
  return { ...(allow.length > 0 ? { allow } : {}), ...(deny.length > 0 ? { deny } : {}) };
}

function addSize(all: Size = {}, more: Size): Size {
  return {
    ...more,
    ...all,
    ...narrower("max", Math.min, all, more),
    ...narrower("min", Math.max, all, more),
    ...narrower("maxBytes", Math.min, all, more),
  };
}

/** "Best on COCO" and "at least 40" are one wish; of another benchmark, or two figures, the first counts. */
function addBenchmark(all: Benchmark | undefined, more: Benchmark): Benchmark {
  return all === undefined || all.name.toLowerCase() === more.name.toLowerCase() ? { ...more, ...all } : all;
}

/** Of two units the first counts, and in one unit the lower cap. */
function addPrice(all: Price | undefined, more: Price): Price {
  if (all === undefined) return more;
  return all.per === more.per ? { ...all, maxUsd: Math.min(all.maxUsd, more.maxUsd) } : all;
}

function addBudget(all: AskedBudget, more: AskedBudget): AskedBudget {
  return {
    ...more,
    ...all,
    ...narrower("usd", Math.min, all, more),
    ...narrower("timeMs", Math.min, all, more),
    ...narrower("tasks", Math.min, all, more),
    ...narrower("llmCalls", Math.min, all, more),
  };
}

/** The bound that holds where both set one. */
function narrower<Part extends string>(
  part: Part,
  pick: (left: number, right: number) => number,
  all: Readonly<Partial<Record<Part, number>>>,
  more: Readonly<Partial<Record<Part, number>>>,
): Readonly<Record<string, number>> {
  const [left, right] = [all[part], more[part]];
  return left === undefined || right === undefined ? {} : { [part]: pick(left, right) };
}
