import type { KeyView } from "../../src/client/client.ts";

/** Keys as a table, for a person. */
export function table(keys: readonly KeyView[]): string {
  if (keys.length === 0) return "The server has heard of no key of this tenant yet.";
  const rows = [["key id", "name", "limits", "used", "revoked"], ...keys.map(row)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
  return rows.map((cells) => line(cells).trimEnd()).join("\n");
}

const row = (key: KeyView): readonly string[] => [
  key.id,
  printable(key.name) || "-",
  limitsOf(key),
  key.usedAt ?? "-",
  key.revokedAt ?? "-",
];

export function limitsOf({ limits, spentTodayUsd }: Pick<KeyView, "limits" | "spentTodayUsd">): string {
  const said = [
    limits.runsPerMinute === null ? null : `${limits.runsPerMinute} a minute`,
    limits.activeRuns === null ? null : `${limits.activeRuns} at once`,
    limits.usdPerDay === null ? null : `$${limits.usdPerDay} a day ($${Number(spentTodayUsd.toFixed(4))} today)`,
  ].filter((one) => one !== null);
  return said.length === 0 ? "none" : said.join(", ");
}

/** A name comes from whoever made the key: it may not steer the terminal. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, "�");
