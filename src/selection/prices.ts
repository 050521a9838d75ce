import type { Price, PriceUnit } from "../domain/catalogue.ts";

/**
 * Whether prices keep within a cap. What costs nothing keeps within every cap; with a unit, one price at least must be
 * asked for that unit (a second is a sixtieth of a minute). Without prices nothing is known, and nothing kept.
 */
export function isWithin(prices: readonly Price[], maxUsd: number, per: PriceUnit | undefined): boolean {
  if (prices.length === 0) return false;
  if (prices.every(({ usd }) => usd === 0)) return true;
  if (per === undefined) return prices.every(({ usd }) => usd <= maxUsd);
  const asked = prices.flatMap((price) => usdPer(price, per) ?? []);
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
};

/** About what a call costs, in US dollars: the dearest of its prices, as some say the same in other units; `null` where nothing is known. */
export const usdACall = (prices: readonly Price[]): number | null =>
  prices.length === 0 ? null : Math.max(...prices.map(({ usd, per }) => usd * UNITS_A_CALL[per]));
