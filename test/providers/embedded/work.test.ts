import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMBEDDED_EXPERTS } from "../../../src/providers/embedded/index.ts";
import { WorkBudget } from "../../../src/providers/embedded/work.ts";

const BOUNDS = { characters: { most: 1_000, perTurn: 100 } };

function budget(signal = new AbortController().signal): { work: WorkBudget; rests: () => number } {
  let rests = 0;
  const work = new WorkBudget(BOUNDS, signal, async () => {
    rests += 1;
  });
  return { work, rests: () => rests };
}

describe("the work of one call of an embedded expert", () => {
  it("is refused before it begins when it is more than the bound, which is named", () => {
    const { work } = budget();
    expect(() => work.admit("characters", 1_000, "The text")).not.toThrow();
    expect(() => work.admit("characters", 1_001, "The text")).toThrow(
      expect.objectContaining({
        code: "resource-too-complex",
        retryable: false,
        message: "The text has 1,001 characters; this model takes 1,000 at most.",
      }),
    );
  });

  it("gives the thread back once for each turn's worth, however it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 60 }), async (pieces) => {
        const { work, rests } = budget();
        for (const piece of pieces) await work.spend("characters", piece);
        const total = pieces.reduce((sum, piece) => sum + piece, 0);
        // A piece that ends a turn may pass its end by less than its own length.
        expect(rests()).toBeLessThanOrEqual(total / 100);
        expect(rests()).toBeGreaterThanOrEqual(Math.floor(total / 200));
      }),
    );
  });

  it("ends at the next rest when the attempt is over", async () => {
    const attempt = new AbortController();
    const { work } = budget(attempt.signal);
    await work.spend("characters", 100);
    attempt.abort();
    await work.spend("characters", 99);
    await expect(work.spend("characters", 1)).rejects.toMatchObject({ code: "timeout" });
  });

  it("lets other work of the isolate run at a rest", async () => {
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(() => {
      order.push("another request");
      resolve();
    }, 0);
    const work = new WorkBudget(BOUNDS, new AbortController().signal);
    await work.spend("characters", 100);
    order.push("the next turn");
    await promise;
    expect(order).toEqual(["another request", "the next turn"]);
  });
});

describe("every embedded expert", () => {
  it.each(EMBEDDED_EXPERTS)("states how much work one call may be: $model for $taskType", ({ work }) => {
    const bounds = Object.values(work);
    expect(bounds.length).toBeGreaterThan(0);
    for (const { most, perTurn } of bounds) {
      expect(perTurn).toBeGreaterThan(0);
      expect(most).toBeGreaterThanOrEqual(perTurn);
    }
  });
});
