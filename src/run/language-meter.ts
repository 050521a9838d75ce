import { affords } from "../domain/budget.ts";
import type { Price } from "../domain/catalogue.ts";
import { costOf, highestCostOf } from "../domain/costs.ts";
import { type Allowance, addSpent, type Measured, NOTHING_SPENT, type StepUsage } from "../domain/usage.ts";
import type { Meter } from "../planning/index.ts";

/** Keeps account of the language model calls of one attempt. */
export interface LanguageMeter extends Meter {
  /** What the calls took; null without any. `usd` is null where that of one is not known. */
  usage(): StepUsage | null;
}

export const NO_LIMITS: Allowance = { llmCalls: null, usd: null };

/** The longest call there is: planning with a long chat log, or the same with a faulty plan to be put right. */
const LONGEST_CALL: Measured = {
  ...{ inputTokens: 30_000, outputTokens: 4_096, images: 0, seconds: 0, characters: 0, neurons: 6_000 },
};

/**
 * Allows calls while there is enough left for the longest.
 * @param prices of the language model; empty where they are not known: then none is called where money is limited
 */
export function createLanguageMeter({ llmCalls, usd }: Allowance, prices: readonly Price[]): LanguageMeter {
  const longestUsd = highestCostOf(prices, LONGEST_CALL);
  const tooLittle = (leftUsd: number): string | null => {
    if (longestUsd === null) return "money is limited, and what a call of it costs is not known";
    return affords(leftUsd, longestUsd) ? null : "what is left of the money is not enough for a call of it";
  };
  let spent = NOTHING_SPENT;
  return {
    refusal: () => {
      if (llmCalls !== null && spent.llmCalls >= llmCalls) return "no further call of it is allowed";
      return usd === null ? null : tooLittle(usd - spent.usd);
    },
    called: (measured) => {
      // Where money is limited a call that nobody measured was as dear as one can be.
      const cost = costOf(prices, measured) ?? (usd === null ? null : longestUsd);
      spent = addSpent(spent, { usd: cost, llmCalls: 1, measured });
    },
    usage: () => {
      if (spent.llmCalls === 0) return null;
      const { measured } = spent;
      return {
        llmCalls: spent.llmCalls,
        usd: spent.unpriced > 0 ? null : spent.usd,
        ...(Object.keys(measured).length > 0 ? { measured } : {}),
      };
    },
  };
}
