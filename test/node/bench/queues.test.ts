import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Job, type Station, simulate } from "../../../bench/scale/queues.ts";
import { createRandom } from "../../../scripts/random.ts";

const job = (atMs: number, ...steps: readonly (readonly [string | null, number])[]): Job => ({
  atMs,
  steps: steps.map(([station, ms]) => ({ station, ms })),
});
const station = (name: string, servers: number, gapMs = 0): ReadonlyMap<string, Station> =>
  new Map([[name, { servers, gapMs }]]);

describe("a simulation of queues", () => {
  it("serves one after another where there is one server", () => {
    const { stations, jobMs, tookMs } = simulate([job(0, ["a", 10]), job(0, ["a", 10]), job(0, ["a", 10])], new Map());
    expect(tookMs).toBe(30);
    expect(jobMs).toEqual({ median: 20, p95: 30 });
    expect(stations.get("a")).toMatchObject({ visits: 3, longestQueue: 2, waitMs: { median: 10, p95: 20 } });
  });

  it("serves as many at once as there are servers", () => {
    const jobs = [job(0, ["a", 10]), job(0, ["a", 10]), job(0, ["a", 10])];
    expect(simulate(jobs, station("a", 2)).tookMs).toBe(20);
    expect(simulate(jobs, station("a", 3)).tookMs).toBe(10);
  });

  it("lets nobody begin before the rate of a station allows", () => {
    const jobs = Array.from({ length: 4 }, () => job(0, ["a", 1]));
    const { tookMs, stations } = simulate(jobs, station("a", 10, 100));
    expect(tookMs).toBe(301);
    expect(stations.get("a")?.waitMs).toEqual({ median: 200, p95: 300 });
  });

  it("lets all wait at once where nobody is waited for", () => {
    const { tookMs, stations } = simulate([job(0, [null, 50], ["a", 1]), job(5, [null, 50])], new Map());
    expect(tookMs).toBe(55);
    expect([...stations.keys()]).toEqual(["a"]);
  });

  it("tells of a load above one where more comes than is served", () => {
    const jobs = Array.from({ length: 101 }, (_, at) => job(at, ["a", 2]));
    const { stations, tookMs } = simulate(jobs, new Map());
    expect(stations.get("a")?.load).toBeCloseTo(2, 1);
    expect(tookMs).toBe(202);
  });

  it("comes near the waits that queueing theory has for one server (M/D/1)", () => {
    const random = createRandom(7);
    let at = 0;
    const jobs = Array.from({ length: 40_000 }, () => {
      at += -Math.log(1 - random()) * 10;
      return job(at, ["a", 8]);
    });
    const { stations, jobMs } = simulate(jobs, new Map());
    expect(stations.get("a")?.load).toBeCloseTo(0.8, 1);
    // The mean wait is load × service ÷ (2 × (1 − load)) = 16 ms; the median lies below it.
    expect(stations.get("a")?.waitMs.median).toBeGreaterThan(6);
    expect(stations.get("a")?.waitMs.median).toBeLessThan(16);
    expect(jobMs.p95).toBeLessThan(8 + 4 * 16);
  });

  it("serves every visit once, never more at once than there are servers, and wastes no time", () => {
    const step = fc.tuple(fc.constantFrom("a", "b", null), fc.integer({ min: 0, max: 20 }));
    const come = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.array(step, { maxLength: 5 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(come, fc.integer({ min: 1, max: 3 }), (drawn, servers) => {
        const jobs = drawn.toSorted(([a], [b]) => a - b).map(([atMs, steps]) => job(atMs, ...steps));
        const { stations, tookMs } = simulate(jobs, station("a", servers));
        for (const name of ["a", "b"]) {
          const visits = jobs.flatMap(({ steps }) => steps.filter((one) => one.station === name));
          expect(stations.get(name)?.visits ?? 0).toBe(visits.length);
          const work = visits.reduce((sum, { ms }) => sum + ms, 0);
          expect(tookMs).toBeGreaterThanOrEqual(work / (name === "a" ? servers : 1) - 100);
        }
        const alone = Math.max(0, ...jobs.map(({ steps }) => steps.reduce((sum, { ms }) => sum + ms, 0)));
        const all = jobs.flatMap(({ steps }) => steps).reduce((sum, { ms }) => sum + ms, 0);
        expect(tookMs).toBeGreaterThanOrEqual(jobs.length === 0 ? 0 : alone);
        expect(tookMs).toBeLessThanOrEqual(100 + all);
      }),
    );
  });

  it("refuses a station without servers, and jobs out of order", () => {
    expect(() => simulate([job(0, ["a", 1])], station("a", 0))).toThrow("no server");
    expect(() => simulate([job(5), job(0)], new Map())).toThrow("in order");
  });
});
