import { sleep as pause } from "../../src/client/connection.ts";

/**
 * Waits until the page is looked at.
 * @returns what ends when nobody has looked at it for a while
 */
export type Presence = (signal: AbortSignal) => Promise<AbortSignal>;

/** Who looks at another page for a moment finds this one as it would be. */
const AWAY_AFTER_MS = 30_000;

/**
 * The presence of whoever looks at this page. All pages of a server share six connections where it speaks HTTP/1.1:
 * pages that are kept in the background must not hold them for hours.
 */
export const presence: Presence = async (signal) => {
  await untilShown(signal);
  const away = new AbortController();
  const left = AbortSignal.any([signal, away.signal]);
  let hidden: AbortController | null = null;
  const look = (): void => {
    hidden?.abort();
    hidden = null;
    if (!document.hidden) return;
    hidden = new AbortController();
    pause(AWAY_AFTER_MS, AbortSignal.any([left, hidden.signal])).then(
      () => away.abort(),
      () => {},
    );
  };
  document.addEventListener("visibilitychange", look, { signal: left });
  return left;
};

function untilShown(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal.aborted) reject(signal.reason);
  else if (!document.hidden) resolve();
  else {
    const heard = new AbortController();
    const on = { signal: heard.signal };
    signal.addEventListener("abort", () => reject(signal.reason), on);
    document.addEventListener("visibilitychange", () => document.hidden || resolve(), on);
    return promise.finally(() => heard.abort());
  }
  return promise;
}
