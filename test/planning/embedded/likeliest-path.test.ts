import fc from "fast-check";
import { expect, it } from "vitest";
import { likeliestPath } from "../../../src/planning/embedded/likeliest-path.ts";

const step = (...probabilities: readonly number[]): Float32Array => Float32Array.from(probabilities);
const CHANGE = 2;
const change = (before: number | null, choice: number): number => (before === null || before === choice ? 0 : CHANGE);

it.each<[why: string, steps: readonly Float32Array[], path: readonly number[]]>([
  ["there is nothing", [], []],
  ["each is clear", [step(0.98, 0.02), step(0.02, 0.98)], [0, 1]],
  ["one in the middle is unsure", [step(0.9, 0.1), step(0.4, 0.6), step(0.9, 0.1)], [0, 0, 0]],
  ["a choice is impossible", [step(1, 0), step(0, 1)], [0, 1]],
])("is the likeliest where %s", (_, steps, path) => {
  expect(likeliestPath(steps, change)).toEqual(path);
});

it("begins with a choice that may stand first", () => {
  const notFirst = (before: number | null, choice: number): number =>
    before === null && choice === 1 ? Number.POSITIVE_INFINITY : 0;
  expect(likeliestPath([step(0.1, 0.9), step(0.1, 0.9)], notFirst)).toEqual([0, 1]);
});

it("is as likely as any other", () => {
  const choices = fc.tuple(
    fc.double({ min: 0.01, max: 1, noNaN: true }),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(choices, fc.boolean()), { minLength: 1, maxLength: 7 }), (given) => {
      const steps = given.map(([own]) => step(...own));
      const cost = (before: number | null, choice: number, at: number): number =>
        given[at]?.[1] && change(before, choice) > 0 ? Number.POSITIVE_INFINITY : change(before, choice);
      const score = (path: readonly number[]): number =>
        steps.reduce(
          (sum, probabilities, at) =>
            sum + Math.log(probabilities[path[at] ?? 0] ?? 0) - cost(path[at - 1] ?? null, path[at] ?? 0, at),
          0,
        );
      const all = Array.from({ length: 2 ** steps.length }, (_, bits) => steps.map((_one, at) => (bits >> at) & 1));
      expect(score(likeliestPath(steps, cost))).toBeCloseTo(Math.max(...all.map(score)), 4);
    }),
  );
});
