import { describe, expect, it } from "vitest";
import { languageTag, readLanguages } from "../../../../src/catalogue/crawl/model/languages.ts";
import { readLicence } from "../../../../src/catalogue/crawl/model/licence.ts";
import { readLineage } from "../../../../src/catalogue/crawl/model/lineage.ts";
import { readSize } from "../../../../src/catalogue/crawl/model/size.ts";
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
    [{ license: "other", license_name: "unknown" }, "unknown"],
    [{ license: "unknown" }, "unknown"],
    [{ license: { name: "mit" } }, "unknown"],
    [{ license: "x AND (y)" }, "x-and-y"],
    [{ license: "constructor" }, "constructor"],
    [{}, "unknown"],
  ])("%j → %s", (cardData, expected) => {
    expect(readLicence({ cardData, tags: [] }).name).toBe(expected);
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
  it.each<[string, string | null]>([
    ["en", "en"],
    ["eng", "en"],
    ["eng_Latn", "en-Latn"],
    ["zh-CN", "zh-CN"],
    ["zh_cn", "zh-CN"],
    ["iw", "he"],
    ["German", "de"],
    ["german", "de"],
    ["code", null],
    ["zxx", null],
    ["", null],
    ["en; DROP", null],
  ])("%s → %s", (written, expected) => {
    expect(languageTag(written)).toBe(expected);
  });

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

describe("a size", () => {
  it.each<[Parameters<typeof readSize>[0], number | null, string, number | null]>([
    [{ id: "a/b", safetensors: { parameters: { F32: 10, BF16: 4 }, total: 14 } }, 14, "sure", 48],
    [{ id: "a/b-7b", safetensors: { parameters: { F16: 10 }, total: 10 } }, 10, "sure", 20],
    [{ id: "a/b-GPTQ", safetensors: { parameters: { I32: 90, F16: 10 }, total: 100 } }, 100, "unsure", 380],
    [{ id: "a/b", safetensors: { parameters: { F4_ODD: 10 }, total: 10 } }, 10, "sure", null],
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
    expect(readSize(model)).toEqual({ parameters, parametersConfidence, bytes });
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
