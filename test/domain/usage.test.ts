import { describe, expect, it } from "vitest";
import { addMeasured, addSpent, NOTHING_SPENT, spentView } from "../../src/domain/usage.ts";

describe("what calls took together", () => {
  it("adds up part by part, and leaves out what neither tells", () => {
    expect(addMeasured({ inputTokens: 1, seconds: 2 }, { inputTokens: 3, images: 1 })).toEqual({
      inputTokens: 4,
      seconds: 2,
      images: 1,
    });
    expect(addMeasured({}, {})).toEqual({});
  });

  it("counts apart the calls of which nobody knows what they cost", () => {
    const spent = [
      { usd: 0.1, llmCalls: 0, measured: { images: 1 } },
      { usd: null, llmCalls: 0 },
      { usd: null, llmCalls: 2, measured: { inputTokens: 5 } },
      { usd: 0.2, llmCalls: 1 },
    ].reduce(addSpent, NOTHING_SPENT);
    expect(spent).toMatchObject({ unpriced: 3, llmCalls: 3, measured: { images: 1, inputTokens: 5 } });
    expect(spent.usd).toBeCloseTo(0.3, 12);
  });

  it("is shown in dollars and in what was measured, without digits that mean nothing", () => {
    const spent = { usd: 0.1 + 0.2, assumedUsd: 0, unpriced: 1, llmCalls: 4, measured: { images: 2, usd: 9 } };
    expect(spentView(spent)).toEqual({ usd: 0.3, unpricedCalls: 1, images: 2 });
  });

  it("tells how much of it nobody measured", () => {
    const spent = [
      { usd: 0.1, llmCalls: 0, assumed: true },
      { usd: 0.2, llmCalls: 0 },
    ] as const;
    expect(spentView(spent.reduce(addSpent, NOTHING_SPENT))).toEqual({ usd: 0.3, assumedUsd: 0.1, unpricedCalls: 0 });
  });
});
