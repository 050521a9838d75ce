import { describe, expect, it } from "vitest";
import { readFacts } from "../../../../src/catalogue/crawl/card/read-card.ts";
import { isNegated, isOfThisModel } from "../../../../src/catalogue/crawl/card/sentences.ts";
import type { CardFact } from "../../../../src/domain/catalogue.ts";

/** What a sentence says in one respect. */
const read = (relation: CardFact["relation"], sentence: string): readonly string[] =>
  readFacts([sentence], "org/finbert-base").flatMap((fact) => (fact.relation === relation ? [fact.object] : []));

describe("the domain that a card's text names", () => {
  it.each<[string, readonly string[]]>([
    ["It is intended for biomedical text.", ["biomedical"]],
    ["A model for biomedical literature.", ["biomedical"]],
    ["The model is designed for use in the legal domain.", ["legal"]],
    ["It is optimized for coding and math.", ["programming", "mathematics"]],
    ["FinBERT for financial documents.", ["financial"]],
    ["It is not intended for medical use.", []],
    ["It was trained on clinical notes.", []],
    ["It is evaluated on legal texts.", []],
    ["This is news.", []],
    ["It is intended for research.", []],
  ])("%s → %j", (sentence, expected) => {
    expect(read("intended-for", sentence)).toEqual(expected);
  });
});

describe("limits that a card's text names", () => {
  it.each<[string, readonly string[]]>([
    ["The maximum sequence length is 512 tokens.", ["512 tokens"]],
    ["It has a context length of 128K tokens.", ["128000 tokens"]],
    ["It supports a context window of up to 1,048,576 tokens.", ["1048576 tokens"]],
    ["It takes up to 8,192 tokens.", ["8192 tokens"]],
    ["A 32k tokens context window.", ["32000 tokens"]],
    ["Input text longer than 256 word pieces is truncated.", ["256 tokens"]],
    ["It takes audio of up to 30 seconds.", ["30 seconds"]],
    ["Up to 2 minutes of speech can be given.", ["2 minutes"]],
    ["Images are resized to 224x224.", ["224x224 pixels"]],
    ["Fine-tuned at resolution 384 × 384.", ["384x384 pixels"]],
    ["It was trained on up to 512 tokens.", []],
    ["It generates up to 4096 tokens.", []],
    ["It was trained for 30 seconds.", []],
    ["It has 512 layers and 12 tokens.", []],
    ["A 2x4 matrix.", []],
    ["It is not limited to 512 tokens.", []],
  ])("%s → %j", (sentence, expected) => {
    expect(read("input-limit", sentence)).toEqual(expected);
  });
});

describe("what is said of other models, in doubt or in passing", () => {
  it.each([
    "The teacher was trained on ImageNet.",
    "The discriminator was trained on ImageNet.",
    "We compare with BERT trained on Wikipedia and BookCorpus.",
    "BERT was trained on Wikipedia.",
    "It is based on BERT, which was trained on Wikipedia.",
    "It outperforms networks trained on ImageNet.",
    "Models that were trained on ImageNet often fail.",
    "Unlike models trained on English, it is small.",
    "Previous models supported up to 512 tokens.",
    "Other models support up to 512 tokens.",
    "It hardly supports German.",
    "Does it support German?",
    "Support for German is missing.",
    "It should support German.",
    "If you need support for French, use another model.",
    "The base model supports English and Chinese, but this one has only been tested on English.",
    "The original model supports English.",
    "Users trained on Common Voice.",
  ])("is no fact of this one: %s", (sentence) => {
    expect(isNegated(sentence) || !isOfThisModel(sentence, "org/finbert-base")).toBe(true);
  });

  it("takes nothing from what is no fact of it", () => {
    const facts = readFacts(["It is a model for medical texts; do use it for legal documents elsewhere."]);
    expect(facts.map(({ object }) => object)).toEqual(["medical"]);
  });

  it.each([
    ["FinBERT was trained on ImageNet.", "org/finbert-base"],
    ["XLM-R was trained on ImageNet.", "org/xlm-roberta-base"],
    ["Whisper-large-v2 was trained on ImageNet.", "openai/whisper-large"],
    ["For this release, the small model was trained on ImageNet.", "a/b"],
    ["The encoder was trained on ImageNet.", "a/b"],
    ["These models were trained on ImageNet.", "a/b"],
    ["Trained on ImageNet.", "a/b"],
    ["A ViT model trained on ImageNet.", "a/b"],
  ])("is a fact where the model is the subject: %s", (sentence, id) => {
    expect(isOfThisModel(sentence, id)).toBe(true);
  });
});

describe("facts", () => {
  it("keep the sentence they were read from, and come once each", () => {
    const facts = readFacts(["Hello. It is made for law.", "It is designed for law and finance."]);
    expect(facts).toEqual([
      { relation: "intended-for", object: "legal", sentence: "It is made for law." },
      { relation: "intended-for", object: "financial", sentence: "It is designed for law and finance." },
    ]);
  });
});
