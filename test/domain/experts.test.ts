import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallOutcome, HEALTH_WINDOW_MS, healthOf, MAX_OUTCOMES, remember } from "../../src/domain/experts.ts";

const NOW = 1_800_000_000_000;

const outcomes = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 200 }).map(String),
    at: fc.integer({ min: NOW - 2 * HEALTH_WINDOW_MS, max: NOW }),
    tookMs: fc.option(fc.integer({ min: 0, max: 60_000 })),
  }),
  { selector: ({ id }) => id, maxLength: 120 },
);

const inWindow = (all: readonly CallOutcome[]): readonly CallOutcome[] =>
  all.filter(({ at }) => at > NOW - HEALTH_WINDOW_MS);

describe("what is remembered of an endpoint's calls", () => {
  it("is the newest within the window, as many as are kept", () => {
    fc.assert(
      fc.property(outcomes, (told) => {
        const kept = remember([], told, NOW);
        const newest = inWindow(told).toSorted((a, b) => b.at - a.at);
        expect(kept.map(({ at }) => at)).toEqual(newest.slice(0, MAX_OUTCOMES).map(({ at }) => at));
      }),
    );
  });

  it("does not depend on how often, in how many parts or in which order it was told", () => {
    const retold = outcomes.chain((told) =>
      fc.tuple(
        fc.constant(told),
        fc.array(fc.shuffledSubarray(told), { maxLength: 4 }),
        fc.shuffledSubarray(told, { minLength: told.length }),
      ),
    );
    fc.assert(
      fc.property(retold, ([told, parts, last]) => {
        const kept = [...parts, last].reduce<readonly CallOutcome[]>((known, part) => remember(known, part, NOW), []);
        expect(kept).toEqual(remember([], told, NOW));
      }),
    );
  });
});

describe("the health of an endpoint", () => {
  it("counts what lies within the window, and the times of what succeeded", () => {
    fc.assert(
      fc.property(outcomes, (told) => {
        const counted = inWindow(told);
        const times = counted.flatMap(({ tookMs }) => (tookMs === null ? [] : [tookMs]));
        const health = healthOf(told, NOW);
        const expected = { calls: counted.length, failures: counted.length - times.length };
        if (counted.length === 0) expect(health).toBeNull();
        else expect(health).toMatchObject(expected);
        const medianMs = health?.medianMs ?? null;
        expect(medianMs === null).toBe(times.length === 0);
        expect(times.filter((time) => time < (medianMs ?? 0)).length).toBeLessThanOrEqual(times.length / 2);
        expect(times.filter((time) => time > (medianMs ?? 0)).length).toBeLessThanOrEqual(times.length / 2);
      }),
    );
  });

  it.each<[string, readonly (number | null)[], number | null]>([
    ["only failures", [null, null], null],
    ["one success", [null, 40], 40],
    ["an odd number", [30, 10, 20], 20],
    ["an even number: the slower of the two in the middle", [40, 10, 20, 30], 30],
  ])("has the median of %s", (_, times, medianMs) => {
    const told = times.map((tookMs, id) => ({ id: String(id), at: NOW, tookMs }));
    expect(healthOf(told, NOW)?.medianMs).toBe(medianMs);
  });
});
