import { expect, it } from "vitest";
import type { AskedBudget, Constraints } from "../../src/domain/constraints.ts";
import { describeConstraints } from "../../src/domain/describe-constraints.ts";

it.each<[Constraints, AskedBudget, readonly string[]]>([
  [{}, {}, []],
  [{ licence: { allow: ["permissive"] } }, {}, ["Only models under a permissive licence"]],
  [
    { licence: { allow: ["Apache-2.0", "MIT"], deny: ["GPL"] } },
    {},
    ["Only models under Apache-2.0 or MIT", "No models under a licence of the GPL family"],
  ],
  [{ provider: { deny: ["openai", "google"] } }, {}, ["No models from OpenAI or a server like it or from google"]],
  [{ provider: { allow: ["local"] } }, {}, ["Only models that run here or on servers of this deployment"]],
  [
    { size: { max: 3e9, min: 5e8 } },
    {},
    ["Only models of at most 3 billion parameters", "Only models of at least 500 million parameters"],
  ],
  [
    { size: { maxBytes: 1.5e9, prefer: "smallest" } },
    {},
    ["Only models of at most 1.5 GB on disk", "The smallest model that does it"],
  ],
  [
    { benchmark: { name: "librispeech", prefer: "best", for: "automatic-speech-recognition" } },
    {},
    ["The model that is best on librispeech for automatic-speech-recognition"],
  ],
  [
    { benchmark: { name: "MMLU", prefer: "best", atLeast: 80.5 } },
    {},
    ["The model that is best on MMLU", "Only models that reach 80.5 or better on MMLU"],
  ],
  [{ language: "de" }, {}, ["In the language “de”"]],
  [{ licence: { allow: ["non-commercial excluded"] } }, {}, ["Only models under a licence that allows commercial use"]],
  [
    { licence: { deny: ["gpl"] }, provider: { deny: ["constructor"] } },
    {},
    ["No models under a licence of the GPL family", "No models from constructor"],
  ],
  [
    { model: { allow: ["whisper", "bert"], deny: ["llama"] } },
    {},
    ["whisper or bert where it does the task", "Not llama"],
  ],
  [{ price: { maxUsd: 0.5 } }, {}, ["Only models of at most 0.50 dollars"]],
  [
    { price: { maxUsd: 2, per: "million-input-tokens" } },
    {},
    ["Only models of at most 2.00 dollars per million input tokens"],
  ],
  [{ price: { maxUsd: 0 } }, {}, ["Only models that cost nothing"]],
  [{ price: { maxUsd: 0, per: "image" } }, {}, ["Only models that cost nothing per image"]],
  [{ latency: { maxMs: 2_500 } }, {}, ["Only models that take at most 2.5 seconds in the median"]],
  [{ gated: false }, {}, ["Only models whose weights everybody may have"]],
  [{}, { usd: 0.1 }, ["At most 0.10 dollars"]],
  [{}, { usd: 0.005 }, ["At most 0.005 dollars"]],
  [{}, { usd: 0 }, ["For free"]],
  [{}, { timeMs: 90_000 }, ["Within 90 seconds"]],
  [{}, { timeMs: 60_000 }, ["Within 1 minute"]],
  [{}, { timeMs: 500 }, ["Within 500 milliseconds"]],
  [{}, { tasks: 1, llmCalls: 5 }, ["At most 1 task", "At most 5 calls of a language model"]],
  [{}, { llmCalls: 0 }, ["Without a language model"]],
])("%j and %j are said plainly", (constraints, budget, sentences) => {
  expect(describeConstraints(constraints, budget)).toEqual(sentences);
});
