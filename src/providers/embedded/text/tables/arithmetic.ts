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

/** Each is reckoned for all rows. */
const MAX_RECKONED = 2;

/** Columns that are reckoned out of two others: "qty times price" is one whose cells are the products of each row's. */
export function columnsOfTwo(
  tokens: readonly Token[],
  mentions: readonly ColumnMention[],
  index: number,
): ColumnMention[] {
  const known = new Set<string>();
  return tokens.flatMap(({ at }) =>
    OPERATORS.flatMap(([words, sign, reckon]) => {
      const parts = words.split(" ");
      if (!parts.every((part, offset) => tokens[at + offset]?.text.toLowerCase() === part)) return [];
      const one = figureAt(mentions, at - 1);
      const other = figureAt(mentions, at + parts.length);
      if (one === null || other === null || one.column === other.column) return [];
      const name = `${one.column.name} ${sign} ${other.column.name}`;
      if (known.has(name) || known.size === MAX_RECKONED) return [];
      known.add(name);
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

/** A ratio has four decimals. */
const RATIO_STEPS = 10_000;

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
  // What is divided has no unit, or another one.
  const format = sign === "÷" ? (value: number) => String(Math.round(RATIO_STEPS * value) / RATIO_STEPS) : like.format;
  const cells = values.map((value) => (value === null ? "" : format(value)));
  const distinct = new Set(cells.filter((cell) => cell !== "")).size;
  return { ...like, index, name: `${one.name} ${sign} ${other.name}`, cells, values, distinct, format };
}
