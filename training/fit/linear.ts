import type { Linear } from "../../src/planning/embedded/rank/linear.ts";
import { MAX_COUNTED } from "../../src/planning/embedded/rank/scored-request.ts";
import { TOPICS } from "../../src/planning/embedded/reply/topics.ts";
import type { Example } from "../example.ts";
import { fitSparse, type LogisticRow, type SparseRows, sparseRows } from "./logistic.ts";
import type { FitOptions } from "./penalty.ts";

export interface LinearOptions extends FitOptions {
  /** Features that fewer examples have are left out. */
  readonly minCount: number;
  /** Whether roots and leaves of the plan are told apart by the words. */
  readonly ends: boolean;
}

/** What a request counts that was made of others: less than one that somebody wrote. */
const COMPOSED_IMPORTANCE = 0.3;

/** Log-odds of an output that is true of no example, so that there is nothing to fit. */
const NEVER = -8;

/** What is true of the right plan of an example, as the names of outputs. */
export function outputsOf({ types, links, about, lacks }: Example): ReadonlySet<string> {
  const pairs = [...links].map((link) => link.split(">"));
  const takers = new Set(pairs.map(([, taker]) => taker));
  const givers = new Set(pairs.map(([giver]) => giver));
  const found = new Set<string>();
  for (const type of types) {
    found.add(`node:${type}`);
    if (!takers.has(type)) found.add(`root:${type}`);
    if (!givers.has(type)) found.add(`leaf:${type}`);
  }
  for (let size = 2; size <= Math.min(MAX_COUNTED, types.length); size++) found.add(`size:${size}`);
  if (types.length > 0 && (links.size !== types.length - 1 || givers.size < links.size)) found.add("branching");
  if (types.length === 0) found.add("idle");
  if (lacks) found.add("lacks");
  if (about !== null) found.add(`about:${about}`);
  return found;
}

const namesOf = (types: readonly string[], ends: boolean): readonly string[] => [
  ...types.map((type) => `node:${type}`),
  ...(ends ? types.flatMap((type) => [`root:${type}`, `leaf:${type}`]) : []),
  ...Array.from({ length: MAX_COUNTED - 1 }, (_, index) => `size:${index + 2}`),
  "branching",
  "idle",
  "lacks",
  ...TOPICS.map((topic) => `about:${topic}`),
];

/** Fits one classifier an output. */
export function fitLinear(
  examples: readonly Example[],
  types: readonly string[],
  { minCount, ends, ...options }: LinearOptions,
): Linear {
  const rows = countedRows(examples, minCount);
  const own = sparseRows(
    examples.map((example) => ({
      ...sparse(example, rows),
      importance: example.isComposed ? COMPOSED_IMPORTANCE : 1,
    })),
  );
  const truths = examples.map(outputsOf);
  const fitted = new Map(
    namesOf(types, ends).map((output) => {
      const targets = Float32Array.from(truths, (truth) => Number(truth.has(output)));
      return [output, fitOne(own, targets, rows.size, options)] as const;
    }),
  );
  return gathered(fitted, rows);
}

function fitOne(own: SparseRows, targets: Float32Array, columns: number, options: FitOptions): Float64Array {
  if (targets.includes(1)) return fitSparse(own, targets, columns, options);
  const never = new Float64Array(columns + 1);
  never[columns] = NEVER;
  return never;
}

/** The outputs' weights put together. @param fitted of each its weights, one a row, then its bias. */
function gathered(fitted: ReadonlyMap<string, Float64Array>, rows: ReadonlyMap<string, number>): Linear {
  const outputs = [...fitted.keys()];
  const weights = new Float32Array(rows.size * outputs.length);
  const biases = new Float32Array(outputs.length);
  for (const [place, own] of [...fitted.values()].entries()) {
    for (let row = 0; row < rows.size; row++) weights[row * outputs.length + place] = own[row] ?? 0;
    biases[place] = own[rows.size] ?? 0;
  }
  return { outputs, places: new Map(outputs.map((output, place) => [output, place])), rows, weights, biases };
}

/** The rows of the features that enough examples have, sorted by key so that the order of examples is no matter. */
function countedRows(examples: readonly Example[], minCount: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples) for (const { key } of features) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keys = [...counts].flatMap(([key, count]) => (count >= minCount ? [key] : [])).toSorted();
  return new Map(keys.map((key, row) => [key, row]));
}

type Sparse = Pick<LogisticRow, "columns" | "values">;

function sparse({ features }: Example, rows: ReadonlyMap<string, number>): Sparse {
  const known = features.flatMap(({ key, value }) => {
    const row = rows.get(key);
    return row === undefined ? [] : [[row, value] as const];
  });
  return { columns: Int32Array.from(known, ([row]) => row), values: Float32Array.from(known, ([, value]) => value) };
}
