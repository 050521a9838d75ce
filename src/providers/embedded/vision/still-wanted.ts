import { AppError } from "../../../domain/errors.ts";

/**
 * Asked before each long stretch of computing, which nothing can interrupt.
 * @throws {AppError} `timeout` when the attempt is over.
 */
export function checkWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError("timeout", "The attempt was over before it was done", { retryable: true });
}
