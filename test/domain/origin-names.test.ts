import { describe, expect, it } from "vitest";
import { isKnownMaker, makerNamed, originsNamed } from "../../src/domain/origin-names.ts";

describe("a name of where models come from", () => {
  it.each([
    ["Hugging Face", "huggingface", null],
    ["hf", "huggingface", null],
    ["Cloudflare", "workers-ai", null],
    ["Workers AI", "workers-ai", null],
    ["workers-ai", "workers-ai", null],
    ["built-in", "embedded", null],
    ["on-premise", "local", null],
    ["Open AI", "openai", "openai"],
    ["ChatGPT", "openai", "openai"],
    ["Meta AI", null, "meta"],
    ["Google's", null, "google"],
    ["Acme Corp.", null, "acmecorp"],
    ["constructor", null, "constructor"],
    ["智谱", null, "智谱"],
  ])("%s means the provider %s and the maker %s", (name, provider, maker) => {
    expect(originsNamed(name)).toEqual({ provider, maker });
  });
});

describe("a maker", () => {
  it.each([
    ["google", ["google", "google-bert", "google-t5", "DeepMind", "Gemini", "google-deepmind"]],
    ["meta", ["meta", "facebook", "FacebookAI", "@facebook", "meta-llama", "Meta AI", "facebookresearch"]],
    ["openai", ["openai", "OpenAI", "openai-community"]],
    ["mistral", ["mistralai", "Mistral AI"]],
    ["alibaba", ["Qwen", "Alibaba-NLP"]],
    ["xai", ["xai-org", "x.ai", "Grok"]],
  ])("%s is known by the names %j", (maker, names) => {
    expect(names.map(makerNamed)).toEqual(names.map(() => maker));
    expect(isKnownMaker(maker)).toBe(true);
  });

  it.each(["acme", "constructor", ""])("called “%s” is not known", (name) => {
    expect(isKnownMaker(makerNamed(name))).toBe(false);
  });
});
