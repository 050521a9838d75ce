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

/** The time in milliseconds since the epoch, in steps; it stands still unless `isLive`. */
export const useNow = (isLive: boolean, stepMs = 1_000): number =>
  useSyncExternalStore(isLive ? subscribe : stay, () => Math.floor(Date.now() / stepMs) * stepMs);
