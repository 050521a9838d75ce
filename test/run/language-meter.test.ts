import { describe, expect, it } from "vitest";
import type { Price } from "../../src/domain/catalogue.ts";
import type { Allowance, Measured } from "../../src/domain/usage.ts";
import type { PromptTokens } from "../../src/planning/index.ts";
import { createLanguageMeter, NO_LIMITS } from "../../src/run/language-meter.ts";
import { price } from "../domain/simulate.ts";

const TOKENS = [price(1, "million-input-tokens"), price(10, "million-output-tokens")];
const FORESEEN: PromptTokens = { inputTokens: 30_000, outputTokens: 4_096 };
/** The most that a call costs which was foreseen so, at these prices. */
const LONGEST_USD = 0.070_96;
const CALL: Measured = { inputTokens: 2_000, outputTokens: 500 };

describe("the account of an attempt's language model calls", () => {
  it.each<[string, Allowance, readonly Price[], number, string | null]>([
    ["calls without limits, whatever they cost", NO_LIMITS, [], 9, null],
    ["a last call", { llmCalls: 2, usd: null }, [], 1, null],
    ["no call beyond the last", { llmCalls: 2, usd: null }, [], 2, "no further call of it is allowed"],
    ["no call at all", { llmCalls: 0, usd: null }, [], 0, "no further call of it is allowed"],
    ["calls that there is money for", { llmCalls: null, usd: 0.08 }, TOKENS, 1, null],
    [
      "no call that might cost more than is left",
      { llmCalls: null, usd: 0.08 },
      TOKENS,
      2,
      "not enough for a call of it",
    ],
    ["no call of unknown cost where money is limited", { llmCalls: null, usd: 5 }, [], 0, "is not known"],
    ["a free call where there is no money", { llmCalls: null, usd: 0 }, [price(0)], 3, null],
  ])("allows %s", (_, allowance, prices, made, refusal) => {
    const meter = createLanguageMeter(allowance, prices);
    for (let call = 0; call < made; call++) meter.called(CALL, FORESEEN);
    if (refusal === null) expect(meter.refusal(FORESEEN)).toBeNull();
    else expect(meter.refusal(FORESEEN)).toContain(refusal);
  });

  it.each<[number, boolean]>([
    [2_000, true],
    [30_000, true],
    [81_000, false],
    [240_000, false],
  ])("allows a call by its own prompt (%i tokens) rather than by the usual one", (inputTokens, isAllowed) => {
    const prices = [price(5, "million-input-tokens"), price(10, "million-output-tokens")];
    const meter = createLanguageMeter({ llmCalls: 1, usd: 0.2 }, prices);
    const refusal = meter.refusal({ inputTokens, outputTokens: 4_096 });
    expect(refusal === null).toBe(isAllowed);
  });

  it("counts neurons where those are paid for", () => {
    const meter = createLanguageMeter({ llmCalls: null, usd: 0.05 }, [price(0.011, "thousand-neurons")]);
    expect(meter.refusal({ inputTokens: 20_000, outputTokens: 4_096 })).toBeNull();
    expect(meter.refusal({ inputTokens: 30_000, outputTokens: 4_096 })).toContain("not enough");
  });

  it.each<[string, Allowance, readonly Price[], readonly Measured[], object | null]>([
    ["nothing without a call", NO_LIMITS, TOKENS, [], null],
    [
      "what its calls measured, and their price",
      NO_LIMITS,
      TOKENS,
      [CALL, CALL],
      { llmCalls: 2, usd: 0.014, measured: { inputTokens: 4_000, outputTokens: 1_000 } },
    ],
    ["an unknown price where one is", NO_LIMITS, TOKENS, [CALL, {}], { llmCalls: 2, usd: null, measured: CALL }],
    ["no measures where there are none", NO_LIMITS, [], [{}], { llmCalls: 1, usd: null }],
    [
      "as much as a call can cost, where money is limited and nobody measured",
      { llmCalls: null, usd: 1 },
      TOKENS,
      [{}],
      { llmCalls: 1, usd: LONGEST_USD },
    ],
  ])("tells %s", (_, allowance, prices, calls, usage) => {
    const meter = createLanguageMeter(allowance, prices);
    for (const call of calls) meter.called(call, FORESEEN);
    expect(meter.usage()).toEqual(usage);
  });
});
