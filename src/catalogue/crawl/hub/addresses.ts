/**
 * The fields of a model that are asked for (`ExpandModelProperty_T` in huggingface_hub's hf_api.py). Whatever is not
 * named here is left out of the reply.
 */
const FIELDS = [
  "author",
  "baseModels",
  "cardData",
  "downloads",
  "evalResults",
  "gated",
  "gguf",
  "inferenceProviderMapping",
  "library_name",
  "likes",
  "model-index",
  "pipeline_tag",
  "safetensors",
  "tags",
] as const;

export const HUB = "https://huggingface.co";
/** What is known of prices and context lengths of chat models (https://huggingface.co/docs/inference-providers/hub-api). */
export const ROUTER = "https://router.huggingface.co";

/** The first page of all models, the most downloaded first. */
export function firstPage(hub: string, models: number): URL {
  const url = new URL("/api/models", hub);
  for (const [name, value] of [
    ["sort", "downloads"],
    ["direction", "-1"],
    ["limit", String(models)],
  ] as const) {
    url.searchParams.set(name, value);
  }
  for (const field of FIELDS) url.searchParams.append("expand[]", field);
  return url;
}

/**
 * A model's card. Not `/raw/`, which counts as a web page, of which an anonymous caller has a hundred in five minutes:
 * `/resolve/` has three thousand (https://huggingface.co/docs/hub/rate-limits).
 */
export const cardAddress = (hub: string, model: string): URL => new URL(`/${model}/resolve/main/README.md`, hub);

export const offersAddress = (router: string): URL => new URL("/v1/models", router);
