import * as z from "zod";
import { type HubModel, isRepository, strings, tagged, unique } from "./hub-model.ts";

const MAX_OF_EACH = 32;

/** `{"relation": "finetune", "models": [{"_id": …, "id": "org/base"}]}`. */
const baseModels = z.object({ models: z.array(z.object({ id: z.string() })).max(1_000) });

export interface Lineage {
  readonly baseModels: readonly string[];
  readonly datasets: readonly string[];
  readonly papers: readonly string[];
}

/** What a model was made from: models, datasets, and the papers that its card links. */
export function readLineage(model: Pick<HubModel, "id" | "baseModels" | "cardData" | "tags">): Lineage {
  const tags = model.tags ?? [];
  const listed = baseModels.safeParse(model.baseModels);
  const bases = listed.success
    ? listed.data.models.map(({ id }) => id)
    : [
        ...strings(model.cardData?.base_model, MAX_OF_EACH),
        // `base_model:finetune:org/base` beside `base_model:org/base`.
        ...tagged(tags, "base_model:").map((tag) => tag.slice(tag.lastIndexOf(":") + 1)),
      ];
  const datasets = [...strings(model.cardData?.datasets, MAX_OF_EACH), ...tagged(tags, "dataset:")];
  return {
    baseModels: unique(
      bases.filter((id) => id !== model.id && isRepository(id)),
      MAX_OF_EACH,
    ),
    datasets: unique(datasets.filter(isRepository), MAX_OF_EACH),
    papers: unique(
      tagged(tags, "arxiv:").filter((id) => /^\d{4}\.\d{4,5}$/.test(id)),
      MAX_OF_EACH,
    ),
  };
}
