import type { FiguresOn, ModelMatchers } from "../../catalogue/query/index.ts";
import type { ModelFacts } from "../../domain/catalogue.ts";
import type { Expert } from "../../domain/experts.ts";
import { choose, figuresMeant, figuresOf, isLicenceName, isUnder, isUnknown } from "../../selection/index.ts";

/** The figures of a model are its own, wherever it runs. */
const asExpert = (facts: ModelFacts): Expert => ({
  endpoint: {
    provider: "custom",
    model: facts.id,
    taskType: "",
    description: "",
    licence: facts.licence,
    grade: "full",
  },
  facts,
  prices: [],
});

const figuresOn: FiguresOn = (words, models) => {
  const meant = figuresMeant(words, figuresOf(models.map(asExpert)));
  const chosen = choose(meant, () => true);
  const isDecided = (chosen?.deciding.size ?? 0) > 0;
  const measured = new Set(meant.flatMap(({ figures }) => [...figures.deciding.keys(), ...figures.unsure.keys()]));
  const unsure = (id: string) => chosen?.unsure.get(id) ?? null;
  return {
    measure: chosen && measureOf(chosen.named),
    figureOf: (id) => chosen?.deciding.get(id) ?? unsure(id),
    decidingFigureOf: (id) => chosen?.deciding.get(id) ?? (isDecided ? null : unsure(id)),
    isMeasured: (id) => measured.has(id),
  };
};

const measureOf = ({ benchmark, config, split, metric, higherIsBetter }: ModelFacts["scores"][number]) => ({
  ...{ benchmark, config, split, metric, higherIsBetter },
});

/** Lists of models are judged by the same rules as the models of a plan. */
export const modelMatchers: ModelMatchers = { isUnder, isUnknown, isLicenceName, figuresOn };
