import type { ModelFacts, Score } from "../../domain/catalogue.ts";

/** What figures must have in common to be compared. */
export type Measure = Pick<Score, "benchmark" | "config" | "split" | "metric" | "higherIsBetter">;

/** The figures that models are compared by on a benchmark. */
export interface BenchmarkFigures {
  /** What they are of; null where there are none. */
  readonly measure: Measure | null;
  /** Of a model, sure or not. */
  figureOf(id: string): Score | null;
  /** Of a model, where it decides its place: an unsure one does so only where all are. */
  decidingFigureOf(id: string): Score | null;
  /** Whether a model has any figure, comparable or not, on what the words mean. */
  isMeasured(id: string): boolean;
}

/** How words for a benchmark are understood, and which of several figures counts: as selection does it. */
export type FiguresOn = (words: string, models: readonly ModelFacts[]) => BenchmarkFigures;

export const NO_FIGURES: BenchmarkFigures = {
  measure: null,
  figureOf: () => null,
  decidingFigureOf: () => null,
  isMeasured: () => true,
};
