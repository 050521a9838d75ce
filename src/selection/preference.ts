import type { Constraints } from "../domain/constraints.ts";

/** What puts candidates in order before the usual score does. */
export interface Preference {
  /** One after the other, each by row; lower comes first. */
  readonly keys: readonly ArrayLike<number>[];
  /** Why the expert of a row stands where it stands, in plain words and without a full stop. */
  readonly why: (row: number) => string;
  /** What a person has to know who asked for it: that it changed nothing, and why. */
  readonly note: string | null;
}

/** Wishes for an order, what was said first before what was said after; what was said twice, once. */
export interface Preferences {
  readonly benchmarks: readonly NonNullable<Constraints["benchmark"]>[];
  readonly sizes: readonly NonNullable<NonNullable<Constraints["size"]>["prefer"]>[];
  readonly wantsCheapest: boolean;
}

export function wishesIn(constraints: readonly Constraints[]): Preferences {
  const benchmarks = new Map<string, NonNullable<Constraints["benchmark"]>>();
  for (const { benchmark } of constraints) {
    const key = `${benchmark?.name.toLowerCase()} for ${benchmark?.for?.toLowerCase()}`;
    if (benchmark?.prefer !== undefined && !benchmarks.has(key)) benchmarks.set(key, benchmark);
  }
  return {
    benchmarks: [...benchmarks.values()],
    sizes: [...new Set(constraints.flatMap(({ size }) => size?.prefer ?? []))],
    wantsCheapest: constraints.some(({ prefer }) => prefer === "cheapest"),
  };
}
