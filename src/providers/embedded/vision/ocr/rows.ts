/** In pixels from the top left. */
export interface Box {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

export interface TextLine {
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly box: Box;
}

/** A line with its outer words: on a tilted page they tell better than the whole what lies beside it. */
export interface WordedLine extends TextLine {
  readonly firstWord: Box;
  readonly lastWord: Box;
}

/** Of a line's characters: "$1,250.00" and "17/12/2026" are numbers, "A4 paper" is not. */
const NUMBER_SHARE = 0.4;
/** A table's cell; more words are a sentence, whatever figures it has. */
const MAX_CELL_WORDS = 4;
/** Of the lower of two lines' heights: what lies this far beside the other is on its row. */
const SAME_ROW_OVERLAP = 0.5;

/**
 * Puts the rows of tables together again. The engine reads column by column, which is right for prose
 * and wrong for an invoice, where "Total due" and "$538.80" belong together. A line joins the one to
 * its left if it stands in a column of numbers, or if the left one ends with a colon.
 */
export function joinRows(lines: readonly WordedLine[]): readonly TextLine[] {
  const columns = columnsOf(lines);
  const numeric = new Set(columns.filter(isNumberColumn).flat());
  const joinedTo = new Map<WordedLine, WordedLine>();
  for (const line of lines) {
    const left = nearestOnTheLeft(line, lines);
    if (left === undefined) continue;
    const isCell = numeric.has(line) && wordsOf(line) <= MAX_CELL_WORDS;
    if (isCell || left.text.endsWith(":")) joinedTo.set(line, left);
  }
  const rightOf = new Map<WordedLine, WordedLine[]>();
  for (const [line, left] of joinedTo) rightOf.set(left, [...(rightOf.get(left) ?? []), line]);
  const rowFrom = (line: WordedLine): WordedLine[] => [
    line,
    ...(rightOf.get(line) ?? []).sort((a, b) => a.box.xmin - b.box.xmin).flatMap(rowFrom),
  ];
  return lines.filter((line) => !joinedTo.has(line)).map((line) => merge(rowFrom(line)));
}

/** Runs of lines that the engine read one below the other. */
function columnsOf(lines: readonly WordedLine[]): readonly WordedLine[][] {
  const columns: WordedLine[][] = [];
  for (const line of lines) {
    const column = columns.at(-1);
    const above = column?.at(-1);
    const below =
      above !== undefined &&
      line.box.ymin >= above.box.ymin &&
      overlap(above.box.xmin, above.box.xmax, line.box.xmin, line.box.xmax) > 0;
    if (column !== undefined && below) column.push(line);
    else columns.push([line]);
  }
  return columns;
}

function isNumberColumn(column: readonly WordedLine[]): boolean {
  return column.filter(isNumber).length * 2 >= column.length;
}

function isNumber(line: TextLine): boolean {
  const characters = line.text.replaceAll(/\s/g, "");
  return wordsOf(line) <= MAX_CELL_WORDS && characters.replaceAll(/\D/g, "").length >= characters.length * NUMBER_SHARE;
}

const wordsOf = (line: TextLine): number => line.text.split(/\s+/).length;

const overlap = (from: number, to: number, otherFrom: number, otherTo: number): number =>
  Math.min(to, otherTo) - Math.max(from, otherFrom);

/** What lies on the row of `line`, nearest to its left: by its last word's height and the line's first word's. */
function nearestOnTheLeft(line: WordedLine, lines: readonly WordedLine[]): WordedLine | undefined {
  const { firstWord } = line;
  const height = firstWord.ymax - firstWord.ymin;
  const beside = lines.filter(({ lastWord }) => {
    const lower = Math.min(lastWord.ymax - lastWord.ymin, height);
    const shared = overlap(lastWord.ymin, lastWord.ymax, firstWord.ymin, firstWord.ymax);
    return lastWord.xmax <= firstWord.xmin && shared >= lower * SAME_ROW_OVERLAP;
  });
  const nearest = Math.max(...beside.map(({ lastWord }) => lastWord.xmax));
  // Of several in the nearest column, the one that is most on a level.
  const level = ({ lastWord }: WordedLine): number =>
    Math.abs(lastWord.ymin + lastWord.ymax - firstWord.ymin - firstWord.ymax);
  return beside.filter(({ lastWord }) => lastWord.xmax > nearest - height * 2).sort((a, b) => level(a) - level(b))[0];
}

function merge(row: readonly WordedLine[]): TextLine {
  const [first] = row;
  if (first === undefined || row.length === 1)
    return first ?? { text: "", confidence: 0, box: { xmin: 0, ymin: 0, xmax: 0, ymax: 0 } };
  const characters = row.reduce((sum, line) => sum + line.text.length, 0);
  return {
    text: row.map((line) => line.text).join(" "),
    confidence: row.reduce((sum, line) => sum + line.confidence * line.text.length, 0) / Math.max(1, characters),
    box: around(row.map((line) => line.box)),
  };
}

/** The smallest box that holds all of them. */
export const around = (boxes: readonly Box[]): Box => ({
  xmin: Math.min(...boxes.map((box) => box.xmin)),
  ymin: Math.min(...boxes.map((box) => box.ymin)),
  xmax: Math.max(...boxes.map((box) => box.xmax)),
  ymax: Math.max(...boxes.map((box) => box.ymax)),
});
