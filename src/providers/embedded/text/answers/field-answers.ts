import type { EnglishWord } from "../english.ts";
import { type AskedText, type FormLine, wordsBetween } from "./form.ts";
import { labelled } from "./labels.ts";
import type { Keyword, Question } from "./question.ts";
import { type AnswerSpan, type ValueType, valuesOf } from "./values.ts";
import { saidBy, says } from "./widen.ts";

/** An answer with where it stands and how sure it is, from 0 to 1. */
export interface AnswerCandidate extends AnswerSpan {
  readonly score: number;
}

/** A line's label is short; what is longer is a sentence. */
const MAX_LABEL_CHARS = 60;
/** A label that says less of the question means something else. */
const MIN_SHARE = 0.5;
const ID_WORD = "(?:number|num\\.?|no\\.?|nr\\.?|#|id|code|ref(?:erence)?\\.?|identifier)";

/**
 * Answers from lines that say what they hold: `Cashier: Tom`, `Meter reading: 48210`, `Chisel set  1  £120.00`.
 * The label must hold every content word of the question, or mean it.
 */
export function fieldAnswers(reading: AskedText, question: Question): AnswerCandidate[] {
  if (question.type === "identifier") return identifiers(reading, question);
  const asked = question.general ? question.keywords : question.keywords.filter((keyword) => keyword.weight >= 1);
  const least = question.general ? 1 : MIN_SHARE;
  if (asked.length === 0) return [];
  return reading.lines.flatMap((line, index) => [
    ...titled(reading, index, question, asked),
    ...labelsOf(line, reading.isForm).flatMap((label) => {
      const words = wordsBetween(reading, label.start, label.end);
      const coverage = covered(words, asked);
      if (coverage.share < least || !saysWhatIsCounted(words, question)) return [];
      const value = valueBehind(reading, line, label, question);
      const score = 0.3 + 0.35 * coverage.share + 0.25 * coverage.exactness;
      return value === null ? [] : [{ ...value, score }];
    }),
  ]);
}

/** "How many children are in the class" is not told by "Class trip: 18 May". */
const saysWhatIsCounted = (label: readonly EnglishWord[], { type, relation }: Question): boolean =>
  type !== "number" || relation === null || saidBy(relation, label) > 0;

/** "Olivia Denham" over "Head of Lending": who someone is, said below the name. */
function titled(reading: AskedText, index: number, question: Question, asked: readonly Keyword[]): AnswerCandidate[] {
  const title = reading.lines[index];
  const name = reading.lines[index - 1];
  if (question.type !== "party" || title === undefined || name?.block !== title.block) return [];
  if (!/^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u.test(name.text)) return [];
  const { share, exactness } = covered(wordsBetween(reading, title.start, title.end), asked);
  return share === 1 && exactness > 0.5 ? [{ start: name.start, end: name.end, score: 0.7 }] : [];
}

interface Label extends AnswerSpan {
  readonly text: string;
  /** A colon stands behind it, so that whatever follows is its value. */
  readonly colon: boolean;
}

/** The labels a line may have: what stands before a colon, and the words before the first figure of a form's row. */
function labelsOf(line: FormLine, isForm: boolean): Label[] {
  const labels: Label[] = [];
  for (const cell of line.cells) {
    for (const match of cell.text.matchAll(/(?<=^|[\s|])[\p{L}#][^:|\n]{0,60}?(?=\s?:(?:\s|$))/gu)) {
      const start = cell.start + match.index;
      labels.push({ text: match[0], start, end: start + match[0].length, colon: true });
    }
  }
  if (labels.length === 0 && isForm) {
    const row = /^(?:\d{1,4}\s?[x×]?\s)?[^\n]*?[\p{L}%)](?=[\s#*]*(?:\s|#)[-#$€£¥]?(?:[A-Z]{3} {1,3})?\d)/u.exec(
      line.text,
    );
    const text = row?.[0] ?? line.cells[0]?.text ?? "";
    if (text.length <= MAX_LABEL_CHARS && text !== "")
      labels.push({ text, start: line.start, end: line.start + text.length, colon: false });
  }
  return labels;
}

/** How much of the question a label says, and how little else it says. */
function covered(label: readonly EnglishWord[], asked: readonly Keyword[]): { share: number; exactness: number } {
  const words = label.filter((token) => /\p{L}/u.test(token.text));
  const said = asked.map((keyword) => saidBy(keyword, words));
  const total = asked.reduce((sum, keyword) => sum + keyword.weight, 0);
  return {
    share: asked.reduce((sum, keyword, at) => sum + keyword.weight * (said[at] ?? 0), 0) / total,
    exactness: Math.min(1, said.reduce((sum, part) => sum + part, 0) / Math.max(1, words.length)),
  };
}

function valueBehind(reading: AskedText, line: FormLine, label: Label, question: Question): AnswerSpan | null {
  const rest = line.text.slice(label.end - line.start);
  const offset = label.end;
  const at = (span: AnswerSpan | undefined): AnswerSpan | null =>
    span === undefined ? null : { start: offset + span.start, end: offset + span.end };
  switch (question.type) {
    case "money":
      // A row's last amount is for all of it, its first one for a single piece.
      return (
        at(valuesOf("money", rest, true).at(/\b(?:one|each|single|per|unit)\b/.test(question.lower) ? 0 : -1)) ??
        figure(line, label, rest)
      );
    case "number":
      return counted(reading, line, question) ?? at(wholeNumbers(rest)[0]);
    case "date":
      return at(valuesOf("date", rest)[0] ?? valuesOf("time", rest)[0]);
    case "time":
    case "email":
    case "phone":
    case "iban":
    case "url":
      return at(valuesOf(question.type satisfies ValueType, rest)[0]);
    case "quantity": {
      const number = valuesOf("number", rest).find((span) => question.units?.test(rest.slice(span.end)) === true);
      return number === undefined
        ? figure(line, label, rest)
        : at({
            start: number.start,
            end: number.end + (question.units?.exec(rest.slice(number.end))?.[0].length ?? 0),
          });
    }
    case "reason":
    case "age":
      return null;
    case "party":
    case "organization":
      return label.colon && NAME.test(rest) ? plainValue(line, label, rest) : null;
    case "place":
      return label.colon ? plainValue(line, label, rest) : null;
    default:
      return plainValue(line, label, rest);
  }
}

/** Behind a colon: what begins with a capital and has no figures, or one word: ": Mr Novak", ": team-media". */
const NAME = /^\s*:\s+(?:\p{Lu}[^\d\n]*|\S+)\s*$/u;
const FIGURE = /^\s*:\s*\d[\d.,]*\s?\p{L}{0,12}\.?\s*$/u;

/** "Budget: 900 kr", "Memory: 512Mi": whatever the unit. */
const figure = (line: FormLine, label: Label, rest: string): AnswerSpan | null =>
  label.colon && FIGURE.test(rest) ? plainValue(line, label, rest) : null;

/** "3 nights": the number right before what is counted, wherever it stands. */
function counted(reading: AskedText, line: FormLine, { relation }: Question): AnswerSpan | null {
  const words = wordsBetween(reading, line.start, line.end);
  const at = relation === null ? -1 : words.findIndex((word) => says(relation, word) > 0);
  const before = words[at - 1];
  const number =
    before === undefined ? undefined : wholeNumbers(line.text).find((span) => line.start + span.end === before.end);
  return number === undefined ? null : { start: line.start + number.start, end: line.start + number.end };
}

const wholeNumbers = (text: string): AnswerSpan[] => {
  const others = [...valuesOf("money", text, true), ...valuesOf("date", text)];
  return valuesOf("number", text).filter((span) =>
    others.every((other) => span.end <= other.start || span.start >= other.end),
  );
};

/** What stands behind the label up to the cell's end or the next label. */
function plainValue(line: FormLine, label: Label, rest: string): AnswerSpan | null {
  if (!label.colon && !/\d/.test(rest)) return null;
  const cell = line.cells.find((other) => other.start <= label.start && label.end <= other.end);
  let start = label.end + (/^[\s:]*/.exec(rest)?.[0].length ?? 0);
  let end = cell === undefined ? line.end : cell.end;
  if (start >= end) {
    const next = line.cells.find((other) => other.start >= end);
    if (next === undefined) return null;
    start = next.start;
    end = next.end;
  }
  const value = line.text.slice(start - line.start, end - line.start);
  const another = / +\p{Lu}[\p{L}.#]*(?: [\p{L}.#]+)?\s?:(?:\s|$)/u.exec(value);
  const text = value.slice(0, another?.index ?? value.length).replace(/[\s.,;]+$/, "");
  // "Hedge: the town has complained. Wanda will cut it.": a heading and what is told under it, no label and value.
  return text === "" || /[.!?] \p{Lu}/u.test(text) ? null : { start, end: start + text.length };
}

/** "customer number": the word that says which, then a word for number, then something with a digit. */
function identifiers(reading: AskedText, question: Question): AnswerCandidate[] {
  const which = question.keywords.filter((keyword) => !/^(?:number|no|id|code|reference|ref|nr)$/.test(keyword.lemma));
  const names = which.map((keyword) => keyword.lemma).filter((lemma) => /^[\p{L}\p{N}]{2,30}$/u.test(lemma));
  if (names.length === 0) return [];
  const phrase = names.join("\\W{1,2}");
  const strict = labelled(reading, new RegExp(`(?<![\\p{L}])${phrase}\\s*${ID_WORD}(?![\\p{L}])`, "giu"), "identifier");
  const loose = labelled(
    reading,
    new RegExp(`(?<![\\p{L}])${phrase}(?=\\s*[:#]|\\s+[A-Z]{0,4}[-#]?\\d)`, "giu"),
    "identifier",
  );
  return [
    ...strict.map(({ start, end }) => ({ start, end, score: 0.95 })),
    ...loose.map(({ start, end }) => ({ start, end, score: 0.7 })),
  ];
}
