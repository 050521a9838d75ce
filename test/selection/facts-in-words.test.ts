import { describe, expect, it } from "vitest";
import type { ModelFacts, Score } from "../../src/domain/catalogue.ts";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import type { Health } from "../../src/domain/experts.ts";
import { SELECT_DEMONSTRATIONS } from "../../src/planning/language/select-demonstrations.ts";
import { factsInWords } from "../../src/selection/index.ts";
import { expertOf } from "../expert-pools.ts";

const endpoint = (description: string, licence = "mit"): Endpoint => ({
  ...{ provider: "huggingface", model: "a/model", taskType: "automatic-speech-recognition", grade: "full" },
  ...{ description, licence },
});
const wer = (value: number, more: Partial<Score> = {}): Score => ({
  ...{ benchmark: "LibriSpeech", config: null, split: "test-clean", metric: "wer", value, higherIsBetter: false },
  ...{ source: "a paper", paper: null, confidence: "sure" },
  ...more,
});
const demonstrated = SELECT_DEMONSTRATIONS.flatMap(({ request }) =>
  request.tasks.flatMap(({ candidates }) => candidates.map(({ facts }) => facts)),
);

describe("what is told of an expert to a language model that chooses", () => {
  it.each<[string, Endpoint, Partial<ModelFacts>]>([
    [
      "an English one with a figure",
      endpoint("Writes down English speech, also over the telephone."),
      {
        ...{ languages: ["en"], parameters: 1_500_000_000, parametersConfidence: "sure", downloads: 80_210 },
        scores: [wer(1, { confidence: "unsure" }), wer(2.1)],
      },
    ],
    [
      "one of several languages",
      endpoint("Writes down what is said in many languages.", "apache-2.0"),
      {
        languages: ["de", "en", "es", "fr", "it", "nl", "pl", "pt"],
        ...{ parameters: 809_000_000, parametersConfidence: "sure" },
      },
    ],
    ["a voice", endpoint("Reads texts aloud with one voice."), { languages: ["de"] }],
    [
      "a popular one",
      endpoint("Describes photos in a sentence.", "bsd-3-clause"),
      { languages: ["en"], parameters: 470_000_000, parametersConfidence: "sure", downloads: 10_000 },
    ],
    ["one of which nothing is known", endpoint("", "unknown"), {}],
  ])("is what the demonstrations show of %s", (_, of, facts) => {
    expect(demonstrated).toContain(factsInWords(expertOf(of, facts), null));
  });

  it("holds its prices, its last calls, and what is unsure as such", () => {
    const health: Health = { calls: 40, failures: 2, medianMs: 1_200 };
    const facts = { parameters: 7_000_000_000, languages: ["mul"] };
    const expert = {
      ...expertOf(endpoint("Hears"), facts),
      prices: [{ usd: 0.006, per: "minute", source: "", asOf: "2026-11-27" } as const],
    };
    expect(factsInWords(expert, health)).toBe(
      "Hears. A hundred languages or more. Licence mit. 7 billion parameters (unsure). 0.006 dollars per minute. 38 of its last 40 calls succeeded, 1.2 seconds in the median.",
    );
  });

  it("names the first forty languages of more, and how many more there are", () => {
    const languages = Array.from({ length: 43 }, (_, n) => `x${n}`);
    expect(factsInWords(expertOf(endpoint("")), null)).not.toContain("anguages");
    expect(factsInWords(expertOf(endpoint(""), { languages }), null)).toContain("x38, x39 and 3 more. Licence");
  });
});
