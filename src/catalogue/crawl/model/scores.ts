import type { Score } from "../../../domain/catalogue.ts";
import { readEvalResults } from "./eval-results.ts";
import type { HubModel } from "./hub-model.ts";
import { readModelIndex } from "./model-index.ts";

/** Some cards list a thousand; the first are those that their author put first. */
const MAX_SCORES = 40;

/** A figure, and what it is a figure of as far as two sources agree on that. */
export interface ScoredFigure {
  readonly score: Score;
  /** The benchmark's id on the Hub, or its name. */
  readonly dataset: string;
}

/** A model's scores. Where `evalResults` and `model-index` have a figure for one thing, the former holds. */
export function readScores(model: HubModel): readonly Score[] {
  const results = readEvalResults(model.id, model.evalResults);
  const known = new Set(results.flatMap(sameThings));
  const index = readModelIndex(model.id, model["model-index"] ?? model.cardData?.["model-index"]);
  const others = index.filter((found) => !sameThings(found).some((key) => known.has(key)));
  const first = new Map<string, Score>();
  for (const { score } of [...results, ...others]) {
    const key = JSON.stringify([score.benchmark, score.config, score.split, score.metric]);
    if (!first.has(key)) first.set(key, score);
  }
  return [...first.values()].slice(0, MAX_SCORES);
}

/** Without the split, which `evalResults` does not name, and without an owner that only some sources write. */
function sameThings({ dataset, score }: ScoredFigure): readonly string[] {
  const name = dataset.slice(dataset.lastIndexOf("/") + 1);
  const isMain = score.config === null || score.config === "main" || score.config === "default";
  const config = isMain ? null : score.config?.toLowerCase();
  return [JSON.stringify([name.toLowerCase(), config, score.metric])];
}
