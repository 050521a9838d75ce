import type { Price, PriceUnit } from "../domain/catalogue.ts";
import { isFree } from "../domain/costs.ts";
import type { Expert } from "../domain/experts.ts";

/** What says nothing of what a call costs: how many of them one needs is known afterwards. */
const SAYS_NOTHING: ReadonlySet<PriceUnit> = new Set(["thousand-neurons", "compute-second"]);

/**
 * Whether prices keep within a cap: all of those asked for its unit (a second is a sixtieth of a minute), of which there
 * must be one; without a unit all of them, as far as they say what a call costs. A call that costs nothing keeps within
 * every cap. Where nothing is known nothing is kept, and a price in one unit says nothing of another.
 */
export function isWithin(prices: readonly Price[], maxUsd: number, per: PriceUnit | undefined): boolean {
  if (prices.length > 0 && prices.every((price) => price.usd === 0 && price.per === "call")) return true;
  const asked =
    per === undefined
      ? prices.filter((price) => !SAYS_NOTHING.has(price.per)).map(({ usd }) => usd)
      : prices.flatMap((price) => usdPer(price, per) ?? []);
  return asked.length > 0 && asked.every((usd) => usd <= maxUsd);
}

const SECONDS: Readonly<Partial<Record<PriceUnit, number>>> = { second: 1, minute: 60 };

function usdPer({ usd, per }: Price, unit: PriceUnit): number | null {
  if (per === unit) return usd;
  const [given, wanted] = [SECONDS[per], SECONDS[unit]];
  return given === undefined || wanted === undefined ? null : (usd * wanted) / given;
}

/** How much of each unit one call is taken to need where prices of different units are compared: a page of text, a minute of sound. */
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

/** About what a call costs, in US dollars: the dearest of its prices, as some say the same in other units; `null` where nothing is known. */
export const usdACall = (prices: readonly Price[]): number | null =>
  prices.length === 0 ? null : Math.max(...prices.map(({ usd, per }) => usd * UNITS_A_CALL[per]));

/** Whether it is known what its calls cost: its prices tell, or it is a server of one's own that states none. */
export const isPriced = (expert: Expert): boolean => usdOf(expert) !== null;

/** About what a call of it costs, in US dollars; `null` where nothing is known. What is free costs 0. */
export const usdOf = ({ endpoint: { provider }, prices }: Expert): number | null =>
  isFree({ provider, prices }) ? 0 : usdACall(prices);
