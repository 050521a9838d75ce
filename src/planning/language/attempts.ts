import { AppError, type ErrorCode } from "../../domain/errors.ts";
import { type Wait, waitInTime } from "../../waiting.ts";

/** The first call and one more: every step has another way to go on, so that patience is short. */
const MAX_ATTEMPTS = 2;
/** Whoever asks for a longer wait is left alone. */
const MAX_WAIT_MS = 5_000;
/** The wait when nobody names one; up to half as long again, so that callers don't come back together. */
const USUAL_WAIT_MS = 400;
/** One for each parameter that a server may refuse, the form of the answer being two. */
const MAX_OTHER_FORMS = 6;

/** What may pass by itself. A call that was too slow once has no time left to be so again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(["provider-unavailable", "rate-limited"]);

/**
 * Says of a step's calls, each time that one fails, that it is made again once this returns: in another form at once, and
 * after a failure that may pass once more and no oftener. What a gate refused has had its wait already.
 * @throws {AppError} the failure where it is not, or `timeout` where `signal` ends the wait.
 */
export function createPatience(signal: AbortSignal, wait: Wait = waitInTime): (thrown: unknown) => Promise<void> {
  let attempts = 1;
  let forms = 0;
  return async (thrown) => {
    if (!(thrown instanceof AppError) || !thrown.retryable) throw thrown;
    if (isRefusedForm(thrown) && forms < MAX_OTHER_FORMS) {
      forms++;
      return;
    }
    const waitMs = thrown.retryAfterMs ?? USUAL_WAIT_MS * (1 + Math.random() / 2);
    const isWorthIt = PASSING.has(thrown.code) && !thrown.notCalled && waitMs <= MAX_WAIT_MS;
    if (!isWorthIt || attempts === MAX_ATTEMPTS) throw thrown;
    attempts++;
    await wait(waitMs, signal);
    if (!signal.aborted) return;
    throw new AppError("timeout", "The language model took too long", { retryable: true, cause: signal.reason });
  };
}

/** The model would not be asked so; the next call takes that into account. */
const isRefusedForm = ({ code, notCalled }: AppError): boolean => code === "provider-rejected" && notCalled;
