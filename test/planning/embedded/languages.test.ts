import { describe, expect, it } from "vitest";
import { languagesIn } from "../../../src/planning/embedded/bind/target-languages.ts";
import { guessLanguage, languageOfNamePart } from "../../../src/planning/embedded/read/languages.ts";

describe("languagesIn", () => {
  it.each([
    ["translate it into Spanish", ["Spanish"], null],
    ["from German to French", ["French"], "German"],
    ["into French, Dutch and Polish", ["French", "Dutch", "Polish"], null],
    ["a text in English that I want in writing, to Spanish", ["Spanish"], "English"],
    ["read it in italian", ["Italian"], null],
    ["give me a Greek translation", ["Greek"], null],
    ["into Brazilian Portuguese", ["Portuguese"], null],
    ["into simplified Chinese", ["Chinese"], null],
    ["I want to polish this text", [], null],
    ["", [], null],
  ])("%s", (clause, targets, source) => {
    const pair = languagesIn(clause);
    expect(pair.targets.map(({ name }) => name)).toEqual(targets);
    expect(pair.source?.name ?? null).toBe(source);
  });
});

describe("guessLanguage", () => {
  it.each([
    ["I loved the film and it was a joy", "English"],
    ["Das Wetter ist heute nicht schön", "German"],
    ["Le chat est sur la table et il dort", "French"],
    ["El perro no está en la casa", "Spanish"],
    ["Questo libro non è molto bello", "Italian"],
    ["Het is een mooie dag en ik ben er niet", "Dutch"],
    ["12345", null],
    ["", null],
  ])("%s", (text, language) => {
    expect(guessLanguage(text)).toBe(language);
  });
});

describe("languageOfNamePart", () => {
  it.each([
    ["english", "English"],
    ["de", "German"],
    ["photo", undefined],
  ])("%s", (part, language) => {
    expect(languageOfNamePart(part)?.name).toBe(language);
  });
});
