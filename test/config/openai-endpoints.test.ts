import { describe, expect, it } from "vitest";
import { type OpenAiEndpoint, openAiConfig, openAiEndpoints } from "../../src/config/openai-endpoints.ts";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { createOpenAiProvider } from "../../src/providers/openai/index.ts";

const read = (...models: readonly object[]): readonly OpenAiEndpoint[] => openAiConfig.parse({ models }).models;
const faults = (...models: readonly object[]): readonly string[] =>
  openAiConfig.safeParse({ models }).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
const offered = (...endpoints: readonly OpenAiEndpoint[]): readonly Endpoint[] =>
  createOpenAiProvider({
    baseUrl: "http://x/v1",
    apiKey: null,
    endpoints,
    ontology: createOntology(),
    fetch,
  }).endpoints();
const typesOf = (endpoints: readonly Endpoint[]): readonly string[] =>
  endpoints.map(({ taskType }) => taskType).toSorted();

const TEXT_TASKS = [
  "conversational",
  "language-identification",
  "open-question-answering",
  "question-answering",
  "sentence-similarity",
  "summarization",
  "table-question-answering",
  "text-classification",
  "text-generation",
  "text2text-generation",
  "token-classification",
  "translation",
  "zero-shot-classification",
];
const VISION_TASKS = [
  "document-question-answering",
  "image-classification",
  "image-to-text",
  "object-detection",
  "optical-character-recognition",
  "visual-question-answering",
  "zero-shot-image-classification",
];
const MAPS = ["canny", "depth", "hed", "mlsd", "normal", "openpose", "scribble", "seg"];

describe("the models of an OpenAI-compatible server", () => {
  it.each<[OpenAiEndpoint["does"], readonly string[]]>([
    ["chat", TEXT_TASKS],
    ["vision", [...TEXT_TASKS, ...VISION_TASKS]],
    ["embeddings", ["feature-extraction", "sentence-similarity"]],
    ["images", ["text-to-image"]],
    ["image-edits", ["image-editing", "image-to-image", ...MAPS.map((map) => `${map}-text-to-image`)]],
    ["speech", ["text-to-speech"]],
    ["transcription", ["automatic-speech-recognition"]],
  ])("for %s do these task types", (does, types) => {
    expect(typesOf(offered(...read({ model: "m", does })))).toEqual(types.toSorted());
  });

  it("do by instruction what no chat model is made for, as stand-ins", () => {
    const full = offered(...read({ model: "m", does: "vision" })).filter(({ grade }) => grade === "full");
    expect(typesOf(full)).toEqual(["conversational", "visual-question-answering"]);
  });

  it("do a task type once, in the way that was made for it", () => {
    const twice = offered(...read({ model: "m", does: "chat" }, { model: "m", does: "embeddings" }));
    expect(twice.filter(({ taskType }) => taskType === "sentence-similarity")).toMatchObject([{ grade: "full" }]);
  });

  it("chat in task types of the deployment's own", () => {
    const [text] = createOntology().all;
    if (!text) throw new Error("There are no task types");
    const own = {
      ...text,
      name: "rhyming",
      aliases: [],
      outputs: text.outputs.filter(({ kinds }) => kinds[0] === "text"),
    };
    const ontology = createOntology([own]);
    const endpoints = read({ model: "m", does: "chat" });
    const provider = createOpenAiProvider({ baseUrl: "http://x/v1", apiKey: null, endpoints, ontology, fetch });
    expect(typesOf(provider.endpoints())).toContain("rhyming");
  });

  it("are offered with what is stated of them", () => {
    const stated = {
      parameters: 7e9,
      languages: ["en"],
      prices: [{ usd: 2, per: "million-input-tokens", asOf: "2026-11-01" }],
    };
    const [endpoint] = offered(...read({ model: "m", does: "images", licence: "mit", description: "Ours", ...stated }));
    expect(endpoint).toMatchObject({
      provider: "openai",
      model: "m",
      licence: "mit",
      description: "Ours",
      stated: { parameters: 7e9, languages: ["en"], prices: [{ usd: 2 }] },
    });
  });

  it.each([
    ["http://127.0.0.1:11434/v1", { hosted: "here" }],
    ["https://models.example/v1", undefined],
  ])("run where the address says, at %s", (baseUrl, stated) => {
    const endpoints = read({ model: "m", does: "images" });
    const provider = createOpenAiProvider({ baseUrl, apiKey: null, endpoints, ontology: createOntology(), fetch });
    expect(provider.endpoints()[0]?.stated).toEqual(stated);
  });

  it("are the planning model alone where none is named", () => {
    expect(openAiEndpoints([], "gpt")).toEqual([{ model: "gpt", does: "chat", description: "", licence: "unknown" }]);
    expect(openAiEndpoints([], undefined)).toEqual([]);
    const named = read({ model: "m", does: "speech" });
    expect(openAiEndpoints(named, "gpt")).toBe(named);
  });

  it.each<[string, readonly object[], RegExp]>([
    ["an ability that there is none of", [{ model: "m", does: "video" }], /models\.0\.does/],
    ["no name", [{ model: "", does: "chat" }], /models\.0\.model/],
    ["a field that there is none of", [{ model: "m", does: "chat", key: "x" }], /models\.0/],
    [
      "the same twice",
      [
        { model: "m", does: "chat" },
        { model: "m", does: "chat" },
      ],
      /models\.1: m is there twice/,
    ],
    ["a voice that is not spoken with", [{ model: "m", does: "chat", voice: "x" }], /models\.0\.voice: is of no use/],
    [
      "a context that nothing is read in",
      [{ model: "m", does: "speech", contextTokens: 9_000 }],
      /contextTokens: is of/,
    ],
    ["a thought that nobody thinks", [{ model: "m", does: "embeddings", reasoning: "none" }], /reasoning: is of no/],
    ["a context that holds nothing", [{ model: "m", does: "chat", contextTokens: 1 }], /models\.0\.contextTokens/],
  ])("are refused with %s", (_, models, fault) => {
    expect(faults(...models).join("; ")).toMatch(fault);
  });
});

describe("where such a model runs", () => {
  const hostedOf = (facts: object): unknown =>
    createOpenAiProvider({
      ...{ baseUrl: "http://127.0.0.1:4000/v1", apiKey: null, ontology: createOntology(), fetch },
      endpoints: read({ model: "m", does: "embeddings", ...facts }),
    }).endpoints()[0]?.stated?.hosted;

  it("is told by its server's address, unless the deployment says otherwise, as of a proxy", () => {
    expect(hostedOf({})).toBe("here");
    expect(hostedOf({ hosted: "elsewhere" })).toBe("elsewhere");
  });
});
