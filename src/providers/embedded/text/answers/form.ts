import { blankBetween, lineSpans, type Sentence, sentences } from "../sentences.ts";
import { type Letter, letterIn } from "./letter.ts";
import type { AnswerSpan } from "./values.ts";

/** A stretch of a line set apart by a tab or several blanks. */
export interface Cell extends AnswerSpan {
  readonly text: string;
  /** Where it begins on its line. */
  readonly column: number;
}

export interface FormLine extends AnswerSpan {
  readonly text: string;
  readonly cells: readonly Cell[];
  /** Lines without an empty one between them share their block. */
  readonly block: number;
}

/** A text in the two ways it can be read: line by line as a form, and sentence by sentence. */
export interface TextReading {
  readonly text: string;
  readonly lines: readonly FormLine[];
  readonly sentences: readonly Sentence[];
  /** True when enough stands on lines of its own that labels and letterheads can be trusted. */
  readonly isForm: boolean;
  /** Its parts, where it is laid out as a letter. */
  readonly letter: Letter | null;
}

/** A title and a subtitle make no form; a letterhead has more lines. */
const FORM_LINES = 4;
/** A form is read as far as this: what matters stands on its first pages. */
const MAX_FORM_LINES = 2_000;
/** A longer line is running text. */
const MAX_LINE_CHARS = 300;

export function read(text: string): TextReading {
  const all = sentences(text);
  const lines = formLines(text);
  const isForm = all.filter((sentence) => !sentence.prose).length >= FORM_LINES;
  return { text, lines, sentences: all, isForm, letter: letterIn(all) };
}

function formLines(text: string): FormLine[] {
  const lines: FormLine[] = [];
  let block = 0;
  for (const { start, end } of lineSpans(text).slice(0, MAX_FORM_LINES)) {
    const previous = lines.at(-1);
    if (end - start > MAX_LINE_CHARS) continue;
    if (previous !== undefined && blankBetween(text, previous.end, start)) block++;
    const lineStart = text.lastIndexOf("\n", start) + 1;
    const line = text.slice(start, end);
    lines.push({ start, end, text: line, block, cells: cellsOf(line, start, start - lineStart) });
  }
  return lines;
}

function cellsOf(line: string, start: number, indent: number): Cell[] {
  return [...line.matchAll(/[^ \t]+(?: [^ \t]+)*/g)].map((match) => ({
    text: match[0],
    start: start + match.index,
    end: start + match.index + match[0].length,
    column: indent + match.index,
  }));
}

/** The cell under another one on the line below: the one that overlaps it, else the one that begins nearest. */
export function cellBelow(reading: TextReading, lineIndex: number, cell: Cell): Cell | null {
  const line = reading.lines[lineIndex];
  const below = reading.lines[lineIndex + 1];
  if (line === undefined || below === undefined) return null;
  if (below.cells.length === line.cells.length) return below.cells[line.cells.indexOf(cell)] ?? null;
  const end = cell.column + cell.text.length;
  const overlapping = below.cells.find((other) => other.column < end && cell.column < other.column + other.text.length);
  if (overlapping !== undefined) return overlapping;
  const nearest = [...below.cells].sort((a, b) => Math.abs(a.column - cell.column) - Math.abs(b.column - cell.column));
  return nearest[0] ?? null;
}
