import { blankBetween, lineSpans, sentences } from "../sentences.ts";
import type { Span } from "./values.ts";

/** A stretch of a line set apart by a tab, a bar or several blanks. */
export interface PaperCell extends Span {
  readonly text: string;
  /** Where it begins on its line. */
  readonly column: number;
}

/** What says one thing: a sentence, or a line that stands by itself. */
export interface Unit extends Span {
  /** With line ends as blanks, so that offsets hold. */
  readonly text: string;
  readonly prose: boolean;
  /** The one of a sentence is itself. */
  readonly cells: readonly PaperCell[];
  /** Units with no empty line between them share their block. */
  readonly block: number;
}

/** What announces a value. */
export interface Labels {
  /** The words before it on its line or in its sentence. */
  readonly left: string;
  /** What stands above it: the heading of its column, or a line such as "Bill to:". */
  readonly above: string;
  /** In running text the words before and behind it, with itself. */
  readonly around: string;
}

export const NO_LABELS: Labels = { left: "", above: "", around: "" };

/** A label is some words; what is longer says more than what a value is. */
const MAX_LABEL_CHARS = 60;
/** Some five words. */
const MAX_BEHIND_CHARS = 40;
/** More columns are no table that is read by a person. */
const MAX_CELLS = 40;
/** Rows of a table that a heading is looked for above. */
const MAX_ROWS = 30;
const CELL = /[^\s|](?:[^\t\n|]*?[^\s|])??(?=\s{2,}|\s*\t|\s*\||\s*$)/g;

/** The units of a text, in order. */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let block = 0;
  for (const sentence of sentences(text)) {
    const spans = sentence.prose
      ? [sentence]
      : lineSpans(text.slice(sentence.start, sentence.end)).map(({ start, end }) => ({
          start: sentence.start + start,
          end: sentence.start + end,
        }));
    for (const { start, end } of spans) {
      const previous = units.at(-1);
      if (previous !== undefined && blankBetween(text, previous.end, start)) block++;
      // Only lines have columns; to look for the beginning of each sentence's line would take long in a long one.
      const indent = sentence.prose ? 0 : start - (text.lastIndexOf("\n", start) + 1);
      const flat = text.slice(start, end).replace(/[\n\r\u00a0]/g, " ");
      const whole = { text: flat, start, end, column: indent };
      units.push({
        start,
        end,
        text: flat,
        prose: sentence.prose,
        cells: sentence.prose ? [whole] : cellsOf(flat, start, indent),
        block,
      });
    }
  }
  return units;
}

const cellsOf = (line: string, start: number, indent: number): PaperCell[] =>
  [...line.matchAll(CELL)].slice(0, MAX_CELLS).map((match) => ({
    text: match[0],
    start: start + match.index,
    end: start + match.index + match[0].length,
    column: indent + match.index,
  }));

/** "- ", ":", "=", brackets at a label's ends say nothing. */
const trimmed = (label: string): string => label.replace(/^[\s\p{P}\p{S}]+|[\s:=(\p{Pd}]+$/gu, "");

/** What announces a value in the unit at an index. */
export function labelsOf(units: readonly Unit[], index: number, { start, end }: Span): Labels {
  const unit = units[index];
  if (unit === undefined) return NO_LABELS;
  if (unit.prose) {
    const title = titleOf(units, index);
    return { ...labelsInSentence(unit, { start: start - unit.start, end: end - unit.start }), above: title };
  }
  const at = unit.cells.findLastIndex((cell) => cell.start <= start);
  const cell = unit.cells[at];
  if (cell === undefined) return NO_LABELS;
  const before = cell.text.slice(0, start - cell.start);
  const inCell = trimmed(lastWords(before));
  const row = unit.cells.slice(0, at).find(({ text }) => /\p{L}{2}/u.test(text));
  // "Total: 5.00   Due: 3 May": a cell with a label of its own needs no other.
  const own = /:\s*$/.test(before);
  const left = own || row === undefined ? inCell : trimmed(`${row.text.slice(0, MAX_LABEL_CHARS)} ${inCell}`);
  return { left, above: own ? "" : trimmed(aboveOf(units, index, cell).slice(0, MAX_LABEL_CHARS)), around: "" };
}

/** The line above a paragraph, where it is one of words without a mark at its end. */
function titleOf(units: readonly Unit[], index: number): string {
  const first = firstOfParagraph(units, index);
  const title = units[first - 1]?.text ?? "";
  return title.length <= MAX_LABEL_CHARS && /[\p{L}\p{N}:]$/u.test(title) ? trimmed(title) : "";
}

/** Sentences of one paragraph that are looked at for its title; of a longer one it says little. */
const MAX_SENTENCES = 12;

function firstOfParagraph(units: readonly Unit[], index: number): number {
  let first = index;
  while (first > 0 && index - first < MAX_SENTENCES && units[first - 1]?.prose) first--;
  return first;
}

function labelsInSentence({ text }: Unit, { start, end }: Span): Labels {
  const left = lastWords(text.slice(0, start));
  const behind = text.slice(end, end + MAX_BEHIND_CHARS);
  const right = end + MAX_BEHIND_CHARS < text.length ? behind.replace(/\s\S*$/, "") : behind;
  return { left: trimmed(left), above: "", around: `${left}${text.slice(start, end)}${right}`.trim() };
}

/** The end of a text, of whole words. */
function lastWords(text: string): string {
  const end = text.slice(-MAX_LABEL_CHARS - 1);
  return end.length > MAX_LABEL_CHARS ? end.replace(/^\S*\s/, "") : end;
}

/** The column's heading, or the line above where that announces something: "Bill to:". */
function aboveOf(units: readonly Unit[], index: number, cell: PaperCell): string {
  const unit = units[index];
  if (unit === undefined) return "";
  for (let row = index - 1; row >= Math.max(0, index - MAX_ROWS); row--) {
    const other = units[row];
    if (other === undefined || other.prose) return "";
    if (other.cells.length < 2 || other.cells.some(({ text }) => /\d/.test(text))) {
      if (row === index - 1 && unit.cells.length === 1 && other.cells.length === 1 && !/\d/.test(other.text))
        return other.text;
      if (unit.cells.length === 1 && other.cells.length === 1) return "";
      continue;
    }
    return other.cells.reduce((best, next) => (apart(next, cell) < apart(best, cell) ? next : best)).text;
  }
  return "";
}

/** How far two cells stand apart on lines: by their left or right edges, whichever are nearer. */
const apart = (one: PaperCell, other: PaperCell): number =>
  Math.min(
    Math.abs(one.column - other.column),
    Math.abs(one.column + one.text.length - other.column - other.text.length),
  );

/** A longer line names nobody at its end. */
const MAX_NAME_LINE_CHARS = 80;
/** "Served by Chiara", "Dear Ms Alvarez," */
const CAPITALS = /(?<=\S\s)\p{Lu}[\p{L}.'’&-]*(?:\s\p{Lu}[\p{L}.'’&-]*){0,4}[,!]?$/u;

/** Stretches of a line that may be a value of no form: behind a colon, a cell beside another, the capitals at its end. */
export function freeValues(unit: Unit): Span[] {
  if (unit.prose) return [];
  const spans: Span[] = unit.cells.flatMap((cell) => {
    const colon = /^[^:]{1,60}:\s+(?=\S)/.exec(cell.text)?.[0].length;
    const value = { start: cell.start + (colon ?? 0), end: cell.end };
    const comma = /,\s|\s\(/.exec(unit.text.slice(value.start - unit.start, value.end - unit.start))?.index;
    return comma === undefined ? [value] : [value, { start: value.start, end: value.start + comma }];
  });
  const line = unit.cells.length === 1 ? unit.cells[0] : undefined;
  const capitals = line === undefined ? null : CAPITALS.exec(line.text.slice(0, MAX_NAME_LINE_CHARS));
  if (line !== undefined && capitals !== null && capitals.index > 0)
    spans.push({ start: line.start + capitals.index, end: line.end });
  // "Dear Ms Alvarez,"
  return spans.map(({ start, end }) => ({
    start,
    end: end - (/[\s,;!]+$/.exec(unit.text.slice(start - unit.start, end - unit.start))?.[0].length ?? 0),
  }));
}
