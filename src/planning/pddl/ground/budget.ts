import type { Grounding, GroundingLimits } from "../ground-task.ts";
import { Watch } from "../watch.ts";

export type Limit = Extract<Grounding, { as: "limits" }>["limit"];

/** Steps of a join for each action allowed: a join that finds little must end too. */
const STEPS_PER_ACTION = 64;
/**
 * Steps anybody may take, half a second: a small bound on actions must not starve the search for them. A plan of 256
 * tasks of fifty types, each bound to 16 values of its own, takes two thirds of them.
 */
const FREE_STEPS = 8_000_000;

/** Unwinds grounding when a bound is met; `ground` turns it into a result. */
export class GroundingExhausted extends Error {
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(`Grounding met its bound on ${limit}.`);
    this.name = "Exhausted";
    this.limit = limit;
  }
}

/** What grounding may still do. Everything that loops over objects or atoms spends from here. */
export class GroundingBudget {
  readonly #limits: GroundingLimits;
  readonly #watch: Watch;
  #steps: number;
  #actions = 0;
  #atoms = 0;

  constructor(limits: GroundingLimits, isOverdue: (() => boolean) | undefined) {
    this.#limits = limits;
    this.#steps = FREE_STEPS + limits.maxActions * STEPS_PER_ACTION;
    this.#watch = new Watch(isOverdue, () => new GroundingExhausted("time"));
  }

  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new GroundingExhausted("steps");
    this.#watch.tick(count);
  }

  /** For a pass over what steps were spent on before: it ends by itself, but takes time. */
  pass(count: number): void {
    this.#watch.tick(count);
  }

  action(count = 1): void {
    this.#actions += count;
    if (this.#actions > this.#limits.maxActions) throw new GroundingExhausted("actions");
  }

  atom(): void {
    this.#atoms++;
    if (this.#atoms > this.#limits.maxAtoms) throw new GroundingExhausted("atoms");
  }
}
