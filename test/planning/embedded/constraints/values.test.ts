import { describe, expect, it } from "vitest";
import type { AskedBudget, Constraints } from "../../../../src/domain/constraints.ts";
import { readMarked } from "./marked.ts";

describe("what a phrase says of what it restricts", () => {
  it.each<[phrase: string, constraints: Constraints]>([
    ["{licence+: only Apache 2.0 or MIT}", { licence: { allow: ["Apache-2.0", "MIT"] } }],
    ["{licence-: no GPL}, {licence+: MIT}", { licence: { allow: ["MIT"], deny: ["GPL"] } }],
    ["{licence+: open weights only}", { licence: { deny: ["proprietary"] } }],
    ["{licence+: an open model}", { licence: { allow: ["open-source", "permissive"] } }],
    ["{licence+: commercial use must be allowed}", { licence: { deny: ["non-commercial"] } }],
    ["{licence-: none that forbids commercial use}", { licence: { deny: ["non-commercial"] } }],
    ["{licence-: nothing non-commercial}", { licence: { deny: ["non-commercial"] } }],
    ["{provider+: only Hugging Face}", { provider: { allow: ["huggingface"] } }],
    ["{provider-: without OpenAI}", { provider: { deny: ["openai"] } }],
    ["{local: nothing may leave my laptop}", { provider: { allow: ["local"] } }],
    ["{model+: with [Whisper large v3] or [acme/ear-2]}", { model: { allow: ["Whisper large v3", "acme/ear-2"] } }],
    ["{model-: but not [BLIP] and not [BLIP]}", { model: { deny: ["BLIP"] } }],
    ["{model+: use [@cf/meta]/llama-3.1-8b}", { model: { allow: ["@cf/meta/llama-3.1-8b"] } }],
    ["{model+: use openai/[whisper]-large-v3}", { model: { allow: ["openai/whisper-large-v3"] } }],
    ["{model-: no [BLIP]/[GIT]}", { model: { deny: ["BLIP", "GIT"] } }],
    ["{size<: somewhere between 500M and 4B}", { size: { min: 5e8, max: 4e9 } }],
    ["{price: a dollar per million}", { price: { maxUsd: 1, per: "million-output-tokens" } }],
    ["{price: 2 cents for each recording}", { price: { maxUsd: 0.02 } }],
    ["{price: less than images cost, 3 cents}", { price: { maxUsd: 0.03 } }],
    ["{benchmark: over 90 on [MATH-500]}", { benchmark: { name: "MATH-500", atLeast: 90 } }],
    ["{benchmark: an error under 0.5% on [MNIST]}", { benchmark: { name: "MNIST", atLeast: 0.5 } }],
    ["{size<: under 3B parameters}", { size: { max: 3e9 } }],
    ["{size<: between 1B and 7B}", { size: { min: 1e9, max: 7e9 } }],
    ["{size<: that fits into 8 GB}", { size: { maxBytes: 8e9 } }],
    ["{size>: nothing below 500 million}", { size: { min: 5e8 } }],
    ["{size<: under 3B} or {size<: below two billion}", { size: { max: 2e9 } }],
    ["{smallest: the smallest}, {cheapest: and the cheapest}", { size: { prefer: "smallest" }, prefer: "cheapest" }],
    ["{largest: the largest}, {ungated: no login}", { size: { prefer: "largest" }, gated: false }],
    ["{benchmark: the best on [MMLU]}", { benchmark: { name: "MMLU", prefer: "best" } }],
    ["{benchmark: at least 80 on [MMLU-Pro 2]}", { benchmark: { name: "MMLU-Pro 2", atLeast: 80 } }],
    ["{benchmark: an accuracy of 0.8 on [GLUE]}", { benchmark: { name: "GLUE", atLeast: 80 } }],
    [
      "{benchmark: for the transcription the best on [LibriSpeech]}",
      { benchmark: { name: "LibriSpeech", prefer: "best", for: "automatic-speech-recognition" } },
    ],
    ["{price: at most 2 cents per image}", { price: { maxUsd: 0.02, per: "image" } }],
    ["{price: 0.2 cents per 1k tokens}", { price: { maxUsd: 2, per: "million-output-tokens" } }],
    ["{price: with a price per minute below $1.20}", { price: { maxUsd: 1.2, per: "minute" } }],
    ["{price: models for less than a dollar}", { price: { maxUsd: 1 } }],
    ["{latency: that answers within half a second}", { latency: { maxMs: 500 } }],
    ["{language: a model that knows Welsh}", { language: "cy" }],
    ["{language: auf Deutsch}", { language: "de" }],
  ])("%s", (phrase, constraints) => {
    const { reading } = readMarked(`Caption a.png, ${phrase}.`);
    expect(reading).toMatchObject({ constraints, budget: {}, unread: [] });
  });

  it.each<[phrase: string, budget: AskedBudget]>([
    ["{usd: at most 50 cents}", { usd: 0.5 }],
    ["{usd: for two and a half bucks}", { usd: 2.5 }],
    ["{usd: a budget of $1,000}", { usd: 1_000 }],
    ["{usd: under $3}, {usd: at most one dollar}", { usd: 1 }],
    ["{free: it must cost nothing}", { usd: 0 }],
    ["{time: within twenty-five minutes}", { timeMs: 1_500_000 }],
    ["{usd: within a budget of 50 dollars} {time: and two hours}", { usd: 50, timeMs: 7_200_000 }],
    ["{tasks: in at most three steps}", { tasks: 3 }],
    ["{calls: call the model only twice}", { llmCalls: 2 }],
    ["{calls: without any language model}", { llmCalls: 0 }],
    ["{calls: not even one call of the LLM}", { llmCalls: 0 }],
    ["{calls: no more than half a dozen LLM calls}", { llmCalls: 6 }],
    ["{calls: at most 2 calls of GPT-4}", { llmCalls: 2 }],
    ["{tasks: at most 3 sub-tasks}", { tasks: 3 }],
    ["{time: sub-minute, please}", { timeMs: 60_000 }],
    ["{usd: at most seventy-five cents}", { usd: 0.75 }],
    ["{usd: not a cent more than $0}", { usd: 0.01 }],
  ])("%s", (phrase, budget) => {
    const { reading } = readMarked(`Caption a.png, ${phrase}.`);
    expect(reading).toMatchObject({ constraints: {}, budget, unread: [] });
  });

  it.each([
    "{doubt: use the fastest model}",
    "{licence+: under the terms of our lawyers}",
    "{licence+: non-commercial is fine}",
    "{licence+: not for commercial use}",
    "{licence-: no commercial models}",
    "{benchmark: over 90 on [AIME 2024] and [MATH-500]}",
    "{usd: 3 dollars an hour}",
    "{calls: at most 2000 LLM calls}",
    "{calls: never call the LLM twice}",
    "{calls: a handful of calls}",
    "{provider-: nobody from the valley}",
    "{model+: the usual one}",
    "{size<: one that is not too big}",
    "{size>: at least 2 GB}",
    "{benchmark: the best on the usual test}",
    "{price: as before}",
    "{latency: snappy}",
    "{usd: five francs}",
    "{time: before lunch}",
    "{tasks: few steps}",
    "{calls: fewer calls}",
    "{language: my mother tongue}",
    "{model-?: without [BLIP]}",
  ])("is told as not understood, and blanks nothing: %s", (phrase) => {
    const { text, reading } = readMarked(`Caption a.png, ${phrase}.`);
    const unread = [text.slice(text.indexOf(",") + 2, -1)];
    expect(reading).toEqual({ constraints: {}, budget: {}, rest: text, unread });
  });
});
