/** Less cannot be told from the way there and back, and from a clock that is told in whole seconds. */
const TOLERANCE_MS = 2_000;
/** Of a clock in whole seconds, as it is on average. */
const HALF_A_SECOND_MS = 500;

/** By how much the server's clock is ahead of this device's; 0 where that cannot be told. @param said its `Date` header */
export function clockOffset(said: string | null, sentAt: number, heardAt: number): number {
  const offset = Date.parse(said ?? "") + HALF_A_SECOND_MS - (sentAt + heardAt) / 2;
  return Math.abs(offset) > TOLERANCE_MS ? Math.round(offset) : 0;
}

/** Asks the server what time it is. Servers that tell no time are on this very device, as a rule. */
export async function readClockOffset(signal: AbortSignal): Promise<number> {
  const sentAt = Date.now();
  const { headers } = await fetch(location.origin, { method: "HEAD", cache: "no-store", signal });
  return clockOffset(headers.get("date"), sentAt, Date.now());
}
