import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  listedModels,
  lmStudioModels,
  ollamaModels,
  ollamaNames,
  parametersIn,
  withProps,
} from "../../../../scripts/local-models/model-lists.ts";
import * as answers from "../../../fakes/local-models/answers.ts";

const shown = new Map(Object.entries(answers.OLLAMA_SHOWN));
const UNKNOWN = { parameters: null, bytes: null, contextTokens: null };

describe("the models of Ollama", () => {
  it("are told by what it says of each, without those that run elsewhere", () => {
    expect(ollamaModels(answers.OLLAMA_TAGS, answers.OLLAMA_RUNNING, shown)).toEqual([
      {
        ...{ name: "gemma4:latest", does: "vision", isLoaded: true },
        ...{ parameters: 8e9, bytes: 9_608_350_245, contextTokens: 16_384 },
      },
      {
        ...{ name: "llama3.2:1b", does: "chat", isLoaded: false },
        ...{ parameters: 1_235_814_432, bytes: 1_321_098_329, contextTokens: 4_096 },
      },
      {
        ...{ name: "nomic-embed-text:latest", does: "embeddings", isLoaded: false },
        ...{ parameters: 136_727_040, bytes: 274_302_450, contextTokens: 2_048 },
      },
    ]);
  });

  it("are judged by their names and labels where it says nothing of them in time", () => {
    const models = ollamaModels(answers.OLLAMA_TAGS, undefined, new Map([["gemma4:latest", undefined]]));
    expect(models.map(({ name, does, parameters, isLoaded }) => [name, does, parameters, isLoaded])).toEqual([
      ["gemma4:latest", "chat", 8e9, false],
      ["llama3.2:1b", "chat", 1.2e9, false],
      ["nomic-embed-text:latest", "embeddings", 137e6, false],
    ]);
  });

  it.each([
    ["its own setting", "num_ctx 8192", 131_072, 8_192],
    ["what is usual", 'stop "num_ctx 9"', 131_072, 4_096],
    ["what it was trained for", "num_ctx 8192", 2_048, 2_048],
    ["what is usual, where the setting is none", "num_ctx 99999999999", 131_072, 4_096],
  ])("have as their context, before they are loaded, %s", (_, parameters, trained, contextTokens) => {
    const more = { capabilities: ["completion"], parameters, model_info: { "qwen3.context_length": trained } };
    const models = ollamaModels({ models: [{ name: "qwen3:8b" }] }, undefined, new Map([["qwen3:8b", more]]));
    expect(models).toMatchObject([{ contextTokens }]);
  });

  it.each<[string, object, string | undefined]>([
    ["chats and sees", { capabilities: ["completion", "vision", "tools"] }, "vision"],
    ["decides and does not write", { capabilities: ["decision"] }, undefined],
    ["runs elsewhere under a name of its own", { capabilities: ["completion"], remote_host: "https://x" }, undefined],
  ])("are for what a list says that has it already: one that %s", (_, entry, does) => {
    expect(ollamaModels({ models: [{ name: "m", ...entry }] }, undefined, new Map())[0]?.does).toBe(does);
    expect(ollamaModels({ models: [{ name: "m" }] }, undefined, new Map([["m", entry]]))[0]?.does).toBe(does);
  });

  it("are those of a list alone", () => {
    expect(ollamaNames(answers.OLLAMA_TAGS)).toHaveLength(4);
    expect(ollamaNames({ models: [] })).toEqual([]);
    expect(ollamaNames(answers.VLLM_LIST)).toBeNull();
  });
});

describe("the models of LM Studio", () => {
  it("are told by its own list", () => {
    expect(lmStudioModels(answers.LM_STUDIO_MODELS)).toEqual([
      {
        ...{ name: "qwen2-vl-7b-instruct", does: "vision", isLoaded: false },
        ...{ parameters: 7e9, bytes: null, contextTokens: 4_096 },
      },
      {
        ...{ name: "meta-llama-3.1-8b-instruct", does: "chat", isLoaded: true },
        ...{ parameters: 8e9, bytes: null, contextTokens: 8_192 },
      },
      {
        ...{ name: "text-embedding-nomic-embed-text-v1.5", does: "embeddings", isLoaded: false },
        ...{ parameters: null, bytes: null, contextTokens: 2_048 },
      },
    ]);
  });

  it("are told by their names where it has OpenAI's list alone", () => {
    expect(listedModels(answers.LM_STUDIO_LIST)).toEqual({
      program: "LM Studio",
      models: [
        { name: "google/gemma-4-12b-qat", does: "chat", isLoaded: false, ...UNKNOWN, parameters: 12e9 },
        { name: "text-embedding-nomic-embed-text-v1.5", does: "embeddings", isLoaded: false, ...UNKNOWN },
      ],
    });
  });

  it("are not those of another list", () => {
    expect(lmStudioModels({ error: "Unexpected endpoint or method. (GET /api/v0/models)" })).toBeNull();
    expect(
      lmStudioModels({
        data: [
          { id: "m", type: "reranker" },
          { id: "n", type: "constructor" },
        ],
      }),
    ).toEqual([]);
  });
});

describe("the models of llama.cpp and vLLM", () => {
  it("are told by their lists", () => {
    expect(listedModels(answers.LLAMA_CPP_RECORDED)).toEqual({
      program: "llama.cpp",
      models: [
        {
          ...{ name: "SmolLM2-135M-Instruct", does: "chat", isLoaded: true },
          ...{ parameters: 134_515_008, bytes: 96_576_768, contextTokens: 8_192 },
        },
      ],
    });
    expect(listedModels(answers.VLLM_LIST)).toEqual({
      program: "vLLM",
      models: [
        {
          name: "Qwen/Qwen2.5-7B-Instruct",
          does: "chat",
          isLoaded: true,
          ...UNKNOWN,
          parameters: 7e9,
          contextTokens: 32_768,
        },
      ],
    });
  });

  it("are told by what llama.cpp says of itself where its list is an older one", () => {
    const [model] = listedModels(answers.LLAMA_CPP_LIST)?.models ?? [];
    expect(model).toMatchObject({ does: "chat", parameters: 8_030_261_312, contextTokens: null });
    if (!model) return;
    expect(withProps(model, answers.LLAMA_CPP_PROPS)).toEqual({ ...model, does: "vision", contextTokens: 16_384 });
    expect(withProps(model, { error: { code: 501 } })).toEqual(model);
    expect(withProps(model, undefined)).toEqual(model);
  });

  it("are those that can be served and write texts, of several", () => {
    expect(listedModels(answers.LLAMA_CPP_ROUTER)?.models).toEqual([
      {
        ...{ name: "ggml-org/gemma-3-4b-it-GGUF:Q4_K_M", does: "vision", isLoaded: true },
        ...{ parameters: 3_880_099_328, bytes: 2_489_000_000, contextTokens: 4_096 },
      },
      { name: "ggml-org/Qwen3-4B-GGUF:Q4_K_M", does: "chat", isLoaded: false, ...UNKNOWN, parameters: 4e9 },
    ]);
  });

  it("are not those of a program that may pass them on to a service", () => {
    expect(listedModels(answers.PROXY_LIST)).toBeNull();
    const mixed = { data: [...answers.PROXY_LIST.data, ...answers.VLLM_LIST.data] };
    expect(listedModels(mixed)?.models.map(({ name }) => name)).toEqual(["Qwen/Qwen2.5-7B-Instruct"]);
  });

  it.each([
    ["bge-m3-q8_0.gguf", "embeddings"],
    ["intfloat/e5-mistral-7b-instruct", "embeddings"],
    ["all-MiniLM-L6-v2", "embeddings"],
    ["Qwen/Qwen3-Embedding-0.6B", "embeddings"],
    ["BAAI/bge-reranker-v2-m3", undefined],
    ["openai/whisper-large-v3", undefined],
    ["qwen3-tts-0.6b", undefined],
    ["gpt-oss-20b", "chat"],
    ["Phi-3.5-mini-instruct", "chat"],
    ["biggemma", "chat"],
  ])("are told by their names where nothing else does: %s", (id, does) => {
    expect(listedModels({ data: [{ id, owned_by: "vllm" }] })?.models[0]?.does).toBe(does);
  });
});

describe("a list that is none", () => {
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "models"],
    ["a list", [{ id: "m", owned_by: "vllm" }]],
    ["no list of models", { data: { id: "m" }, models: 7 }],
  ])("is read as no server: %s", (_, json) => {
    expect([ollamaNames(json), lmStudioModels(json), listedModels(json)]).toEqual([null, null, null]);
  });

  it.each([
    ["none", ""],
    ["one that is too long", "m".repeat(201)],
    ["one that a terminal obeys", "m\u001b[2J"],
    ["one that reads backwards", "m\u202e"],
    ["one of two lines", "m\nOPENAI_API_KEY=x"],
    ["one that ends a quotation", "m' x"],
    ["one with blanks around it", " m"],
  ])("has no model with a name like this: %s", (_, name) => {
    const good = { id: "m", owned_by: "vllm" };
    expect(listedModels({ data: [good, { id: name, owned_by: "vllm" }] })?.models).toHaveLength(1);
    expect(ollamaModels({ models: [{ name }] }, undefined, new Map())).toEqual([]);
  });

  it("is read as far as it can be, without figures that are none", () => {
    const odd = { name: "m", size: -1, capabilities: "all", details: [], remote_host: null };
    const more = { model_info: { "general.parameter_count": "8", "m.context_length": 1e20 }, capabilities: [7] };
    expect(ollamaModels({ models: [7, odd] }, { models: 7 }, new Map([["m", more]]))).toEqual([
      { name: "m", does: "chat", isLoaded: false, parameters: null, bytes: null, contextTokens: 4_096 },
    ]);
    const list = Array.from({ length: 1_000 }, (_, n) => ({ id: `m${n}`, owned_by: "vllm", max_model_len: "long" }));
    expect(listedModels({ data: list })?.models).toHaveLength(200);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const entry = { name: "m", id: "m", owned_by: "llamacpp", type: "llm", details: one, meta: one, status: other };
        for (const json of [one, { models: one, data: other }, { models: [entry, one], data: [entry, one] }]) {
          const models = [
            ...ollamaModels(json, json, new Map([["m", one]])),
            ...(lmStudioModels(json) ?? []),
            ...(listedModels(json)?.models ?? []).map((model) => withProps(model, other)),
          ];
          for (const { name } of models) expect(name).not.toBe("");
        }
      }),
    );
  });
});

describe("the parameters in a name", () => {
  it.each([
    ["8.0B", 8e9],
    ["494.03M", 494_030_000],
    ["Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", 8e9],
    ["mixtral-8x7b", 56e9],
    ["SmolLM2-135M-Instruct", 135e6],
    ["gemma-4-26b-a4b", 26e9],
    ["qwen3:0.6b", 6e8],
    ["phi-4-mini", null],
    ["model-4bit", null],
    ["", null],
  ])("%s", (label, parameters) => {
    expect(parametersIn(label)).toBe(parameters);
  });
});
