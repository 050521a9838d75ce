/**
 * Models as `GET /api/models?expand[]=…` lists them. Shapes: `ModelInfo` in huggingface_hub's hf_api.py, `model-index`
 * in modelcard.md of huggingface/hub-docs, `evalResults` in huggingface_hub's _eval_results.py, `inferenceProviderMapping` in
 * https://huggingface.co/docs/inference-providers/hub-api (a list in lists of models), `baseModels` and `gguf` in pull
 * requests 2022 and 2545 of huggingface_hub.
 */
export type HubJson = Readonly<Record<string, unknown>>;

const recognizer = (rank: number): HubJson => ({
  pipeline_tag: "automatic-speech-recognition",
  library_name: "transformers",
  tags: ["transformers", "safetensors", "whisper", "audio", "en", "de", "arxiv:2212.04356", "license:apache-2.0"],
  cardData: { language: ["en", "de"], license: "apache-2.0", datasets: ["mozilla-foundation/common_voice_11_0"] },
  safetensors: { parameters: { F32: 241_734_912 + rank }, total: 241_734_912 + rank },
  "model-index": [
    {
      name: "recognizer",
      results: [
        {
          task: { type: "automatic-speech-recognition", name: "Automatic Speech Recognition" },
          dataset: {
            name: "Common Voice 11.0",
            type: "mozilla-foundation/common_voice_11_0",
            config: "de",
            split: "test",
            args: "de",
          },
          metrics: [{ type: "wer", value: 5 + (rank % 50) / 10, name: "Wer", verified: true, verifyToken: "eyJ…" }],
        },
        {
          task: { type: "automatic-speech-recognition" },
          dataset: { name: "Common Voice 11.0", type: "common_voice", split: "train" },
          metrics: [{ type: "wer", value: 0.3 }],
        },
      ],
    },
  ],
  baseModels: { relation: "finetune", models: [{ _id: "63d3e0d8", id: "openai/whisper-small" }] },
});

const chat = (rank: number): HubJson => ({
  pipeline_tag: "text-generation",
  library_name: "transformers",
  tags: ["transformers", "safetensors", "llama", "text-generation", "conversational", "en", "license:llama3.3"],
  gated: "manual",
  cardData: { language: ["en", "fr", false], license: "llama3.3", extra_gated_prompt: "Ask nicely." },
  safetensors: { parameters: { BF16: 8_030_261_248 }, total: 8_030_261_248 },
  evalResults: [
    {
      filename: "gsm8k.yaml",
      data: {
        dataset: { id: "openai/gsm8k", task_id: "main" },
        value: 0.8 + (rank % 100) / 1000,
        date: "2026-01-15T10:30:00Z",
        source: { url: "https://huggingface.co/spaces/evals/logs", name: "Eval Logs", org: "evals" },
      },
    },
    { filename: "broken.yaml", error: "Invalid YAML" },
  ],
  inferenceProviderMapping: [
    { provider: "novita", providerId: "meta/llama", hfModelId: "x", status: "live", task: "conversational" },
    { provider: "together", providerId: "Llama", hfModelId: "x", status: "staging", task: "conversational" },
  ],
});

const classifier = (rank: number): HubJson => ({
  pipeline_tag: "text-classification",
  tags: ["transformers", "pytorch", "bert", "en", "dataset:stanfordnlp/sst2", "license:mit"],
  cardData: { language: "en", license: "mit" },
  "model-index": [
    {
      name: "classifier",
      results: [
        {
          task: { type: "text-classification", name: "Text Classification" },
          dataset: { name: "sst2", type: "stanfordnlp/sst2", split: "validation" },
          metrics: [
            { type: "accuracy", value: 0.9 + (rank % 90) / 1000 },
            { type: "f1", value: "91.4%" },
          ],
        },
      ],
    },
  ],
  inferenceProviderMapping: { "hf-inference": { providerId: "x", status: "live", task: "text-classification" } },
});

const image = (): HubJson => ({
  pipeline_tag: "text-to-image",
  library_name: "diffusers",
  tags: ["diffusers", "license:other"],
  cardData: { license: "other", license_name: "FLUX-1-dev Non-Commercial License", base_model: "org/base" },
});

/** A task that we have no type for. */
const filler = (): HubJson => ({ pipeline_tag: "fill-mask", tags: ["transformers"] });
const untagged = (): HubJson => ({ tags: [] });

const SORTS = [recognizer, chat, classifier, image, filler, classifier, recognizer, untagged] as const;

/** The model of a rank, from 0 for the most downloaded. */
export function modelAt(rank: number): HubJson {
  const author = `org${rank % 97}`;
  const sort = SORTS[rank % SORTS.length] ?? filler;
  return {
    _id: rank.toString(16).padStart(24, "0"),
    id: `${author}/model-${rank}`,
    author,
    downloads: 10_000_000 - rank * 100,
    likes: 5_000 - (rank % 5_000),
    gated: false,
    ...sort(rank),
  };
}

/** Ids of models among the first so many that the catalogue keeps. */
export const keptIds = (models: number): readonly string[] =>
  Array.from({ length: models }, (_, rank) => modelAt(rank))
    .filter(({ pipeline_tag }) => pipeline_tag !== undefined && pipeline_tag !== "fill-mask")
    .map(({ id }) => String(id));
