/** A table as CSV (RFC 4180), its columns named in the first line. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${[columns, ...rows].map((row) => row.map(quoted).join(",")).join("\r\n")}\r\n`;

/** What a spreadsheet would take for a formula is written as text. */
function quoted(cell: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.])/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
