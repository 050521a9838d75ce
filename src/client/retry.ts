import { ApiError } from "./api-error.ts";

const BASE_MS = 400;
/** A server that asks for a longer wait is not waited for: the caller learns of it, and decides. */
const MAX_WAIT_MS = 20_000;
/** They stay as they are until a person has seen to them. */
const LASTING: ReadonlySet<string> = new Set(["misconfigured", "provider-rejected"]);

/** True for a fault that the same call may not meet again: the network's, and the server's own. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { code, status } = error;
  if (LASTING.has(code)) return false;
  // Without a status nobody answered, or a browser hides where it was sent on to.
  if (status === 0) return code !== "unexpected-answer";
  // What has no room now has none in a moment.
  return status < 300 || status === 429 || (status >= 500 && code !== "storage-full");
}

/**
 * How long to wait before a call that failed is tried again; null where it is not to be.
 * @param tries that have failed so far, from 1 on
 * @param chance from 0 to 1: those who failed together come back one by one
 */
export function waitBeforeRetry(fault: unknown, tries: number, chance: number): number | null {
  if (!isPassing(fault)) return null;
  const step = BASE_MS * 2 ** (tries - 1) * (0.5 + chance / 2);
  const wait = Math.max(step, fault instanceof ApiError ? (fault.retryAfterMs ?? 0) : 0);
  return wait > MAX_WAIT_MS ? null : wait;
}
