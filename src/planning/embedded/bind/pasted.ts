import { languageOfWord } from "../read/languages.ts";
import { asWritten, endOfStretch, following, isClaimed, type Layout } from "./layout.ts";
import { listedTexts } from "./lists.ts";

/** Fewer words are a remark, not a text; after a colon two are enough. */
const MIN_WORDS = 3;
const MIN_WORDS_AFTER_COLON = 2;
/** "Text follows.", "Minutes below:", ">>", "Article:": what only announces the text. */
const ANNOUNCES =
  /^(?:[\s>|=–—:;,.*-]+|\((?:the )?\p{L}+\)|(?:[\p{L}']+ ){1,4}(?:follows|below|attached)\s*[:.]|(?:[\p{L}'-]+ ){0,4}[\p{L}'-]+:(?=\s))/u;
/** What closes a request behind its text; longer is no courtesy. */
const CLOSES = /\s*(?:[-–—]{1,2}|>>|\|)?\s*(?:(?:many )?thanks?(?: you)?|please)?[\s.!]*$/i;
const MAX_CLOSE_CHARS = 48;
/** "Text follows. Article:" */
const MAX_ANNOUNCEMENTS = 3;

/** A text that stands in a request without quotation marks, for a task whose clause has none. */
export function pastedFor(layout: Layout, home: number): string | null {
  const clause = layout.clauses[home];
  if (!clause) return null;
  const end = endOfStretch(layout, home);
  const colon = /:(?=\s)/.exec(layout.reading.masked.slice(clause.start, end));
  if (colon && colon.index <= clause.text.length) {
    const words = cleaned(asWritten(layout.reading, clause.start + colon.index + 1, end));
    if (isText(words, MIN_WORDS_AFTER_COLON)) return words;
  }
  return stretches(layout, home).find((text) => isText(text, MIN_WORDS)) ?? null;
}

/** Runs of clauses that speak for nothing, but for such as only ask: first what follows, then what goes before, then the longest elsewhere. */
function stretches(layout: Layout, home: number): readonly string[] {
  const runs = layout.clauses.flatMap(({ start }, from) =>
    isClaimed(layout, from) || (from > 0 && !isClaimed(layout, from - 1)) || onlyAsks(layout, from)
      ? []
      : [{ from, text: cleaned(asWritten(layout.reading, start, endOfText(layout, from))) }],
  );
  const rank = (from: number): number => (from === home + 1 ? 0 : from < home ? 1 : 2);
  return runs.toSorted((a, b) => rank(a.from) - rank(b.from) || b.text.length - a.text.length).map(({ text }) => text);
}

/** Whether a run of clauses holds nothing but questions: what is asked is no text, though nothing answers it. */
const onlyAsks = (layout: Layout, from: number): boolean =>
  [from, ...following(layout, from)].every((index) => {
    const clause = layout.clauses[index];
    return clause?.as === "question" || (clause?.text.split(/\s+/).length ?? 0) < MIN_WORDS;
  });

/** Where what stands in a stretch ends: before words that lead to the wish behind it in one sentence, "… -- I need". */
function endOfText(layout: Layout, index: number): number {
  const last = layout.clauses[index + following(layout, index).length];
  const end = endOfStretch(layout, index);
  const leads =
    last?.as === "telling" &&
    end < layout.reading.masked.length &&
    LEADS.test(layout.reading.masked.slice(last.start, end));
  return leads ? last.start : end;
}
const LEADS = /^[^.!?:;\n]{0,40}$/;

function cleaned(text: string): string {
  let words = text.trim();
  for (let tries = 0; tries < MAX_ANNOUNCEMENTS && listedTexts(words).length === 0; tries++)
    words = words.replace(ANNOUNCES, "").trim() || words;
  // Only the end is looked at, so that long runs of marks cost nothing.
  const end = words.slice(-MAX_CLOSE_CHARS).replace(CLOSES, (close) => (/^[.!]/.test(close) ? close.slice(0, 1) : ""));
  return (words.slice(0, -MAX_CLOSE_CHARS) + end).trim().replace(/^"([^"]*)"$/, "$1");
}

/** Enough words, that don't only say where a text goes: "in Korean, for the guests". */
function isText(text: string, least: number): boolean {
  const words = text.split(/[^\p{L}\p{N}'’]+/u).filter((word) => word !== "");
  return (
    words.length >= least &&
    (words.length >= MANY_WORDS || !words.some((word) => /^\p{Lu}/u.test(word) && languageOfWord(word)))
  );
}
const MANY_WORDS = 9;
