import { vi } from "vitest";

/** A busy machine may take this long to do what comes by itself; only a test that fails waits for all of it. */
const WITHIN_MS = 20_000;

/** Checks again and again until it does not throw. @returns what the check returned */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: WITHIN_MS });
