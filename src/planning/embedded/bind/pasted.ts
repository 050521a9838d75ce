import { languageOfWord } from "../read/languages.ts";
import { asWritten, endOfStretch, isClaimed, type Layout } from "./layout.ts";
import { listedTexts } from "./listed-texts.ts";

/** Fewer words are a remark, not a text; after a colon two are enough. */
const MIN_WORDS = 3;
const MIN_WORDS_AFTER_COLON = 2;
/** "Text follows.", "Minutes below:", ">>", "Article:": what only announces the text. */
const ANNOUNCES =
  /^(?:[\s>|=–—:;,.*-]+|\((?:the )?(?:text|article|story|mail|message)\)|(?:here(?:'s| is| are)?|this is|it's)? ?(?:(?:the|my|its|a) )?(?:[\p{L}'-]+ ){0,3}(?:follows|below|is (?:this|here|below)|attached|copy|text|pasted)\s*[:.]|(?:the |my )?(?:[\p{L}'-]+ ){0,4}[\p{L}'-]+:(?=\s))/iu;
/** Longer than any courtesy at the end. */
const MAX_CLOSE_CHARS = 48;
/** "Text follows. Article:" */
const MAX_ANNOUNCEMENTS = 3;
/** What closes a request behind its text. */
const CLOSES = /\s*(?:[-–—]{1,2}|>>|\|)?\s*(?:(?:many )?thanks?(?: you)?|thx|please|pls|cheers)?[\s.!]*$/i;

/** A text that stands in a request without quotation marks, for a task whose clause has none. */
export function pastedFor(layout: Layout, home: number): string | null {
  const clause = layout.clauses[home];
  if (!clause) return null;
  const end = endOfStretch(layout, home);
  const own = layout.reading.masked.slice(clause.start, end);
  const colon = /:(?=\s)/.exec(own);
  if (colon && colon.index <= clause.text.length) {
    const words = cleaned(asWritten(layout.reading, clause.start + colon.index + 1, end));
    if (countWords(words) >= MIN_WORDS_AFTER_COLON && !isOfLanguages(words)) return words;
  }
  return stretches(layout, home).find((text) => countWords(text) >= MIN_WORDS && !isOfLanguages(text)) ?? null;
}

/** Runs of clauses that speak for nothing: first what follows, then what goes before, then the longest elsewhere. */
function stretches(layout: Layout, home: number): readonly string[] {
  const runs: { readonly from: number; readonly text: string }[] = [];
  for (let index = 0; index < layout.clauses.length; index++) {
    if (isClaimed(layout, index)) continue;
    const from = index;
    while (index + 1 < layout.clauses.length && !isClaimed(layout, index + 1)) index++;
    const start = layout.clauses[from]?.start ?? 0;
    runs.push({ from, text: cleaned(asWritten(layout.reading, start, endOfStretch(layout, index))) });
  }
  const isNext = (from: number): boolean => from === home + 1;
  const isBefore = (from: number): boolean => from < home;
  return runs
    .toSorted(
      (a, b) =>
        Number(isNext(b.from)) - Number(isNext(a.from)) ||
        Number(isBefore(b.from)) - Number(isBefore(a.from)) ||
        b.text.length - a.text.length,
    )
    .map(({ text }) => text);
}

function cleaned(text: string): string {
  let words = text.trim();
  for (let tries = 0; tries < MAX_ANNOUNCEMENTS && listedTexts(words).length === 0; tries++) {
    const shorter = words.replace(ANNOUNCES, "").trim();
    if (shorter === words || shorter === "") break;
    words = shorter;
  }
  // Only the end is looked at, so that long runs of marks cost nothing.
  const end = words.slice(-MAX_CLOSE_CHARS).replace(CLOSES, (close) => (/^[.!]/.test(close) ? close.slice(0, 1) : ""));
  return (words.slice(0, -MAX_CLOSE_CHARS) + end).trim().replace(/^"([^"]*)"$/, "$1");
}

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}'’]+/u).filter((word) => word !== "");
const countWords = (text: string): number => wordsOf(text).length;

/** "in Korean, for the guests": says where a text goes, and isn't one. */
const isOfLanguages = (text: string): boolean => {
  const words = wordsOf(text);
  return words.length < 9 && words.some((word) => /^\p{Lu}/u.test(word) && languageOfWord(word) !== undefined);
};
