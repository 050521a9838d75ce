import { duration } from "../../ui/amounts.ts";

/** Steps that read well on a clock, in milliseconds. */
const STEPS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60_000),
  ...[1, 2, 4, 6, 12, 24].map((hours) => hours * 3_600_000),
];
/** Below it a picture of a run would shake at each of its first moments. */
const LEAST_SPAN_MS = 100;

export interface Tick {
  readonly at: number;
  readonly words: string;
}

export interface Scale {
  /** What the whole width stands for, in milliseconds. */
  readonly span: number;
  readonly ticks: readonly Tick[];
  /** Where a moment is, in percent of the width. */
  readonly place: (at: number) => number;
}

/**
 * The axis of a time line from 0 to `until`. It ends at a whole step, so that what grows does not stretch it at each
 * moment, but step by step.
 * @param room how many steps there is room for
 */
export function scaleOf(until: number, room: number): Scale {
  const most = Math.max(1, Math.floor(room));
  const needed = Math.max(until, LEAST_SPAN_MS);
  const longest = STEPS_MS.at(-1) ?? 1;
  const step = STEPS_MS.find((one) => needed / one <= most) ?? Math.ceil(needed / most / longest) * longest;
  const steps = Math.max(1, Math.ceil(needed / step));
  const span = steps * step;
  const ticks = Array.from({ length: steps + 1 }, (_, index) => ({ at: index * step, words: tickWords(index * step) }));
  return { span, ticks, place: (at) => (Math.min(Math.max(at, 0), span) / span) * 100 };
}

const tickWords = (at: number): string => {
  if (at === 0) return "0";
  // 1.5 s, but 2 s: an axis needs no more digits than its step.
  return duration(at)
    .replace(/\.0 s$/, " s")
    .replace(/ 00 (s|min)$/, "");
};
