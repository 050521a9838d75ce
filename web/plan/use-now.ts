import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { readClockOffset } from "./server-clock.ts";

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
