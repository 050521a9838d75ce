import { describe, expect, it } from "vitest";
import { buildSnapshot } from "../../src/catalogue/snapshot/snapshot.ts";
import { openAiConfig } from "../../src/config/openai-endpoints.ts";
import { languagePrices } from "../../src/wiring/language-prices.ts";
import { endpoint, model } from "../catalogue/snapshot/models.ts";

const price = { usd: 0.3, per: "million-input-tokens", source: "its page", asOf: "2026-11-01" } as const;

const sources = async () => {
  const chat = endpoint("workers-ai", "@cf/a/chat", "text-generation", { prices: [price] });
  const models = [model("a/chat", { tasks: ["text-generation"], endpoints: [chat] })];
  const snapshot = await buildSnapshot(models, { id: "test", publishedAt: null });
  const { models: stated } = openAiConfig.parse({
    models: [
      { model: "priced", does: "embeddings" },
      { model: "priced", does: "vision", prices: [price] },
      { model: "unpriced", does: "chat" },
    ],
  });
  return { stated, modelsFor: async (taskType: string) => snapshot.modelsFor(taskType) };
};

describe("what the language model of a deployment asks", () => {
  it.each([
    ["openai", "priced", [price]],
    ["openai", "unpriced", []],
    ["openai", "unheard-of", []],
    ["openai", "@cf/a/chat", []],
    ["workers-ai", "@cf/a/chat", [price]],
    ["workers-ai", "@cf/b/chat", []],
  ] as const)("of %s, %s", async (provider, id, prices) => {
    expect(await languagePrices({ provider, id }, await sources())).toEqual(prices);
  });

  it("is nothing known where there is none", async () => {
    expect(await languagePrices(null, await sources())).toEqual([]);
  });
});
