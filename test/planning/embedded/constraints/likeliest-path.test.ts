import fc from "fast-check";
import { expect, it } from "vitest";
import { likeliestPath, type TagChoice } from "../../../../src/planning/embedded/constraints/likeliest-path.ts";

const step = (probabilities: readonly number[], isGlued = false): TagChoice => ({
  probabilities: Float32Array.from(probabilities),
  isGlued,
});

it.each<[why: string, steps: readonly TagChoice[], path: readonly number[]]>([
  ["there is nothing", [], []],
  ["each is clear", [step([0.98, 0.02]), step([0.02, 0.98])], [0, 1]],
  ["one in the middle is unsure", [step([0.9, 0.1]), step([0.4, 0.6]), step([0.9, 0.1])], [0, 0, 0]],
  ["one is written together with the one before", [step([0.6, 0.4]), step([0.01, 0.99], true)], [1, 1]],
  ["a choice is impossible", [step([1, 0]), step([0, 1])], [0, 1]],
])("is the likeliest where %s", (_, steps, path) => {
  expect(likeliestPath(steps)).toEqual(path);
});

it("is as likely as any other", () => {
  const choices = fc.tuple(
    fc.double({ min: 0.01, max: 1, noNaN: true }),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
  );
  const score = (steps: readonly TagChoice[], path: readonly number[]): number =>
    steps.reduce((sum, { probabilities, isGlued }, at) => {
      const isChange = at > 0 && path[at] !== path[at - 1];
      const cost = isChange ? (isGlued ? Number.POSITIVE_INFINITY : 2) : 0;
      return sum + Math.log(probabilities[path[at] ?? 0] ?? 0) - cost;
    }, 0);
  fc.assert(
    fc.property(fc.array(fc.tuple(choices, fc.boolean()), { minLength: 1, maxLength: 7 }), (given) => {
      const steps = given.map(([own, isGlued]) => step(own, isGlued));
      const all = Array.from({ length: 2 ** steps.length }, (_, bits) => steps.map((_one, at) => (bits >> at) & 1));
      const best = Math.max(...all.map((path) => score(steps, path)));
      expect(score(steps, likeliestPath(steps))).toBeCloseTo(best, 4);
    }),
  );
});
