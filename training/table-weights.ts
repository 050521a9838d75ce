/**
 * `npm run train:tables`: fits what speaks for a reading of a question to a table
 * (`src/providers/embedded/text/tables/weights.json`), and prints how well that goes.
 *
 * A reading is right if its query gives the expected answer (weak supervision by denotations, as in Pasupat and Liang,
 * "Compositional semantic parsing on semi-structured tables", 2015). The weights are those of a log-linear model over all
 * readings and none, made likely by gradient ascent. `--validate` also fits
 * without a fifth of the tables at a time, and scores those ("unseen"); `--show` lists what went wrong there.
 */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { askedForms } from "../src/providers/embedded/text/tables/answer-in-any-form.ts";
import { choose, type Weights } from "../src/providers/embedded/text/tables/choose.ts";
import { type TypedTable, typedTable } from "../src/providers/embedded/text/tables/columns.ts";
import type { FeatureName } from "../src/providers/embedded/text/tables/features.ts";
import { lexiconOf } from "../src/providers/embedded/text/tables/lexicon.ts";
import { readTable } from "../src/providers/embedded/text/tables/read-table.ts";
import { type QueryReading, readingsOf } from "../src/providers/embedded/text/tables/readings.ts";
import { runQuery } from "../src/providers/embedded/text/tables/run-query.ts";
import { WORTH_SAYING } from "../src/providers/embedded/text/worth-saying.ts";
import { loadWordSenses, loadWordVectors } from "../src/words/stored.ts";
import { TABLE_SETS } from "../test/fixtures/text/table-sets.ts";
import { type Verdict, verdictOn } from "../test/fixtures/text/table-verdict.ts";

/** Readings of one question that the weights are fitted by; the best few thousand hold all that compete. */
const MAX_READINGS = 3_000;
const ROUNDS = 400;
/** Keeps weights that few questions speak for near 0. */
const REGULARIZATION = 0.0003;
const RATE = 0.05;
const FOLDS = 5;

interface Example {
  readonly set: string;
  readonly table: string;
  readonly typed: TypedTable;
  readonly item: (typeof TABLE_SETS)[number]["items"][number];
  readonly readings: readonly QueryReading[];
  /** Whether each reading's answer is right; readings without an answer are left out. */
  readonly right: readonly boolean[];
  readonly usable: readonly QueryReading[];
}

const lexicon = lexiconOf(await loadWordVectors(), await loadWordSenses());

/** With the names of their tables and without: many files are called by what they hold, and as many "data.csv". */
const examples = [true, false].flatMap((isNamed) =>
  TABLE_SETS.flatMap(({ name, tables, items }) =>
    items.map((item): Example => {
      const given = { ...readTable(tables[item.table] ?? ""), ...(isNamed ? { name: item.table } : {}) };
      const [form] = askedForms(given, item.question);
      const typed = typedTable(form?.table ?? given);
      const { readings } = readingsOf(form?.asked ?? item.question, typed, lexicon);
      const run = readings.slice(0, MAX_READINGS).flatMap((reading) => {
        const result = runQuery(reading.query, typed.rows);
        const isAnswer = reading.uncarried.length === 0;
        return result === null ? [] : [{ reading, right: isAnswer && verdictOn(result.answer, item) === "right" }];
      });
      return {
        set: name,
        table: tables[item.table] ?? "",
        typed,
        item,
        readings,
        right: run.map(({ right }) => right),
        usable: run.map(({ reading }) => reading),
      };
    }),
  ),
);

/** Gradient ascent (Adam) on the log-probability of what is right, of all readings and none. */
function fitWeights(given: readonly Example[]): Weights {
  const names = [...new Set(given.flatMap(({ usable }) => usable.flatMap(({ features }) => Object.keys(features))))];
  const place = new Map(names.map((name, at) => [name, at + 1]));
  const size = names.length + 1;
  const rows = given.map(({ usable, right, item }) => {
    const found = usable.map(({ features }) => Object.entries(features).filter(([, value]) => value !== 0));
    const places = Int32Array.from([0, ...found.flatMap((list) => list.map(([name]) => place.get(name) ?? 0))]);
    const values = Float64Array.from([1, ...found.flatMap((list) => list.map(([, value]) => value))]);
    let end = 1;
    const ends = Int32Array.from([1, ...found.map((list) => (end += list.length))]);
    // What leaves a word aside is not given: it is as good as none.
    const isSilent = item.answers === null || !right.includes(true);
    const good = usable.map(({ uncarried }, at) => (uncarried.length > 0 ? isSilent : right[at] === true));
    return { places, values, ends, right: [isSilent, ...good] };
  });
  const weights = new Float64Array(size);
  const [mean, square] = [new Float64Array(size), new Float64Array(size)];
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = new Float64Array(size);
    for (const { places, values, ends, right } of rows) {
      const masses = new Float64Array(ends.length);
      for (let at = 0, from = 0; at < ends.length; from = ends[at++] ?? 0)
        for (let to = from; to < (ends[at] ?? 0); to++)
          masses[at] = (masses[at] ?? 0) + (values[to] ?? 0) * (weights[places[to] ?? 0] ?? 0);
      const most = masses.reduce((one, other) => Math.max(one, other), -Infinity);
      let [whole, good] = [0, 1e-300];
      for (const [at, score] of masses.entries()) {
        const mass = Math.exp(score - most);
        masses[at] = mass;
        whole += mass;
        if (right[at]) good += mass;
      }
      for (let at = 0, from = 0; at < ends.length; from = ends[at++] ?? 0) {
        const mass = masses[at] ?? 0;
        const pull = (right[at] ? mass / good : 0) - mass / whole;
        if (Math.abs(pull) < 1e-7) continue;
        for (let to = from; to < (ends[at] ?? 0); to++) {
          const feature = places[to] ?? 0;
          gradient[feature] = (gradient[feature] ?? 0) + pull * (values[to] ?? 0);
        }
      }
    }
    for (let at = 0; at < size; at++) {
      const slope = (gradient[at] ?? 0) / rows.length - REGULARIZATION * (weights[at] ?? 0);
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * slope * slope;
      const step = (mean[at] ?? 0) / (1 - 0.9 ** round) / (Math.sqrt((square[at] ?? 0) / (1 - 0.99 ** round)) + 1e-8);
      weights[at] = (weights[at] ?? 0) + RATE * step;
    }
  }
  const rounded = (at: number): number => Math.round((weights[at] ?? 0) * 100) / 100;
  return Object.fromEntries([
    ["none", rounded(0)],
    ...names.toSorted().map((name) => [name, rounded(place.get(name) ?? 0)]),
  ]) as Weights;
}

function score(given: readonly Example[], weights: Weights, what: string): void {
  const counts: Record<Verdict, number> = { right: 0, wrong: 0, silent: 0 };
  for (const { readings, typed, item } of given) {
    const choice = choose(readings, typed.rows, weights);
    const answer =
      choice !== null && choice.confidence >= WORTH_SAYING && choice.reading.uncarried.length === 0
        ? choice.result.answer
        : null;
    const verdict = verdictOn(answer, item);
    counts[verdict]++;
    if (process.argv.includes("--show") && verdict !== "right" && what.startsWith("unseen"))
      process.stdout.write(
        `  ${verdict} ${item.table}: ${item.question} | ${JSON.stringify(choice?.result.answer)} ${choice?.confidence.toFixed(2)} ${choice && JSON.stringify(choice.reading.uncarried)} | ${JSON.stringify(item.answers)}\n`,
      );
  }
  process.stdout.write(
    `${what.padEnd(36)} ${given.length} questions: ${counts.right} right, ${counts.wrong} wrong, ${counts.silent} silent\n`,
  );
}

const fitted = examples.filter(({ set }) => !set.endsWith("held back"));
const reachable = (list: readonly Example[]): number =>
  list.filter(({ right, item }) => item.answers === null || right.includes(true)).length;
process.stdout.write(`some reading is right for ${reachable(fitted)} of ${fitted.length}\n`);
if (process.argv.includes("--reach"))
  for (const { right, item, usable } of fitted)
    if (item.answers !== null && !right.includes(true))
      process.stdout.write(`  ${item.table}: ${item.question} (${usable.length}) | ${item.answers.join(" / ")}\n`);
if (process.argv.includes("--validate")) {
  const tables = [...new Set(fitted.map(({ table }) => table))];
  const fold = (table: string): number => tables.indexOf(table) % FOLDS;
  const weightsOfFold = Array.from({ length: FOLDS }, (_, out) =>
    fitWeights(fitted.filter(({ table }) => fold(table) !== out)),
  );
  for (let out = 0; out < FOLDS; out++)
    score(
      fitted.filter(({ table }) => fold(table) === out),
      weightsOfFold[out] ?? {},
      `unseen tables, fold ${out + 1}`,
    );
}
const weights: Weights = fitWeights(fitted);
for (const { name } of TABLE_SETS)
  score(
    examples.filter(({ set }) => set === name),
    weights,
    name,
  );
await writeFile(
  fileURLToPath(new URL("../src/providers/embedded/text/tables/weights.json", import.meta.url)),
  `${JSON.stringify(weights, null, 2)}\n`,
);
const strongest = (Object.entries(weights) as [FeatureName, number][]).toSorted(
  (one, other) => Math.abs(other[1]) - Math.abs(one[1]),
);
if (process.argv.includes("--weights"))
  for (const [name, weight] of strongest) process.stdout.write(`${name.padEnd(24)} ${weight}\n`);
