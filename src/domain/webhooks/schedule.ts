const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The waits between one try and the next: 27 hours and a half in all. So Standard Webhooks begins; its last days are left
 * out, as who was down for longer looks at the list of what was parked.
 */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

/** The first one, and one after each wait. */
export const MAX_TRIES = WAITS_MS.length + 1;

/** Each wait is up to a tenth longer, so that what failed together does not come back together. */
const JITTER_SHARE = 0.1;

/**
 * The wait after so many failed tries, in milliseconds; null when there is to be no other.
 * @param random from 0 to 1
 */
export function waitAfter(tries: number, random: number): number | null {
  const wait = WAITS_MS[tries - 1];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER_SHARE * random));
}
