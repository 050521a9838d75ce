import { describe, expect, it } from "vitest";
import { worded } from "../../../src/providers/huggingface/tasks/translation.ts";
import { modelLanguage } from "../../../src/providers/languages.ts";

describe("a language", () => {
  it.each([
    ["de", "de"],
    ["pt-BR", "pt"],
    ["zh_CN", "zh"],
    ["German", "de"],
    [" french ", "fr"],
    ["Mandarin", "zh"],
    ["nb", "no"],
    ["Norwegian", "no"],
    ["Tagalog", "tl"],
  ])("%j is %j", (said, language) => {
    expect(modelLanguage(said)).toBe(language);
  });

  it.each(["Klingon", "", "constructor"])("%j is none", (said) => {
    expect(() => modelLanguage(said)).toThrow("is not a language that is known here");
  });
});

describe("a text to translate", () => {
  const german = "Das ist ein ganz gewöhnlicher deutscher Satz über das Wetter von heute.";
  it.each<[string, { source: string | null; target: string | null }, object]>([
    [
      "facebook/nllb-200-distilled-600M",
      { source: "de", target: "fr" },
      { parameters: { src_lang: "deu_Latn", tgt_lang: "fra_Latn" } },
    ],
    [
      "facebook/nllb-200-distilled-600M",
      { source: null, target: null },
      { parameters: { src_lang: "deu_Latn", tgt_lang: "eng_Latn" } },
    ],
    [
      "facebook/nllb-200-distilled-600M",
      { source: "no", target: "tl" },
      { parameters: { src_lang: "nob_Latn", tgt_lang: "tgl_Latn" } },
    ],
    [
      "facebook/mbart-large-50-many-to-many-mmt",
      { source: "de", target: "en" },
      { parameters: { src_lang: "de_DE", tgt_lang: "en_XX" } },
    ],
    ["facebook/m2m100_418M", { source: "de", target: "es" }, { parameters: { src_lang: "de", tgt_lang: "es" } }],
    ["google/madlad400-3b-mt", { source: null, target: "fr" }, { inputs: `<2fr> ${german}` }],
    ["google-t5/t5-base", { source: null, target: "fr" }, { inputs: `translate German to French: ${german}` }],
    ["Helsinki-NLP/opus-mt-de-en", { source: null, target: "en" }, { inputs: german }],
    ["Helsinki-NLP/opus-mt-de-en", { source: null, target: null }, { inputs: german }],
    ["Helsinki-NLP/opus-mt-en-mul", { source: null, target: "fr" }, { inputs: german }],
    ["somebody/translator", { source: "de", target: "fr" }, { inputs: german }],
  ])("for %s, %j", async (model, languages, wording) => {
    expect(await worded(german, languages, model)).toEqual({ inputs: german, ...wording });
  });

  it.each<[string, string]>([
    ["Helsinki-NLP/opus-mt-de-en", "fr"],
    ["facebook/mbart-large-50-many-to-many-mmt", "cy"],
    ["facebook/nllb-200-distilled-600M", "xx"],
  ])("is not given to %s where it does not have the language", async (model, target) => {
    await expect(worded(german, { source: "de", target }, model)).rejects.toMatchObject({ code: "unsupported-input" });
  });
});
