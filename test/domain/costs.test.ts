import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRICE_UNITS, type Price, type PriceUnit } from "../../src/domain/catalogue.ts";
import { costOf } from "../../src/domain/costs.ts";
import type { Measured } from "../../src/domain/usage.ts";

const price = (usd: number, per: PriceUnit): Price => ({ usd, per, source: "the tests", asOf: "2026-11-22" });
const TOKENS = [price(0.5, "million-input-tokens"), price(2, "million-output-tokens")];

describe("what a call costs", () => {
  it.each<[string, readonly Price[], Measured, number | null]>([
    ["nothing where it is free, whatever was measured", [price(0, "call")], {}, 0],
    ["its price a call", [price(0.02, "call")], {}, 0.02],
    ["tokens in and out", TOKENS, { inputTokens: 2e6, outputTokens: 5e5 }, 2],
    ["no tokens at all", TOKENS, { inputTokens: 0, outputTokens: 0 }, 0],
    ["a minute by the second", [price(0.006, "minute")], { seconds: 90 }, 0.009],
    ["images", [price(0.04, "image")], { images: 3 }, 0.12],
    ["characters", [price(15, "million-characters")], { characters: 1_000 }, 0.015],
    ["what the provider says itself", TOKENS, { usd: 0.3, inputTokens: 1 }, 0.3],
    ["neurons where nothing else is asked for", [price(0.011, "thousand-neurons")], { neurons: 2_000 }, 0.022],
    [
      "no neurons beside tokens",
      [...TOKENS, price(0.011, "thousand-neurons")],
      { inputTokens: 1e6, outputTokens: 0, neurons: 9e9 },
      0.5,
    ],
    [
      "neurons where the tokens were not measured",
      [...TOKENS, price(0.011, "thousand-neurons")],
      { neurons: 1_000 },
      0.011,
    ],
    ["nobody knows, without a price", [], { inputTokens: 1 }, null],
    ["nobody knows, where a part was not measured", TOKENS, { inputTokens: 1e6 }, null],
  ])("is %s", (_, prices, measured, usd) => {
    const cost = costOf(prices, measured);
    if (usd === null) expect(cost).toBeNull();
    else expect(cost).toBeCloseTo(usd, 12);
  });

  it("never falls when more is measured", () => {
    const count = fc.double({ min: 0, max: 1e9, noNaN: true });
    const all = fc.record({
      inputTokens: count,
      outputTokens: count,
      images: count,
      seconds: count,
      characters: count,
      neurons: count,
    });
    const prices = fc.array(fc.tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.constantFrom(...PRICE_UNITS)), {
      minLength: 1,
    });
    fc.assert(
      fc.property(prices, all, all, (asked, a, b) => {
        const more = Object.fromEntries(
          Object.entries(a).map(([name, value]) => [name, value + b[name as keyof typeof b]]),
        );
        const listed = asked.map(([usd, per]) => price(usd, per));
        expect(costOf(listed, more) ?? 0).toBeGreaterThanOrEqual(costOf(listed, a) ?? 0);
      }),
    );
  });
});
