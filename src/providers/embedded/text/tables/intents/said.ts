import { type Column, isAmount } from "../columns.ts";
import type { CellCondition } from "../comparisons.ts";
import type { ColumnMention } from "../mentions.ts";
import type { QueryCore } from "../query.ts";
import type { Reckoning, Superlative } from "../terms.ts";
import { isPlainWord } from "../vocabulary.ts";
import type { Token } from "../words.ts";

/** What a question is found to say, before it is told what it asks for. */
export interface SaidOfTable {
  readonly columns: readonly Column[];
  readonly tokens: readonly Token[];
  /** Columns that it speaks of and no condition has used, in the order of the question. */
  readonly open: readonly ColumnMention[];
  readonly conditions: readonly CellCondition[];
  /** The rows that meet them. */
  readonly rows: readonly number[];
  readonly reckoning: Reckoning;
  readonly superlative: Superlative | null;
  /** Whether the word at a position names neither a column nor a cell. */
  readonly isFree: (at: number) => boolean;
}

/** What a question asks for, and what of the question that accounts for. */
export interface Intent {
  readonly query: QueryCore;
  readonly columns: readonly Column[];
  /** Positions of words beside those that name the columns. */
  readonly at: readonly number[];
}

/** The first column that fits; one that is named before one that is only meant. */
export function firstNamed(open: readonly ColumnMention[], fits: (mention: ColumnMention) => boolean): Column | null {
  const fitting = open.filter(fits);
  const named = fitting.find(({ by }) => by !== "meaning");
  return (named ?? fitting[0])?.column ?? null;
}

/** The amount that a question speaks of; where it speaks of several or none, `null`. */
export function amountIn(open: readonly ColumnMention[]): Column | null {
  const amounts = open.filter(({ column }) => isAmount(column));
  const named = amounts.filter(({ by }) => by !== "meaning");
  const columns = new Set((named.length > 0 ? named : amounts).map(({ column }) => column));
  return columns.size === 1 ? ([...columns][0] ?? null) : null;
}

export function onlyAmount(columns: readonly Column[]): Column | null {
  const [amount, another] = columns.filter(isAmount);
  return another === undefined ? (amount ?? null) : null;
}

/** "Of each of the": more words that say nothing hardly stand before what they belong to. */
const MAX_PLAIN_WORDS = 4;

/** The column named at a position, or behind words that say nothing. */
export function mentionFrom({ open, tokens }: SaidOfTable, at: number): ColumnMention | null {
  for (let place = at; place <= at + MAX_PLAIN_WORDS; place++) {
    const found = open.find(({ from }) => from === place);
    if (found) return found;
    if (!isPlainWord(tokens[place]?.word ?? "")) return null;
  }
  return null;
}

const LIST = /\b(?:list|show|all|which|names|(?:what|who) are)\b/i;

/** Whether cells are asked for one by one, and not their sum. */
export const asksList = ({ tokens }: SaidOfTable): boolean => LIST.test(tokens.map(({ text }) => text).join(" "));
