import type { ComparableFigures } from "./figures.ts";

/** Benchmarks taken to have placed a model in the middle before any did, so that one lucky figure doesn't lead. */
const PRIOR_BENCHMARKS = 1;

export interface Evidence {
  /** From 0, last everywhere, to 1, first everywhere; drawn to the middle, the more the fewer benchmarks there are. */
  readonly share: number;
  /** The share of the others that it leaves behind, as it is. */
  readonly ahead: number;
  /** Sets of figures in which it has been compared with others. */
  readonly benchmarks: number;
}

/** How models do where their figures compare with others', by id. Unsure figures say nothing here. */
export function evidenceIn(all: readonly ComparableFigures[]): ReadonlyMap<string, Evidence> {
  const sums = new Map<string, { ahead: number; benchmarks: number }>();
  for (const figures of all) {
    if (figures.deciding.size < 2) continue;
    for (const [id, ahead] of placesIn(figures)) {
      const sum = sums.get(id) ?? { ahead: 0, benchmarks: 0 };
      sums.set(id, { ahead: sum.ahead + ahead, benchmarks: sum.benchmarks + 1 });
    }
  }
  return new Map(
    [...sums].map(([id, { ahead, benchmarks }]) => {
      const share = (ahead + PRIOR_BENCHMARKS / 2) / (benchmarks + PRIOR_BENCHMARKS);
      return [id, { share, ahead: ahead / benchmarks, benchmarks }];
    }),
  );
}

/** The share of the others that each model leaves behind; equals count half. */
function placesIn({ deciding, named }: ComparableFigures): ReadonlyMap<string, number> {
  const sign = named.higherIsBetter ? 1 : -1;
  const sorted = [...deciding]
    .map(([id, { value }]) => ({ id, value: sign * value }))
    .toSorted((a, b) => a.value - b.value);
  const places = new Map<string, number>();
  for (let start = 0; start < sorted.length; ) {
    const end = endOfEquals(sorted, start);
    const share = (start + (end - start - 1) / 2) / (sorted.length - 1);
    for (const { id } of sorted.slice(start, end)) places.set(id, share);
    start = end;
  }
  return places;
}

function endOfEquals(sorted: readonly { readonly value: number }[], start: number): number {
  let end = start + 1;
  while (sorted[end]?.value === sorted[start]?.value && end < sorted.length) end++;
  return end;
}
