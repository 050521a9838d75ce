import { type Column, isFigure } from "./columns.ts";
import type { Likeness } from "./lexicon.ts";
import type { ColumnMention } from "./mentions.ts";
import type { Token } from "./words.ts";

/** How two columns may be reckoned with, by the words between their names. */
const OPERATORS: readonly (readonly [words: string, sign: string, reckon: (one: number, other: number) => number])[] = [
  ["times", "×", (one, other) => one * other],
  ["multiplied by", "×", (one, other) => one * other],
  ["x", "×", (one, other) => one * other],
  ["×", "×", (one, other) => one * other],
  ["*", "×", (one, other) => one * other],
  ["divided by", "÷", (one, other) => one / other],
  ["minus", "−", (one, other) => one - other],
  ["plus", "+", (one, other) => one + other],
];

/** Columns that are reckoned out of two others: "qty times price" is one whose cells are the products of each row's. */
export function reckonedColumns(
  tokens: readonly Token[],
  mentions: readonly ColumnMention[],
  index: number,
): ColumnMention[] {
  return tokens.flatMap(({ at }) =>
    OPERATORS.flatMap(([words, sign, reckon]) => {
      const parts = words.split(" ");
      if (!parts.every((part, offset) => tokens[at + offset]?.text.toLowerCase() === part)) return [];
      const one = figureAt(mentions, at - 1);
      const other = figureAt(mentions, at + parts.length);
      if (one === null || other === null || one.column === other.column) return [];
      const places = parts.map((_, offset) => [at + offset, "same"] as const);
      const column = reckoned(one.column, other.column, sign, reckon, index);
      return [{ column, by: new Map([...one.by, ...other.by, ...places]), covered: 1 }];
    }),
  );
}

/** Likenesses that name a column; by the others, "tax" may be "Revenue". */
const NAMING: readonly (Likeness | undefined)[] = ["same", "stem", "glossary"];

/** The column of figures that is best named at a place. */
function figureAt(mentions: readonly ColumnMention[], at: number): ColumnMention | null {
  const named = mentions.filter(({ column, by }) => isFigure(column) && NAMING.includes(by.get(at)));
  const [best] = named.toSorted(
    (one, other) =>
      Number(other.by.get(at) === "same") - Number(one.by.get(at) === "same") || other.covered - one.covered,
  );
  return best ?? null;
}

function reckoned(
  one: Column,
  other: Column,
  sign: string,
  reckon: (one: number, other: number) => number,
  index: number,
): Column {
  const values = one.values.map((value, row) => {
    const second = other.values[row] ?? null;
    const result = value === null || second === null ? Number.NaN : reckon(value, second);
    return Number.isFinite(result) ? result : null;
  });
  const like = other.type === "number" && one.type !== "number" ? one : other;
  const cells = values.map((value) => (value === null ? "" : like.format(value)));
  return { ...like, index, name: `${one.name} ${sign} ${other.name}`, cells, values, distinct: new Set(cells).size };
}
