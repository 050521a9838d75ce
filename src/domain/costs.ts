import type { Price, PriceUnit } from "./catalogue.ts";
import type { Measured } from "./usage.ts";

/** How many of a unit of a price a call took; undefined where that was not measured. */
const COUNTED: Readonly<Record<PriceUnit, (measured: Measured) => number | undefined>> = {
  call: () => 1,
  "million-input-tokens": ({ inputTokens }) => inputTokens && inputTokens / 1e6,
  "million-output-tokens": ({ outputTokens }) => outputTokens && outputTokens / 1e6,
  image: ({ images }) => images,
  second: ({ seconds }) => seconds,
  minute: ({ seconds }) => seconds && seconds / 60,
  "million-characters": ({ characters }) => characters && characters / 1e6,
  "thousand-neurons": ({ neurons }) => neurons && neurons / 1e3,
  "compute-second": ({ computeSeconds }) => computeSeconds,
};

/** Units that pay for the same thing in other words: a model that has prices by tokens is not paid by neurons as well. */
const OVERALL: ReadonlySet<PriceUnit> = new Set(["thousand-neurons"]);

/**
 * What a call costs by what was measured of it, in US dollars.
 * @returns null where nothing is known of its price, or of what it is asked for
 */
export function costOf(prices: readonly Price[], measured: Measured): number | null {
  if (measured.usd !== undefined) return measured.usd;
  const [own, overall] = bothWays(prices);
  return sumOf(own, measured) ?? sumOf(overall, measured);
}

/**
 * The most that a call costs which measures no more than was foreseen, in US dollars, whichever way it is paid.
 * @returns null where its price is not known
 */
export function highestCostOf(prices: readonly Price[], foreseen: Measured): number | null {
  const costs = bothWays(prices).flatMap((some) => sumOf(some, foreseen) ?? []);
  return costs.length === 0 ? null : Math.max(...costs);
}

const bothWays = (prices: readonly Price[]): readonly [own: readonly Price[], overall: readonly Price[]] => [
  prices.filter(({ per }) => !OVERALL.has(per)),
  prices.filter(({ per }) => OVERALL.has(per)),
];

/** Null unless every one of the prices can be counted, and there is one. */
function sumOf(prices: readonly Price[], measured: Measured): number | null {
  if (prices.length === 0) return null;
  let sum = 0;
  for (const { usd, per } of prices) {
    const count = usd === 0 ? 0 : COUNTED[per](measured);
    if (count === undefined) return null;
    sum += usd * count;
  }
  return sum;
}
