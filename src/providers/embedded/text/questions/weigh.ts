import type { SentenceEncoder } from "../../../../words/sentence-encoder.ts";
import { similarity, type WordVectors } from "../../../../words/vectors.ts";
import type { WorkBudget } from "../../work.ts";
import { type AnswerCandidate, candidatesIn, listsIn } from "./candidates.ts";
import { type KindClassifier, type KindShares, kindFeatures } from "./kinds.ts";
import { type AskedTerms, type AskedText, askedTerms, rankUnits } from "./reading.ts";
import {
  type AnswerFeatures,
  type Asked,
  featuresOfAll,
  LEAST_TYPE_SHARE,
  sameKind,
  silenceOf,
  typeShare,
} from "./score.ts";

/** What reading for questions needs besides the text. */
export interface QuestionUnderstanding {
  readonly vectors: WordVectors;
  readonly sentences: SentenceEncoder;
  readonly work: Pick<WorkBudget, "admit" | "spend">;
  readonly kinds: KindClassifier;
}

/** A question's candidates and what is known of each; `silence` is what is known of there being no answer. */
export interface WeighedAnswer {
  readonly candidates: readonly AnswerCandidate[];
  readonly features: readonly AnswerFeatures[];
  readonly silence: AnswerFeatures;
}

/** What was understood of a text's sentences and labels, kept for its other questions. */
export type UnderstoodQuestion = Map<string, Float32Array>;

/** Papers have what matters on their first lines and their last; of other units the best by BM25 are read. */
const FIRST_LINES = 40;
const LAST_LINES = 20;
const BEST_UNITS = 14;
/** Each takes some 25 ms to compare by its meaning, labels and clauses less. */
const COMPARED_UNITS = 10;
const COMPARED_LABELS = 60;
const COMPARED_CLAUSES = 24;
/** Enough of a long sentence to see what it is about. */
const MAX_COMPARED_CHARS = 400;

/** Finds what may answer a question, and tells of each what speaks for it. @throws {AppError} as `by.work` does */
export async function weigh(
  reading: AskedText,
  question: string,
  understood: UnderstoodQuestion,
  by: QuestionUnderstanding,
): Promise<WeighedAnswer> {
  const { units } = reading;
  const meaningsOf = (texts: readonly string[]): Promise<Float32Array[]> => encode(texts, understood, by);
  const { matters, kinds, meaning, terms, ranks } = await understand(reading, question, meaningsOf, by);

  const byRank = [...units.keys()].toSorted((one, other) => (ranks[other] ?? 0) - (ranks[one] ?? 0));
  const lines = [...units.keys()].filter((unit) => units[unit]?.prose === false);
  const chosen = new Set([...lines.slice(0, FIRST_LINES), ...lines.slice(-LAST_LINES), ...byRank.slice(0, BEST_UNITS)]);
  const candidates: AnswerCandidate[] = [];
  for (const unit of chosen) {
    candidates.push(...candidatesIn(reading, unit).filter((candidate) => !repeats(reading, terms, candidate)));
    await by.work.spend("characters", units[unit]?.text.length ?? 0);
  }
  candidates.push(...listsIn(reading));

  const compared = byRank.filter((unit) => units[unit]?.prose).slice(0, COMPARED_UNITS);
  const vectors = await meaningsOf(compared.map((unit) => (units[unit]?.text ?? "").slice(0, MAX_COMPARED_CHARS)));
  const meanings = new Map(compared.map((unit, at) => [unit, similarity(meaning, vectors[at] ?? meaning)]));
  const nearest = [...meanings].reduce((top, next) => (next[1] > top[1] ? next : top), [-1, 0])[0];

  const worth = ({ unit }: AnswerCandidate): number => (ranks[unit] ?? 0) + (meanings.get(unit) ?? 0);
  const probable = candidates
    .filter(({ type }) => typeShare(kinds, type) >= LEAST_TYPE_SHARE)
    .toSorted((one, other) => worth(other) - worth(one));
  const labelTexts = [
    ...distinct(
      probable.flatMap(({ labels }) => [labels.left, labels.above]),
      COMPARED_LABELS,
    ),
    ...distinct(
      probable.map(({ labels }) => labels.around),
      COMPARED_CLAUSES,
    ),
  ];
  const labelVectors = await meaningsOf(labelTexts);
  const labels: Asked["labels"] = new Map(
    labelTexts.map((label, at) => {
      const vector = labelVectors[at] ?? meaning;
      return [label, { likeness: similarity(meaning, vector), kinds: by.kinds.sharesOf(kindFeatures(label, vector)) }];
    }),
  );
  const asked: Asked = { terms, kinds, bare: 1 - Math.max(0, ...matters), ranks, meanings, nearest, labels };
  const features = await featuresOfAll(reading, asked, candidates, by.work);
  return { candidates, features, silence: silenceOf(reading, asked) };
}

/** Whether a name says nothing but words of the question, and so tells nothing: "Ada", asked where Ada was born. */
function repeats(reading: AskedText, { stems }: AskedTerms, { type, unit, start, end }: AnswerCandidate): boolean {
  if (type !== "person" && type !== "organization" && type !== "place" && type !== "free") return false;
  const own = (reading.words[unit] ?? []).filter((word) => word.start >= start && word.start < end);
  return own.length > 0 && own.every(({ stem }) => stems.has(stem));
}

async function encode(
  texts: readonly string[],
  understood: UnderstoodQuestion,
  by: QuestionUnderstanding,
): Promise<Float32Array[]> {
  const unknown = [...new Set(texts)].filter((text) => !understood.has(text));
  const vectors = await by.sentences.embed(unknown, by.work);
  for (const [at, text] of unknown.entries()) understood.set(text, vectors[at] ?? new Float32Array());
  return texts.map((text) => understood.get(text) ?? new Float32Array());
}

const distinct = (texts: readonly string[], most: number): string[] =>
  [...new Set(texts.filter((text) => text !== ""))].slice(0, most);

/**
 * What a question is about and what kind of thing it asks for. Words that say the kind, such as "owe" in "what do I owe
 * them", need not stand in the text: they count less among its terms.
 */
async function understand(
  reading: AskedText,
  question: string,
  meaningsOf: (texts: readonly string[]) => Promise<Float32Array[]>,
  { vectors, kinds: classifier }: QuestionUnderstanding,
): Promise<Pick<Asked, "kinds" | "terms" | "ranks"> & { meaning: Float32Array; matters: readonly number[] }> {
  const terms = askedTerms(question, reading, vectors);
  const texts = [question, ...terms.written, ...terms.written.map((term) => question.replace(term, " "))];
  const [meaning = new Float32Array(), ...others] = await meaningsOf(texts);
  const [kinds = new Float32Array(), ...kindsOfOthers] = [meaning, ...others].map((vector, at) =>
    classifier.sharesOf(kindFeatures(texts[at] ?? "", vector)),
  );
  const matters = terms.written.map((_, at) => {
    const alone = kindsOfOthers[at] ?? kinds;
    const without = kindsOfOthers[terms.written.length + at] ?? kinds;
    return 1 - Math.max(agreement(kinds, alone), difference(kinds, without));
  });
  const scores = rankUnits(reading, terms);
  const most = scores.reduce((top, score) => Math.max(top, score), 0);
  return {
    matters,
    kinds,
    meaning,
    terms: { ...terms, weights: terms.weights.map((weight, at) => weight * (matters[at] ?? 1)) },
    ranks: scores.map((score) => (most === 0 ? 0 : score / most)),
  };
}

/** How far a word by itself says what the question asks for. */
const agreement = (kinds: KindShares, alone: KindShares): number =>
  Math.min(1, sameKind(kinds, alone) / Math.max(...kinds) ** 2);

/** How far the question asks for something else without a word: half the sum of absolute differences. */
const difference = (kinds: KindShares, without: KindShares): number =>
  kinds.reduce((sum, share, at) => sum + Math.abs(share - (without[at] ?? 0)) / 2, 0);

/** The probability of each candidate, by a log-linear model of all of them and of silence. */
export function probabilities({ features, silence }: WeighedAnswer, weights: AnswerFeatures): number[] {
  const strength = (of: AnswerFeatures): number =>
    Object.entries(of).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, 0);
  const all = features.map(strength);
  const none = strength(silence);
  const most = all.reduce((top, value) => Math.max(top, value), none);
  const sum = all.reduce((total, value) => total + Math.exp(value - most), Math.exp(none - most));
  return all.map((value) => Math.exp(value - most) / sum);
}
