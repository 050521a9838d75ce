import { type Column, isFigure } from "./columns.ts";
import { LIKENESSES, type Likeness, type Likening } from "./lexicon.ts";
import { type Token, tokensOf, words } from "./words.ts";

/** Where a question speaks of a column. */
export interface ColumnMention {
  readonly column: Column;
  /** How each place of the question that may mean it does so. */
  readonly by: ReadonlyMap<number, Likeness>;
  /** Share of the words of its name that the question has in some form, from 0 to 1. */
  readonly covered: number;
}

/** Likenesses that alone tell a column. */
export const isSure = (likeness: Likeness): boolean => likeness !== "near" && likeness !== "broader";
/** Likenesses that name a column; by the others, "tax" may be "Revenue". */
export const isNaming = (likeness: Likeness | undefined): boolean =>
  likeness === "same" || likeness === "stem" || likeness === "glossary";
const rank = (likeness: Likeness): number => LIKENESSES.indexOf(likeness);

/** Units say how a column is written, and not what it is. */
const UNIT = /^(?:km|m|cm|mm|kg|g|t|l|ha|mw|kwh|gb|mb|tb|mah|min|eur|usd|gbp|ppm|h|ft|in|of|the|in|per|and|no|nr)$/;

/** They measure times, which only figures do: a column "Day" that names days has no hours. */
const isSpan = ({ word }: Token): boolean => /^(?:hour|minute|night|week)$/.test(word);

/** "unit_price" and "unitPrice" are two words. */
export const spaced = (name: string): string => name.replaceAll("_", " ").replace(/(\p{Ll}{2})(\p{Lu})/gu, "$1 $2");

/** Of each column, where a question speaks of it; columns that it does not speak of are left out. */
export function columnMentions(
  tokens: readonly Token[],
  columns: readonly Column[],
  likening: Likening,
): ColumnMention[] {
  const found = columns.flatMap((column) => mentionOf(tokens, column, likening) ?? []);
  // What is the name of one column is no other word for another.
  const names = new Set(columns.flatMap(({ name }) => (words(name).length === 1 ? words(name) : [])));
  const named = new Set(tokens.filter(({ word }) => names.has(word)).map(({ at }) => at));
  return found.flatMap(({ column, by, covered }) => {
    const own = new Map([...by].filter(([at, like]) => like === "same" || like === "stem" || !named.has(at)));
    return own.size === 0 ? [] : [{ column, by: own, covered }];
  });
}

function mentionOf(tokens: readonly Token[], column: Column, likening: Likening): ColumnMention | null {
  const names = tokensOf(spaced(column.name));
  const alone = names.length === 1;
  const whole = alone ? [] : placesOfRun(tokens, names);
  const found = tokens.flatMap((token) => {
    const likenesses = names.flatMap((name) => {
      if (token.plain) return alone && token.word === name.word ? (["same"] as const) : [];
      const like = likening(token, name);
      return like === null || (like !== "same" && isSpan(token) && !isFigure(column)) ? [] : like;
    });
    const [best] = likenesses.toSorted((one, other) => rank(one) - rank(other));
    return best === undefined ? [] : [{ at: token.at, best }];
  });
  if (whole.length > 0) return { column, by: new Map(whole.map((at) => [at, "same"])), covered: 1 };
  if (found.length === 0) return null;
  const sure = found.filter(({ best }) => isSure(best));
  // Words of one topic are many; only the nearest may mean it.
  const kept = sure.length > 0 ? sure : found.toSorted((one, other) => rank(one.best) - rank(other.best)).slice(0, 1);
  const telling = names.filter(({ word, plain }) => !plain && !UNIT.test(word));
  const covering = telling.filter((name) => kept.some(({ at }) => isLike(tokens[at], name, likening)));
  const covered = telling.length === 0 ? 1 : covering.length / telling.length;
  return { column, by: new Map(kept.map(({ at, best }) => [at, best])), covered };
}

/** Where a question has a name as it stands, small words with the others: "goals for". */
function placesOfRun(tokens: readonly Token[], names: readonly Token[]): number[] {
  return tokens.flatMap(({ at }) =>
    names.every(({ word }, offset) => tokens[at + offset]?.word === word) ? names.map((_, offset) => at + offset) : [],
  );
}

const isLike = (token: Token | undefined, name: Token, likening: Likening): boolean =>
  token !== undefined && likening(token, name) !== null;

/** Cells of a column that a question names. */
export interface CellMention {
  readonly column: Column;
  readonly from: number;
  /** The place behind its last word. */
  readonly to: number;
  /** The different texts of these cells. */
  readonly cells: ReadonlySet<string>;
  /** Whether the question has all words of one of them. */
  readonly whole: boolean;
}

/** All cells that a question names, for each column the longest runs of words. */
export const cellMentions = (tokens: readonly Token[], columns: readonly Column[]): CellMention[] =>
  columns.filter(({ type }) => type === "text" || type === "unclear").flatMap((column) => runsIn(tokens, column));

function runsIn(tokens: readonly Token[], column: Column): CellMention[] {
  const asked = new Set(tokens.map(({ word }) => word));
  /** Of each word of the question, the cells that have it; and how many words a cell has. */
  const having = new Map<string, Set<string>>();
  const lengths = new Map<string, number>();
  for (const cell of new Set(column.cells)) {
    const parts = words(cell);
    lengths.set(cell, parts.length);
    for (const part of parts) if (asked.has(part)) having.set(part, (having.get(part) ?? new Set()).add(cell));
  }
  const found: CellMention[] = [];
  for (let from = 0; from < tokens.length; ) {
    let cells = having.get(tokens[from]?.word ?? "");
    let to = from + 1;
    while (cells !== undefined && to < tokens.length) {
      const both = cells.intersection(having.get(tokens[to]?.word ?? "") ?? new Set<string>());
      if (both.size === 0) break;
      cells = both;
      to++;
    }
    const run = tokens.slice(from, to);
    const whole = cells === undefined ? [] : [...cells].filter((cell) => lengths.get(cell) === run.length);
    // Small words are cells only as they are written there: the "One" of phones.
    const isName = run.some(({ plain }) => !plain) || whole.includes(run.map(({ text }) => text).join(" "));
    if (cells !== undefined && isName && isOneName(cells, run, lengths))
      found.push({
        column,
        from,
        to,
        cells: whole.length > 0 ? new Set(whole) : cells,
        whole: whole.length > 0,
      });
    from = cells === undefined || !isName ? from + 1 : to;
  }
  return found;
}

/** Letters and figures alone are parts of many cells and name none: the "P" of "P9001". */
const isOneName = (cells: ReadonlySet<string>, run: readonly Token[], lengths: ReadonlyMap<string, number>): boolean =>
  run.some(({ text }) => text.length > 2) || [...cells].some((cell) => lengths.get(cell) === run.length);
