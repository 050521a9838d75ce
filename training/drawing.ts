import { createHash } from "node:crypto";

/** Draws at random, and the same on every machine. */
export interface Drawing {
  /** Between 0 and 1. */
  fraction(): number;
  is(chance: number): boolean;
  one<T>(all: readonly T[]): T;
  some<T>(all: readonly T[], count: number): readonly T[];
}

export function drawing(seed: string): Drawing {
  let count = 0;
  const fraction = (): number => createHash("sha256").update(`${seed} ${count++}`).digest().readUInt32BE(0) / 2 ** 32;
  return {
    fraction,
    is: (chance) => fraction() < chance,
    one: <T>(all: readonly T[]) => all[Math.floor(fraction() * all.length)] as T,
    some: (all, wanted) => {
      const keyed = all.map((value) => [fraction(), value] as const).toSorted(([a], [b]) => a - b);
      return keyed.slice(0, wanted).map(([, value]) => value);
    },
  };
}
