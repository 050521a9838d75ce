/** Steps between two looks at the clock: some hundred microseconds. */
const STEPS_PER_LOOK = 8192;

/** A clock that is looked at once in many steps, as a look takes longer than a step. */
export class Watch {
  readonly #isOverdue: () => boolean;
  readonly #failure: () => Error;
  #untilLook = STEPS_PER_LOOK;

  /** @param isOverdue asked now and then; once it says true, `tick` throws the failure */
  constructor(isOverdue: (() => boolean) | undefined, failure: () => Error) {
    this.#isOverdue = isOverdue ?? (() => false);
    this.#failure = failure;
  }

  /** So many steps are about to be made, or were made just now. */
  tick(steps = 1): void {
    this.#untilLook -= steps;
    if (this.#untilLook > 0) return;
    this.#untilLook = STEPS_PER_LOOK;
    if (this.#isOverdue()) throw this.#failure();
  }
}
