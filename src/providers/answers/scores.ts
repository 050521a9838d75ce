import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Outputs } from "../provider.ts";

export const ScoredLabel = z.object({ label: z.string(), score: z.number() });
export type ScoredLabel = z.infer<typeof ScoredLabel>;
export const Labels = z.array(ScoredLabel);

/** The outputs of a task type that chooses among labels: `labels`, best first, and `text`: "cat (91%), dog (7%)". */
export function labelled(labels: readonly ScoredLabel[]): Outputs {
  const sorted = labels.toSorted((a, b) => b.score - a.score).map(({ label, score }) => ({ label, score }));
  return { labels: { as: "data", data: sorted }, text: { as: "text", text: labelsInWords(sorted) } };
}

/** More are in the data. */
const TOLD_LABELS = 5;

const labelsInWords = (sorted: readonly ScoredLabel[]): string =>
  sorted.length === 0
    ? "The model gave no label."
    : sorted
        .slice(0, TOLD_LABELS)
        .map(({ label, score }) => `${label} (${percent(score)})`)
        .join(", ");

export const percent = (score: number): string => `${Math.round(score * 100)}%`;

export type Vector = readonly number[];

/**
 * The cosine similarity of each of the other vectors to the first.
 * @throws {AppError} `provider-rejected` where their lengths differ.
 */
export function likenessToFirst([first = [], ...others]: readonly Vector[], model: string): readonly number[] {
  if (others.some(({ length }) => length !== first.length))
    throw new AppError("provider-rejected", `${model} gave vectors of different lengths`);
  return others.map((other) => cosine(first, other));
}

/** From -1 to 1; 0 where one of them has no direction. */
function cosine(one: Vector, other: Vector): number {
  const dot = (a: Vector, b: Vector): number => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const lengths = Math.sqrt(dot(one, one)) * Math.sqrt(dot(other, other));
  return lengths === 0 ? 0 : dot(one, other) / lengths;
}

/**
 * The outputs of `sentence-similarity`. A score below 0 becomes 0: a vector that points away is no more unlike than one
 * that is unrelated.
 */
export function likenessOutputs(sentences: readonly string[], scores: readonly number[]): Outputs {
  const scored = sentences.map((sentence, index) => ({
    sentence,
    score: Math.min(1, Math.max(0, scores[index] ?? 0)),
  }));
  const text = scored.map(({ sentence, score }) => `${percent(score)}: ${sentence}`).join("\n");
  return { scores: { as: "data", data: scored }, text: { as: "text", text } };
}
