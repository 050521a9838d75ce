import { monthNamed } from "../../../../words/calendar.ts";
import { calendarKind } from "./calendar-words.ts";
import { type Column, isFigure, isYears } from "./columns.ts";
import { columnSlots } from "./compared-columns.ts";
import type { ConditionReading, ConditionSlot } from "./condition-reading.ts";
import { type Days, daysOf, monthAndDateOf, namedDays } from "./dates.ts";
import type { Way } from "./features.ts";
import { isOfMoney } from "./glossary.ts";
import { ENTRY } from "./long-form.ts";
import { type CellMention, type ColumnMention, isNaming, isSure } from "./mentions.ts";
import type { RowCondition } from "./query.ts";
import { type Comparison, comparisonBefore, denialBefore } from "./signals.ts";
import { plainTokens, type Token } from "./words.ts";

/** Slots and readings of each that are looked at: a question has hardly more, and their product counts. */
const MAX_SLOTS = 6;
const MAX_READINGS = 5;

/** All parts of a question that may limit which rows it asks of. */
export function conditionSlots(
  tokens: readonly Token[],
  columns: readonly Column[],
  mentions: readonly ColumnMention[],
  cells: readonly CellMention[],
  verbs: ReadonlySet<string>,
): ConditionSlot[] {
  const inCells = new Set(cells.filter(({ whole }) => whole).flatMap(placesOf));
  const slots = [
    ...cellSlots(tokens, cells, mentions, workPlaces(tokens, columns)),
    ...literalSlots(tokens, columns, mentions, inCells),
    ...yesNoSlots(tokens, mentions),
    ...workSlots(tokens, columns),
    ...columnSlots(tokens, columns, mentions, verbs),
  ];
  return slots
    .filter((slot) => slot.length > 0)
    .slice(0, MAX_SLOTS)
    .map((slot) => slot.slice(0, MAX_READINGS));
}

const placesOf = ({ from, to }: { readonly from: number; readonly to: number }): number[] =>
  Array.from({ length: to - from }, (_, offset) => from + offset);

/**
 * Cells by name: those of several columns at one place are one slot.
 * @param working places of a verb that takes a denial before it for itself: "who does not work on Monday"
 */
function cellSlots(
  tokens: readonly Token[],
  cells: readonly CellMention[],
  mentions: readonly ColumnMention[],
  working: readonly number[],
): ConditionSlot[] {
  const slots: { from: number; to: number; readings: CellMention[] }[] = [];
  for (const mention of cells.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const slot = slots.find(({ from, to }) => mention.from < to && from < mention.to);
    if (slot) slot.readings.push(mention);
    else slots.push({ from: mention.from, to: mention.to, readings: [mention] });
  }
  return slots.map(({ readings }) =>
    readings
      .toSorted((one, other) => Number(other.whole) - Number(one.whole) || other.to - other.from - one.to + one.from)
      .map((mention): ConditionReading => {
        const { column, from, whole } = mention;
        const denied = denialBefore(tokens, from);
        const denial = denied !== null && working.some((at) => at > denied && at < from) ? null : denied;
        const named = [...mention.cells].slice(0, 3).join(" or ");
        const is = (row: number): boolean => mention.cells.has(column.cells[row] ?? "");
        const way: Way = whole ? "cell" : "cellPart";
        const explained = new Map<number, Way>(placesOf(mention).map((at) => [at, way]));
        if (denial !== null) explained.set(denial, "operation");
        const near = mentions.find((other) => other.column === column);
        const isNamed = near !== undefined && [...near.by.keys()].some((at) => at < from && at >= from - 2);
        if (isNamed) for (const [at, like] of near.by) if (!explained.has(at)) explained.set(at, like);
        return {
          condition: {
            column,
            words: denial === null ? named : `not ${named}`,
            holds: denial === null ? is : (row) => !is(row),
          },
          explained,
          features: {},
          names: true,
        };
      }),
  );
}

/**
 * "Not paid", "have a garden", "vegan dishes": columns of yes and no that are spoken of, or of figures of which some are
 * 0. An empty cell says nothing, but where nothing else says no.
 */
const yesNoSlots = (tokens: readonly Token[], mentions: readonly ColumnMention[]): ConditionSlot[] =>
  mentions
    .filter(({ column }) => column.type === "yes-no" || (isFigure(column) && column.values.includes(0)))
    .map(({ column, by, covered }): ConditionSlot => {
      const saysNo = column.cells.some((cell, row) => cell !== "" && column.values[row] === 0);
      const first = Math.min(...by.keys());
      // "Paid = no", "where paid is yes".
      const behind = Math.max(...by.keys()) + 1;
      const value = tokens[tokens[behind]?.word === "is" ? behind + 1 : behind];
      const told = value !== undefined && isYesOrNo(value.text) ? value : undefined;
      const denial = told === undefined ? denialBefore(tokens, first) : isNo(told.text) ? told.at : null;
      return [
        {
          condition: {
            column,
            words: denial === null ? "yes" : "no",
            holds: (row) => {
              const value = column.cells[row] === "" && saysNo ? null : (column.values[row] ?? null);
              return value !== null && (value === 0) === (denial !== null);
            },
          },
          explained: new Map<number, Way>([
            ...by,
            ...(denial === null ? [] : [[denial, "operation"] as const]),
            ...(told === undefined ? [] : [[told.at, "literal"] as const]),
          ]),
          features: {
            yesNo: told === undefined ? 1 : 0,
            yesNoFigure: isFigure(column) ? 1 : 0,
            namePartsMissing: 1 - covered,
          },
          names: false,
        },
      ];
    });

/** What a rota writes for who does not work. */
const ABSENT = /^(?:off|free|rest|holiday|vacation|leave|sick|absent|none|[-–—/x]?)$/i;

/** "How many people work on Monday": who has an entry there that is not "Off", where some entries are. */
const workSlots = (tokens: readonly Token[], columns: readonly Column[]): ConditionSlot[] =>
  workPlaces(tokens, columns).map((at) => {
    const denial = denialBefore(tokens, at);
    const explained = new Map<number, Way>(
      [at, ...(denial === null ? [] : [denial])].map((place) => [place, "operation"]),
    );
    return columns.filter(tellsAbsence).map((column): ConditionReading => {
      const absent = (row: number): boolean => ABSENT.test(column.cells[row] ?? "");
      const words = [...new Set(column.cells.filter((cell) => cell !== "" && ABSENT.test(cell)))].join(" or ");
      const condition =
        denial === null
          ? { column, words: `not ${words}`, holds: (row: number) => !absent(row) }
          : { column, words, holds: absent };
      return { condition, explained, features: {}, names: false };
    });
  });

/** Elsewhere "-" is nothing, and "Holiday" a kind of leave. */
const tellsAbsence = ({ name, type, cells, distinct }: Column): boolean =>
  (name === ENTRY || calendarKind(name) === "Day") &&
  type === "text" &&
  distinct > 1 &&
  cells.some((cell) => cell !== "" && ABSENT.test(cell));

/** Places of "work" that ask for who is not off: nothing is said by it where a table tells no such thing. */
export const workPlaces = (tokens: readonly Token[], columns: readonly Column[]): number[] =>
  columns.some(tellsAbsence) ? tokens.flatMap(({ at, lemma }) => (lemma === "work" ? [at] : [])) : [];

const isNo = (text: string): boolean => /^(?:no|false)$/i.test(text);
const isYesOrNo = (text: string): boolean => isNo(text) || /^(?:yes|true)$/i.test(text);

/** A month, or a date in it, of whatever year. */
interface Yearly {
  readonly month: number;
  readonly date: number | null;
}

/** A number, date, month or year of a question. */
interface Literal {
  readonly at: readonly number[];
  readonly text: string;
  /** What it names as a time. */
  readonly days: Days | Yearly | null;
}

/** Shorter names of months are words too: "mar", "may". */
const isMonth = (text: string): boolean => monthNamed(text) > 0 && !/^(?:mar|may)$/.test(text);
const DATE = /^(?:[1-9]|[12]\d|3[01])$/;

function literalsIn(tokens: readonly Token[]): Literal[] {
  const found: Literal[] = [];
  const textAt = (at: number): string => tokens[at]?.text ?? "";
  for (let at = 0; at < tokens.length; at++) {
    const text = textAt(at);
    if (!isMonth(text)) {
      if (/^\d/.test(text)) found.push({ at: [at], text, days: namedDays(text) });
      continue;
    }
    const month = monthNamed(text);
    const last = found.at(-1)?.at;
    const before = DATE.test(textAt(at - 1)) && last?.length === 1 && last[0] === at - 1 ? at - 1 : null;
    const date = before ?? (DATE.test(textAt(at + 1)) ? at + 1 : null);
    const behind = date === at + 1 ? at + 2 : at + 1;
    const year = /^\d{4}$/.test(textAt(behind)) ? behind : null;
    const inYear =
      year === null
        ? null
        : date === null
          ? daysOf(Number(textAt(year)), month)
          : namedDays([date, at, year].map(textAt).join(" "));
    const places = [date, at, year].filter((place) => place !== null).toSorted((one, other) => one - other);
    if (before !== null) found.pop();
    found.push({
      at: places,
      text: places.map(textAt).join(" "),
      days: inYear ?? { month, date: date === null ? null : Number(textAt(date)) },
    });
    at = Math.max(at, ...places);
  }
  return found;
}

function literalSlots(
  tokens: readonly Token[],
  columns: readonly Column[],
  mentions: readonly ColumnMention[],
  inCells: ReadonlySet<number>,
): ConditionSlot[] {
  const literals = literalsIn(tokens).filter(({ at }) => at.some((place) => !inCells.has(place)));
  const slots: ConditionSlot[] = [];
  for (let index = 0; index < literals.length; index++) {
    const literal = literals[index];
    if (literal === undefined) continue;
    const first = literal.at[0] ?? 0;
    const upTo = rangeEnd(tokens, literal, literals[index + 1]);
    if (upTo !== null) index++;
    const amount = /^\p{Sc}$/u.test(tokens[first - 1]?.text ?? "") ? first - 1 : first;
    const comparison = upTo === null ? comparisonBefore(tokens, amount) : RANGE;
    // "Longer than" itself says what is compared.
    const named =
      comparison.adjective || comparison.at.length === 0
        ? []
        : subjectsOf(tokens, Math.min(amount, ...comparison.at), mentions);
    const readingsOn = (column: Column) => {
      const condition = conditionOn(column, comparison, literal, upTo);
      if (condition === null) return [];
      // "Older than" has to be explained by the column that it compares.
      const { adjective, operator } = comparison;
      const places = [...literal.at, ...(upTo?.at ?? []), ...comparison.at].filter((at) => at !== adjective?.at);
      if (upTo !== null) places.push(first - 1, (upTo.at[0] ?? 1) - 1);
      const explained = new Map<number, Way>(places.map((at) => [at, "literal"]));
      const mention = mentions.find((other) => other.column === column);
      const close = [...(mention?.by ?? [])].filter(([at, by]) => isSure(by) && at > first - 6 && at < first + 4);
      for (const [at, by] of close) if (!explained.has(at)) explained.set(at, by);
      const unit = unitBeside(tokens, first, literal.at.at(-1) ?? first, column);
      if (unit !== null) explained.set(unit, "literal");
      const isTime = literal.days !== null && (column.type === "date" || isYears(column));
      const isNamed = close.length > 0 || unit !== null || isTime;
      const features = { literalAlone: isNamed ? 0 : 1, literalOutside: isOutside(column, condition) ? 1 : 0 };
      const worth = (close.length > 0 ? 2 : 0) + (unit === null ? 0 : 1) + (isTime ? 1 : 0);
      return [{ condition, explained, features, names: isTime || operator === "=", worth }];
    };
    const ofNamed = named.flatMap(readingsOn);
    const readings = ofNamed.length > 0 ? ofNamed : columns.flatMap(readingsOn);
    slots.push(readings.toSorted((one, other) => other.worth - one.worth));
  }
  return slots;
}

/** "Where the fee is under 40": the columns that are named right before what they are compared with. */
function subjectsOf(tokens: readonly Token[], first: number, mentions: readonly ColumnMention[]): readonly Column[] {
  const before = /^(?:is|are|was|were|be)$/.test(tokens[first - 1]?.word ?? "") ? first - 2 : first - 1;
  return mentions.flatMap(({ column, by }) => (isNaming(by.get(before)) && isFigure(column) ? [column] : []));
}

/** Whether all rows are met, or none: a figure that a column has nothing near to is of another. */
function isOutside({ values }: Column, { holds }: RowCondition): boolean {
  const filled = [...values.keys()].filter((row) => values[row] !== null);
  const met = filled.filter(holds).length;
  return met === 0 || met === filled.length;
}

const RANGE: Comparison = { operator: ">=", at: [], adjective: null };

/** The end of "between A and B", "from A to B" or "A - B", where a literal is its begin. */
function rangeEnd(tokens: readonly Token[], begin: Literal, end: Literal | undefined): Literal | null {
  const [first = 0] = begin.at;
  const last = begin.at.at(-1) ?? first;
  if (end === undefined || end.at[0] !== last + 2) return null;
  const [before, between] = [tokens[first - 1]?.word, tokens[last + 1]?.word];
  return (before === "between" && between === "and") || (before === "from" && /^(?:to|until)$/.test(between ?? ""))
    ? end
    : null;
}

/** The place of the unit of a column beside a number: as its heading or its cells have it, or of money; else `null`. */
function unitBeside(tokens: readonly Token[], first: number, last: number, column: Column): number | null {
  const units = plainTokens(`${column.name.replaceAll("_", " ")} ${column.cells[0]?.replace(/[\d.,]+/, "") ?? ""}`);
  const isUnit = (text: string): boolean => {
    const word = text.toLowerCase();
    if (isOfMoney(column) && /^(?:euros?|eur|dollars?|usd|pounds?|gbp|\p{Sc})$/u.test(word)) return true;
    return (
      (column.type === "percentage" && /^(?:%|percent)$/.test(word)) ||
      units.some((unit) => unit.text.toLowerCase() === word)
    );
  };
  return [last + 1, first - 1].find((at) => isUnit(tokens[at]?.text ?? "")) ?? null;
}

function conditionOn(
  column: Column,
  { operator }: Comparison,
  literal: Literal,
  upTo: Literal | null,
): RowCondition | null {
  const told =
    upTo === null ? `${operator === "=" ? "" : `${operator} `}${literal.text}` : `${literal.text} to ${upTo.text}`;
  const compared = (from: number, to: number, values: readonly (number | null)[]): RowCondition => ({
    column,
    words: told,
    holds: (row) => {
      const value = values[row] ?? null;
      if (value === null) return false;
      if (operator === ">") return value > to;
      if (operator === "<") return value < from;
      if (operator === "<=") return value <= to;
      return value >= from && (operator === ">=" || value <= to);
    },
  });
  if (column.type === "date") {
    if (literal.days === null) return null;
    if ("month" in literal.days) return upTo === null ? inAnyYear(column, operator, literal.days, told) : null;
    if (upTo === null) return compared(literal.days.first, literal.days.last, column.values);
    if (upTo.days === null || "month" in upTo.days) return null;
    const [first, { last }] = [literal.days.first, upTo.days];
    return { column, words: told, holds: (row) => inside(column.values[row] ?? null, first, last) };
  }
  if (!isFigure(column) || literal.at.length > 1) return null;
  const value = numberIn(literal.text, column);
  if (value === null) return null;
  if (upTo !== null) {
    const most = numberIn(upTo.text, column);
    return most === null
      ? null
      : { column, words: told, holds: (row) => inside(column.values[row] ?? null, value, most) };
  }
  if (operator === "=" && !column.values.includes(value)) return null;
  return compared(value, value, column.values);
}

const inside = (value: number | null, first: number, last: number): boolean =>
  value !== null && value >= first && value <= last;

/** Of dates of several years, before and after are told within each. */
function inAnyYear(
  column: Column,
  operator: Comparison["operator"],
  { month, date }: Yearly,
  told: string,
): RowCondition {
  const within = column.values.map((days) => (days === null ? null : monthAndDateOf(days)));
  const isMet = {
    "=": (order: number) => order === 0,
    ">": (order: number) => order > 0,
    ">=": (order: number) => order >= 0,
    "<": (order: number) => order < 0,
    "<=": (order: number) => order <= 0,
  }[operator];
  const orderOf = ([ownMonth, ownDate]: readonly [number, number]): number =>
    Math.sign(ownMonth - month) || (date === null ? 0 : Math.sign(ownDate - date));
  return {
    column,
    words: told,
    holds: (row) => {
      const own = within[row] ?? null;
      return own !== null && isMet(orderOf(own));
    },
  };
}

/** A number of a question, in English marks or in the column's. */
function numberIn(text: string, column: Column): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  return /^\d{1,3}(?:,\d{3})+$/.test(text) ? Number(text.replaceAll(",", "")) : column.parse(text);
}

/** Conditions of several slots; two on the same column are alternatives, as no cell is both of two names. */
export function joined(chosen: readonly ConditionReading[]): RowCondition[] {
  const byColumn = Map.groupBy(chosen, ({ condition, names }) => (names ? condition.column : condition));
  return [...byColumn.values()].flatMap((same) => {
    const [first, ...others] = same.map(({ condition }) => condition);
    if (first === undefined) return [];
    if (others.length === 0 || same.some(({ condition }) => /^(?:not|[<>])/.test(condition.words)))
      return [first, ...others];
    const all = [first, ...others];
    return [
      {
        column: first.column,
        words: all.map((one) => one.words).join(" or "),
        holds: (row: number) => all.some((one) => one.holds(row)),
      },
    ];
  });
}
