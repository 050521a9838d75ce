import type { FoundPart } from "./file-names.ts";
import { MIN_PAIRS, PAIR_HEADER } from "./tables.ts";

/** A longer row belongs in a file. */
const MAX_PAIRS = 500;
const NAME = "(?!and )\\p{L}[\\p{L}\\p{M}\\p{N}'’&/-]{0,39}(?: [\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}'’&/-]{0,39}){0,2}";
/** No time, date, version or figure with a unit. */
const NUMBER = "[-+]?[$€£]?(?:\\d{1,3}(?:,\\d{3})+|\\d{1,12})(?:\\.\\d{1,6})?(?![\\d:/.-]*[\\p{L}\\d])[%€£]?";
const PAIR = new RegExp(`(?<![\\p{L}\\p{N}'’/-])(${NAME})(?:\\s{0,2}[:=]\\s{0,2}| [-–] | )(${NUMBER})`, "gu");
const BETWEEN = /^(?:\s{0,2}[,;|\n]\s{0,2}(?:and )?| and )$/;

/**
 * Names with a number each, three or more in a row, as tables: "Mon 120, Tue 95, Wed 143" is CSV of two columns. By where
 * they begin. Linear in the text.
 */
export function findPairs(text: string): ReadonlyMap<number, FoundPart> {
  const rows: RegExpExecArray[][] = [];
  for (const pair of text.matchAll(PAIR)) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (last && BETWEEN.test(text.slice(last.index + last[0].length, pair.index))) row?.push(pair);
    else rows.push([pair]);
  }
  return new Map(
    rows.flatMap((row) => {
      const [first, last] = [row[0], row.at(-1)];
      if (!first || !last || row.length < MIN_PAIRS || row.length > MAX_PAIRS) return [];
      const [lead = "", ...others] = row.map(([, name = ""]) => name);
      // "bar chart of apples 12, pears 7": the first name is as long as the others are.
      const own = lead
        .split(" ")
        .slice(-Math.max(...others.map((name) => name.split(" ").length)))
        .join(" ");
      const lines = row.map(
        ([, , number = ""], at) => `${at === 0 ? own : others[at - 1]},${number.replaceAll(",", "")}`,
      );
      const end = last.index + last[0].length;
      const part = { as: "table", text: [PAIR_HEADER.join(), ...lines].join("\n") } as const;
      return [[first.index + lead.length - own.length, { part, end }] as const];
    }),
  );
}
