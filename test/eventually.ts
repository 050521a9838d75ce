import { vi } from "vitest";
import { WITHIN_MS } from "./patience.ts";

/** Checks again and again until it does not throw. @returns what the check returned */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: WITHIN_MS });
