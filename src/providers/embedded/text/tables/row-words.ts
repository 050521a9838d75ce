import { type Column, isFigure, type TypedTable } from "./columns.ts";
import { isOfMoney } from "./glossary.ts";
import type { Likening } from "./lexicon.ts";
import { type ColumnMention, isNaming, spaced } from "./mentions.ts";
import { type Token, tokensOf } from "./words.ts";

/** What any row may be called, and any row of people. */
const OF_ALL = /^(?:item|entry|record)$/;
const OF_PEOPLE = /^(?:people|person|persons|everyone|everybody|anyone|anybody)$/;

/** And any of a table of dates, things or parties, and what was paid. */
const OF_DEALS = /^(?:order|transaction|deal)$/;

/** A name of several things does not tell which of them a row is. */
const OF_SEVERAL = /[&+]|\b(?:and|or|vs|und|oder)\b/i;

/** The words of a file's or sheet's name: "sales_2026.csv" → sales, 2026. */
function titleWords(name: string): Token[] {
  const title = spaced(name.replace(/\.\p{L}[\p{L}\d]{1,4}$/u, "").replaceAll("-", " "));
  return OF_SEVERAL.test(title) ? [] : tokensOf(title).filter(({ plain }) => !plain);
}

/**
 * Places of words that say what all rows of a table are, and so limit nothing: words of its name, the header of a column that
 * names the rows, and what any row is called ("items"). What some cells have is said of their rows alone.
 * "How many tickets are open", of tickets.csv: "tickets"
 */
export function rowWords(
  tokens: readonly Token[],
  { name = "", rows, columns }: TypedTable,
  said: {
    readonly rowName: Column | undefined;
    readonly mentions: readonly ColumnMention[];
    readonly isOfPeople: boolean;
    /** Places of what is said of some rows alone. */
    readonly apart: ReadonlySet<number>;
    readonly likening: Likening;
  },
): ReadonlySet<number> {
  const names = titleWords(name);
  const isOfRows = (column: Column): boolean =>
    (column === said.rowName && !isFigure(column)) || (column.index === 0 && column.distinct === rows.length);
  const headers = said.mentions.filter(({ column }) => isOfRows(column));
  const isNamed = ({ at }: Token): boolean => said.mentions.some(({ by }) => isNaming(by.get(at)));
  const isDeal = (token: Token): boolean =>
    (isPerSale(tokens, token) || (OF_DEALS.test(token.word) && !isNamed(token))) && isOfDeals(columns, rows);
  const isRowWord = (token: Token): boolean =>
    isDeal(token) ||
    OF_ALL.test(token.word) ||
    (said.isOfPeople && OF_PEOPLE.test(token.word)) ||
    (headers.some(({ by }) => isNaming(by.get(token.at))) && !isOneTime(tokens, token)) ||
    names.some((one) => ["same", "glossary", "synonym"].includes(said.likening(token, one) ?? ""));
  const places = tokens.filter((token) => !token.plain && !said.apart.has(token.at) && isRowWord(token));
  return new Set(places.map(({ at }) => at));
}

/** A table of dates, of what was paid for, or by whom, and how much: a balance goes up and down, and a pulse is not paid. */
function isOfDeals(columns: readonly Column[], rows: readonly number[]): boolean {
  const isPaid = (column: Column): boolean =>
    isFigure(column) &&
    (isOfMoney(column) || PAID.test(column.name)) &&
    rows.every((row) => (column.values[row] ?? 0) >= 0);
  const isOf = (type: Column["type"]): boolean => columns.some((column) => column.type === type);
  return isOf("date") && isOf("text") && columns.some(isPaid);
}
const PAID = /revenue|turnover|price|amount|income|takings|sales/i;

/** "Per sale": each of the rows of a table of sales, and none of the units sold. */
export const isPerSale = (tokens: readonly Token[], { at, word }: Token): boolean =>
  word === "sale" && /^(?:per|each|every)$/.test(tokens[at - 1]?.word ?? "");

/** "For the month", of a table with a row for each: one of them. */
const isOneTime = (tokens: readonly Token[], { at, word }: Token): boolean =>
  /^(?:day|week|month|quarter|year)$/.test(word) && /^(?:the|a|one)$/.test(tokens[at - 1]?.word ?? "");
