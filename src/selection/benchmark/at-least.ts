import type { Score } from "../../domain/catalogue.ts";
import type { Constraints } from "../../domain/constraints.ts";
import type { Expert } from "../../domain/experts.ts";
import { type Condition, conditionOf, type SelectionContext } from "../condition.ts";
import { expertIndexOf } from "../expert-index.ts";
import { measuredOn, metricInWords, valueInWords } from "./figure-words.ts";
import { choose, isBetter } from "./figures.ts";
import { isAbout } from "./tied.ts";

/**
 * The least figure on a benchmark, where one is asked for. It is held against one set of figures that compare: the one
 * chosen among all experts for the task type, so that no other constraint changes what is meant.
 */
export function atLeastCondition(
  benchmark: NonNullable<Constraints["benchmark"]>,
  taskType: string,
  scene: SelectionContext,
): readonly Condition[] {
  const { prefer: _, ...said } = benchmark;
  const { atLeast } = benchmark;
  if (atLeast === undefined || !isAbout(benchmark, taskType, scene)) return [];
  const roster = expertIndexOf(scene.cast.experts(taskType));
  const figures = choose(roster.meant(benchmark.name), () => true);
  const figureOf = ({ facts }: Expert): Score | undefined => figures?.deciding.get(facts.id);
  const holds = (expert: Expert): boolean => {
    const figure = figureOf(expert);
    return figure !== undefined && !isBetter(figure, atLeast, figure.value);
  };
  const fact = (expert: Expert): string => {
    const figure = figureOf(expert);
    if (figure) return `${metricInWords(figure.metric)} ${valueInWords(figure)} on ${measuredOn(figure)}`;
    return `${figures?.unsure.has(expert.facts.id) ? "only an unsure" : "no"} figure on ${benchmark.name}`;
  };
  return [conditionOf({ benchmark: said }, holds, fact)];
}
