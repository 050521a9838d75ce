import { describe, expect, it } from "vitest";
import { FifoCache } from "../../src/domain/caches.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import { selectModels } from "../../src/selection/index.ts";
import { castOf, expert, planOf } from "./experts.ts";

describe("what is kept", () => {
  /** The keys that had to be made, of keys asked for one after the other. */
  const madeOf = (most: number, keys: readonly string[]): readonly string[] => {
    const kept = new FifoCache<{ readonly of: string }>(most);
    const made: string[] = [];
    for (const key of keys) {
      const value = kept.get(key, () => {
        made.push(key);
        return { of: key };
      });
      expect(value.of).toBe(key);
    }
    return made;
  };

  it.each<[string, number, readonly string[], readonly string[]]>([
    ["is made once", 2, ["a", "b", "a", "b"], ["a", "b"]],
    ["goes in the order it came, where more comes", 2, ["a", "b", "c", "b", "c", "a"], ["a", "b", "c", "a"]],
    ["is nothing at great length", 2, ["a".repeat(501), "b", "a".repeat(501)], ["a".repeat(501), "b", "a".repeat(501)]],
  ])("%s", (_, most, keys, made) => {
    expect(madeOf(most, keys)).toEqual(made);
  });
});

describe("verdicts that are kept", () => {
  const cast = castOf([
    expert("custom", "Small", { languages: ["en"], parameters: 1 }),
    expert("custom", "small", { languages: ["en", "de"], parameters: 2 }),
    expert("custom", "en,de", { languages: ["en,de"], parameters: 3 }),
  ]);
  const left = (constraints: Constraints) =>
    selectModels(planOf("summarization"), cast, [constraints])
      .selection[0]?.candidates.map(({ model }) => model)
      .toSorted();

  it("are not those of what is merely written alike", () => {
    expect(left({ model: { allow: ["custom:Small"] } })).toEqual(["Small"]);
    expect(left({ model: { allow: ["custom:small"] } })).toEqual(["small"]);
    expect(left({ language: "de" })).toEqual(["small"]);
  });

  it("are none on calls, which change", () => {
    const now = (medianMs: number) => ({ ...cast, health: () => ({ calls: 1, failures: 0, medianMs }) });
    const within = (medianMs: number) =>
      selectModels(planOf("summarization"), now(medianMs), [{ latency: { maxMs: 500 } }]).selection[0]?.candidates
        .length;
    expect([400, 600, 400].map(within)).toEqual([3, 0, 3]);
  });

  it("hold however many others come between", () => {
    for (let round = 0; round < 2; round++) {
      for (let max = 1; max <= 100; max++) expect(left({ size: { max } })).toHaveLength(Math.min(max, 3));
    }
  });
});
