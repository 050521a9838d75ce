import { describe, expect, it } from "vitest";
import { readFacts } from "../../../../src/catalogue/crawl/card/read-card.ts";
import type { CardFact } from "../../../../src/domain/catalogue.ts";

/** What a sentence says in one respect. */
const read = (relation: CardFact["relation"], sentence: string): readonly string[] =>
  readFacts([sentence], "org/finbert-base").flatMap((fact) => (fact.relation === relation ? [fact.object] : []));

describe("languages that a card's text names", () => {
  it.each<[string, readonly string[]]>([
    ["The model supports English, German and French.", ["en", "de", "fr"]],
    ["It supports 3 languages: English, Spanish, and Chinese.", ["en", "es", "zh"]],
    ["Supported languages: Hindi, Tamil.", ["hi", "ta"]],
    ["Supports the following languages: Polish / Czech.", ["pl", "cs"]],
    ["It works in both Dutch and Danish.", ["nl", "da"]],
    ["The model was trained for Japanese.", ["ja"]],
    ["It does not support German.", []],
    ["Support for Korean will follow, as it supports Korean in future.", []],
    ["It supports Flash Attention.", []],
    ["It was trained on English Wikipedia.", []],
    ["English is the language of this card.", []],
    ["It supports english.", []],
    ["It supports many languages.", []],
  ])("%s → %j", (sentence, expected) => {
    expect(read("knows-language", sentence)).toEqual(expected);
  });
});

describe("training data that a card's text names", () => {
  it.each<[string, readonly string[]]>([
    ["It was trained on ImageNet-21k (14 million images).", ["ImageNet-21k"]],
    ["The model was fine-tuned on the SQuAD 2.0 dataset.", ["SQuAD 2.0"]],
    ["Trained on Common Voice and LibriSpeech.", ["Common Voice", "LibriSpeech"]],
    ["This is a fine-tuned version of openai/whisper-small on the Common Voice 11.0 dataset.", ["Common Voice 11.0"]],
    [
      "A fine-tuned version of bert-base on mozilla-foundation/common_voice_11_0.",
      ["mozilla-foundation/common_voice_11_0"],
    ],
    ["It was pretrained on English Wikipedia and BookCorpus.", ["English Wikipedia", "BookCorpus"]],
    ["It is pre-trained on the C4, The Pile and RedPajama datasets.", ["The Pile", "RedPajama"]],
    ["It was trained on a large corpus of text.", []],
    ["It was trained on 8 A100 GPUs.", []],
    ["It was trained on NVIDIA H100 cards.", []],
    ["It was trained on 1.4T tokens.", []],
    ["It was trained on English text.", []],
    ["This model is a fine-tuned version of bert on the None dataset.", []],
    ["This model is a fine-tuned version of bert on an unknown dataset.", []],
    ["It was not trained on ImageNet.", []],
    ["We train on Mondays.", []],
  ])("%s → %j", (sentence, expected) => {
    expect(read("trained-on", sentence)).toEqual(expected);
  });
});

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
    expect(readFacts([sentence], "org/finbert-base")).toEqual([]);
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
    expect(readFacts([sentence], id)).toMatchObject([{ relation: "trained-on", object: "ImageNet" }]);
  });
});

describe("facts", () => {
  it("keep the sentence they were read from, and come once each", () => {
    const facts = readFacts(["Hello. It supports English.", "It speaks English, German."]);
    expect(facts).toEqual([
      { relation: "knows-language", object: "en", sentence: "It supports English." },
      { relation: "knows-language", object: "de", sentence: "It speaks English, German." },
    ]);
  });
});
