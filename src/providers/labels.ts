import * as z from "zod";
import type { Outputs } from "./provider.ts";

export const ScoredLabel = z.object({ label: z.string(), score: z.number() });
export type ScoredLabel = z.infer<typeof ScoredLabel>;
export const Labels = z.array(ScoredLabel);

/** The ports of every task type that chooses among labels: best first, and in words. */
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
