import Papa from "papaparse";

/**
 * What a spreadsheet may take for a formula is written as text (OWASP, "CSV Injection"): what begins with a sign is none
 * only where it is a dash, or a number with its unit, such as "-12.50 EUR".
 */
const FORMULA = /^[=@\t\r\n]|^[+-](?!$|\p{Sc}?\s?\d[\d.,\s]*(?:%|\p{Sc}|\p{L}{1,4})?$)/u;

/** A table as CSV in UTF-8 (RFC 4180), its columns named in the first line. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly string[])[]): Uint8Array =>
  new TextEncoder().encode(
    `${Papa.unparse(
      [columns, ...rows].map((row) => [...row]),
      { escapeFormulae: FORMULA },
    )}\r\n`,
  );
