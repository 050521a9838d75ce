import { affords } from "../domain/budget.ts";
import type { Price } from "../domain/catalogue.ts";
import { costOf, highestCostOf } from "../domain/costs.ts";
import { type Allowance, addSpent, NOTHING_SPENT, type StepUsage } from "../domain/usage.ts";
import type { Meter, PromptTokens } from "../planning/index.ts";

/** Keeps account of the language model calls of one attempt. */
export interface LanguageMeter extends Meter {
  /** The usage of all calls; null without any. `usd` is null where the cost of one is not known. */
  usage(): StepUsage | null;
}

export const NO_LIMITS: Allowance = { llmCalls: null, usd: null };

/**
 * The context that prompts and answers are laid out for at most, however large a model's own is: so it is known what a
 * call costs at most before its prompt is written. Every request of the usual length fits, with a long chat log.
 */
export const MAX_CONTEXT_TOKENS = 28_672;
/** The longest call in that context: with an answer kept free of it, and the form that is asked for on top. */
const LONGEST_CALL: PromptTokens = { inputTokens: 30_000, outputTokens: 4_096 };
/** As tasks are estimated by: see domain/estimates.ts. */
const NEURONS_PER_TOKEN = { input: 0.1, output: 0.5 };

/** The most that a call of usual words costs, in US dollars; null where that is not known. @param prices of the language model */
export const longestCallUsd = (prices: readonly Price[]): number | null => mostUsd(prices, LONGEST_CALL);

function mostUsd(prices: readonly Price[], { inputTokens, outputTokens }: PromptTokens): number | null {
  const neurons = inputTokens * NEURONS_PER_TOKEN.input + outputTokens * NEURONS_PER_TOKEN.output;
  return highestCostOf(prices, { inputTokens, outputTokens, neurons, images: 0, seconds: 0, characters: 0 });
}

/**
 * Allows calls while there is enough left for the most that each may cost by its prompt.
 * @param prices of the language model; empty where they are not known: then none is called where money is limited
 */
export function createLanguageMeter({ llmCalls, usd }: Allowance, prices: readonly Price[]): LanguageMeter {
  const tooLittle = (leftUsd: number, foreseen: PromptTokens): string | null => {
    const most = mostUsd(prices, foreseen);
    if (most === null) return "money is limited, and what a call of it costs is not known";
    return affords(leftUsd, most) ? null : "what is left of the money is not enough for a call of it";
  };
  let spent = NOTHING_SPENT;
  return {
    refusal: (foreseen) => {
      if (llmCalls !== null && spent.llmCalls >= llmCalls) return "no further call of it is allowed";
      return usd === null ? null : tooLittle(usd - spent.usd, foreseen);
    },
    called: (measured, foreseen) => {
      // Where money is limited a call that nobody measured was as dear as it can have been.
      const cost = costOf(prices, measured) ?? (usd === null ? null : mostUsd(prices, foreseen));
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
