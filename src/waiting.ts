/** Resolves after so many milliseconds. */
export const after = (waitMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, waitMs));

/**
 * Gives the thread to whatever has arrived meanwhile. Awaiting what is ready does not: workerd looks for new requests only
 * where it has nothing else to do, and a timer makes it wait.
 */
export const pause = (): Promise<void> => after(1);

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

/** What a promise comes to, or null where it has come to nothing within so many milliseconds. */
export async function within<T>(promise: Promise<T>, waitMs: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, waitMs, null);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a promise comes to, unless `signal` ends first: who doesn't heed the signal is not waited for. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
