import type { Column } from "./columns.ts";
import { COLUMN_SYNONYMS, MEASURES } from "./vocabulary.ts";
import { words } from "./words.ts";

/** A cell's value that a question names. */
export interface CellMention {
  readonly column: Column;
  /** Rows whose cell holds it. */
  readonly rows: ReadonlySet<number>;
  /** Positions of its words in the question. */
  readonly from: number;
  readonly to: number;
}

/** Cells of one word that say too little to be meant. */
const EMPTY_CELLS = new Set([
  "",
  "yes",
  "no",
  "a",
  "an",
  "the",
  "in",
  "of",
  "is",
  "are",
  "and",
  "or",
  "not",
  "all",
  "more",
  "than",
  "most",
  "who",
  "how",
  "what",
  ...Object.keys(MEASURES),
]);
/** A longer cell is a text, which no question quotes. */
const MAX_CELL_WORDS = 12;
/** Cells are found by single words of at least so many letters, where the whole is not quoted. */
const MIN_PART_LETTERS = 3;

/** The cells a question names, whole ones first; each stretch of the question names one thing per column. */
export function cellMentions(
  columns: readonly Column[],
  question: readonly string[],
  taken: ReadonlySet<number>,
): CellMention[] {
  const whole = longestFirst(columns.flatMap((column) => mentionsIn(column, question, wholeCell)));
  const used = new Set([...taken, ...whole.flatMap(positions)]);
  const named = new Set(whole.map((mention) => mention.column));
  const open = columns.filter((column) => !named.has(column));
  const parts = longestFirst(open.flatMap((column) => mentionsIn(column, question, (cell) => partOfCell(cell, used))));
  // A word that cells of several columns hold does not say which is meant.
  const clear = parts.filter((part) =>
    parts.every((other) => other.column === part.column || other.from !== part.from),
  );
  return [...whole, ...clear];
}

const positions = ({ from, to }: CellMention): number[] => Array.from({ length: to - from }, (_, at) => from + at);

type Finder = (cell: readonly string[]) => (question: readonly string[]) => { from: number; to: number }[];

const wholeCell: Finder = (cell) => (question) => {
  if (cell.length === 0 || cell.length > MAX_CELL_WORDS || (cell.length === 1 && EMPTY_CELLS.has(cell[0] ?? "")))
    return [];
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from + cell.length <= question.length; from++) {
    if (cell.every((word, at) => question[from + at] === word)) found.push({ from, to: from + cell.length });
  }
  return found;
};

const partOfCell =
  (cell: readonly string[], used: ReadonlySet<number>): ReturnType<Finder> =>
  (question) =>
    cell.length < 2 || cell.length > MAX_CELL_WORDS
      ? []
      : question.flatMap((word, at) =>
          !used.has(at) &&
          word.length >= MIN_PART_LETTERS &&
          /^\p{L}/u.test(word) &&
          !EMPTY_CELLS.has(word) &&
          cell.includes(word)
            ? [{ from: at, to: at + 1 }]
            : [],
        );

function mentionsIn(column: Column, question: readonly string[], finder: Finder): CellMention[] {
  if (column.type === "yes-no") return [];
  const found = new Map<string, { from: number; to: number; rows: Set<number> }>();
  for (const [row, cell] of column.cells.entries()) {
    if (cell.length > 200) continue;
    for (const { from, to } of finder(words(cell))(question)) {
      const key = `${from}-${to}`;
      const mention = found.get(key) ?? { from, to, rows: new Set<number>() };
      mention.rows.add(row);
      found.set(key, mention);
    }
  }
  return [...found.values()].map((mention) => ({ ...mention, column }));
}

/** Without mentions that lie within a longer one. */
function longestFirst(mentions: readonly CellMention[]): CellMention[] {
  const sorted = [...mentions].sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
  return sorted.filter((mention, index) =>
    sorted
      .slice(0, index)
      .every(
        (other) =>
          other.to <= mention.from || other.from >= mention.to || other.to - other.from === mention.to - mention.from,
      ),
  );
}

/** A column that a question speaks of, and where. */
export interface ColumnMention {
  readonly column: Column;
  readonly at: readonly number[];
  /** 2 by its whole name, 1 by a word of it, 0.5 by another word for it. */
  readonly worth: number;
}

/** The columns a question speaks of, by name, by a word of their name, or by another word for it. */
export function columnMentions(columns: readonly Column[], question: readonly string[]): ColumnMention[] {
  const found = columns.flatMap((column): ColumnMention[] => {
    const named = column.words.filter((word) => !NAME_FILLER.has(word));
    const at = question.flatMap((word, position) => (named.some((name) => sameStem(name, word)) ? [position] : []));
    if (at.length > 0) {
      const all = named.every((name) => question.some((word) => sameStem(name, word)));
      return [{ column, at, worth: all ? 2 : 1 }];
    }
    const synonyms = column.words.flatMap((word) => COLUMN_SYNONYMS[word] ?? []);
    const meant = question.flatMap((word, position) => (synonyms.includes(word) ? [position] : []));
    return meant.length > 0 ? [{ column, at: meant, worth: 0.5 }] : [];
  });
  return found.sort((a, b) => b.worth - a.worth || a.column.index - b.column.index);
}

/** Words of a column's name that say nothing of what it holds. */
const NAME_FILLER = new Set([
  "in",
  "of",
  "the",
  "a",
  "an",
  "per",
  "and",
  "or",
  "for",
  "by",
  "to",
  "at",
  "no",
  "is",
  "million",
  "thousand",
]);
/** Letters that "director" and "directed" must share. */
const STEM_LETTERS = 5;

export function sameStem(name: string, word: string): boolean {
  if (name === word) return true;
  const shared = Math.min(name.length, word.length);
  return (
    shared >= STEM_LETTERS &&
    name.slice(0, shared - 1) === word.slice(0, shared - 1) &&
    Math.abs(name.length - word.length) <= 3
  );
}
