import type { Column } from "./columns.ts";
import { adjectives, columnAsked, columnMeant } from "./meaning.ts";
import { isPlainWord } from "./vocabulary.ts";
import { sameStem, type Token, words } from "./words.ts";

/** Words of a question, by their positions. */
export interface TableMention {
  readonly column: Column;
  readonly from: number;
  readonly to: number;
}

export interface ColumnMention extends TableMention {
  /** By its whole name, by a word of it, or by another word that means it. */
  readonly by: "name" | "part" | "meaning";
}

/** A cell's value that a question names, with the rows whose cell holds it. */
export interface CellMention extends TableMention {
  readonly rows: ReadonlySet<number>;
}

export interface Mentions {
  readonly columns: readonly ColumnMention[];
  readonly cells: readonly CellMention[];
}

/** A longer cell is a text, which no question quotes. */
const MAX_CELL_WORDS = 12;
const MAX_CELL_CHARS = 200;
/** Letters of a word by which a cell of several words is found. */
const MIN_PART_LETTERS = 3;
/** Words of a column's name that say nothing of what it holds. */
const NAME_FILLER = /^(?:in|of|the|a|an|per|and|or|for|by|to|at|no|is|million|thousand)$/;

/**
 * What a question says of a table: columns and cells by their whole names, the longest first, then what is left of it
 * by parts of names and by meaning. A stretch that says several things equally well says none.
 * @param isFree whether the word at a position may be read so @param isTerm whether a word reckons rather than names
 */
export function findMentions(
  columns: readonly Column[],
  tokens: readonly Token[],
  isFree: (at: number) => boolean,
  isTerm: (word: string) => boolean,
): Mentions {
  const cells = cellsByWords(columns);
  const whole = longestFirst([
    ...columns.flatMap((column) => wholeNames(column, tokens)),
    ...wholeCells(cells, tokens).map((found) => ({ ...found, by: "cell" as const })),
  ]).filter(({ from, to }) => range(from, to).every(isFree));
  const taken = new Set(whole.flatMap(({ from, to }) => range(from, to)));
  const columnsFound: ColumnMention[] = whole.flatMap((found) => (found.by === "cell" ? [] : [found]));
  const cellsFound: CellMention[] = whole.flatMap((found) => (found.by === "cell" ? [found] : []));
  const byPart = partsOfCells(cells, tokens);
  const columnAskedBy = once((word) => columnAsked(word, columns, tokens));
  const columnMeantBy = once((word) => columnMeant(word, columns));
  for (const [at, { word }] of tokens.entries()) {
    if (taken.has(at) || !isFree(at)) continue;
    const asked = columnAskedBy(word);
    if (asked) columnsFound.push({ column: asked, from: at, to: at + 1, by: "meaning" });
    if (isPlainWord(word)) continue;
    const named = isTerm(word) ? null : columnByPart(columns, word, tokens[at - 1]?.word, tokens[at + 1]?.word);
    const parts = named === null ? [...(byPart.get(word) ?? [])] : [];
    const meant = named === null && parts.length === 0 ? columnMeantBy(word) : null;
    if (named) columnsFound.push({ column: named, from: at, to: at + 1, by: "part" });
    if (parts.length === 1) cellsFound.push(...parts.map(([column, rows]) => ({ column, rows, from: at, to: at + 1 })));
    if (meant) columnsFound.push({ column: meant, from: at, to: at + 1, by: "meaning" });
  }
  const inOrder = (a: TableMention, b: TableMention): number => a.from - b.from;
  return { columns: columnsFound.sort(inOrder), cells: cellsFound.sort(inOrder) };
}

/** The same function, which looks up each word once: a hostile question repeats them. */
function once<Value>(look: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (word) => {
    const found = known.get(word) ?? { value: look(word) };
    known.set(word, found);
    return found.value;
  };
}

export const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** The words of each different cell, with the rows that hold it, column by column. */
type Cells = ReadonlyMap<Column, readonly { readonly words: readonly string[]; readonly rows: ReadonlySet<number> }[]>;

function cellsByWords(columns: readonly Column[]): Cells {
  return new Map(
    columns.map((column) => {
      const rows = Map.groupBy(column.cells.keys(), (row) => column.cells[row] ?? "");
      const short = [...rows].filter(([cell]) => cell.length <= MAX_CELL_CHARS && column.type !== "yes-no");
      return [column, short.map(([cell, found]) => ({ words: words(cell), rows: new Set(found) }))];
    }),
  );
}

/** Where whole names of columns stand. */
export const namesIn = (columns: readonly Column[], tokens: readonly Token[]): ReadonlySet<number> =>
  new Set(columns.flatMap((column) => wholeNames(column, tokens)).flatMap(({ from, to }) => range(from, to)));

function wholeNames(column: Column, tokens: readonly Token[]): ColumnMention[] {
  const name = column.words;
  const starts = tokens
    .keys()
    .filter((at) => name.length > 0 && name.every((word, offset) => tokens[at + offset]?.word === word));
  return [...starts].map((from) => ({ column, from, to: from + name.length, by: "name" as const }));
}

function wholeCells(cells: Cells, tokens: readonly Token[]): CellMention[] {
  const starts = Map.groupBy(tokens.keys(), (at) => tokens[at]?.word ?? "");
  return [...cells].flatMap(([column, ofColumn]) =>
    ofColumn.flatMap(({ words: cell, rows }) => {
      const [first = ""] = cell;
      if (cell.length === 0 || cell.length > MAX_CELL_WORDS || (cell.length === 1 && isPlainWord(first))) return [];
      return (starts.get(first) ?? [])
        .filter((from) => cell.every((word, offset) => tokens[from + offset]?.word === word))
        .map((from) => ({ column, from, to: from + cell.length, rows }));
    }),
  );
}

/** Without what overlaps a longer one. Of those on the same stretch the column of the table that is named elsewhere. */
function longestFirst<Found extends TableMention & { readonly by: string }>(found: readonly Found[]): Found[] {
  const namedAt = Map.groupBy(
    found.filter(({ by }) => by === "name"),
    ({ column }) => column,
  );
  const isNamedElsewhere = ({ column, from }: Found): boolean =>
    namedAt.get(column)?.some((name) => name.from !== from) ?? false;
  const stretches = [...Map.groupBy(found, ({ from, to }) => `${from}-${to}`).values()];
  const length = ([first]: readonly Found[]): number => (first === undefined ? 0 : first.to - first.from);
  const taken = new Set<number>();
  const kept: Found[] = [];
  for (const same of stretches.toSorted((a, b) => length(b) - length(a))) {
    const [first] = same;
    if (first === undefined || range(first.from, first.to).some((at) => taken.has(at))) continue;
    const beside = same.length === 1 ? same : same.filter(isNamedElsewhere);
    const choice = beside.length === 1 ? beside : same.filter(({ by }) => by === "name");
    const merged = choice.every(({ column }) => column === choice[0]?.column) ? mergedRows(choice) : [];
    for (const mention of merged) for (const at of range(mention.from, mention.to)) taken.add(at);
    kept.push(...merged);
  }
  return kept;
}

/** Cells that differ in nothing but marks and case, such as "Ann" and "ann", are one. */
function mergedRows<Found extends TableMention & { readonly rows?: ReadonlySet<number> }>(
  same: readonly Found[],
): Found[] {
  const [first] = same;
  if (first === undefined) return [];
  const rows = same.flatMap((found) => [...(found.rows ?? [])]);
  return [first.rows === undefined ? first : { ...first, rows: new Set(rows) }];
}

/** The column with a word in its name, if it is the only one, or the only one whose name goes on in the question. */
function columnByPart(
  columns: readonly Column[],
  word: string,
  before: string | undefined,
  after: string | undefined,
): Column | null {
  if (NAME_FILLER.test(word)) return null;
  const exact = columns.filter((column) => column.words.includes(word));
  const fitting =
    exact.length > 0 ? exact : columns.filter((column) => column.words.some((name) => sameStem(name, word)));
  const [first] = fitting;
  if (fitting.length <= 1) return first ?? null;
  const going = fitting.filter(({ words: name }) =>
    [before, after].some((other) => other !== undefined && other !== word && name.includes(other)),
  );
  return going.length === 1 ? (going[0] ?? null) : null;
}

/** For each word of the question, by column, the rows whose cell of several words has it. */
function partsOfCells(
  cells: Cells,
  tokens: readonly Token[],
): ReadonlyMap<string, ReadonlyMap<Column, ReadonlySet<number>>> {
  // "How long" does not speak of "The Long Tide".
  const asked = tokens
    .map(({ word }) => word)
    .filter((word) => word.length >= MIN_PART_LETTERS && /^\p{L}/u.test(word) && adjectives(word, "").length === 0);
  const found = new Map(asked.map((word) => [word, new Map<Column, Set<number>>()]));
  for (const [column, ofColumn] of cells) {
    for (const { words: cell, rows } of ofColumn) {
      if (cell.length === 1 || cell.length > MAX_CELL_WORDS) continue;
      for (const word of cell) {
        const byColumn = found.get(word);
        if (byColumn === undefined) continue;
        const known = byColumn.get(column) ?? new Set();
        for (const row of rows) known.add(row);
        byColumn.set(column, known);
      }
    }
  }
  return found;
}
