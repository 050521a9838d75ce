/** `npm run train:answers`: fits what questions ask for and which candidates answer them, and stores it. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadSentenceEncoder } from "../src/planning/embedded/rank/stored-sentences.ts";
import { KIND_NAMES, KindClassifier, kindFeatures } from "../src/providers/embedded/text/questions/kinds.ts";
import { readRows, type StoredRows } from "../src/providers/embedded/text/questions/model.ts";
import { type AskedText as ReadText, readForQuestions } from "../src/providers/embedded/text/questions/reading.ts";
import type { AnswerFeatures } from "../src/providers/embedded/text/questions/score.ts";
import {
  type QuestionUnderstanding,
  type UnderstoodQuestion,
  type WeighedAnswer,
  weigh,
} from "../src/providers/embedded/text/questions/weigh.ts";
import { loadWordVectors } from "../src/words/stored.ts";
import { type AskedText, askedTexts, elsewhere } from "./answers/asked-texts.ts";
import { SAME_AGAIN } from "./answers/same-again.ts";
import { type Choice, fitChoices } from "./fit/choice.ts";
import { fitSoftmax } from "./fit/softmax.ts";

const EXAMPLES = new URL("answers/asked.txt", import.meta.url);
const MODEL = fileURLToPath(new URL("../src/providers/embedded/text/questions/model.json", import.meta.url));
/** Penalties chosen by cross-validation on texts left out. */
const KINDS_FIT = { l2: 0.05, iterations: 50 };
const CHOICE_FIT = { l2: 0.2, iterations: 150 };
/** A question to another text may have an answer there by chance. */
const ELSEWHERE_WEIGHT = 0.5;
/** Of a question's kind, to put others of the kind in its place; these are no rows that somebody thought of. */
const SURE = 0.7;
const AGAIN_WEIGHT = 0.3;
const MAX_ANSWER_CHARS = 200;

const sentences = await loadSentenceEncoder();
const vectors = await loadWordVectors();
const work = { admit: () => undefined, spend: () => Promise.resolve() };

const kinds = await fitKinds();
const by: QuestionUnderstanding = { vectors, sentences, work, kinds: new KindClassifier(readRows(kinds)) };
const weights = await fitWeights();
await writeFile(MODEL, `${JSON.stringify({ kinds, weights }, null, 2)}\n`);

/** Each line "kind: example | example"; "#" begins a remark. */
async function fitKinds(): Promise<StoredRows> {
  const lines = (await readFile(EXAMPLES, "utf8")).split("\n").filter((line) => /^[^#\s]/.test(line));
  const places = new Map<string, number>(KIND_NAMES.map((name, at) => [name, at]));
  const examples = lines.flatMap((line) => {
    const [kind = "", said = ""] = line.split(/: (.*)/s);
    const place = places.get(kind);
    if (place === undefined) throw new Error(`${kind} is no kind of question`);
    return said.split(" | ").map((text) => ({ class: place, text: text.trim() }));
  });
  const meanings = await sentences.embed(
    examples.map(({ text }) => text),
    work,
  );
  const rows = examples.map((example, at) => ({
    class: example.class,
    vector: kindFeatures(example.text, meanings[at] ?? new Float32Array()),
  }));
  const dimensions = rows[0]?.vector.length ?? 0;
  return stored(fitSoftmax(rows, KIND_NAMES.length, dimensions, KINDS_FIT), dimensions + 1);
}

/** A matrix in steps of one signed byte, with the step of each row. */
function stored(matrix: Float64Array, width: number): StoredRows {
  const rows = Array.from({ length: matrix.length / width }, (_, row) =>
    matrix.subarray(row * width, (row + 1) * width),
  );
  const steps = rows.map((row) =>
    Number((row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127).toPrecision(6)),
  );
  const bytes = rows.flatMap((row, at) => [...row].map((value) => Math.round(value / (steps[at] || 1))));
  return { steps, rows: Buffer.from(Int8Array.from(bytes).buffer).toString("base64") };
}

async function fitWeights(): Promise<AnswerFeatures> {
  const texts = await askedTexts();
  const weighed: { readonly rows: WeighedAnswer; readonly right: readonly number[]; readonly weight: number }[] = [];
  for (const [at, text] of texts.entries()) {
    const reading = await readForQuestions(text.text, vectors, work);
    const understood: UnderstoodQuestion = new Map();
    const asked: readonly (AskedText["questions"][number] & { readonly weight: number })[] = [
      ...text.questions.map((one) => ({ ...one, weight: 1 })),
      ...elsewhere(texts, at).map((question) => ({ question, answers: null, weight: ELSEWHERE_WEIGHT })),
    ];
    for (const { question, answers, weight } of [...asked, ...(await sameAgain(asked))]) {
      const rows = await weigh(reading, question, understood, by);
      weighed.push({ rows, right: answers === null ? [] : rightOf(reading, rows, answers), weight });
    }
    process.stderr.write(`\r${at + 1} of ${texts.length} texts`);
  }
  const names = [
    ...new Set(weighed.flatMap(({ rows }) => [rows.silence, ...rows.features].flatMap((one) => Object.keys(one)))),
  ];
  const dense = (features: AnswerFeatures): Float64Array => Float64Array.from(names, (name) => features[name] ?? 0);
  const choices = weighed.map(({ rows, right, weight }): Choice => {
    const alternatives = [...rows.features, rows.silence].map(dense);
    return { alternatives, right: right.length === 0 ? [alternatives.length - 1] : right, weight };
  });
  const fitted = fitChoices(choices, names.length, CHOICE_FIT);
  return Object.fromEntries(names.map((name, at) => [name, Math.round((fitted[at] ?? 0) * 1_000) / 1_000]));
}

/** Other questions that have the answers of those asked, where those are surely of one kind. */
async function sameAgain<Row extends { question: string; answers: readonly string[] | null }>(asked: readonly Row[]) {
  const meanings = await sentences.embed(
    asked.map(({ question }) => question),
    work,
  );
  return asked.flatMap(({ question, answers }, at) => {
    const shares = by.kinds.sharesOf(kindFeatures(question, meanings[at] ?? new Float32Array()));
    const kind = KIND_NAMES[shares.indexOf(Math.max(...shares))];
    const others = kind !== undefined && Math.max(...shares) >= SURE && answers !== null ? SAME_AGAIN[kind] : undefined;
    return (others ?? []).map((other) => ({ question: other, answers, weight: AGAIN_WEIGHT }));
  });
}

function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/[.,;]$/, "")
    .replace(/^(?:the|an?|until|by|within|before|from|about|at|on|in) /, "");
}

/** The candidates that say what was wanted and no more; where there are none, the shortest that hold it. */
function rightOf({ text }: ReadText, { candidates }: WeighedAnswer, answers: readonly string[]): number[] {
  const wanted = answers.map(plain);
  const said = candidates.map(({ start, end }) => plain(text.slice(start, end)));
  const exact = [...said.keys()].filter((at) => wanted.includes(said[at] ?? ""));
  if (exact.length > 0) return exact;
  const holding = [...said.keys()].filter((at) => {
    const given = said[at] ?? "";
    return given.length <= MAX_ANSWER_CHARS && wanted.some((answer) => given.includes(answer));
  });
  const shortest = Math.min(...holding.map((at) => said[at]?.length ?? 0));
  return holding.filter((at) => (said[at]?.length ?? 0) <= 1.1 * shortest + 3);
}
