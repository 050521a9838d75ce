import { CONFIDENCES, type Score } from "../../domain/catalogue.ts";
import { isNamed } from "./model-query.ts";

/** What figures must have in common to be compared. */
export type Measure = Pick<Score, "benchmark" | "config" | "split" | "metric" | "higherIsBetter">;

export interface Figures {
  /** What the figures of a list are of; null where there are none. */
  readonly measure: Measure | null;
  figureOf(id: string): Score | null;
}

/**
 * The figures that models are compared by on a benchmark: of all that are measured alike, those that most models have.
 * Of a model's own the surest counts, then the best.
 */
export function figuresOn(
  benchmark: string,
  models: Iterable<{ readonly id: string; readonly scores: readonly Score[] }>,
): Figures {
  const measures = new Map<string, { readonly measure: Measure; readonly figures: Map<string, Score> }>();
  for (const { id, scores } of models) {
    for (const score of scores) {
      if (!isNamed(score.benchmark, benchmark)) continue;
      const { config, split, metric, higherIsBetter } = score;
      const measure = { benchmark: score.benchmark, config, split, metric, higherIsBetter };
      const key = JSON.stringify(measure);
      const known = measures.get(key) ?? { measure, figures: new Map<string, Score>() };
      measures.set(key, known);
      const other = known.figures.get(id);
      if (!other || isBefore(score, other)) known.figures.set(id, score);
    }
  }
  const [most] = [...measures]
    .toSorted(([a, left], [b, right]) => right.figures.size - left.figures.size || (a < b ? -1 : 1))
    .map(([, known]) => known);
  return { measure: most?.measure ?? null, figureOf: (id) => most?.figures.get(id) ?? null };
}

function isBefore(one: Score, other: Score): boolean {
  const surer = CONFIDENCES.indexOf(one.confidence) - CONFIDENCES.indexOf(other.confidence);
  if (surer !== 0) return surer < 0;
  return one.higherIsBetter ? one.value > other.value : one.value < other.value;
}
