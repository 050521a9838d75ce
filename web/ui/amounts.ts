import type { SpentView } from "../../src/domain/usage.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Below it, tenths of a second tell something. */
const TENTHS_BELOW_MS = 10 * SECOND_MS;

const two = (value: number): string => String(value).padStart(2, "0");

/** A duration to be read: "480 ms", "2.5 s", "14 s", "3 min 05 s", "1 h 02 min". */
export function duration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < SECOND_MS) return `${whole} ms`;
  if (whole < TENTHS_BELOW_MS - 50) return `${(whole / SECOND_MS).toFixed(1)} s`;
  const seconds = Math.round(whole / SECOND_MS);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (whole < HOUR_MS) return `${minutes} min ${two(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

/** A duration that is still growing, in whole seconds, so that it does not flicker: "41 s", "2:58 min", "1:02 h". */
export function growing(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60 ? `${minutes}:${two(seconds % 60)} min` : `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`;
}

/** Sums are often far below a cent. */
const TOLD_DIGITS = 3;
/** Smaller ones are nothing. */
const MAX_FRACTION_DIGITS = 12;

/** "$0", "$0.000123", "$0.20", "$0.125", "$1,234.50": cents, and further digits of what is less than a dollar. */
export function money(usd: number): string {
  if (usd === 0) return "$0";
  const needed = TOLD_DIGITS - 1 - Math.floor(Math.log10(Math.abs(usd)));
  return usd.toLocaleString("en", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(usd) < 1 ? Math.min(needed, MAX_FRACTION_DIGITS) : 2,
  });
}

/** What calls cost, as far as anybody knows, in a few words. */
export function costWords({ usd, unpricedCalls }: Pick<SpentView, "usd" | "unpricedCalls">): string {
  if (unpricedCalls === 0) return usd === 0 ? "free" : money(usd);
  const unknown = `${unpricedCalls} ${unpricedCalls === 1 ? "call" : "calls"} of unknown price`;
  return usd === 0 ? unknown : `${money(usd)} and ${unknown}`;
}

/** What of a cost nobody measured; null where all was. */
export const assumedWords = ({ assumedUsd }: Pick<SpentView, "assumedUsd">): string | null =>
  assumedUsd === undefined ? null : `${money(assumedUsd)} of it set aside, not measured`;
