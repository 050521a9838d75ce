import type { TypedValueKind } from "./values.ts";

/** What may answer: a value of a form, a name, a stretch of a line that has no form, a sentence, lines with an amount each. */
export type CandidateType = TypedValueKind | "person" | "organization" | "place" | "free" | "sentence" | "list";

/**
 * What a question can ask for, and a label announce, with the types that answer it. `training/answers/asked.txt` has
 * examples of each, to which the classifier is fitted.
 */
export const KINDS = {
  sender: ["organization", "person", "free"],
  recipient: ["person", "organization", "free"],
  person: ["person", "free"],
  organization: ["organization", "free"],
  place: ["place", "free", "organization"],
  date: ["date"],
  "issue-date": ["date"],
  "due-date": ["date", "duration"],
  period: ["free", "date", "time", "sentence"],
  time: ["time"],
  duration: ["duration"],
  age: ["number", "duration"],
  money: ["money"],
  total: ["money"],
  subtotal: ["money"],
  tax: ["money"],
  percent: ["percentage"],
  count: ["number", "quantity"],
  quantity: ["quantity", "number"],
  identifier: ["identifier", "number"],
  "tax-number": ["identifier"],
  email: ["email"],
  phone: ["phone"],
  account: ["iban", "identifier", "number"],
  url: ["url"],
  reason: ["sentence"],
  items: ["list", "sentence", "free"],
  "yes-no": ["sentence"],
  description: ["sentence", "free", "organization", "person", "place"],
} as const satisfies Readonly<Record<string, readonly CandidateType[]>>;
export type QuestionKind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as QuestionKind[];

/** How probable each kind is, in the order of `KIND_NAMES`. */
export type KindShares = Float32Array;

/** Words that a question's kind hangs on, also where it is mostly about its matter: "When was the cluster rolled back?" */
const ASKING =
  "who whom whose when where why how what which much many long old far often by is are was can do does did".split(" ");

/** What the classifier is told of a text: the vector of its meaning, then which words of asking it has. */
export function kindFeatures(text: string, vector: Float32Array): Float32Array {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const features = new Float32Array(vector.length + ASKING.length);
  features.set(vector);
  for (const [at, word] of ASKING.entries()) features[vector.length + at] = words.has(word) ? ASKING_WEIGHT : 0;
  return features;
}
/** About what one direction of meaning has; with 1 the words would outweigh the meaning. */
const ASKING_WEIGHT = 0.3;

/** A logistic regression: of each kind a row of weights of `kindFeatures`, then its bias. */
export class KindClassifier {
  readonly #weights: Float32Array;

  constructor(weights: Float32Array) {
    this.#weights = weights;
  }

  sharesOf(features: Float32Array): KindShares {
    const width = features.length + 1;
    const odds = KIND_NAMES.map((_, kind) => {
      const row = this.#weights.subarray(kind * width, (kind + 1) * width);
      let sum = row[features.length] ?? 0;
      for (const [at, value] of features.entries()) sum += (row[at] ?? 0) * value;
      return sum;
    });
    const most = Math.max(...odds);
    const shares = Float32Array.from(odds, (value) => Math.exp(value - most));
    const all = shares.reduce((sum, share) => sum + share, 0);
    return shares.map((share) => share / all);
  }
}
