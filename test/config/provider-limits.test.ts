import { describe, expect, it } from "vitest";
import { callLimits, providerLimits } from "../../src/config/provider-limits.ts";

const DEFAULT = { requestsPerMinute: 300, concurrency: 20, burst: 10 };

describe("the limits of providers", () => {
  it("are set where nothing is said, and filled up where little is", () => {
    expect(providerLimits.parse({ openai: { requestsPerMinute: 3_500 } })).toEqual({
      huggingface: DEFAULT,
      "workers-ai": DEFAULT,
      openai: { ...DEFAULT, requestsPerMinute: 3_500 },
    });
  });

  it.each([
    ["no calls at all", { requestsPerMinute: 0 }],
    ["half a call", { requestsPerMinute: 0.5 }],
    ["more than a gate can count", { requestsPerMinute: 100_001 }],
    ["none at once", { concurrency: 0 }],
    ["more at once than a gate can keep track of", { concurrency: 2_001 }],
    ["no burst", { burst: 0 }],
    ["a name that nothing has", { requestsPerSecond: 5 }],
  ])("cannot be %s", (_, limits) => {
    expect(callLimits.safeParse(limits).success).toBe(false);
  });

  it("are of providers that are called from here", () => {
    expect(providerLimits.safeParse({ embedded: {} }).success).toBe(false);
  });
});
