import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arcColumns, scoreArcs } from "../../../../src/planning/embedded/trained/arcs.ts";
import { type CandidateGraph, candidates } from "../../../../src/planning/embedded/trained/candidates.ts";
import { choose } from "../../../../src/planning/embedded/trained/choose.ts";
import { pathColumns } from "../../../../src/planning/embedded/trained/paths.ts";
import { probabilities, rankColumns } from "../../../../src/planning/embedded/trained/rank.ts";
import { including } from "../../../../src/planning/embedded/trained/subsets.ts";
import { weigh } from "../../../../src/planning/embedded/trained/weigh.ts";
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
    const outlook = { prospects: [], pairs: [], atLeast: [0, 0, 0, 0, 0], branching: 0, rulesSize: 0 };
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

/** Any few graphs, and how much each is believed. */
const believed = fc
  .array(
    fc.record({
      order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 }),
      kept: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => {
    const total = all.reduce((sum, { weight }) => sum + weight, 0);
    return all.map(({ order, kept, weight }) => ({ graph: chain(order, kept), share: weight / total }));
  });

const chain = (order: readonly number[], kept: readonly boolean[]): CandidateGraph => ({
  order,
  links: order.flatMap((to, index) => {
    const from = order[index - 1];
    return from !== undefined && kept[index - 1] ? [[from, to] as const] : [];
  }),
  subset: order.reduce(including, 0),
  subsetLog: 0,
  pathLog: 0,
});

const f1 = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number =>
  a.size + b.size === 0 ? 1 : (2 * a.intersection(b).size) / (a.size + b.size);
const linksOf = ({ links }: CandidateGraph): ReadonlySet<string> => new Set(links.map(String));

describe("the choice", () => {
  it("is the candidate of the highest expected F1 of tasks and links", () => {
    fc.assert(
      fc.property(believed, (all) => {
        const expected = all.map(({ graph }) =>
          all.reduce(
            (sum, { graph: truth, share }) =>
              sum + share * (f1(new Set(graph.order), new Set(truth.order)) + f1(linksOf(graph), linksOf(truth))),
            0,
          ),
        );
        const chosen = choose(
          all.map(({ graph }) => graph),
          Float64Array.from(all, ({ share }) => share),
        );
        expect(expected[chosen]).toBeCloseTo(Math.max(...expected), 9);
      }),
    );
  });

  it("need not be the likeliest: it may share something with all", () => {
    const graphs = [chain([0], []), chain([1, 2], []), chain([1], [])];
    expect(choose(graphs, Float64Array.of(0.4, 0.35, 0.25))).toBe(1);
  });

  it("is the first of equals", () => {
    const same = Array.from({ length: 200 }, () => chain([0, 1], [true]));
    expect(choose(same, new Float64Array(same.length).fill(1 / same.length))).toBe(0);
  });
});
