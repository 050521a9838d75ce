import { type Column, isFigure, isNumbering, isYears, onlyNames, type TypedTable } from "./columns.ts";
import { isOfMoney, isTime, mayBeAmount, namesSomeMeasure } from "./glossary.ts";
import { type ColumnMention, isNaming } from "./mentions.ts";
import { fold, type Token, textsOf } from "./words.ts";

/** How two columns may be reckoned with, by the words between their names. */
const OPERATORS: readonly (readonly [words: string, sign: string, reckon: (one: number, other: number) => number])[] = [
  ["times", "×", (one, other) => one * other],
  ["multiplied by", "×", (one, other) => one * other],
  ["x", "×", (one, other) => one * other],
  ["×", "×", (one, other) => one * other],
  ["*", "×", (one, other) => one * other],
  ["divided by", "÷", (one, other) => one / other],
  ["÷", "÷", (one, other) => one / other],
  ["/", "÷", (one, other) => one / other],
  ["per", "÷", (one, other) => one / other],
  ["minus", "−", (one, other) => one - other],
  ["-", "−", (one, other) => one - other],
  ["−", "−", (one, other) => one - other],
  ["plus", "+", (one, other) => one + other],
  ["+", "+", (one, other) => one + other],
];

/** Each is reckoned for all rows. */
const MAX_RECKONED = 2;

/**
 * Columns that are reckoned out of two others: "qty times price" is one whose cells are the products of each row's. Before
 * "per hectare" the other need not be named where it is the only one: "the most wheat per hectare".
 */
export function columnsOfTwo(
  tokens: readonly Token[],
  table: TypedTable,
  mentions: readonly ColumnMention[],
): ColumnMention[] {
  const known = new Set<string>();
  return tokens.flatMap(({ at }) =>
    OPERATORS.flatMap(([words, sign, reckon]) => {
      const parts = words.split(" ");
      if (!parts.every((part, offset) => tokens[at + offset]?.text.toLowerCase() === part)) return [];
      const other = figureAt(mentions, at + parts.length);
      if (other === null || (words === "per" && (dividesBy(other.column, table) !== true || other.by.has(at))))
        return [];
      const one = figureAt(mentions, at - 1) ?? (words === "per" ? onlyOther(table, other.column) : null);
      if (one === null || one.column === other.column) return [];
      const name = `${one.column.name} ${sign} ${other.column.name}`;
      if (known.has(name) || known.size === MAX_RECKONED) return [];
      known.add(name);
      const places = parts.map((_, offset) => [at + offset, "same"] as const);
      const column = reckoned(one.column, other.column, sign, reckon, table.columns.length);
      if (column === null) return [];
      return [{ column, by: new Map([...one.by, ...other.by, ...places]), covered: 1 }];
    }),
  );
}

/** The column of figures that is best named at a place. */
function figureAt(mentions: readonly ColumnMention[], at: number): ColumnMention | null {
  const named = mentions.filter(({ column, by }) => isFigure(column) && isNaming(by.get(at)));
  const [best] = named.toSorted(
    (one, other) =>
      Number(other.by.get(at) === "same") - Number(one.by.get(at) === "same") || other.covered - one.covered,
  );
  return best ?? null;
}

/** The only column of figures beside another, which no word has to name. */
function onlyOther({ columns }: TypedTable, other: Column): ColumnMention | null {
  const [one, ...more] = columns.filter(
    (column) => isFigure(column) && !onlyNames(column) && !isYears(column) && column !== other,
  );
  return one === undefined || more.length > 0 ? null : { column: one, by: new Map(), covered: 1 };
}

/**
 * Whether "per" divides by a column of figures. It does by amounts: money, fractions, what is headed by a measure ("km"),
 * and what is headed by things in plural, which are counted ("Games"). Whole numbers under one thing's name tell one from
 * another: room 101, week 3, age 40. `null` where both may be: "Weeks" of 1, 2 and 3, "Size", "Staff".
 */
export function dividesBy(column: Column, { rows }: TypedTable): boolean | null {
  const own = { ...column, values: rows.map((row) => column.values[row] ?? null) };
  if (onlyNames(own) || isYears(own)) return false;
  if (own.type !== "number" || isOfMoney(own)) return true;
  if (!own.values.every((value) => value === null || Number.isInteger(value))) return true;
  const isMeasure = namesSomeMeasure(own);
  const isCounted = textsOf(own.name).some((text) => /s$/i.test(text) && fold(text) !== text.toLowerCase());
  if (isCounted) return isMeasure || !isNumbering(own) ? true : null;
  if (!isMeasure || isTime(own)) return mayBeAmount(own) ? null : false;
  return isNumbering(own) ? null : true;
}

/** A ratio has four decimals. */
const RATIO_STEPS = 10_000;
const PERCENT = 0.01;

/** Percentages are hundredths where they multiply or divide; `null` where they would be added to what is none. */
function reckoned(
  one: Column,
  other: Column,
  sign: string,
  reckon: (one: number, other: number) => number,
  index: number,
): Column | null {
  const isRatio = sign === "÷";
  const isSum = sign === "+" || sign === "−";
  if (isSum && (one.type === "percentage") !== (other.type === "percentage")) return null;
  const like = other.type === "percentage" || (other.type === "number" && one.type === "money") ? one : other;
  const unit = ({ type }: Column): number => (type === "percentage" && !isSum ? PERCENT : 1);
  const scale = isRatio ? unit(one) / unit(other) : (unit(one) * unit(other)) / unit(like);
  const values = one.values.map((value, row) => {
    const second = other.values[row] ?? null;
    const result = value === null || second === null ? Number.NaN : scale * reckon(value, second);
    return Number.isFinite(result) ? result : null;
  });
  // What is divided has no unit, or another one.
  const format = isRatio ? (value: number) => String(Math.round(RATIO_STEPS * value) / RATIO_STEPS) : like.format;
  const cells = values.map((value) => (value === null ? "" : format(value)));
  const distinct = new Set(cells.filter((cell) => cell !== "")).size;
  const column = {
    ...like,
    index,
    name: `${one.name} ${sign} ${other.name}`,
    cells,
    values,
    distinct,
    format,
    operands: [one, other],
  };
  return isRatio ? { ...column, type: "number", ratio: { of: one, to: other, scale } } : column;
}
