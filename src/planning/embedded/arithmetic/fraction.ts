/** An exact number; `below` is above 0. */
export interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}

export const fraction = (above: bigint, below: bigint): Fraction => ({ above, below });

export const sum = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.above * b.below + b.above * a.below, a.below * b.below);
export const negated = ({ above, below }: Fraction): Fraction => fraction(-above, below);
export const product = (a: Fraction, b: Fraction): Fraction => fraction(a.above * b.above, a.below * b.below);

/** Null where it divides by 0. */
export function quotient(a: Fraction, b: Fraction): Fraction | null {
  if (b.above === 0n) return null;
  const [above, below] = [a.above * b.below, a.below * b.above];
  return below < 0n ? fraction(-above, -below) : fraction(above, below);
}

/** "12.50" → 1250/100 */
export function fractionOf(digits: string): Fraction {
  const [before = "", after = ""] = digits.split(".");
  return fraction(BigInt(before + after), 10n ** BigInt(after.length));
}

/** More are not read by anybody: such a number is rounded. */
const MAX_EXACT_PLACES = 30;
/** Of a rounded number: what pocket calculators show. */
const SIGNIFICANT_DIGITS = 12;

/** A number as people write it, exact where it ends within `MAX_EXACT_PLACES`: 1/8 → "0.125"; 10/3 → "3.33333333333". */
export function decimal({ above, below }: Fraction): { readonly digits: string; readonly isExact: boolean } {
  const size = above < 0n ? -above : above;
  const sign = above < 0n ? "−" : "";
  for (let places = 0; places <= MAX_EXACT_PLACES; places++) {
    const scaled = size * 10n ** BigInt(places);
    if (scaled % below === 0n) return { digits: sign + pointed(scaled / below, places), isExact: true };
  }
  const places = Math.max(0, SIGNIFICANT_DIGITS - digitsBefore(size, below));
  const rounded = pointed((2n * size * 10n ** BigInt(places) + below) / (2n * below), places);
  return { digits: sign + (places > 0 ? rounded.replace(/\.?0+$/, "") : rounded), isExact: false };
}

/** The digits before the decimal point; below 0 for the zeros behind it: 1/300 → -2. */
function digitsBefore(size: bigint, below: bigint): number {
  if (size >= below) return `${size / below}`.length;
  const shift = `${below}`.length - `${size}`.length;
  return size * 10n ** BigInt(shift) < below ? -shift : 1 - shift;
}

/** 125 with 3 places → "0.125" */
function pointed(scaled: bigint, places: number): string {
  const digits = `${scaled}`.padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
