/** Waits for so many milliseconds, or until the signal ends the wait. */
export type Wait = (waitMs: number, signal: AbortSignal) => Promise<void>;

export const waitInTime: Wait = async (waitMs, signal) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  const timer = setTimeout(stop, waitMs);
  signal.addEventListener("abort", stop);
  try {
    if (!signal.aborted) await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
};
