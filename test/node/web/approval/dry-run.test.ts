import { describe, expect, it } from "vitest";
import type { RunReport, RunView } from "../../../../src/client/client.ts";
import { conditionsOf, dryRunOf, NO_CONDITIONS, withoutModels } from "../../../../web/approval/dry-run.ts";

const understood: NonNullable<RunReport["understood"]> = {
  parts: {
    ...{ instruction: [], texts: [], questions: [], files: [], urls: [], tables: [], categories: [] },
    languages: { source: [], target: [] },
  },
  constraints: { licence: { allow: ["MIT"] }, prefer: "cheapest" },
  given: { licence: { allow: ["permissive"] } },
  budget: { usd: 0.5, tasks: 4 },
  conditions: ["Only models under MIT"],
  confidence: null,
  reasons: [],
};

describe("the conditions of a run", () => {
  it("are its caller's and its words', and the lower of two limits", () => {
    expect(conditionsOf({ understood, budget: { timeMs: 1_000, usd: 2, onExhausted: "ask" } })).toEqual({
      constraints: { licence: { allow: ["permissive"] }, prefer: "cheapest" },
      budget: { usd: 0.5, timeMs: 1_000, tasks: 4 },
      words: ["Only models under MIT"],
    });
  });

  it("are its budget alone where nothing is understood", () => {
    expect(conditionsOf({ understood: null, budget: { timeMs: 1_000 } })).toEqual({
      ...{ constraints: {}, words: [], budget: { timeMs: 1_000 } },
    });
  });
});

describe("a dry run", () => {
  const run = { text: "Do it", conversation: "conv_1", casting: { selection: "language" } } as RunView;
  const tasks = [{ task: "summarization", id: 0, dep: [-1], args: { text: "Hello" }, model: "a:b", status: "waiting" }];

  it("is of the same words, in the same conversation, with the tasks of the edit alone", () => {
    expect(dryRunOf(run, tasks, NO_CONDITIONS)).toEqual({
      text: "Do it",
      conversation: "conv_1",
      plan: [{ task: "summarization", id: 0, dep: [-1], args: { text: "Hello" }, model: "a:b" }],
    });
  });

  it("holds to the conditions, and asks no language model to select", () => {
    const conditions = { constraints: { prefer: "cheapest" }, budget: { usd: 1 }, words: [] } as const;
    const request = dryRunOf(run, tasks, conditions);
    expect(request).toMatchObject({ constraints: { prefer: "cheapest" }, budget: { usd: 1 } });
    expect(request).not.toHaveProperty("selection");
  });

  it("tells all candidates of tasks whose models are open", () => {
    expect(withoutModels(tasks)[0]).not.toHaveProperty("model");
  });
});
