/** Tries at once. An object has six connections, and the attempts that a conversation performs itself want theirs. */
export const MAX_UNDER_WAY = 4;
/** Of these, at most so many for receivers known to be slow: they may take the whole time of a try. */
export const MAX_SLOW = 2;
/** After this time a receiver counts as slow and gives way to others that wait; a working one answers far sooner. */
export const PATIENCE_MS = 3_000;

/** A delivery attempt that is due. */
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
 * Decides which due deliveries to start, and which attempts to break off. Receivers that never answer take at most two of
 * the four places for as long as an attempt may last, and the other two for `PATIENCE_MS` each, so that they delay others
 * by no more than that.
 * @param due in the order of their arrival
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
