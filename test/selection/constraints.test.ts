import { describe, expect, it } from "vitest";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { selectModels, unjudged } from "../../src/selection/index.ts";

const endpoint = (provider: Endpoint["provider"], model: string, licence: string): Endpoint => ({
  provider,
  model,
  taskType: "summarization",
  description: "",
  licence,
  grade: "full",
});
const PLAN = { tasks: [{ id: 0, type: "summarization", args: {} }] };
const ALL = [
  endpoint("embedded", "rank", "Apache-2.0 AND MIT"),
  endpoint("custom", "google/pegasus", "apache-2.0"),
  endpoint("custom", "copyleft", "GPL-3.0-only"),
  endpoint("huggingface", "facebook/bart", "MIT"),
  endpoint("openai", "gpt", "unknown"),
  endpoint("workers-ai", "@cf/facebook/bart", "CC-BY-NC-4.0"),
  endpoint("huggingface", "ours/choice", "GPL-3.0-only OR MIT"),
  endpoint("huggingface", "deepseek-ai/seek", "DeepSeek-1.0"),
];
const left = (constraints: Constraints): readonly string[] =>
  [...ALL.entries()]
    .filter(([, one]) => (selectModels(PLAN, [one], constraints)[0]?.candidates.length ?? 0) > 0)
    .map(([, { model }]) => model);

describe("casting models under constraints", () => {
  it.each<[Constraints, readonly string[]]>([
    [{ licence: { allow: ["MIT"] } }, ["facebook/bart", "ours/choice"]],
    [{ licence: { allow: ["Apache-2.0", "MIT"] } }, ["rank", "google/pegasus", "facebook/bart", "ours/choice"]],
    [{ licence: { allow: ["permissive"] } }, ["rank", "google/pegasus", "facebook/bart", "ours/choice"]],
    [{ licence: { allow: ["open-source"] } }, ["rank", "google/pegasus", "copyleft", "facebook/bart", "ours/choice"]],
    [{ licence: { allow: ["OpenRAIL++", "DeepSeek"] } }, ["deepseek-ai/seek"]],
    [{ licence: { allow: ["GPL-3.0"] } }, ["copyleft", "ours/choice"]],
    [
      { licence: { deny: ["GPL"] } },
      ["rank", "google/pegasus", "facebook/bart", "@cf/facebook/bart", "ours/choice", "deepseek-ai/seek"],
    ],
    [
      { licence: { deny: ["non-commercial"] } },
      ["rank", "google/pegasus", "copyleft", "facebook/bart", "ours/choice", "deepseek-ai/seek"],
    ],
    [
      { licence: { deny: ["CC-BY-NC", "GPL", "DeepSeek"] } },
      ["rank", "google/pegasus", "facebook/bart", "ours/choice"],
    ],
    [{ provider: { allow: ["local"] } }, ["rank", "google/pegasus", "copyleft"]],
    [
      { provider: { allow: ["huggingface", "embedded"] } },
      ["rank", "facebook/bart", "ours/choice", "deepseek-ai/seek"],
    ],
    [{ provider: { deny: ["openai", "huggingface"] } }, ["rank", "google/pegasus", "copyleft", "@cf/facebook/bart"]],
    [{ provider: { deny: ["meta", "google", "deepseek"] } }, ["rank", "copyleft", "gpt", "ours/choice"]],
    [
      { provider: { allow: ["local"] }, licence: { allow: ["MIT", "Apache-2.0"], deny: ["GPL"] } },
      ["rank", "google/pegasus"],
    ],
    [{ size: { prefer: "smallest" } }, ALL.map(({ model }) => model)],
  ])("keeps %j", (constraints, models) => {
    expect(left(constraints)).toEqual(models);
  });

  it.each<Constraints>([{ licence: { allow: ["permissive"] } }, { licence: { deny: ["GPL"] } }])(
    "takes a licence that nobody stated for none that satisfies %j",
    (constraints) => {
      const unknown = ["unknown", "", "other", "NOASSERTION"].map((licence) => endpoint("custom", licence, licence));
      expect(selectModels(PLAN, unknown, constraints)[0]?.candidates).toEqual([]);
    },
  );

  it("says of each candidate which constraints it keeps", () => {
    const [first] =
      selectModels(PLAN, ALL, { licence: { allow: ["MIT"] }, provider: { deny: ["openai"] } })[0]?.candidates ?? [];
    expect(first?.reason).toBe(
      "Configured by this deployment; licence MIT; keeps “Only models under MIT”; keeps “No models from OpenAI or a server like it”",
    );
  });

  it("says which constraint took which endpoints away", () => {
    const two = ALL.slice(2, 4);
    expect(selectModels(PLAN, two, { licence: { allow: ["MIT"] }, provider: { allow: ["local"] } })[0]).toEqual({
      candidates: [],
      missing:
        "Nothing that does summarization here satisfies what was asked: “Only models under MIT” rules out custom:copyleft (licence GPL-3.0-only); “Only models that run here or on servers of this deployment” rules out huggingface:facebook/bart (licence MIT).",
    });
  });

  it("does not use a model that the plan names against a constraint", () => {
    const named = { tasks: [{ id: 0, type: "summarization", args: {}, model: "custom:copyleft" }] };
    expect(selectModels(named, ALL, { licence: { deny: ["GPL"] } })[0]).toMatchObject({
      candidates: [],
      missing: expect.stringContaining("custom:copyleft"),
    });
  });
});

describe("what cannot be judged yet", () => {
  it("is nothing where licences, providers and time are all that was asked", () => {
    expect(unjudged({ licence: { deny: ["GPL"] }, provider: { allow: ["local"] } }, { timeMs: 1 })).toEqual([]);
  });

  it("is said, one sentence each", () => {
    const said = unjudged(
      { size: { max: 3e9 }, benchmark: { name: "COCO", prefer: "best" }, language: "pt" },
      { usd: 0, tasks: 3, llmCalls: 5 },
    );
    expect(said).toHaveLength(5);
    expect(said[0]).toBe(
      "The size limit was understood, but the catalogue does not know sizes yet, so that it was not applied.",
    );
    for (const sentence of said) expect(sentence).toMatch(/was understood, but .*, so that it was not applied\.$/);
  });

  it("tells a wish from a limit", () => {
    expect(unjudged({ size: { prefer: "smallest" } }, {})[0]).toContain("wish for the smallest model");
  });
});
