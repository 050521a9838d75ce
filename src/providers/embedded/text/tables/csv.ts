import Papa from "papaparse";

/** What a spreadsheet would take for a formula is written as text; negative numbers are none. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.])/;

/** A table as CSV (RFC 4180), its columns named in the first line. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${Papa.unparse(
    [columns, ...rows].map((row) => [...row]),
    { escapeFormulae: FORMULA },
  )}\r\n`;
