import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPaths } from "../../../../src/planning/embedded/rank/best-paths.ts";
import { scorePath, sumPaths } from "../../../../src/planning/embedded/rank/path-sums.ts";
import { pathColumns, scorePaths, sizeLogProbability } from "../../../../src/planning/embedded/rank/paths.ts";
import { including } from "../../../../src/planning/embedded/rank/subsets.ts";
import { allPaths, anyOutlook, anyScores, TYPES, weightsOf } from "./outlooks.ts";

const MOST = 5;
const subsetOf = (path: readonly number[]): number => path.reduce(including, 0);
const logOfSum = (logs: readonly number[]): number => Math.log(logs.reduce((sum, log) => sum + Math.exp(log), 0));

describe("sums over paths", () => {
  it("are those over every order of every subset", () => {
    fc.assert(
      fc.property(anyScores(MOST), (scores) => {
        const sums = sumPaths(scores);
        const bySubset = Map.groupBy(allPaths(scores.node.length), subsetOf);
        for (const [subset, paths] of bySubset)
          expect(sums.subsets[subset]).toBeCloseTo(logOfSum(paths.map((path) => scorePath(scores, path))), 9);
        const all = [...bySubset.values()].flat().map((path) => scorePath(scores, path));
        expect(sums.total).toBeCloseTo(logOfSum(all), 9);
        expect(sums.subsets).toHaveLength(1 << scores.node.length);
        expect(sums.subsets[0]).toBe(Number.NEGATIVE_INFINITY);
      }),
    );
  });

  it("do not overflow", () => {
    const huge = Float64Array.of(900, 900);
    const none = new Float64Array(2);
    const sums = sumPaths({ node: huge, start: none, end: none, step: new Float64Array(4), size: new Float64Array(3) });
    expect(sums.total).toBeCloseTo(1800 + Math.log(2), 9);
  });
});

describe("the best paths of a subset", () => {
  it("are the best of all its orders, best first", () => {
    fc.assert(
      fc.property(anyScores(MOST), fc.integer({ min: 1, max: 6 }), (scores, count) => {
        const find = bestPaths(scores, count);
        for (const [subset, paths] of Map.groupBy(allPaths(scores.node.length), subsetOf)) {
          const best = paths
            .map((path) => scorePath(scores, path))
            .toSorted((a, b) => b - a)
            .slice(0, count);
          const found = find(subset);
          expect(found).toHaveLength(best.length);
          for (const [index, { order, score }] of found.entries()) {
            expect(score).toBeCloseTo(best[index] ?? Number.NaN, 9);
            expect(score).toBeCloseTo(scorePath(scores, order), 9);
            expect(subsetOf(order)).toBe(subset);
          }
          expect(new Set(found.map(({ order }) => order.join())).size).toBe(found.length);
        }
      }),
    );
  });
});

describe("the scores of an outlook's paths", () => {
  it("are sums of weights: twice the weights, twice the scores", () => {
    const columns = pathColumns(TYPES.length);
    fc.assert(
      fc.property(anyOutlook(4), weightsOf(columns.length), (outlook, weights) => {
        const once = scorePaths(columns, weights, outlook);
        const doubled = weights.map((weight) => 2 * weight);
        const twice = scorePaths(columns, doubled, outlook);
        for (const path of allPaths(outlook.prospects.length))
          expect(scorePath(twice, path)).toBeCloseTo(2 * scorePath(once, path), 9);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    { size: 1, atLeast: [-20, -20, -20, -20, -20], probability: 1 },
    { size: 1, atLeast: [0, -20, -20, -20, -20], probability: 0.5 },
    { size: 2, atLeast: [0, -20, -20, -20, -20], probability: 0.5 },
    { size: 3, atLeast: [20, 20, 0, -20, -20], probability: 0.5 },
    { size: 6, atLeast: [20, 20, 20, 20, 20], probability: 0.8 },
    { size: 7, atLeast: [20, 20, 20, 20, 20], probability: 0.002 },
    { size: 2, atLeast: [-20, 20, -20, -20, -20], probability: 0.002 },
  ])("take $size tasks for $probability likely by $atLeast", ({ size, atLeast, probability }) => {
    expect(Math.exp(sizeLogProbability(atLeast, size))).toBeCloseTo(probability, 4);
  });
});
