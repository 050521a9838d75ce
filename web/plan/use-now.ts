import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** One timer for all that grows on the page. */
const TICK_MS = 250;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
};

const stay = () => () => {};

/** The time of this device in milliseconds since the epoch, in steps; the view is drawn anew with it while `isLive`. */
export const useNow = (isLive: boolean, stepMs = 1_000): number =>
  useSyncExternalStore(isLive ? subscribe : stay, () => Math.floor(Date.now() / stepMs) * stepMs);

/** The same by the server's clock, which all times of a run are of. */
export function useServerNow(isLive: boolean, stepMs?: number): number {
  const { data: offset = 0 } = useQuery({
    queryKey: ["server-clock"],
    queryFn: ({ signal }) => readClockOffset(signal),
    enabled: isLive,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useNow(isLive, stepMs) + offset;
}

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
async function readClockOffset(signal: AbortSignal): Promise<number> {
  const sentAt = Date.now();
  const { headers } = await fetch(location.origin, { method: "HEAD", cache: "no-store", signal });
  return clockOffset(headers.get("date"), sentAt, Date.now());
}
