/** Tries at once. An invocation has six connections, and the runners want theirs. */
export const MAX_UNDER_WAY = 4;
/** Of these, at most so many for receivers known to be slow: they may take the whole time of a try. */
export const MAX_SLOW = 2;
/** Who takes longer gives way to whoever waits, and is slow from then on; a receiver that works answers far sooner. */
export const PATIENCE_MS = 3_000;

/** A try that is to be made. */
export interface DeliveryTurn {
  /** Where it goes: of one target one try is under way at a time. */
  readonly target: string;
  /** Whether its receiver did not answer well, or not soon, when it was last tried. */
  readonly isSlow: boolean;
}

export interface TurnUnderWay extends DeliveryTurn {
  /** Milliseconds since the epoch, as all times here. */
  readonly since: number;
}

export interface Turns<T extends DeliveryTurn> {
  readonly begin: readonly T[];
  /** Targets whose tries have had their time while others wait. */
  readonly breakOff: readonly string[];
  /** When others will have waited for long enough; null where nobody waits for that. */
  readonly lookAgainAt: number | null;
}

/**
 * Whose turn it is. Receivers that never answer take two of four places for as long as a try may last, and the other two
 * for `PATIENCE_MS` each: so none of them holds up the others for longer.
 * @param due in the order they came
 */
export function turnsOf<T extends DeliveryTurn>(
  due: readonly T[],
  underWay: readonly TurnUnderWay[],
  now: number,
): Turns<T> {
  const busy = new Set(underWay.map(({ target }) => target));
  const waiting = due.filter(({ target }) => !busy.has(target));
  const slowPlaces = Math.max(0, MAX_SLOW - underWay.filter(({ isSlow }) => isSlow).length);
  const [fresh, slow] = [waiting.filter(({ isSlow }) => !isSlow), waiting.filter(({ isSlow }) => isSlow)];
  const places = Math.max(0, MAX_UNDER_WAY - underWay.length);
  const begin = [...fresh, ...slow.slice(0, slowPlaces)].slice(0, places);
  const left = Math.max(0, fresh.length - places);
  const occupants = underWay.filter(({ isSlow }) => !isSlow).toSorted((one, other) => one.since - other.since);
  const late = occupants.filter(({ since }) => since + PATIENCE_MS <= now);
  const next = left > late.length ? (occupants[late.length]?.since ?? now) + PATIENCE_MS : null;
  return { begin, breakOff: late.slice(0, left).map(({ target }) => target), lookAgainAt: next };
}
