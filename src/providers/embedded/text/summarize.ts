import { read, type TextReading } from "./answers/form.ts";
import { tokens } from "./english.ts";
import { paperSummary } from "./paper-summary.ts";
import { isRedundant, withoutRepeats } from "./redundancy.ts";
import type { Sentence } from "./sentences.ts";
import { textRank } from "./textrank.ts";

/** What can be read aloud in about a minute. */
export const MAX_SUMMARY_CHARS = 900;
/** A summary says less than half of a short text, and never more than a few sentences. */
const SHARE = 0.4;
const MOST_SENTENCES = 5;
/** What comes first says what a text is about; so much is it worth beside its TextRank. */
const FIRST_SENTENCE_BONUS = 0.6;
/** Figures, dates and amounts are what people look for. */
const FIGURE_BONUS = 0.25;
/** Of a letter, whose head is summed up apart, and which begins with thanks. */
const LETTER_SENTENCES = 3;
/** A sentence of fewer words is a greeting or a heading. */
const MIN_WORDS = 5;

/**
 * A short text that says what matters in a longer one: of a paper such as an invoice its parties, amounts and
 * dates, of running text its most central sentences (TextRank), in their order. A single sentence is its own summary.
 */
export function summarize(text: string): string {
  const reading = read(text);
  const prose = withoutRepeats(contentOf(reading));
  const paper = reading.isForm ? paperSummary(reading) : null;
  if (paper?.letter === false) return limited([paper.text]);
  if (paper !== null)
    return limited([paper.text, ...central(prose, Math.min(LETTER_SENTENCES, target(prose.length)), 0)]);
  if (prose.length === 0) return limited(tellingLines(reading));
  if (prose.length === 1) return limited([prose[0]?.text ?? ""]);
  return limited(central(prose, target(prose.length)));
}

/** What is worth quoting, without the numbers of items; of a letter only what it says between salutation and closing. */
function contentOf({ sentences, letter }: TextReading): Sentence[] {
  const body = letter?.body ?? sentences;
  return body
    .filter((sentence) => sentence.prose && wordCount(sentence.text) >= MIN_WORDS)
    .map((sentence) => ({ ...sentence, text: quotable(sentence.text, sentence.start === body[0]?.start) }));
}

/** A letter's first sentence goes on from the salutation, in German in small letters. */
const quotable = (text: string, isFirst: boolean): string => {
  const bare = text.replace(/^(?:\d{1,3}[.)]|[-•*])\s+/, "");
  return isFirst ? bare.charAt(0).toUpperCase() + bare.slice(1) : bare;
};

const wordCount = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

const target = (count: number): number => Math.min(MOST_SENTENCES, Math.max(1, Math.ceil(count * SHARE)));

/** The most central sentences, in their order: by rank, without those that say little beside higher ones. */
function central(prose: readonly Sentence[], count: number, firstBonus = FIRST_SENTENCE_BONUS): string[] {
  const ranks = textRank(prose.map((sentence) => contentTerms(sentence.text)));
  const ranked = prose
    .map(({ text }, index) => ({
      text,
      index,
      rank: (ranks[index] ?? 0) + (index === 0 ? firstBonus : 0) + (/\d/.test(text) ? FIGURE_BONUS : 0),
    }))
    .sort((a, b) => b.rank - a.rank || a.index - b.index);
  const chosen: typeof ranked = [];
  for (const sentence of ranked) {
    if (chosen.length === count) break;
    const said = chosen.map(({ text }) => text);
    if (!isRedundant(sentence.text, said)) chosen.push(sentence);
  }
  return chosen.sort((a, b) => a.index - b.index).map(({ text }) => text);
}

const contentTerms = (text: string): string[] =>
  tokens(text)
    .filter((token) => /^(?:NOUN|PROPN|VERB|ADJ|NUM)$/.test(token.pos))
    .map((token) => token.stem);

/** Where nothing is a sentence and no label is known: the lines with the most to say, first ones first. */
function tellingLines(reading: TextReading): string[] {
  const worth = reading.lines.map((line, index) => ({
    line,
    index,
    worth: (/\d/.test(line.text) ? 1 : 0) + (/\p{L}{3}/u.test(line.text) ? 1 : 0) + (index === 0 ? 2 : 0),
  }));
  const chosen = worth.sort((a, b) => b.worth - a.worth || a.index - b.index).slice(0, MOST_SENTENCES);
  const lines = chosen.sort((a, b) => a.index - b.index).map(({ line }) => spoken(line.text));
  return lines.length > 0 ? lines : [spoken(reading.text.trim().slice(0, MAX_SUMMARY_CHARS))];
}

const spoken = (line: string): string => {
  const flat = line.replace(/\s+/g, " ").trim();
  return /[.!?:]$/.test(flat) ? flat : `${flat}.`;
};

/** As many of the sentences as fit, the first one cut at a word's end if it alone is too long. */
function limited(parts: readonly string[]): string {
  let summary = "";
  for (const part of parts) {
    const joined = summary === "" ? part : `${summary} ${part}`;
    if (joined.length > MAX_SUMMARY_CHARS && summary !== "") break;
    summary = joined;
  }
  if (summary.length <= MAX_SUMMARY_CHARS) return summary;
  const cut = summary.slice(0, MAX_SUMMARY_CHARS - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MAX_SUMMARY_CHARS - 100)).trimEnd()}…`;
}
