import type {
  CardCode,
  CardFact,
  CatalogueEndpoint,
  CatalogueModel,
  Confidence,
  Price,
  Score,
} from "../../src/domain/catalogue.ts";

/** As many as the Hub has with a task that we know and downloads worth counting. */
export const GENERATED_MODELS = 27_000;
/** Models of the largest task type. */
const LARGEST = 9_000;
export const LARGEST_TASK_TYPE = "text-generation";

const TASK_TYPES =
  "text-classification token-classification feature-extraction sentence-similarity fill-mask summarization translation question-answering zero-shot-classification text2text-generation automatic-speech-recognition text-to-speech audio-classification image-classification object-detection image-segmentation text-to-image image-to-text visual-question-answering depth-estimation".split(
    " ",
  );
const LICENCES = "apache-2.0 mit apache-2.0 mit cc-by-4.0 cc-by-nc-4.0 llama3.3 openrail++ other unknown unknown".split(
  " ",
);
const LANGUAGES = "en en en zh fr de es ja ru it ko pt ar hi nl tr pl sv vi th".split(" ");
const BENCHMARKS = "MMLU ARC-Challenge HellaSwag GSM8K TruthfulQA Winogrande IFEval BBH GPQA MuSR".split(" ");
const WORDS =
  "a fine-tuned model of for the and text language trained on large small multilingual instruction following chat classification sentences documents speech images quantized distilled from base data released by open research".split(
    " ",
  );

/** Cards that a crawl reads. */
const CARDS = 500;
/** Lines of a card's code: one to two and a half kilobytes, more than most have. */
const LEAST_LINES = 10;
const MORE_LINES = 20;

const codeOf = (id: string, name: string, rank: number): CardCode => ({
  language: "python",
  code: Array.from(
    { length: LEAST_LINES + (rank % MORE_LINES) },
    (_, line) => `step_${line} = pipeline("${name}", model="${id}")`,
  ).join("\n"),
  licence: "mit",
  function: { name, defaults: { num_beams: 4, max_length: 100 + rank, do_sample: false } },
});

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A catalogue of the size and make of the Hub's, the same at each call; nothing in it is true. */
export function* generateCatalogue(): Generator<CatalogueModel> {
  const next = random(5);
  const below = (count: number): number => Math.floor(next() * count);
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("There is nothing to take one of");
    return item;
  };
  const some = <Item>(most: number, make: () => Item): Item[] => Array.from({ length: below(most + 1) }, make);
  const name = (): string => `${oneOf(WORDS)}-${below(100_000).toString(36)}`;
  const confidence = (): Confidence => oneOf(["verified", "sure", "sure", "unsure"]);

  const score = (): Score => ({
    benchmark: oneOf(BENCHMARKS),
    config: next() < 0.3 ? oneOf(LANGUAGES) : null,
    split: oneOf(["test", "validation", null]),
    metric: oneOf(["accuracy", "accuracy", "f1"]),
    value: Math.round(next() * 10_000) / 100,
    higherIsBetter: true,
    source: "model-index",
    confidence: confidence(),
    paper: next() < 0.3 ? oneOf(["1912.06670", "2009.03300"]) : null,
  });
  const price = (per: Price["per"]): Price => ({
    usd: Math.round(10 ** (next() * 3)) / 100,
    per,
    source: "https://example.org/prices",
    asOf: "2026-11-22",
  });
  /** The largest task type can be called throughout, so that a selection meets all of it; of the others the best known. */
  const endpointsOf = (model: string, taskType: string, rank: number): CatalogueEndpoint[] => {
    const count = taskType === LARGEST_TASK_TYPE ? 1 + below(2) : below(rank < 3000 ? 4 : 1);
    return Array.from({ length: count }, () => ({
      provider: "huggingface" as const,
      via: oneOf(["hf-inference", "groq", "together", "fal-ai"]),
      model,
      taskType,
      status: oneOf(["live", "live", "staging"] as const),
      standsIn: false,
      prices: next() < 0.4 ? [price("million-input-tokens"), price("million-output-tokens")] : [],
      contextTokens: oneOf([null, 8192, 131_072]),
      maxInputBytes: null,
    }));
  };
  const fact = (): CardFact => ({
    relation: oneOf(["intended-for", "trained-on"] as const),
    object: oneOf(["medicine", "law", "finance", "education"]),
    sentence: `It was made for ${oneOf(WORDS)} ${oneOf(WORDS)} ${oneOf(WORDS)}.`,
  });

  for (let rank = 0; rank < GENERATED_MODELS; rank++) {
    const organization = `org-${Math.floor(next() ** 3 * 6000)}`;
    const id = `${organization}/${name()}-${rank}`;
    const taskType = rank % 3 === 0 && rank < 3 * LARGEST ? LARGEST_TASK_TYPE : oneOf(TASK_TYPES);
    const isScored = next() < 0.18;
    yield {
      id,
      organization,
      licence: oneOf(LICENCES),
      parameters: next() < 0.8 ? Math.round(10 ** (7 + next() * 4)) : null,
      bytes: next() < 0.6 ? Math.round(10 ** (7.5 + next() * 4)) : null,
      bytesConfidence: confidence(),
      languages: next() < 0.2 ? null : some(2, () => oneOf(LANGUAGES)),
      scores: isScored ? some(6, score) : [],
      downloads: Math.round(5e7 / (rank + 1) ** 1.1),
      downloadsOn: "2026-11-22",
      gated: next() < 0.05,
      description: Array.from({ length: 8 + below(12) }, () => oneOf(WORDS)).join(" "),
      tasks: [taskType],
      licenceConfidence: confidence(),
      parametersConfidence: confidence(),
      datasets: some(2, name),
      papers: next() < 0.3 ? [`${2000 + below(600)}.${10_000 + below(20_000)}`] : [],
      baseModels: next() < 0.5 ? [`org-${below(50)}/base-${below(200)}`] : [],
      library: oneOf(["transformers", "diffusers", "sentence-transformers", null]),
      likes: below(500),
      facts: next() < 0.1 ? [fact()] : [],
      cardCode: rank < CARDS ? codeOf(id, taskType, rank) : null,
      sources: [],
      endpoints: endpointsOf(id, taskType, rank),
    };
  }
}
