import { describe, expect, it } from "vitest";
import { shortened } from "../../../../src/planning/embedded/rank/long-request.ts";
import type { Prediction } from "../../../../src/planning/embedded/rank/network.ts";
import type { WishTag } from "../../../../src/planning/embedded/rank/wish-tags.ts";
import { scan } from "../../../../src/planning/embedded/read/scan.ts";
import { tokensOf } from "../../../../src/planning/embedded/read/tokens.ts";
import type { RequestView } from "../../../../src/planning/embedded/read/view.ts";
import { MAX_PIECES } from "../../../../src/words/encoder/piece-encoder.ts";

const VOCABULARY = new Map(["[unknown]", "we", "met", "sum", "it", "up", ","].map((word, place) => [word, place]));

const viewOf = (text: string): RequestView => {
  const reading = scan(text, []);
  return { tokens: tokensOf(reading), masked: reading.masked, kinds: [], hasPaper: false, isFollowUp: false };
};

/** Takes "sum it up" for an order. */
const read = ({ tokens }: RequestView): Prediction => ({
  odds: () => 0,
  evidence: () => new Float32Array(tokens.length),
  link: () => 0,
  wishTags: tokens.map(
    ({ said }): WishTag => (said === "sum" ? "order-begins" : ["it", "up"].includes(said) ? "order" : "none"),
  ),
});

describe("a request that is longer than is read at once", () => {
  it("is left as it is where it is not", () => {
    expect(shortened(viewOf("we met. sum it up"), VOCABULARY, read)).toBeNull();
  });

  it("keeps its wishes wherever they stand, and as much else as there is room for", () => {
    const view = viewOf(`${"we met. ".repeat(150)}sum it up`);
    const short = shortened(view, VOCABULARY, read);
    expect(short?.wishTags.length).toBe(view.tokens.length);
    expect(short?.wishTags.slice(-4)).toEqual(["none", "order-begins", "order", "order"]);
    const said = short?.view.tokens.map((token) => token.said) ?? [];
    expect(said.slice(-3)).toEqual(["sum", "it", "up"]);
    expect(said.length).toBeGreaterThan(MAX_PIECES / 3);
    expect(said.length).toBeLessThan(MAX_PIECES);
  });

  it("is read in stretches that can be read at once", () => {
    const sizes: number[] = [];
    shortened(viewOf("zzzzzzzzzz ".repeat(390)), VOCABULARY, (some) => {
      sizes.push(some.tokens.length);
      return read(some);
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(390);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(MAX_PIECES / 8);
  });
});
