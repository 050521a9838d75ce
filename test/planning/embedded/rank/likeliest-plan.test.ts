import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likeliestPlan, sizeLogProbability } from "../../../../src/planning/embedded/rank/likeliest-plan.ts";
import type { ScoredRequest } from "../../../../src/planning/embedded/rank/scored-request.ts";

const odds = fc.double({ min: -6, max: 6, noNaN: true });
const candidate = fc.record({
  name: fc.string(),
  node: odds,
  root: odds,
  leaf: odds,
  gives: fc.constantFrom("text" as const, "image" as const),
  answersByWords: fc.boolean(),
  place: fc.nat(12),
  evidence: fc.constant(new Float32Array()),
});
const scoredOf = (size: number): fc.Arbitrary<ScoredRequest> =>
  fc.record({
    candidates: fc.array(candidate, { minLength: size, maxLength: size }),
    links: fc
      .array(fc.array(fc.option(odds), { minLength: size, maxLength: size }), { minLength: size, maxLength: size })
      .map((rows) => rows.map((row, from) => row.map((one, to) => (from === to ? null : one)))),
    atLeast: fc.array(odds, { minLength: 5, maxLength: 5 }),
  });

describe("the likeliest plan", () => {
  it("is a graph without cycles of what can be linked, each giver before its takers, of each kind one giver", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }).chain(scoredOf), (scored) => {
        const plan = likeliestPlan(scored);
        expect(plan?.order.length).toBeGreaterThan(0);
        const { order = [], links = [] } = plan ?? {};
        expect(new Set(order).size).toBe(order.length);
        for (const [from, to] of links) {
          expect(scored.links[from]?.[to]).not.toBeNull();
          expect(order.indexOf(from)).toBeGreaterThanOrEqual(0);
          expect(order.indexOf(from)).toBeLessThan(order.indexOf(to));
        }
        const kinds = links.map(([from, to]) => `${scored.candidates[from]?.gives} ${to}`);
        expect(new Set(kinds).size).toBe(kinds.length);
        expect(Number.isFinite(plan?.sureness)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("has the tasks that are likelier in it than out", () => {
    const one = (name: string, node: number) => ({
      ...{ name, node, root: 0, leaf: 0, gives: "text" as const, answersByWords: false },
      ...{ place: 0, evidence: new Float32Array() },
    });
    const links = [null, null, null].map(() => [null, null, null]);
    const plan = likeliestPlan({ candidates: [one("a", 4), one("b", -4), one("c", 4)], links, atLeast: [4, -4] });
    expect(plan?.order).toEqual([0, 2]);
    expect(likeliestPlan({ candidates: [], links: [], atLeast: [] })).toBeNull();
  });

  it("is as sure where a question could be put to a page or to its words as where it could not", () => {
    const scoreOf = (answersByWords: boolean): number | undefined => {
      const one = { root: 0, leaf: 0, gives: "text" as const, answersByWords, place: 0, evidence: new Float32Array() };
      const candidates = [
        { ...one, name: "to a page", node: 3 },
        { ...one, name: "to its words", node: 1 },
      ];
      return likeliestPlan({ candidates, links: candidates.map(() => [null, null]), atLeast: [-6] })?.score;
    };
    expect(scoreOf(true)).toBeGreaterThan(scoreOf(false) ?? 0);
  });
});

describe("a link", () => {
  const task = (name: string, gives: "text" | "image") => ({
    ...{ name, node: 5, root: 0, leaf: 0, gives, answersByWords: false },
    ...{ place: 0, evidence: new Float32Array() },
  });
  const linksOf = (candidates: readonly ReturnType<typeof task>[], links: ScoredRequest["links"]) =>
    likeliestPlan({ candidates, links, atLeast: candidates.slice(1).map(() => 5) })?.links;

  it.each([
    [-1.4, [[0, 1]]],
    [-1.6, []],
  ])("with log-odds of %d is one from -1.5 on", (own, links) => {
    const pair = [task("a", "text"), task("b", "text")];
    expect(
      linksOf(pair, [
        [null, own],
        [null, null],
      ]),
    ).toEqual(links);
  });

  it.each([
    ["text", [[1, 2]]],
    [
      "image",
      [
        [1, 2],
        [0, 2],
      ],
    ],
  ] as const)("takes from the likeliest giver of each kind: beside text %s", (gives, links) => {
    const three = [task("a", gives), task("b", "text"), task("c", "text")];
    expect(
      linksOf(three, [
        [null, null, 2],
        [null, null, 3],
        [null, null, null],
      ]),
    ).toEqual(links);
  });
});

describe("the number of tasks", () => {
  it("is as probable as the network says that there are so many and no more", () => {
    const even = [0, -100];
    expect(Math.exp(sizeLogProbability(even, 1))).toBeCloseTo(0.5, 6);
    expect(Math.exp(sizeLogProbability(even, 2))).toBeCloseTo(0.5, 6);
  });

  it("is never impossible", () => {
    for (const size of [1, 2, 3, 8]) expect(sizeLogProbability([-100, 100], size)).toBeGreaterThan(-7);
  });
});
