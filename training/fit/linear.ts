import type { Linear } from "../../src/planning/embedded/trained/linear.ts";
import { MAX_COUNTED } from "../../src/planning/embedded/trained/outlook.ts";
import type { Example } from "../example.ts";
import { fitLogistic, type SparseRow } from "./logistic.ts";

export interface LinearOptions {
  readonly l2: number;
  readonly iterations: number;
  /** Features that fewer examples have are left out. */
  readonly minCount: number;
  /** Whether roots and leaves of the plan are told apart by the words. */
  readonly ends: boolean;
}

/** An output that nothing speaks for is not worth fitting; its log-odds. */
const NEVER = -8;

/** What is true of the right plan of an example, as the names of outputs. */
export function outputsOf({ types, links }: Example): ReadonlySet<string> {
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
  return found;
}

const namesOf = (types: readonly string[], ends: boolean): readonly string[] => [
  ...types.map((type) => `node:${type}`),
  ...(ends ? types.flatMap((type) => [`root:${type}`, `leaf:${type}`]) : []),
  ...Array.from({ length: MAX_COUNTED - 1 }, (_, index) => `size:${index + 2}`),
  "branching",
  "idle",
];

/** Fits one classifier an output. `strangers` are requests of another make, told apart by the output "stranger". */
export function fitLinear(
  examples: readonly Example[],
  strangers: readonly Example[],
  types: readonly string[],
  { l2, iterations, minCount, ends }: LinearOptions,
): Linear {
  const rows = countedRows(examples, minCount);
  const sparse = examples.map((example) => sparseRow(example, rows));
  const even = new Float32Array(examples.length).fill(1);
  const truths = examples.map(outputsOf);
  const outputs = strangers.length > 0 ? [...namesOf(types, ends), "stranger"] : namesOf(types, ends);
  const weights = new Float32Array(rows.size * outputs.length);
  const biases = new Float32Array(outputs.length);
  for (const [place, output] of outputs.entries()) {
    const fitted =
      output === "stranger"
        ? fitStrangers(
            sparse,
            strangers.map((example) => sparseRow(example, rows)),
            rows.size,
            { l2, iterations },
          )
        : fitOne(
            sparse,
            Float32Array.from(truths, (truth) => Number(truth.has(output))),
            even,
            rows.size,
            { l2, iterations },
          );
    for (let row = 0; row < rows.size; row++) weights[row * outputs.length + place] = fitted[row] ?? 0;
    biases[place] = fitted[rows.size] ?? 0;
  }
  return { outputs, places: new Map(outputs.map((output, place) => [output, place])), rows, weights, biases };
}

function fitOne(
  rows: readonly SparseRow[],
  targets: Float32Array,
  importance: Float32Array,
  columns: number,
  options: { readonly l2: number; readonly iterations: number },
): Float64Array {
  if (targets.some((target) => target > 0)) return fitLogistic(rows, targets, importance, columns, options);
  const never = new Float64Array(columns + 1);
  never[columns] = NEVER;
  return never;
}

/** Both makes count the same, however many there are of each. */
function fitStrangers(
  own: readonly SparseRow[],
  strangers: readonly SparseRow[],
  columns: number,
  options: { readonly l2: number; readonly iterations: number },
): Float64Array {
  const targets = Float32Array.from([...own.map(() => 0), ...strangers.map(() => 1)]);
  const importance = Float32Array.from([...own.map(() => 1), ...strangers.map(() => own.length / strangers.length)]);
  return fitLogistic([...own, ...strangers], targets, importance, columns, options);
}

function countedRows(examples: readonly Example[], minCount: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples) for (const { key } of features) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keys = [...counts].flatMap(([key, count]) => (count >= minCount ? [key] : [])).toSorted();
  return new Map(keys.map((key, row) => [key, row]));
}

function sparseRow({ features }: Example, rows: ReadonlyMap<string, number>): SparseRow {
  const known = features.flatMap(({ key, value }) => {
    const row = rows.get(key);
    return row === undefined ? [] : [[row, value] as const];
  });
  return { columns: Int32Array.from(known, ([row]) => row), values: Float32Array.from(known, ([, value]) => value) };
}
