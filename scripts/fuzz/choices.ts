import { createRandom } from "../random.ts";

/** Random choices that depend on a seed alone, so that what one run found another finds again. */
export class Choices {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = createRandom(seed);
  }

  /** A whole number from `min` to `max`, both among them. */
  int(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  /** One of several. @throws {Error} where there is none */
  of<T>(all: readonly T[]): T {
    const one = all[this.int(0, all.length - 1)];
    if (one === undefined) throw new Error("There is nothing to choose from");
    return one;
  }
}
