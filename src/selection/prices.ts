import type { Price, PriceUnit } from "../domain/catalogue.ts";
import { isFree } from "../domain/costs.ts";
import type { Expert } from "../domain/experts.ts";

/** Units that say nothing of what a call will cost: how many it takes is only known afterwards. */
const METERED: ReadonlySet<PriceUnit> = new Set(["thousand-neurons", "compute-second"]);

/**
 * Whether prices are within a cap. With a unit, all prices in it count (minutes are converted to seconds and back), and
 * there has to be one; without, all prices do that say what a call costs. A call that costs nothing is within every cap;
 * a price that is not known is within none.
 */
export function isWithin(prices: readonly Price[], maxUsd: number, per: PriceUnit | undefined): boolean {
  if (prices.length > 0 && prices.every((price) => price.usd === 0 && price.per === "call")) return true;
  const counted =
    per === undefined
      ? prices.filter((price) => !METERED.has(price.per)).map(({ usd }) => usd)
      : prices.flatMap((price) => usdPer(price, per) ?? []);
  return counted.length > 0 && counted.every((usd) => usd <= maxUsd);
}

const SECONDS: Readonly<Partial<Record<PriceUnit, number>>> = { second: 1, minute: 60 };

function usdPer({ usd, per }: Price, unit: PriceUnit): number | null {
  if (per === unit) return usd;
  const [given, wanted] = [SECONDS[per], SECONDS[unit]];
  return given === undefined || wanted === undefined ? null : (usd * wanted) / given;
}

/** How much of each unit a typical call takes (a page of text, a minute of sound), to compare prices in different units. */
const UNITS_A_CALL: Readonly<Record<PriceUnit, number>> = {
  call: 1,
  image: 1,
  second: 5,
  minute: 1,
  "million-input-tokens": 0.001,
  "million-output-tokens": 0.000_5,
  "million-characters": 0.004,
  "thousand-neurons": 0.1,
  "compute-second": 2,
};

/** About what a call costs in US dollars: the highest of its prices, as several may state the same in different units; `null` where none is known. */
export const usdACall = (prices: readonly Price[]): number | null =>
  prices.length === 0 ? null : Math.max(...prices.map(({ usd, per }) => usd * UNITS_A_CALL[per]));

/** Whether it is known what a call costs: by its prices, or because it is a server of one's own that states none. */
export const isPriced = (expert: Expert): boolean => usdOf(expert) !== null;

/** About what a call of an expert costs in US dollars, 0 if it is free; `null` where that is not known. */
export const usdOf = ({ endpoint: { provider }, prices }: Expert): number | null =>
  isFree({ provider, prices }) ? 0 : usdACall(prices);

/**
 * Whether a call of one surely costs no more than the same call of another: it is free, or in each of its units, which are
 * not metered, the other asks as much or more.
 */
export const costsNoMore = (one: Expert, other: Expert): boolean =>
  usdOf(one) === 0 ||
  one.prices.every(
    ({ usd, per }) => !METERED.has(per) && other.prices.some((price) => price.per === per && price.usd >= usd),
  );
