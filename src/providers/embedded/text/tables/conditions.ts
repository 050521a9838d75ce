import { calendarKind } from "./calendar-words.ts";
import { type Column, isFigure } from "./columns.ts";
import { columnSlots } from "./compared-columns.ts";
import type { ConditionReading, ConditionSlot } from "./condition-reading.ts";
import type { Way } from "./features.ts";
import { literalSlots } from "./literal-conditions.ts";
import { ENTRY } from "./long-form.ts";
import type { CellMention, ColumnMention } from "./mentions.ts";
import type { RowCondition } from "./query.ts";
import { denialBefore } from "./signals.ts";
import type { Token } from "./words.ts";

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
