/** A small deterministic source of chance (mulberry32): the same seed gives the same instance on every machine. */
export interface Random {
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  shuffle<T>(from: readonly T[]): T[];
}

const TWO_TO_32 = 2 ** 32;

export function createRandom(seed: number): Random {
  let state = seed | 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32) * limit);
  };
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[below(from.length)];
    if (picked === undefined) throw new RangeError("There is nothing to pick from");
    return picked;
  };
  const shuffle = <T>(from: readonly T[]): T[] => {
    const rest = [...from];
    return from.flatMap(() => rest.splice(below(rest.length), 1));
  };
  return { below, pick, shuffle };
}
