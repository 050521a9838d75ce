import { mean } from "./means.ts";

/** What was found, and what was to be found; names count once. */
export interface Found {
  readonly found: ReadonlySet<string>;
  readonly wanted: ReadonlySet<string>;
}

/** Between 0 and 1. */
export interface Retrieval {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Names counted over all rows together; F1 is the harmonic mean of the two. Of nothing at all 0. */
export function micro(rows: readonly Found[]): Retrieval {
  const hits = sum(rows.map(({ found, wanted }) => found.intersection(wanted).size));
  return retrieval(hits, sum(rows.map(({ found }) => found.size)), sum(rows.map(({ wanted }) => wanted.size)));
}

/** The means over all names that were found or wanted anywhere, each counted over all rows. */
export function macro(rows: readonly Found[]): Retrieval {
  const names = new Set(rows.flatMap(({ found, wanted }) => [...found, ...wanted]));
  const each = [...names].map((name) =>
    micro(
      rows.map(({ found, wanted }) => ({
        found: found.intersection(new Set([name])),
        wanted: wanted.intersection(new Set([name])),
      })),
    ),
  );
  return {
    precision: mean(each.map(({ precision }) => precision)) ?? 0,
    recall: mean(each.map(({ recall }) => recall)) ?? 0,
    f1: mean(each.map(({ f1 }) => f1)) ?? 0,
  };
}

function retrieval(hits: number, found: number, wanted: number): Retrieval {
  const [precision, recall] = [hits / Math.max(1, found), hits / Math.max(1, wanted)];
  return { precision, recall, f1: hits === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
