import { describe, expect, it } from "vitest";
import { createExpertPool } from "../../src/catalogue/expert-pool.ts";
import { buildSnapshot } from "../../src/catalogue/snapshot/snapshot.ts";
import { loadStarter } from "../../src/catalogue/starter/index.ts";
import { estimateCall, highestCostOf } from "../../src/domain/costs.ts";
import type { ProviderName } from "../../src/domain/provider-names.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { selectModels } from "../../src/selection/index.ts";

const ontology = createOntology();

/** The candidates for one task where these providers are on, with money for them. */
async function candidatesFor(taskType: string, on: readonly ProviderName[]) {
  const snapshot = await buildSnapshot(await loadStarter(), { id: "starter", publishedAt: null });
  const isOn = (provider: ProviderName): boolean => on.includes(provider);
  const pool = createExpertPool({ snapshot, endpoints: [], isOn, health: () => null });
  const plan = { tasks: [{ id: 0, type: taskType, args: {} }] };
  const { selection } = selectModels(plan, pool, [], { budget: { usd: 5 }, ontology });
  return selection[0] ?? { candidates: [] };
}

describe("a budget in money, with the starter catalogue", () => {
  it.each([
    "token-classification",
    "summarization",
    "zero-shot-classification",
    "image-segmentation",
    "audio-classification",
    "text-classification",
    "object-detection",
  ])("leaves models at Hugging Face for %s", async (taskType) => {
    const { candidates } = await candidatesFor(taskType, ["huggingface"]);
    expect(candidates.length).toBeGreaterThan(0);
    expect(candidates.every(({ prices = [] }) => prices.length > 0)).toBe(true);
  });

  it.each(["text-to-video", "image-to-video"])(
    "leaves none for %s, whose prices nobody knows, and says so",
    async (type) => {
      const { candidates, missing } = await candidatesFor(type, ["huggingface"]);
      expect(candidates).toEqual([]);
      expect(missing).toContain("Only models that tell what they cost");
    },
  );

  it("buys a picture at Workers AI for a cent", async () => {
    const { candidates } = await candidatesFor("text-to-image", ["workers-ai"]);
    const foreseen = estimateCall([{ kind: "text", bytes: 40, isWave: false }], ["image"]);
    const cheapest = Math.min(...candidates.map(({ prices = [] }) => highestCostOf(prices, foreseen) ?? Infinity));
    expect(cheapest).toBeLessThan(0.01);
  });
});
