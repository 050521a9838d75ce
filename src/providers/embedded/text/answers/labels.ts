import { cellBelow, type FormLine, type TextReading } from "./form.ts";
import { type AnswerSpan, type ValueType, valuesOf } from "./values.ts";

/** A value found by the label before or above it. */
export interface Labelled extends AnswerSpan {
  readonly line: FormLine;
}

/** What may stand between a label and its value. */
const SEPARATOR = /^\s*(?:\([^)\n]{0,20}\))?(?:\s+(?:is|was)\b)?[\s:.#=–-]*/;

/** Nothing, or other labels beside it: the head of a table. */
const LABELS_ONLY =
  /^(?:[\s.:#]|\b(?:date|due|invoice|number|no|terms|order|customer|po|id|amount|total|page|account|ref|reference|of|issue|by|on)\b)*$/i;

/**
 * Every value of `type` that a label announces, in the order of the text: behind it on its line, or below it
 * when nothing else stands behind it. A label in the middle of a line counts only right before its value.
 * `label` has the flag `g`.
 */
export function labelled(reading: TextReading, label: RegExp, type: ValueType): Labelled[] {
  return reading.lines.flatMap((line, index) => {
    return [...line.text.matchAll(label)].flatMap((match) => {
      const span = onLine(line, match, type) ?? below(reading, index, match, type);
      return span === null ? [] : [{ ...span, line }];
    });
  });
}

function onLine(line: FormLine, match: RegExpExecArray, type: ValueType): AnswerSpan | null {
  const labelEnd = match.index + match[0].length;
  const rest = line.text.slice(labelEnd);
  const separator = SEPARATOR.exec(rest)?.[0] ?? "";
  const values = valuesOf(type, rest, true);
  const direct = values.find((value) => value.start <= separator.length && value.end > separator.length);
  const first = line.cells.some((cell) => cell.start - line.start === match.index) || match.index === 0;
  // A row ends in its amount: "VAT 19% EUR 344.76"; dates and numbers stand right behind their label.
  const chosen = direct ?? (first ? (type === "money" ? values.at(-1) : sameCell(line, labelEnd, values)) : undefined);
  if (chosen === undefined) return null;
  return { start: line.start + labelEnd + chosen.start, end: line.start + labelEnd + chosen.end };
}

const sameCell = (line: FormLine, labelEnd: number, values: readonly AnswerSpan[]): AnswerSpan | undefined => {
  const cell = line.cells.find((other) => line.start + labelEnd <= other.end);
  return cell === undefined ? undefined : values.find((value) => line.start + labelEnd + value.end <= cell.end);
};

function below(reading: TextReading, index: number, match: RegExpExecArray, type: ValueType): AnswerSpan | null {
  const line = reading.lines[index];
  const cell = line?.cells.find(
    (other) => other.start <= line.start + match.index && line.start + match.index < other.end,
  );
  if (line === undefined || cell === undefined) return null;
  const behind = reading.text.slice(line.start + match.index + match[0].length, cell.end);
  if (!LABELS_ONLY.test(behind)) return null;
  const under = cellBelow(reading, index, cell);
  if (under === null) return null;
  const column = line.cells.length === 1 ? labelsBefore(line.text.slice(0, match.index), type) : 0;
  const value = valuesOf(type, under.text, true)[column];
  if (value === undefined || (column === 0 && value.start > 1 && line.cells.length > 1)) return null;
  return { start: under.start + value.start, end: under.start + value.end };
}

/**
 * "Invoice No. Date Due Date" over "RF-5530 04/11/2026 04/25/2026", as OCR gives columns: how many labels of the
 * type stand before, so that as many values are passed over.
 */
function labelsBefore(text: string, type: ValueType): number {
  if (type === "date") return text.match(/\bdate\b|\bdue\b(?! date)|\bissued\b/gi)?.length ?? 0;
  return type === "identifier" ? (text.match(/\b(?:no|nr|number|id)\b|#/gi)?.length ?? 0) : 0;
}
