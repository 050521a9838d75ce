import fc from "fast-check";
import type { Pair } from "../../../../src/planning/embedded/rank/pairs.ts";
import type { PathScores } from "../../../../src/planning/embedded/rank/paths.ts";
import type { ScoredRequest } from "../../../../src/planning/embedded/rank/scored-request.ts";
import type { TaskTypeCandidate } from "../../../../src/planning/embedded/rank/task-type-candidate.ts";

/** Task types that the models of these tests know. */
export const TYPES = ["a", "b", "c", "d", "e", "f", "g"] as const;

const odds = fc.double({ min: -6, max: 6, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const place = fc.nat(12);

const prospect = (type: number): fc.Arbitrary<TaskTypeCandidate> =>
  fc.record({
    type: fc.constant(type),
    name: fc.constant(TYPES[type] ?? ""),
    node: odds,
    root: odds,
    leaf: odds,
    place,
    clause: fc.nat(5),
    centre: fc.double({ min: 0, max: 12, noNaN: true }),
    last: place,
    evidence: fc.constant(new Float32Array()),
    isServed: fc.boolean(),
    needsFile: fc.boolean(),
  });

const pair: fc.Arbitrary<Pair> = fc.record({
  feeds: fc.boolean(),
  refers: share,
  isNamed: fc.boolean(),
  link: odds,
});

/** Any outlook on so many of the types. */
export const outlookOf = (size: number): fc.Arbitrary<ScoredRequest> =>
  fc.shuffledSubarray([...TYPES.keys()], { minLength: size, maxLength: size }).chain((types) =>
    fc.record({
      prospects: fc.tuple(...types.map(prospect)),
      pairs: fc
        .tuple(...types.map(() => fc.tuple(...types.map(() => pair))))
        .map((rows) => rows.map((row, from) => row.map((one, to) => (from === to ? { ...one, feeds: false } : one)))),
      atLeast: fc.array(odds, { minLength: 5, maxLength: 5 }),
      branching: odds,
    }),
  );

export const anyOutlook = (most: number): fc.Arbitrary<ScoredRequest> =>
  fc.integer({ min: 1, max: most }).chain(outlookOf);

/** One weight a column. */
export const weightsOf = (columns: number): fc.Arbitrary<readonly number[]> =>
  fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: columns, maxLength: columns });

const scores = (length: number): fc.Arbitrary<Float64Array> =>
  fc.array(odds, { minLength: length, maxLength: length }).map((all) => Float64Array.from(all));

/** Any scores of paths through at most so many prospects. */
export const anyScores = (most: number): fc.Arbitrary<PathScores> =>
  fc
    .integer({ min: 1, max: most })
    .chain((n) =>
      fc.record({ node: scores(n), start: scores(n), end: scores(n), step: scores(n * n), size: scores(n + 1) }),
    );

/** Every order of every subset of so many places, none empty. */
export function allPaths(n: number): readonly (readonly number[])[] {
  const longer = (path: readonly number[]): readonly (readonly number[])[] =>
    [...new Array(n).keys()]
      .filter((at) => !path.includes(at))
      .flatMap((at) => [[...path, at], ...longer([...path, at])]);
  return longer([]);
}
