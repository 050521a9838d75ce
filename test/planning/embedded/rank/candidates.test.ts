import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arcColumns, scoreArcs } from "../../../../src/planning/embedded/rank/arcs.ts";
import { candidates } from "../../../../src/planning/embedded/rank/candidates.ts";
import { pathColumns } from "../../../../src/planning/embedded/rank/paths.ts";
import { probabilities, rankColumns } from "../../../../src/planning/embedded/rank/rank-candidates.ts";
import { including } from "../../../../src/planning/embedded/rank/subsets.ts";
import { weigh } from "../../../../src/planning/embedded/rank/weigh.ts";
import { anyOutlook, TYPES, weightsOf } from "./outlooks.ts";

const weights = fc.record({
  paths: weightsOf(pathColumns(TYPES.length).length),
  arcs: weightsOf(arcColumns(TYPES.length).length),
});
const MAX_CANDIDATES = 140;

describe("the candidates of an outlook", () => {
  it("are plans: tasks once each, links forwards and only where the giver feeds the taker", () => {
    fc.assert(
      fc.property(anyOutlook(6), weights, (outlook, { paths, arcs }) => {
        const { graphs, rows } = weigh(outlook, { types: TYPES, paths, arcs });
        expect(graphs.length).toBeGreaterThan(0);
        expect(graphs.length).toBeLessThanOrEqual(MAX_CANDIDATES);
        expect(rows).toHaveLength(graphs.length);
        for (const { order, links, subset } of graphs) {
          expect(order.reduce(including, 0)).toBe(subset);
          expect(new Set(order).size).toBe(order.length);
          for (const [from, to] of links) {
            expect(order.indexOf(from)).toBeGreaterThanOrEqual(0);
            expect(order.indexOf(from)).toBeLessThan(order.indexOf(to));
            expect(outlook.pairs[from]?.[to]?.feeds).toBe(true);
          }
        }
        const distinct = new Set(
          graphs.map(({ subset, links }) => `${subset} ${links.map(String).toSorted().join(" ")}`),
        );
        expect(distinct.size).toBe(graphs.length);
      }),
      { numRuns: 50 },
    );
  });

  it("have shares of the path model that are probabilities", () => {
    fc.assert(
      fc.property(anyOutlook(6), weights, (outlook, { paths, arcs }) => {
        const { graphs } = weigh(outlook, { types: TYPES, paths, arcs });
        for (const { subsetLog, pathLog } of graphs) {
          expect(subsetLog).toBeLessThanOrEqual(1e-9);
          expect(pathLog).toBeLessThanOrEqual(1e-9);
        }
        const bySubset = new Map(graphs.map(({ subset, subsetLog }) => [subset, Math.exp(subsetLog)]));
        expect([...bySubset.values()].reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  it("are described by finite numbers, one a column", () => {
    fc.assert(
      fc.property(anyOutlook(6), weights, (outlook, { paths, arcs }) => {
        for (const row of weigh(outlook, { types: TYPES, paths, arcs }).rows) {
          expect(row).toHaveLength(rankColumns(TYPES.length).length);
          expect(row.every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("are none of an outlook without prospects", () => {
    const outlook = { prospects: [], pairs: [], atLeast: [0, 0, 0, 0, 0], branching: 0 };
    const none = new Float64Array();
    const scores = { node: none, start: none, end: none, step: none, size: new Float64Array(1) };
    expect(candidates(outlook, scores, scoreArcs(arcColumns(0), [], outlook, []))).toEqual([]);
  });
});

describe("the probabilities of candidates", () => {
  it("sum to 1 and are in the order of the scores", () => {
    const rows = fc.array(fc.array(fc.double({ min: -500, max: 500, noNaN: true }), { minLength: 3, maxLength: 3 }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(rows, weightsOf(3), (given, ranking) => {
        const shares = probabilities(
          given.map((row) => Float64Array.from(row)),
          ranking,
        );
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        const scores = given.map((row) => row.reduce((sum, value, at) => sum + value * (ranking[at] ?? 0), 0));
        expect(shares[scores.indexOf(Math.max(...scores))]).toBe(Math.max(...shares));
      }),
    );
  });
});
