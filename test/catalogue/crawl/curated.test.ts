import { describe, expect, it } from "vitest";
import { withCurated } from "../../../src/catalogue/crawl/curated.ts";
import type { CatalogueEndpoint, CatalogueModel, Score } from "../../../src/domain/catalogue.ts";

const endpoint = (changes: Partial<CatalogueEndpoint>): CatalogueEndpoint => ({
  provider: "huggingface",
  via: "hf-inference",
  model: "a/b",
  taskType: "translation",
  status: "live",
  standsIn: false,
  prices: [],
  contextTokens: null,
  maxInputBytes: null,
  ...changes,
});
const score = (changes: Partial<Score>): Score => ({
  benchmark: "WMT",
  config: null,
  split: "test",
  metric: "bleu",
  value: 30,
  higherIsBetter: true,
  source: "https://huggingface.co/a/b",
  confidence: "sure",
  paper: null,
  ...changes,
});
const unsure = (one: Score): Score => ({ ...one, confidence: "unsure" });
const model = (changes: Partial<CatalogueModel> = {}): CatalogueModel => ({
  id: "a/b",
  organization: "a",
  description: "",
  tasks: ["translation"],
  licence: "unknown",
  licenceConfidence: "unsure",
  parameters: null,
  parametersConfidence: "unsure",
  bytes: null,
  bytesConfidence: "unsure",
  languages: null,
  scores: [],
  downloads: 5,
  downloadsOn: "2026-11-27",
  likes: 1,
  gated: null,
  library: null,
  datasets: [],
  papers: [],
  baseModels: [],
  facts: [],
  cardCode: null,
  sources: [],
  endpoints: [],
  ...changes,
});

async function* stream(models: readonly CatalogueModel[]): AsyncGenerator<CatalogueModel> {
  yield* models;
}

async function merged(
  crawled: readonly CatalogueModel[],
  curated: readonly CatalogueModel[],
): Promise<readonly CatalogueModel[]> {
  const all: CatalogueModel[] = [];
  for await (const one of withCurated(stream(crawled), curated)) all.push(one);
  return all;
}

describe("what was written by hand", () => {
  it("is published along where the crawl did not meet it", async () => {
    const all = await merged([model()], [model({ id: "c/d" })]);
    expect(all.map(({ id }) => id)).toEqual(["a/b", "c/d"]);
  });

  it.each<[string, Partial<CatalogueModel>, Partial<CatalogueModel>, Partial<CatalogueModel>]>([
    ["a description", {}, { description: "It is." }, { description: "It is." }],
    ["a licence", {}, { licence: "mit", licenceConfidence: "sure" }, { licence: "mit", licenceConfidence: "sure" }],
    [
      "a size that the Hub only guesses",
      { parameters: 7e9, parametersConfidence: "unsure" },
      { parameters: 7.2e9, parametersConfidence: "sure" },
      { parameters: 7.2e9, parametersConfidence: "sure" },
    ],
    ["languages", {}, { languages: ["en"] }, { languages: ["en"] }],
    ["papers", { papers: ["1"] }, { papers: ["2", "1"] }, { papers: ["1", "2"] }],
  ])("adds %s where the Hub knows none", async (_, crawled, curated, expected) => {
    expect(await merged([model(crawled)], [model(curated)])).toEqual([model({ ...curated, ...expected })]);
  });

  it.each<[string, Partial<CatalogueModel>, Partial<CatalogueModel>]>([
    ["a description", { description: "From the card." }, { description: "By hand." }],
    [
      "a licence",
      { licence: "apache-2.0", licenceConfidence: "sure" },
      { licence: "mit", licenceConfidence: "verified" },
    ],
    ["a size on disk", { bytes: 5, bytesConfidence: "sure" }, { bytes: 6, bytesConfidence: "verified" }],
    [
      "where a fact was read",
      {},
      { sources: [{ fact: "downloads", source: "https://example.com/", asOf: "2026-10-05" }], downloads: 7 },
    ],
    ["a size", { parameters: 5, parametersConfidence: "sure" }, { parameters: 6, parametersConfidence: "verified" }],
    ["languages", { languages: [] }, { languages: ["en"] }],
    ["whether it is gated", { gated: true }, { gated: false }],
    ["downloads", { downloads: 5 }, { downloads: null }],
    ["a figure", { scores: [score({ value: 31 })] }, { scores: [score({ benchmark: "wmt", value: 40 })] }],
    [
      "where Hugging Face serves it",
      { endpoints: [endpoint({})] },
      { endpoints: [endpoint({ via: "groq", status: "unknown" })] },
    ],
  ])("never replaces what the Hub says: %s", async (_, crawled, curated) => {
    expect(await merged([model(crawled)], [model(curated)])).toEqual([model(crawled)]);
  });

  it.each<[string, Partial<CatalogueModel>, Partial<CatalogueModel>]>([
    [
      "a figure",
      { scores: [score({ value: 31, confidence: "unsure" })] },
      { scores: [score({ value: 40, confidence: "verified" })] },
    ],
    [
      "a licence",
      { licence: "acme-research", licenceConfidence: "unsure" },
      { licence: "mit", licenceConfidence: "verified" },
    ],
  ])("stands against what is unsure at the Hub: %s", async (_, crawled, curated) => {
    expect(await merged([model(crawled)], [model(curated)])).toEqual([model(curated)]);
    const bothUnsure = { ...curated, licenceConfidence: "unsure", scores: curated.scores?.map(unsure) ?? [] } as const;
    expect(await merged([model(crawled)], [model(bothUnsure)])).toEqual([model(crawled)]);
  });

  it("takes the size on disk and the downloads that the Hub does not tell, with their sources", async () => {
    const sources = [
      { fact: "parameters", source: "https://example.com/card", asOf: "2026-11-27" },
      { fact: "bytes", source: "https://example.com/files", asOf: "2026-11-27" },
      { fact: "downloads", source: "https://example.com/list", asOf: "2026-10-05" },
    ] as const;
    const byHand = model({ parameters: 5, bytes: 20, downloads: 7, downloadsOn: "2026-10-05", sources });
    const crawled = model({ parameters: 6, parametersConfidence: "sure", downloads: null, downloadsOn: null });
    expect(await merged([crawled], [byHand])).toMatchObject([
      { parameters: 6, bytes: 20, downloads: 7, downloadsOn: "2026-10-05", sources: sources.slice(1) },
    ]);
  });

  it("adds figures and other providers' copies", async () => {
    const copy = endpoint({ provider: "workers-ai", via: null, model: "@cf/a/b" });
    const [one] = await merged(
      [model({ scores: [score({})], endpoints: [endpoint({})] })],
      [model({ scores: [score({ split: "validation" })], endpoints: [copy] })],
    );
    expect(one?.scores).toEqual([score({}), score({ split: "validation" })]);
    expect(one?.endpoints).toEqual([endpoint({}), copy]);
  });
});
