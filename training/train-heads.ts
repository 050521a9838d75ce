/**
 * `npm run train:heads -- VADER`: fits what tells of a sentence, by its vector, which class it is of, to `sentences/*.txt`,
 * prints how it does on parts that it has not seen, and writes src/providers/embedded/text/heads.json.
 *
 * VADER is the unpacked source archive of PyPI's `vaderSentiment` 3.3.2 (MIT; Hutto and Gilbert 2014): sentences of
 * reviews, tweets and newspapers with the mean of what twenty people thought of each, which sentiment is fitted to as well.
 */
import { readFile, writeFile } from "node:fs/promises";
import { loadSentenceEncoder } from "../src/planning/embedded/rank/stored-sentences.ts";
import { SENTIMENT_LAYERS } from "../src/providers/embedded/text/heads.ts";
import { fitLogistic } from "./fit/logistic.ts";

const TARGET = new URL("../src/providers/embedded/text/heads.json", import.meta.url);
const PENALTY = 4;
const PARTS = 5;
/** Numbers of a vector are about 0.05. */
const SCALE = 5;
const ITERATIONS = 200;
const DIGITS = 3;

/** Of these each fourth sentence is fitted to: more of them help little, and take long. */
const RATED = ["amazonReviewSnippets", "movieReviewSnippets", "nytEditorialSnippets", "tweets"];
const RATED_STEP = 4;
/** What people rate so, from -4 to 4, is of a sign, and what they rate so near 0 is neutral. */
const SIGN_FROM = 1;
const NEUTRAL_WITHIN = 0.3;
/** A rated sentence counts so much of one of ours: with more of it ours are right less often, and others hardly more. */
const RATED_WEIGHT = 0.15;

interface Sentence {
  readonly label: string;
  readonly text: string;
}

interface Row {
  readonly label: string;
  readonly vector: Float32Array;
  readonly weight: number;
}

/** One regression a class against all others: weights of the vector, then a bias. */
type Head = Readonly<Record<string, readonly number[]>>;

async function readSentences(name: string): Promise<readonly Sentence[]> {
  const lines = (await readFile(new URL(`sentences/${name}.txt`, import.meta.url), "utf8")).trim().split("\n");
  return lines.map((line) => ({ label: line.split("|", 1).join(), text: line.slice(line.indexOf("|") + 1) }));
}

async function readRated(vader: string): Promise<readonly Sentence[]> {
  const files = RATED.map(async (name) => {
    const file = `${vader}/additional_resources/hutto_ICWSM_2014/${name}_GroundTruth.txt`;
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    return lines.flatMap((line, at) => {
      const [, rating = "", text = ""] = line.trim().split("\t");
      const label = at % RATED_STEP === 0 ? labelRated(Number(rating), name) : null;
      return label === null ? [] : [{ label, text }];
    });
  });
  return (await Promise.all(files)).flat();
}

function labelRated(rating: number, file: string): string | null {
  if (Math.abs(rating) >= SIGN_FROM) return rating > 0 ? "positive" : "negative";
  // What a review leaves open is seldom a plain fact.
  return Math.abs(rating) <= NEUTRAL_WITHIN && !file.includes("Review") ? "neutral" : null;
}

async function rowsOf(sentences: readonly Sentence[], weight: number, layers?: number): Promise<readonly Row[]> {
  const encoder = await loadSentenceEncoder();
  const vectors = await encoder.embed(
    sentences.map(({ text }) => text),
    { admit: () => undefined, spend: async () => undefined },
    layers,
  );
  return sentences.map(({ label }, at) => ({ label, vector: vectors[at] ?? new Float32Array(), weight }));
}

function fitHead(rows: readonly Row[]): Head {
  const width = rows[0]?.vector.length ?? 0;
  const columns = Int32Array.from({ length: width }, (_, at) => at);
  const regression = (label: string): readonly number[] => {
    const fitted = fitLogistic(
      rows.map((row) => ({
        columns,
        values: row.vector.map((value) => SCALE * value),
        target: row.label === label ? 1 : 0,
        weight: row.weight,
      })),
      width,
      { l2: PENALTY, iterations: ITERATIONS },
    );
    return [...fitted].map((weight, at) => Number((at < width ? SCALE * weight : weight).toFixed(DIGITS)));
  };
  return Object.fromEntries([...new Set(rows.map(({ label }) => label))].map((label) => [label, regression(label)]));
}

function labelOf(head: Head, vector: Float32Array): string | undefined {
  const odds = Object.entries(head).map(([label, weights]) => {
    const sum = vector.reduce((total, value, at) => total + value * (weights[at] ?? 0), weights[vector.length] ?? 0);
    return { label, sum };
  });
  return odds.toSorted((a, b) => b.sum - a.sum)[0]?.label;
}

/** How many of the rows of parts that a head has not seen it is right on, ours and those that others rated. */
function rightUnseen(rows: readonly Row[], rated: readonly Row[]): readonly [own: number, rated: number] {
  const right = [0, 0] satisfies [number, number];
  for (let part = 0; part < PARTS; part++) {
    const isSeen = (_: Row, at: number): boolean => at % PARTS !== part;
    const head = fitHead([...rows.filter(isSeen), ...rated.filter(isSeen)]);
    for (const [of, all] of [rows, rated].entries())
      right[of] =
        (right[of] ?? 0) + all.filter((row, at) => !isSeen(row, at) && labelOf(head, row.vector) === row.label).length;
  }
  return right;
}

const [vader] = process.argv.slice(2);
if (vader === undefined) {
  process.stderr.write("npm run train:heads -- VADER\n");
  process.exit(2);
}
const heads: Record<string, Head> = {};
for (const name of ["sentiment", "worth", "names"]) {
  const isSentiment = name === "sentiment";
  const rows = await rowsOf(await readSentences(name), 1, isSentiment ? SENTIMENT_LAYERS : undefined);
  const rated = isSentiment ? await rowsOf(await readRated(vader), RATED_WEIGHT, SENTIMENT_LAYERS) : [];
  const [right, rightRated] = rightUnseen(rows, rated);
  console.log(`${name}, unseen: ${right} of ${rows.length} right, of rated ones ${rightRated} of ${rated.length}`);
  heads[name] = fitHead([...rows, ...rated]);
}
await writeFile(TARGET, `${JSON.stringify(heads)}\n`);
