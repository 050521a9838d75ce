import { type CallableHere, createTenantCatalogue, type TenantCatalogue } from "../../../src/catalogue/query/index.ts";
import { buildSnapshot, type Snapshot } from "../../../src/catalogue/snapshot/snapshot.ts";
import type { CatalogueEndpoint, CatalogueModel, Score } from "../../../src/domain/catalogue.ts";
import type { Endpoint } from "../../../src/domain/endpoints.ts";

/** A model of which nothing is known but what is given. */
export const model = (id: string, facts: Partial<CatalogueModel> = {}): CatalogueModel => ({
  id,
  organization: id.includes("/") ? id.slice(0, id.indexOf("/")) : null,
  description: "",
  tasks: [],
  licence: "unknown",
  licenceConfidence: "sure",
  parameters: null,
  parametersConfidence: "sure",
  bytes: null,
  bytesConfidence: "sure",
  languages: null,
  scores: [],
  downloads: null,
  downloadsOn: null,
  likes: null,
  gated: null,
  library: null,
  datasets: [],
  papers: [],
  baseModels: [],
  facts: [],
  cardCode: null,
  sources: [],
  endpoints: [],
  ...facts,
});

export const score = (benchmark: string, value: number, more: Partial<Score> = {}): Score => ({
  benchmark,
  config: null,
  split: "test",
  metric: "wer",
  value,
  higherIsBetter: false,
  source: "https://example.com/card",
  confidence: "sure",
  paper: null,
  ...more,
});

export const served = (
  at: Partial<CatalogueEndpoint> & Pick<CatalogueEndpoint, "provider" | "model">,
): CatalogueEndpoint => ({
  via: null,
  taskType: "automatic-speech-recognition",
  status: "live",
  standsIn: false,
  prices: [],
  contextTokens: null,
  maxInputBytes: null,
  ...at,
});

export const own = (id: string, more: Partial<Endpoint> = {}): Endpoint => ({
  provider: "custom",
  model: id,
  taskType: "automatic-speech-recognition",
  description: "An endpoint of ours",
  licence: "unknown",
  grade: "full",
  ...more,
});

export const snapshotOf = (models: readonly CatalogueModel[], id = "first"): Promise<Snapshot> =>
  buildSnapshot(models, { id, publishedAt: null });

export const knownOf = async (
  models: readonly CatalogueModel[],
  here: Partial<CallableHere> = {},
  id = "first",
): Promise<TenantCatalogue> =>
  createTenantCatalogue(await snapshotOf(models, id), { endpoints: [], isOn: () => false, ...here });

/** Speech recognizers and what is near them: enough to tell every condition and order apart. */
export const SPEECH: readonly CatalogueModel[] = [
  model("openai/whisper-large-v2", {
    description: "Whisper transcribes speech in many languages.",
    tasks: ["automatic-speech-recognition"],
    licence: "apache-2.0",
    licenceConfidence: "verified",
    parameters: 1_550_000_000,
    languages: ["mul"],
    scores: [
      score("Common Voice 9.0", 9.0, { config: "en", confidence: "verified" }),
      score("LibriSpeech", 2.7, { split: "test-clean" }),
    ],
    downloads: 500,
    likes: 20,
    gated: false,
    library: "transformers",
    datasets: ["mozilla-foundation/common_voice_9_0"],
    papers: ["2212.04356"],
    baseModels: ["openai/whisper-large"],
    facts: [{ relation: "intended-for", object: "research", sentence: "It is intended for research." }],
    endpoints: [
      served({ provider: "huggingface", via: "hf-inference", model: "openai/whisper-large-v2" }),
      served({ provider: "workers-ai", model: "@cf/openai/whisper" }),
    ],
  }),
  model("nvidia/parakeet-rnnt-1.1b", {
    description: "Parakeet transcribes English speech.",
    tasks: ["automatic-speech-recognition"],
    licence: "cc-by-4.0",
    parameters: 1_100_000_000,
    languages: ["en"],
    scores: [score("Common Voice 9.0", 5.8, { config: "en" }), score("LibriSpeech", 1.4, { split: "test-clean" })],
    downloads: 300,
    likes: 30,
    gated: false,
  }),
  model("facebook/mms-1b-all", {
    description: "Transcribes speech; forbids commercial use.",
    tasks: ["automatic-speech-recognition"],
    licence: "cc-by-nc-4.0",
    parameters: 965_000_000,
    languages: ["de", "pt-BR"],
    scores: [score("Common Voice 9.0", 4.2, { config: "pt", confidence: "unsure" })],
    downloads: 300,
    likes: 10,
    gated: true,
    endpoints: [served({ provider: "huggingface", via: "groq", model: "mms", status: "gone" })],
  }),
  model("someone/whisper-tiny-tune", { description: "A tune.", tasks: ["automatic-speech-recognition"] }),
  model("facebook/bart-large-cnn", {
    description: "Summarizes English news.",
    tasks: ["summarization"],
    licence: "mit",
    parameters: 406_000_000,
    languages: ["en"],
    downloads: 900,
    likes: 5,
    cardCode: {
      language: "python",
      code: 'shorten = pipeline("summarization", model="facebook/bart-large-cnn")\nshorten(news, max_length=130)',
      licence: "mit",
      function: { name: "summarization", defaults: { max_length: 130 } },
    },
  }),
];
