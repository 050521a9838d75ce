import { describe, expect, it } from "vitest";
import { readLanguages, readLicence, readLineage, readSize } from "../../../../src/catalogue/crawl/model/read-model.ts";
import { readTasks } from "../../../../src/catalogue/crawl/model/tasks.ts";
import { BUILT_IN_TASK_TYPES } from "../../../../src/domain/task-types/index.ts";

describe("a licence", () => {
  it.each<[Record<string, unknown>, string]>([
    [{ license: "apache-2.0" }, "apache-2.0"],
    [{ license: "Apache License 2.0" }, "apache-2.0"],
    [{ license: "MIT License" }, "mit"],
    [{ license: "gpl3" }, "gpl-3.0"],
    [{ license: "CC BY-NC-SA 4.0" }, "cc-by-nc-sa-4.0"],
    [{ license: "cc-by-nc-4.0" }, "cc-by-nc-4.0"],
    [{ license: "openrail++" }, "openrail++"],
    [{ license: "llama3.3" }, "llama3.3"],
    [{ license: "pddl" }, "pddl-1.0"],
    [{ license: "odc-by" }, "odc-by-1.0"],
    [{ license: ["mit"] }, "mit"],
    [{ license: ["mit", "apache-2.0"] }, "apache-2.0 AND mit"],
    [{ license: ["mit", "MIT"] }, "mit"],
    [{ license: ["mit", null, { a: 1 }] }, "mit"],
    [{ license: "other", license_name: "deepseek" }, "deepseek"],
    [{ license: "other", license_name: "FLUX-1-dev Non-Commercial License" }, "flux-1-dev-non-commercial-license"],
    [{ license: ["other", "mit"], license_name: "deepseek" }, "deepseek AND mit"],
    [{ license: "other" }, "other"],
    [{ license: "other", license_name: "unknown" }, "other"],
    [{ license: "other", license_name: "custom-license" }, "other"],
    [{ license: "other", license_name: "see the model card" }, "other"],
    [{ license: "other", license_name: "MIT or Apache 2" }, "apache-2.0 OR mit"],
    [{ license: "mit, gpl-3.0" }, "gpl-3.0 AND mit"],
    [{ license: ["mit", "unknown"] }, "mit AND unknown"],
    [{ license: "unknown" }, "unknown"],
    [{ license: { name: "mit" } }, "unknown"],
    [{ license: "acme AND (mit)" }, "acme AND mit"],
    [{ license: ["mit) OR (acme", "isc"] }, "isc AND unknown"],
    [{ license: "constructor" }, "constructor"],
    [{}, "unknown"],
  ])("%j → %s", (cardData, expected) => {
    expect(readLicence({ cardData, tags: [] }).name).toBe(expected);
  });

  it.each<[Record<string, unknown>, "sure" | "unsure"]>([
    [{ license: "mit, gpl-3.0" }, "sure"],
    [{ license: "other", license_name: "qwen-research" }, "sure"],
    [{ license: "other", license_name: "acme-research" }, "unsure"],
    [{ license: ["mit", "acme-research"] }, "unsure"],
    [{ license: "other" }, "unsure"],
    [{ license: "license" }, "unsure"],
  ])("%j is %s", (cardData, expected) => {
    expect(readLicence({ cardData, tags: [] }).confidence).toBe(expected);
  });

  it("is read from the tags where the card has none, and is unsure where there is none at all", () => {
    expect(readLicence({ cardData: null, tags: ["en", "license:bsd-3-clause"] })).toEqual({
      name: "bsd-3-clause",
      confidence: "sure",
    });
    expect(readLicence({ cardData: null, tags: null })).toEqual({ name: "unknown", confidence: "unsure" });
  });
});

describe("languages", () => {
  const many = [
    "aa",
    "ab",
    "af",
    "ak",
    "am",
    "an",
    "ar",
    "as",
    "av",
    "ay",
    "az",
    "ba",
    "be",
    "bg",
    "bi",
    "bm",
    "bn",
    "bo",
  ]
    .concat([
      "br",
      "bs",
      "ca",
      "ce",
      "ch",
      "co",
      "cr",
      "cs",
      "cu",
      "cv",
      "cy",
      "da",
      "de",
      "dv",
      "dz",
      "ee",
      "el",
      "en",
    ])
    .concat([
      "eo",
      "es",
      "et",
      "eu",
      "fa",
      "ff",
      "fi",
      "fj",
      "fo",
      "fr",
      "fy",
      "ga",
      "gd",
      "gl",
      "gn",
      "gu",
      "gv",
      "ha",
    ])
    .concat([
      "he",
      "hi",
      "ho",
      "hr",
      "ht",
      "hu",
      "hy",
      "hz",
      "ia",
      "id",
      "ie",
      "ig",
      "ii",
      "ik",
      "io",
      "is",
      "it",
      "iu",
    ])
    .concat([
      "ja",
      "jv",
      "ka",
      "kg",
      "ki",
      "kj",
      "kk",
      "kl",
      "km",
      "kn",
      "ko",
      "kr",
      "ks",
      "ku",
      "kv",
      "kw",
      "ky",
      "la",
    ])
    .concat(["lb", "lg", "li", "ln", "lo", "lt", "lu", "lv", "mg", "mh", "mi"]);

  it.each<[string, unknown, readonly string[] | null]>([
    ["a list", ["en", "de", "en"], ["en", "de"]],
    ["one", "fr", ["fr"]],
    ["Norwegian, which YAML reads as false", ["en", false], ["en", "no"]],
    ["multilingual alone", "multilingual", ["mul"]],
    ["multilingual beside a list, which says more", ["multilingual", "en", "de"], ["en", "de"]],
    ["a hundred and more", many, ["mul"]],
    ["programming languages", ["code"], null],
    ["nonsense", [null, 12, { a: 1 }], null],
    ["nothing", undefined, null],
  ])("of %s", (_, language, expected) => {
    expect(readLanguages({ cardData: { language }, tags: [] }, ["text-classification"])).toEqual(expected);
  });

  it.each<[readonly string[], readonly string[] | null]>([
    [["object-detection"], []],
    [["image-segmentation"], []],
    [["depth-estimation"], []],
    [["tabular-classification"], []],
    [["image-to-text"], null],
    [["text-to-image"], null],
    [["automatic-speech-recognition"], null],
    [["object-detection", "visual-question-answering"], null],
  ])("are none for what works on none: %j", (tasks, expected) => {
    expect(readLanguages({ cardData: {}, tags: [] }, tasks)).toEqual(expected);
  });

  it("come from tags only without a card, and only where the tag means nothing else", () => {
    const tags = ["ml", "sd", "en", "transformers", "constructor"];
    expect(readLanguages({ cardData: null, tags }, ["translation"])).toEqual(["en"]);
    expect(readLanguages({ cardData: {}, tags }, ["translation"])).toBeNull();
  });
});

/** A model whose files hold weights of these types. */
const packed = (id: string, parameters: Record<string, number>, tags: string[] = []) => ({
  ...{ id, tags },
  safetensors: { parameters, total: Object.values(parameters).reduce((sum, one) => sum + one, 0) },
});

describe("a size", () => {
  it.each<[Parameters<typeof readSize>[0], number | null, string, number | null]>([
    [{ id: "a/b", safetensors: { parameters: { F32: 10, BF16: 4 }, total: 14 } }, 14, "sure", 48],
    [{ id: "a/b-7b", safetensors: { parameters: { F16: 10 }, total: 10 } }, 10, "sure", 20],
    [{ id: "a/b-GPTQ", safetensors: { parameters: { I32: 90, F16: 10 }, total: 100 } }, null, "unsure", 380],
    [
      packed("x/Meta-Llama-3.1-8B-Instruct-AWQ-INT4", { I32: 872_415_232, F16: 1_052_315_648 }),
      8e9,
      "unsure",
      5_594_292_224,
    ],
    [packed("x/llama-2-7b-4bit", { I32: 843e6, F16: 562e6 }), 7e9, "unsure", 4_496e6],
    [packed("x/Llama-3.2-1B-bnb-4bit", { BF16: 525e6, F32: 30e6, U8: 486e6 }), 1e9, "unsure", 1_656e6],
    [packed("x/small", { BF16: 90, I32: 10 }, ["4-bit"]), null, "unsure", 220],
    [{ ...packed("x/small", { U8: 90, F16: 10 }), baseModels: { models: [{ id: "x/big-7B" }] } }, 7e9, "unsure", 110],
    [
      { ...packed("x/small", { U8: 90, F16: 10 }), cardData: { base_model: ["x/a-7B", "x/b-3B"] } },
      null,
      "unsure",
      110,
    ],
    [packed("x/small", { F16: 50, I8: 50 }), null, "unsure", 150],
    [packed("x/masked", { F32: 95, U8: 5 }), 100, "sure", 385],
    [packed("x/quantum-8bit", { F8_E4M3: 100 }), 100, "sure", 100],
    [{ id: "a/b", safetensors: { parameters: { F4_ODD: 10 }, total: 10 } }, null, "unsure", null],
    [{ id: "a/b", gguf: { total: 22_140_032_000 } }, 22_140_032_000, "sure", null],
    [{ id: "a/b-7b-instruct" }, 7e9, "unsure", null],
    [{ id: "a/Qwen2.5-1.5B-Instruct" }, 1.5e9, "unsure", null],
    [{ id: "a/opus-350m" }, 350e6, "unsure", null],
    [{ id: "a/mixtral-8x7b" }, null, "unsure", null],
    [{ id: "a/qwen3-30B-A3B" }, 30e9, "unsure", null],
    [{ id: "a/distilled-70b-to-7b" }, null, "unsure", null],
    [{ id: "7b/model" }, null, "unsure", null],
    [{ id: "a/b2b-model" }, null, "unsure", null],
    [{ id: "a/b", safetensors: { parameters: { F32: 1e300 }, total: 1e300 } }, null, "unsure", null],
  ])("of %j", (model, parameters, parametersConfidence, bytes) => {
    expect(readSize(model)).toEqual({
      ...{ parameters, parametersConfidence, bytes },
      bytesConfidence: bytes === null ? "unsure" : "sure",
    });
  });
});

describe("lineage", () => {
  it("keeps the names of repositories and arXiv papers, and nothing else", () => {
    const lineage = readLineage({
      id: "a/b",
      baseModels: { relation: "finetune", models: [{ id: "c/d" }, { id: "a/b" }, { id: "../x" }] },
      cardData: { datasets: ["glue", "o/set", null, "not a name"] },
      tags: ["dataset:o/set", "dataset:../../x", "arxiv:1910.13461", "arxiv:hep-th/9901001"],
    });
    expect(lineage).toEqual({ baseModels: ["c/d"], datasets: ["glue", "o/set"], papers: ["1910.13461"] });
  });

  it("takes base models from the card and the tags where the Hub lists none", () => {
    const tags = ["base_model:c/d", "base_model:quantized:c/d", "base_model:adapter:e/f"];
    const { baseModels } = readLineage({ id: "a/b", baseModels: null, cardData: { base_model: "g/h" }, tags });
    expect(baseModels).toEqual(["g/h", "c/d", "e/f"]);
  });
});

describe("task types", () => {
  const KNOWN = new Set(BUILT_IN_TASK_TYPES.map(({ name }) => name));

  it.each<[string, string, readonly string[], readonly string[]]>([
    ["text-classification", "a/b", [], ["text-classification"]],
    ["text-classification", "papluca/xlm-roberta-base-language-detection", [], ["language-identification"]],
    ["text-generation", "a/b", [], ["text-generation"]],
    ["text-generation", "a/b", ["conversational"], ["text-generation", "conversational"]],
    ["sentence-similarity", "a/b", [], ["sentence-similarity", "feature-extraction"]],
    ["image-to-text", "a/b", [], ["image-to-text"]],
    ["image-to-text", "microsoft/trocr-base", ["trocr"], ["optical-character-recognition"]],
    ["image-text-to-text", "a/b", [], ["visual-question-answering"]],
    ["image-text-to-image", "a/b", [], ["image-editing"]],
    ["text-to-image", "lllyasviel/sd-controlnet-canny", ["controlnet"], ["canny-text-to-image"]],
    ["image-to-image", "lllyasviel/control_v11p_sd15_openpose", ["controlnet"], ["openpose-text-to-image"]],
    ["image-to-image", "a/controlnet-tile", [], []],
    ["fill-mask", "a/b", [], []],
    ["text-to-audio", "a/b", [], []],
    ["constructor", "a/b", [], []],
    ["__proto__", "a/b", [], []],
  ])("of %s (%s, %j)", (pipelineTag, id, tags, expected) => {
    const tasks = readTasks({ id, pipelineTag, tags });
    expect(tasks).toEqual(expected);
    expect(tasks.filter((task) => !KNOWN.has(task))).toEqual([]);
  });
});
