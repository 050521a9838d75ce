/** Which numbers somebody may set. */
export interface AmountRange {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

/** A number as somebody typed it; null for none, and for what is no number that may be set. */
export function readAmount(text: string, { min, max, isWhole }: AmountRange): number | null {
  const amount = Number(text.trim().replace(",", "."));
  const isFit = amount >= min && amount <= max && (!isWhole || Number.isInteger(amount));
  return text.trim() === "" || !isFit ? null : amount;
}

/** Why what was typed sets nothing; null where it does, and for nothing typed. */
export function faultOfAmount(text: string, range: AmountRange): string | null {
  if (text.trim() === "" || readAmount(text, range) !== null) return null;
  const { min, max, isWhole } = range;
  return `Not kept: it takes a ${isWhole ? "whole " : ""}number from ${min} to ${max.toLocaleString("en")}.`;
}
