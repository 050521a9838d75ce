/**
 * Lines of text in columns, under their heads: the first column begins at the left, the others, numbers, end at
 * the right. Widths are counted in UTF-16 units: callers give text without control or wide characters.
 */
export function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? "").length)));
  return [heads, ...rows]
    .map((row) =>
      widths
        .map((width, column) => (column === 0 ? (row[0] ?? "").padEnd(width) : (row[column] ?? "").padStart(width)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
