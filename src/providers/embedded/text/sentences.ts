import { commonWordShares, isCommonWord } from "../../../words/common-words.ts";
import { findDates } from "./entities/dates.ts";

/** A stretch of a text that says one thing: a sentence, or a line of a form. `text` has line ends as blanks. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Sentences of one paragraph share its number. */
  readonly paragraph: number;
  /** True for running text, false for a line that stands by itself. */
  readonly prose: boolean;
}

/** A line as long as this goes on in the next one; shorter ones end what they say, unless that begins small. */
const FULL_LINE_CHARS = 50;
const FULL_LINE_WORDS = 8;
const COLUMNS = /\S(?:\t| {3,})\S/;
/** "Subject: …" is a field, not a sentence. */
const LABEL = /^\p{Lu}[\p{L}-]*(?: [\p{L}-]+)?\s?:\s/u;
/** An item of a list or a field goes on from no line before it. */
const BEGINS_ANEW = /^(?:[-*•–]\s|\(?\d{1,3}[.)]\s|\p{L}[\p{L}_-]*(?: [\p{L}-]+)?:\s)/u;
const MAX_FIELD_CHARS = 120;
const ENDS = /[.!?:][)"'’”]?$/;
/** After these a full stop ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|Rev|St|Sr|Jr|No|Nr|vs|etc|e\.g|i\.e|approx|ca|cf|Inc|Ltd|Co|Corp|Fig|Vol|pp?|al|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|evtl|inkl|Abs|\p{L})\.\s*$/u;
/** "bzw.", "Str.", "Hrsg.": a word without a vowel is cut short, but for a unit behind its figure. */
const WITHOUT_VOWEL = /(?<!\p{L}|\d\s?)[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz][b-df-hj-np-tv-xzß]{1,4}\.\s*$/u;
/** "1." at the head of an item. */
const ITEM_NUMBER = /^\s*\d{1,3}\.\s*$/;
/** "7. Governing law.": what an item is called, and no sentence yet. */
const ITEM_TITLE = /^\(?\d{1,3}[.)] \p{L}[\p{L}-]*(?: [\p{L}-]+){0,3}\.$/u;
/** Longer ones are not looked at, as what is joined again and again would be each time. */
const MAX_TITLE_CHARS = 200;
/** Enough to tell a language by its small words. */
const LANGUAGE_SAMPLE_CHARS = 6_000;

/** The sentences and lines of a text, in order; wrapped lines of a paragraph are read as one. */
export function sentences(text: string): Sentence[] {
  const german = isGerman(text);
  return paragraphs(text).flatMap((unit, paragraph) => {
    const prose = isProse(text.slice(unit.start, unit.end));
    const spans = (prose ? sentenceSpans(text, unit, german) : [unit]).flatMap((span) => cut(text, span));
    return spans.map(({ start, end }) => ({ text: flat(text.slice(start, end)), start, end, paragraph, prose }));
  });
}

/** What has no end for so long is no sentence, and would make every search in it slow. */
const MAX_SENTENCE_CHARS = 2_000;

function cut(text: string, { start, end }: Span): Span[] {
  const spans: Span[] = [];
  let from = start;
  while (end - from > MAX_SENTENCE_CHARS) {
    const blank = text.lastIndexOf(" ", from + MAX_SENTENCE_CHARS);
    const to = blank > from ? blank : from + MAX_SENTENCE_CHARS;
    spans.push({ start: from, end: to });
    from = blank > from ? blank + 1 : to;
  }
  return [...spans, { start: from, end }];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const flat = (text: string): string => text.replace(/\s/g, " ");

/** The lines of a text without the blanks around them; empty ones are left out. */
export function lineSpans(text: string): Span[] {
  return [...text.matchAll(/[^\r\n]+/g)].flatMap((match) => {
    const start = match.index + match[0].length - match[0].trimStart().length;
    const end = match.index + match[0].trimEnd().length;
    return start < end ? [{ start, end }] : [];
  });
}

/** True when an empty line lies between two offsets. */
const blankBetween = (text: string, start: number, end: number): boolean =>
  /\n[^\S\n]*\r?\n/.test(text.slice(start, end));

function paragraphs(text: string): Span[] {
  const units: Span[] = [];
  let previous: Span | undefined;
  for (const line of lineSpans(text)) {
    const unit = units.at(-1);
    const continues =
      unit !== undefined &&
      previous !== undefined &&
      !blankBetween(text, previous.end, line.start) &&
      goesOn(text.slice(previous.start, previous.end), text.slice(line.start, line.end));
    if (continues) units[units.length - 1] = { start: unit.start, end: line.end };
    else units.push(line);
    previous = line;
  }
  return units;
}

/** A comma ends a salutation where the next word would have fit on its line by far. */
const ROOM_CHARS = 15;

function goesOn(line: string, next: string): boolean {
  if (COLUMNS.test(line) || COLUMNS.test(next) || BEGINS_ANEW.test(next)) return false;
  if (line.endsWith(",") && line.length < FULL_LINE_CHARS && line.length + ROOM_CHARS < next.length) return false;
  if (/^\p{Ll}/u.test(next)) return !ENDS.test(line) || line.length >= FULL_LINE_CHARS;
  return line.length >= FULL_LINE_CHARS && line.split(/\s+/, FULL_LINE_WORDS).length >= FULL_LINE_WORDS;
}

/** Running text has a verb's company: several words, mostly small, and a full stop or some length. */
function isProse(unit: string): boolean {
  if (COLUMNS.test(unit) || (LABEL.test(unit) && unit.length < MAX_FIELD_CHARS)) return false;
  // "With kind regards from all of us,"
  if (unit.endsWith(",") && unit.length < FULL_LINE_CHARS) return false;
  const words = unit.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  const unicase = words.length > 0 && !/[\p{Lu}\p{Ll}]/u.test(unit);
  return unicase || (words.length >= 4 && small >= words.length / 2 && (/[.!?]/.test(unit) || words.length >= 8));
}

function sentenceSpans(text: string, unit: Span, german: boolean): Span[] {
  const spans: Span[] = [];
  let before = "";
  const whole = flat(text.slice(unit.start, unit.end));
  const months = monthsOfOrdinals(whole);
  const segments = new Intl.Segmenter("en", { granularity: "sentence" }).segment(whole);
  for (const { segment, index } of segments) {
    const start = unit.start + index + segment.length - segment.trimStart().length;
    const end = unit.start + index + segment.trimEnd().length;
    if (start >= end) continue;
    const last = spans.at(-1);
    const titled =
      last !== undefined &&
      last.end - last.start <= MAX_TITLE_CHARS &&
      ITEM_TITLE.test(flat(text.slice(last.start, last.end)));
    const joined =
      titled || months.has(index) || endsNothing(before) || (german && endsInOrdinal(before) && !beginsSmall(segment));
    if (joined && last !== undefined) spans[spans.length - 1] = { start: last.start, end };
    else spans.push({ start, end });
    before = segment.slice(-END_CHARS);
  }
  return spans;
}

/** Where a month follows a day with a dot, whatever language is around: "by 3. Mai 2026". */
function monthsOfOrdinals(text: string): ReadonlySet<number> {
  if (!/\d\. \p{L}/u.test(text)) return new Set();
  return new Set(
    findDates(text).flatMap((date) => {
      const day = /^\d{1,2}\. /.exec(date.text);
      return day === null ? [] : [date.start + day[0].length];
    }),
  );
}

/** Enough of a sentence to see its last two words. */
const END_CHARS = 60;

const endsNothing = (segment: string): boolean =>
  ABBREVIATION.test(segment) || WITHOUT_VOWEL.test(segment) || ITEM_NUMBER.test(segment);

/**
 * Whether a text is German, where ordinals are written with a dot and the nouns behind them with a capital, as if a
 * sentence ended: "am 3. März". Only looked into where the text has such a place.
 */
function isGerman(text: string): boolean {
  if (!/\d\.\s+\p{Lu}/u.test(text)) return false;
  const words =
    text
      .slice(0, LANGUAGE_SAMPLE_CHARS)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const [best] = [...commonWordShares(words)].toSorted(([, one], [, other]) => other - one);
  return best?.[0] === "de";
}

/** "zum 31.", and not "Seite 12.", where the number counts what stands before it. */
function endsInOrdinal(segment: string): boolean {
  const words = segment.trim().split(/\s+/);
  const isNumber = /^(?:\d{1,2}\.-)?\d{1,2}\.$/.test(words.at(-1) ?? "");
  return isNumber && (words.length <= 2 || !/^\p{Lu}/u.test(words.at(-2) ?? ""));
}

/** Whether what has a capital is no noun, and so begins a sentence. */
const beginsSmall = (segment: string): boolean => isCommonWord(/\p{L}+/u.exec(segment)?.[0].toLowerCase() ?? "", "de");
