import type { Timing } from "./measures/timing.ts";

/** What stands in a table where there is nothing to measure. */
const NOTHING = "–";

/** A percentage with one decimal. */
export const percent = (value: number | null): string => (value === null ? NOTHING : value.toFixed(1));

/** A share between 0 and 1, or a distance, with two decimals. */
export const share = (value: number | null): string => (value === null ? NOTHING : value.toFixed(2));

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

export const duration = ({ median, p95 }: Timing): string =>
  `${median.toFixed(2)} ms (median), ${p95.toFixed(2)} ms (95th percentile)`;
