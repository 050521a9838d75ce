import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RETRY_BASE_MS, RETRY_MAX_MS, retryDelayMs } from "../../../src/domain/run/policy.ts";

describe("the wait before a retry", () => {
  it.each([
    [1, RETRY_BASE_MS],
    [2, 2 * RETRY_BASE_MS],
    [3, 4 * RETRY_BASE_MS],
    [7, RETRY_MAX_MS],
    [5_000, RETRY_MAX_MS],
  ])("lies between half and the whole of its step: %d failures, %d ms", (failures, step) => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const delay = retryDelayMs(key, failures);
        expect(delay).toBeGreaterThanOrEqual(step / 2);
        expect(delay).toBeLessThanOrEqual(step);
        expect(delay).toSatisfy(Number.isInteger);
      }),
    );
  });

  it("is the same for the same attempt, so that deciding twice decides the same", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 9 }), (key, failures) => {
        expect(retryDelayMs(key, failures)).toBe(retryDelayMs(key, failures));
      }),
    );
  });

  it("spreads the tasks of a run, so that they do not all come back at once", () => {
    const delays = Array.from({ length: 200 }, (_, id) => retryDelayMs(`run_1:${id}`, 1));
    const quarter = RETRY_BASE_MS / 8;
    for (let from = RETRY_BASE_MS / 2; from < RETRY_BASE_MS; from += quarter) {
      expect(delays.filter((delay) => delay >= from && delay <= from + quarter).length).toBeGreaterThan(25);
    }
  });
});
