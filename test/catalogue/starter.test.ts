import { beforeAll, describe, expect, it } from "vitest";
import { loadStarter, readStarter } from "../../src/catalogue/starter/index.ts";
import type { CatalogueModel } from "../../src/domain/catalogue.ts";
import { isKnownLicence, normaliseLicence } from "../../src/domain/licences.ts";
import { METRICS } from "../../src/domain/metrics.ts";
import { BUILT_IN_TASK_TYPES } from "../../src/domain/task-types/index.ts";
import { EMBEDDED_EXPERTS } from "../../src/providers/embedded/index.ts";

const ID = /^[\w.-]+\/[\w.-]+$/;
const taskTypes = new Set(BUILT_IN_TASK_TYPES.map(({ name }) => name));
/** The first of a list that breaks a rule, told with its model, so that a failure names it. */
const breaking = (models: readonly CatalogueModel[], broken: (model: CatalogueModel) => readonly unknown[]) =>
  models.flatMap((model) => broken(model).map((what) => [model.id, what]));

describe("the starter catalogue", () => {
  let models: readonly CatalogueModel[];
  beforeAll(async () => {
    models = await loadStarter();
  });

  it("holds at least 150 models, and each once whatever its spelling", () => {
    expect(models.length).toBeGreaterThanOrEqual(150);
    expect(new Set(models.map(({ id }) => id.toLowerCase())).size).toBe(models.length);
  });

  it("names only task types of the ontology, and each once a model", () => {
    expect(
      breaking(models, (model) => [
        ...model.tasks.filter((task, index) => !taskTypes.has(task) || model.tasks.indexOf(task) !== index),
        ...model.endpoints.filter(
          ({ taskType, standsIn }) => !taskTypes.has(taskType) || standsIn === model.tasks.includes(taskType),
        ),
      ]),
    ).toEqual([]);
  });

  it("lists nothing at hf-inference for text to text, which none of its methods does, but what is talked to", () => {
    expect(
      breaking(models, ({ tasks, endpoints }) =>
        endpoints.filter(
          ({ via, taskType }) =>
            via === "hf-inference" && taskType === "text2text-generation" && !tasks.includes("conversational"),
        ),
      ),
    ).toEqual([]);
  });

  it.each(["google-t5/t5-small", "google-t5/t5-base"])(
    "has %s served for translation, its one task on the Hub",
    (id) => {
      const served = models.find((model) => model.id === id)?.endpoints ?? [];
      expect(served.map(({ via, taskType }) => [via, taskType])).toEqual([["hf-inference", "translation"]]);
    },
  );

  it.each([...taskTypes])("%s has a model, here or at a provider", (taskType) => {
    const hasModel =
      models.some(({ tasks }) => tasks.includes(taskType)) ||
      EMBEDDED_EXPERTS.some((expert) => expert.taskType === taskType);
    expect(hasModel).toBe(true);
  });

  it("says where every score comes from, and never scores twice in one way", () => {
    const wayOf = ({ benchmark, config, split, metric }: CatalogueModel["scores"][number]) =>
      [benchmark, config, split, metric].join("|");
    expect(
      breaking(models, ({ scores }) => [
        ...scores.filter(({ source }) => !/^https:\/\/\S+$/.test(source)),
        ...scores.filter((score, index) => scores.findIndex((other) => wayOf(other) === wayOf(score)) !== index),
        ...scores.filter(({ split }) => split?.includes("train")),
      ]),
    ).toEqual([]);
  });

  it("keeps shares between 0 and 100 per cent, and says of each metric which way is better", () => {
    expect(
      breaking(models, ({ scores }) =>
        scores.filter(({ metric, value, higherIsBetter }) => {
          const meaning = METRICS.get(metric);
          return meaning?.higherIsBetter !== higherIsBetter || (meaning.share && (value <= 1 || value > 100));
        }),
      ),
    ).toEqual([]);
  });

  it("names licences as SPDX or the Hub does, and is sure of no other", () => {
    expect(breaking(models, ({ licence }) => (normaliseLicence(licence) === licence ? [] : [licence]))).toEqual([]);
    const unheardOf = models.filter(({ licence }) => !isKnownLicence(licence));
    expect(breaking(unheardOf, ({ licence }) => (/^(?:other|unknown)$/.test(licence) ? [] : [licence]))).toEqual([]);
    expect(breaking(unheardOf, ({ licenceConfidence: one }) => (one === "unsure" ? [] : [one]))).toEqual([]);
  });

  it("names languages as BCP 47 does, each once", () => {
    expect(
      breaking(models, ({ languages }) =>
        (languages ?? []).filter(
          (tag, index) => Intl.getCanonicalLocales(tag)[0] !== tag || languages?.indexOf(tag) !== index,
        ),
      ),
    ).toEqual([]);
  });

  it("names base models by well-formed ids, and none as its own base", () => {
    expect(
      breaking(models, ({ id, baseModels }) => baseModels.filter((base) => !ID.test(base) || base === id)),
    ).toEqual([]);
  });

  it("counts parameters and money as what they are", () => {
    expect(
      breaking(models, ({ parameters, endpoints }) => [
        ...(parameters !== null && (!Number.isSafeInteger(parameters) || parameters < 1000) ? [parameters] : []),
        ...endpoints.flatMap(({ prices }) => prices).filter(({ usd, asOf }) => !(usd > 0) || asOf > "2026-11-22"),
        ...endpoints.filter(({ status, prices }) => status === "gone" && prices.length > 0),
      ]),
    ).toEqual([]);
  });

  it("knows what a picture costs at Workers AI, and a chat", () => {
    const priced = new Map(models.flatMap(({ endpoints }) => endpoints.map(({ model, prices }) => [model, prices])));
    const perPicture = ["flux-1-schnell", "flux-2-klein-4b", "flux-2-klein-9b", "flux-2-dev"].map((name) =>
      priced.get(`@cf/black-forest-labs/${name}`)?.map(({ per, usd }) => [per, usd]),
    );
    expect(perPicture).toEqual([
      [["image", 0.000634]],
      [["image", 0.001207]],
      [["image", 0.017]],
      [["image", 0.04625]],
    ]);
    const scout = priced.get("@cf/meta/llama-4-scout-17b-16e-instruct") ?? [];
    expect(Object.fromEntries(scout.map(({ per, usd }) => [per, usd]))).toEqual({
      "million-input-tokens": 0.27,
      "million-output-tokens": 0.85,
    });
  });

  it("bills by neurons alone only what the list of Workers AI has no other price for", () => {
    const byNeurons = models.flatMap(({ endpoints }) =>
      endpoints.flatMap(({ model, prices }) => (prices.some(({ per }) => per === "thousand-neurons") ? [model] : [])),
    );
    expect([...new Set(byNeurons)].toSorted()).toEqual([
      "@cf/bytedance/stable-diffusion-xl-lightning",
      "@cf/google/embeddinggemma-300m",
      "@cf/llava-hf/llava-1.5-7b-hf",
      "@cf/lykon/dreamshaper-8-lcm",
      "@cf/openai/whisper-tiny-en",
      "@cf/stabilityai/stable-diffusion-xl-base-1.0",
      "@cf/utter-project/eurollm-9b-it",
    ]);
  });

  it("claims of no endpoint that it lives: nobody has called it", () => {
    expect(
      breaking(models, ({ endpoints }) => endpoints.filter(({ status }) => status !== "unknown" && status !== "gone")),
    ).toEqual([]);
  });

  it("knows what Workers AI calls the models it serves", () => {
    expect(
      breaking(models, ({ endpoints }) =>
        endpoints.filter(
          ({ provider, model }) => provider === "workers-ai" && !/^@(?:cf|hf)\/[\w.-]+\/[\w.-]+$/.test(model),
        ),
      ),
    ).toEqual([]);
  });
});

const MINIMAL = {
  id: "maker/model",
  description: "A model.",
  tasks: ["summarization"],
  licence: "mit",
  languages: ["en"],
};

describe("the format of the starter catalogue", () => {
  it("fills in what is left out", () => {
    expect(readStarter([MINIMAL])).toEqual([
      {
        id: "maker/model",
        organization: "maker",
        description: "A model.",
        tasks: ["summarization"],
        licence: "mit",
        licenceConfidence: "sure",
        parameters: null,
        parametersConfidence: "unsure",
        bytes: null,
        bytesConfidence: "unsure",
        languages: ["en"],
        scores: [],
        downloads: null,
        downloadsOn: null,
        likes: null,
        gated: false,
        library: null,
        datasets: [],
        papers: [],
        baseModels: [],
        facts: [],
        cardCode: null,
        sources: [],
        endpoints: [],
      },
    ]);
  });

  it("reads facts with their confidence, and counts in thousands, millions and billions", () => {
    const parametersOf = (parameters: unknown) => readStarter([{ ...MINIMAL, parameters }])[0];
    expect(parametersOf("66.96M")).toMatchObject({ parameters: 66_960_000, parametersConfidence: "sure" });
    expect(parametersOf(["1.5B", "unsure"])).toMatchObject({ parameters: 1.5e9, parametersConfidence: "unsure" });
    expect(parametersOf("12K")?.parameters).toBe(12_000);
  });

  it("reads sizes on disk and downloads with their sources, of which some have names", () => {
    const sources = { bytes: ["files", "2026-11-27"], downloads: ["https://example.com/list", "2026-10-05"] };
    const stated = { bytes: "1.5 GB", downloads: 5, sources };
    expect(readStarter([{ ...MINIMAL, ...stated }])).toMatchObject([
      {
        bytes: 1.5e9,
        bytesConfidence: "sure",
        downloads: 5,
        downloadsOn: "2026-10-05",
        sources: [
          { fact: "bytes", source: "https://huggingface.co/maker/model/tree/main", asOf: "2026-11-27" },
          { fact: "downloads", source: "https://example.com/list", asOf: "2026-10-05" },
        ],
      },
    ]);
  });

  it("spells languages as they are looked for", () => {
    expect(readStarter([{ ...MINIMAL, languages: ["tl", "zh-Hant"] }])[0]?.languages).toEqual(["fil", "zh-Hant"]);
  });

  it("is unsure of a licence that nobody stated", () => {
    expect(readStarter([{ ...MINIMAL, licence: "unknown" }])[0]?.licenceConfidence).toBe("unsure");
  });

  it("takes a score's source from the model's card unless it says otherwise", () => {
    const score = { benchmark: "Common Voice", metric: "wer", value: 9 };
    const [model] = readStarter([{ ...MINIMAL, scores: [score, { ...score, source: "arxiv:2212.04356" }] }]);
    expect(model?.scores).toMatchObject([
      { source: "https://huggingface.co/maker/model", higherIsBetter: false, confidence: "sure", split: null },
      { source: "https://arxiv.org/abs/2212.04356" },
    ]);
    expect(model?.scores.map(({ paper }) => paper)).toEqual(["1912.06670", "1912.06670"]);
  });

  it("makes an endpoint for each task type and each company behind a provider", () => {
    const [model] = readStarter([
      { ...MINIMAL, standsInFor: ["translation"], endpoints: [{ at: "huggingface", via: ["groq", "together"] }] },
    ]);
    expect(model?.endpoints.map(({ via, taskType, standsIn }) => [via, taskType, standsIn])).toEqual([
      ["groq", "summarization", false],
      ["groq", "translation", true],
      ["together", "summarization", false],
      ["together", "translation", true],
    ]);
    expect(model?.tasks).toEqual(["summarization"]);
  });

  it.each([
    ["its own price", {}, { prices: { minute: 0.5 }, pricedOn: "2026-01-02" }, [["minute", 0.5, "2026-01-02"]]],
    ["the price of neurons, where it has none", {}, {}, [["thousand-neurons", 0.011, "2026-11-22"]]],
    ["no price where it is gone", {}, { status: "gone" }, []],
  ])("gives an endpoint of Workers AI %s", (_, more, endpoint, prices) => {
    const endpoints = [{ at: "workers-ai", model: "@cf/maker/model", ...endpoint }];
    const [model] = readStarter([{ ...MINIMAL, ...more, endpoints }]);
    expect(model?.endpoints[0]?.prices.map(({ per, usd, asOf }) => [per, usd, asOf])).toEqual(prices);
  });

  it.each([
    ["a field it does not know", { uploads: 5 }],
    ["downloads of no day", { downloads: 5 }],
    ["a size on disk from nowhere", { bytes: "1.5 GB" }],
    ["a source of nothing", { sources: { bytes: ["card", "2026-11-27"] } }],
    ["a derived size that is sure", { bytes: "1.5 GB", sources: { bytes: ["derived-32", "2026-11-27"] } }],
    ["an id without an owner", { id: "model" }],
    ["a description with markup", { description: "A <b>model</b>." }],
    ["a count without a unit", { parameters: "66" }],
    ["a language by its name", { languages: ["English"] }],
    ["a metric of another name", { scores: [{ benchmark: "b", metric: "WER", value: 1 }] }],
    ["a source that is no address", { scores: [{ benchmark: "b", metric: "wer", value: 1, source: "card" }] }],
    ["a price without its day", { endpoints: [{ at: "workers-ai", prices: { minute: 1 } }] }],
    ["a price from no price list", { endpoints: [{ at: "huggingface", prices: { call: 1 }, pricedOn: "2026-01-02" }] }],
  ])("refuses %s", (_, wrong) => {
    expect(() => readStarter([{ ...MINIMAL, ...wrong }])).toThrow();
  });
});
