import { describe, expect, it } from "vitest";
import { createExpertPool } from "../../src/catalogue/expert-pool.ts";
import { buildSnapshot } from "../../src/catalogue/snapshot/snapshot.ts";
import { customEndpoints } from "../../src/config/custom-endpoints.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { createCustomProvider } from "../../src/providers/custom/index.ts";
import { selectModels } from "../../src/selection/index.ts";
import { modelsOf, planOf } from "./experts.ts";

const CONFIGURED = customEndpoints.parse(
  [
    { model: "near", url: "http://192.168.0.7/summarize" },
    { model: "anywhere", url: "https://models.example.com/summarize" },
    { model: "ours", url: "https://models.example.com/summarize", hosted: "here" },
    { model: "rented", url: "https://models.example.com/summarize", hosted: "elsewhere" },
    { model: "tunnel", url: "http://localhost:8080/", hosted: "elsewhere" },
  ].map((endpoint) => ({ ...endpoint, taskType: "summarization", licence: "MIT" })),
);

describe("an endpoint behind a URL", () => {
  it.each([
    ["allow", ["near", "ours"]],
    ["deny", ["rented", "tunnel"]],
  ])("is local by its address or by its owner's word, and else neither: %s leaves %j", async (side, models) => {
    const { endpoints } = createCustomProvider(CONFIGURED, createOntology());
    const snapshot = await buildSnapshot([], { id: "empty", publishedAt: null });
    const cast = createExpertPool({
      snapshot,
      endpoints: endpoints(),
      isOn: () => false,
      health: () => null,
      whyNone: {},
    });
    const { selection } = selectModels(planOf("summarization"), cast, [{ provider: { [side]: ["local"] } }]);
    expect(modelsOf(selection[0] ?? { candidates: [] })).toEqual(models);
  });
});
