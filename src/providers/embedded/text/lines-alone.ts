import { identifyLanguage } from "../../../words/identify-language.ts";

/** One of several texts that came as one: an item of a list, a comment of a guest book, a message in a row. */
export interface TextEntry {
  readonly text: string;
  /** Tells which it is: who wrote it, or the other cells of its row; null where nothing does. */
  readonly title: string | null;
}

const SENTENCE_END = /(?:[.!?…。！？।]["'”’»)\]*]*|(?:\p{Extended_Pictographic}|★|☆)\u{FE0F}?)$/u;
/** With fewer, two sentences of one text would be two entries. */
const MIN_UNITS = 3;
/** So many of them end as a sentence does; lines that are wrapped, of a poem or of a form don't. */
const MOSTLY = 0.75;
/** Without a full stop, less is a name, a greeting or a heading. */
const MIN_OPEN_WORDS = 4;
const MAX_HEADING_WORDS = 8;
/** A remark, one sentence or two: a paragraph of news is hardly shorter on the average. */
const REMARK_WORDS = 14;
/** Longer ones are paragraphs of one text, unless they are signed. */
const MESSAGE_WORDS = 60;
/** "— Maria, Porto" */
const MAX_SIGNATURE_WORDS = 6;
/** Of what leans on what stands before it; more is one text. */
const MAX_LEANING = 0.2;

/** Words at a beginning that go on with what was said before, in an order of events or thoughts. */
const GOES_ON = new Set(
  "he she but and so then however therefore thus hence meanwhile afterwards later finally eventually moreover furthermore besides instead nevertheless next secondly thirdly".split(
    " ",
  ),
);
const OPENING_QUOTE = /^["“„«‘]/;
/** People who speak for themselves, or to somebody. */
const SPEAKS = /(?<![\p{L}'’])(?:I|me|my|we|us|our|you|your|thank you|thanks|please)(?!\p{L})/iu;
const NAMED = /^(\p{L}[^:\n]{0,38}?)\s?:\s+(?=\S)/u;

/**
 * Lines or paragraphs that stand for themselves, such as the comments of a guest book: several, each a sentence or a few
 * that lean on nothing before them; with a name before each, or a signature below it; or each in a language of its own.
 */
export function standingAlone(text: string): readonly TextEntry[] | null {
  const blocks = text.split(/\n[^\S\n]*\n\s*/).map((block) => block.split("\n").map((line) => line.trim()));
  const signed = signedIn(blocks);
  if (signed) return signed;
  const isWrapped = blocks.length > 1 && blocks.some((lines) => lines.length > 1);
  const units = withoutHeading(isWrapped ? blocks.map((lines) => lines.join(" ")) : blocks.flat());
  const named = units.map((unit) => namedIn(unit));
  const areNamed = named.every(({ title }) => title !== null);
  const isDialogue = areNamed && new Set(named.map(({ title }) => title)).size < units.length;
  if (isDialogue) return null;
  const entries = areNamed ? named : units.map((unit) => ({ text: unit, title: null }));
  return areAlone(entries.map((entry) => entry.text)) || (!isWrapped && inOtherLanguages(units)) ? entries : null;
}

/** Paragraphs of which nearly each ends in a line that says whose it is. */
function signedIn(blocks: readonly (readonly string[])[]): readonly TextEntry[] | null {
  const entries = blocks.map((lines) => {
    const [body, last] = [lines.slice(0, -1).join(" "), lines.at(-1) ?? ""];
    const isSigned = SENTENCE_END.test(body) && !SENTENCE_END.test(last) && wordCount(last) <= MAX_SIGNATURE_WORDS;
    return isSigned ? { text: body, title: last.replace(/^[-–—~\s]+/, "") } : { text: lines.join(" "), title: null };
  });
  const signed = entries.filter(({ title }) => title !== null).length;
  return signed >= 2 && signed >= MOSTLY * blocks.length ? entries : null;
}

/** Without a first line that says what follows. */
function withoutHeading(units: readonly string[]): readonly string[] {
  const [first = ""] = units;
  const isHeading = !SENTENCE_END.test(first) && !first.endsWith(",") && wordCount(first) <= MAX_HEADING_WORDS;
  const endsAlike = units.length > 1 && !SENTENCE_END.test(units[1] ?? "");
  return first.endsWith(":") || (isHeading && !endsAlike) ? units.slice(1) : units;
}

function namedIn(unit: string): TextEntry {
  const [before = "", title = null] = NAMED.exec(unit) ?? [];
  return { text: unit.slice(before.length), title };
}

function areAlone(units: readonly string[]): boolean {
  if (units.length < MIN_UNITS) return false;
  const share = (is: (unit: string) => boolean): number => units.filter(is).length / units.length;
  const isOpen = (unit: string): boolean => !SENTENCE_END.test(unit);
  if (units.some((unit) => isOpen(unit) && (wordCount(unit) < MIN_OPEN_WORDS || /[,:]$/.test(unit)))) return false;
  if (share(isOpen) > 1 - MOSTLY || share(leans) > MAX_LEANING) return false;
  const words = units.reduce((sum, unit) => sum + wordCount(unit), 0) / units.length;
  return words <= REMARK_WORDS || (words <= MESSAGE_WORDS && share((unit) => SPEAKS.test(unit)) >= MOSTLY);
}

const leans = (unit: string): boolean =>
  OPENING_QUOTE.test(unit) || GOES_ON.has(/^\p{L}+/u.exec(unit)?.[0].toLowerCase() ?? "");

/** Letters of a script without blanks that make a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2}/gu;
const wordCount = (text: string): number => text.split(/\s+/).length + (text.match(UNSPACED)?.length ?? 0);

/** Telling a language takes some time; more and longer lines are hardly each in another. */
const MAX_LANGUAGE_UNITS = 40;
const MAX_LANGUAGE_CHARS = 200;
/** Names and figures are in any language. */
const SURE_OF_LANGUAGE = 0.5;

/** At least three, and for most lines another. */
function inOtherLanguages(units: readonly string[]): boolean {
  if (units.length < MIN_UNITS || units.length > MAX_LANGUAGE_UNITS) return false;
  if (units.some(({ length }) => length > MAX_LANGUAGE_CHARS)) return false;
  const guesses = units.flatMap((unit) => identifyLanguage(unit).slice(0, 1));
  const languages = new Set(guesses.flatMap(({ label, score }) => (score >= SURE_OF_LANGUAGE ? [label] : [])));
  return languages.size >= Math.max(MIN_UNITS, MOSTLY * units.length);
}
