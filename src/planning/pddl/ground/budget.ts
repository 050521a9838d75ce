import type { Grounding, GroundingLimits } from "../ground-task.ts";

export type Limit = Extract<Grounding, { as: "limits" }>["limit"];

/** Steps of a join for each action allowed: a join that finds little must end too. */
const STEPS_PER_ACTION = 64;
/** Steps anybody may take: a small bound on actions must not starve the search for them. */
const FREE_STEPS = 1_000_000;
/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 8192;

/** Unwinds grounding when a bound is met; `ground` turns it into a result. */
export class Exhausted extends Error {
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(`Grounding met its bound on ${limit}.`);
    this.name = "Exhausted";
    this.limit = limit;
  }
}

/** What grounding may still do. Everything that loops over objects or atoms spends from here. */
export class Budget {
  readonly #limits: GroundingLimits;
  readonly #isOverdue: () => boolean;
  #steps: number;
  #untilLook = STEPS_PER_LOOK;
  #actions = 0;
  #atoms = 0;

  constructor(limits: GroundingLimits, isOverdue: (() => boolean) | undefined) {
    this.#limits = limits;
    this.#steps = FREE_STEPS + limits.maxActions * STEPS_PER_ACTION;
    this.#isOverdue = isOverdue ?? (() => false);
  }

  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new Exhausted("actions");
    this.#untilLook -= count;
    if (this.#untilLook > 0) return;
    this.#untilLook = STEPS_PER_LOOK;
    if (this.#isOverdue()) throw new Exhausted("time");
  }

  action(): void {
    this.#actions++;
    if (this.#actions > this.#limits.maxActions) throw new Exhausted("actions");
  }

  atom(): void {
    this.#atoms++;
    if (this.#atoms > this.#limits.maxAtoms) throw new Exhausted("atoms");
  }
}
