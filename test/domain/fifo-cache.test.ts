import { describe, expect, it } from "vitest";
import { FifoCache } from "../../src/domain/caches.ts";

describe("a FIFO cache", () => {
  /** The keys whose values had to be made, of keys asked for one after the other. */
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
    ["makes a value once", 2, ["a", "b", "a", "b"], ["a", "b"]],
    ["drops the oldest value where more come", 2, ["a", "b", "c", "b", "c", "a"], ["a", "b", "c", "a"]],
    [
      "keeps no value under a very long key",
      2,
      ["a".repeat(501), "b", "a".repeat(501)],
      ["a".repeat(501), "b", "a".repeat(501)],
    ],
  ])("%s", (_, most, keys, made) => {
    expect(madeOf(most, keys)).toEqual(made);
  });
});
