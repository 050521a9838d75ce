import { describe, expect, it } from "vitest";
import { codeOfLanguage, coversLanguage, languageTag } from "../../src/domain/languages.ts";

describe("a language", () => {
  it.each<[string, string | null]>([
    ["en", "en"],
    ["eng_Latn", "en-Latn"],
    ["zh-CN", "zh-CN"],
    ["zh_cn", "zh-CN"],
    ["iw", "he"],
    ["German", "de"],
    ["german ", "de"],
    ["Hebrew", "he"],
    ["Indonesian", "id"],
    ["Akan", "ak"],
    ["code", null],
    ["zxx", null],
    ["und", null],
    ["", null],
    ["en; DROP", null],
    ["x".repeat(1_000), null],
  ])("%j → %s", (written, expected) => {
    expect(languageTag(written)).toBe(expected);
  });

  it.each<[string, string | null]>([
    ["German", "de"],
    ["de", null],
    ["Klingon", null],
    ["constructor", null],
  ])("by its English name alone: %s → %s", (name, expected) => {
    expect(codeOfLanguage(name)).toBe(expected);
  });
});

it.each<[string, string, boolean]>([
  ["mul", "sw", true],
  ["en", "en-GB", true],
  ["en-GB", "en", true],
  ["pt-BR", "pt-PT", false],
  ["zh-Hant", "zh-CN", false],
  ["no", "nb", true],
  ["deu", "de", true],
  ["de", "fr", false],
])("who knows %s and is asked for %s: %s", (known, wanted, expected) => {
  expect(coversLanguage(known, wanted)).toBe(expected);
});
