/** A number as people write it: 1,234.50, 1.234,50, 1'234.50, 1 234,50 or plain, without sign. */
export const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?|\d{1,3}(?:\.\d{3}){1,5},\d{1,6}|\d{1,3}(?:\.\d{3}){2,5}|\d{1,3}(?:['’]\d{3}){1,5}(?:[.,]\d{1,6})?|\d{1,3}(?: \d{3}){1,5},\d{2}|\d{1,15}(?:[.,]\d{1,6})?)(?!\d)`;

export interface SpokenAmount {
  /** Digits before the decimal point, without grouping or leading zeros. */
  readonly whole: string;
  /** Digits after it; empty when there are none. */
  readonly fraction: string;
}

/**
 * Reads what `NUMBER` matched. A lone comma before exactly three digits groups thousands, unless the whole part
 * is 0; a lone point does so only where `pointGroups` says that this is the custom.
 */
export function readNumber(text: string, pointGroups = false): SpokenAmount {
  const marks = text.match(/[^\d]/g) ?? [];
  const last = marks.at(-1);
  const at = last === undefined ? -1 : text.lastIndexOf(last);
  const after = text.length - at - 1;
  const repeated = marks.filter((mark) => mark === last).length > 1;
  const loneGroups = marks.length === 1 && after === 3 && at <= 3 && text[0] !== "0" && (last === "," || pointGroups);
  const groups = last === undefined || repeated || "'’ ".includes(last) || loneGroups;
  const whole = groups ? text : text.slice(0, at);
  return {
    whole: whole.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, ""),
    fraction: groups ? "" : text.slice(at + 1),
  };
}

/** Digits with commas, as a bare "1984" would be read as a year. */
export const grouped = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

export const sayNumber = ({ whole, fraction }: SpokenAmount): string =>
  fraction === "" ? grouped(whole) : `${grouped(whole)}.${fraction}`;
