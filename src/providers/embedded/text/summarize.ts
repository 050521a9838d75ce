import type { WishedLength } from "../../../words/wished-length.ts";
import type { CallSurroundings } from "../expert.ts";
import { letterIn } from "./letter.ts";
import { mostTelling, type Quotable, type Room, wordCount } from "./most-telling.ts";
import { paperSummary } from "./paper-summary.ts";
import { lineSpans, type Sentence, sentences } from "./sentences.ts";

/** What can be read aloud in about a minute. */
export const MAX_SUMMARY_CHARS = 900;
/** Where a number of sentences or words is asked for, it may take ten minutes. */
const MAX_COUNTED_CHARS = 9_000;
/** About what that holds, whatever larger number is asked for; points are sentences. */
const MAX_COUNTED_SENTENCES = 100;
const MAX_COUNTED_WORDS = 1_000;
/** A summary says less than half of a short text, and never more than a few sentences. */
const SHARE = 0.4;
const MOST_SENTENCES = 5;
/** What an item of a list counts beside a sentence. */
const ITEM_SIZE = 0.5;
/** Of a letter, whose head is summed up apart, and which begins with thanks. */
const LETTER_SENTENCES = 3;
/** A sentence of fewer words is a greeting or a heading; an item of a list may be short. */
const MIN_WORDS = 5;
const MIN_ITEM_WORDS = 3;

/** A title and a subtitle make no form; a letterhead has more lines. */
const FORM_LINES = 4;
/** What thanks for a visit is no prose. */
const MIN_PROSE = 3;

type Meaning = Pick<CallSurroundings, "sentences" | "vectors" | "reader" | "work">;

/**
 * A short text that says what matters in a longer one: of a paper such as an invoice its parties, amounts and
 * dates, of anything else the sentences and items that tell the most, in their order. A single sentence is its own
 * summary. Where a length is wished it is never exceeded; points are lines that begin with "- ".
 */
export async function summarize(text: string, asked: WishedLength | null, meaning: Meaning): Promise<string> {
  const wished = asked && { ...asked, most: Math.min(asked.most, mostOf(asked)) };
  const parts = await partsOf(text, wished, meaning);
  const limit = wished !== null && wished.most > 0 ? MAX_COUNTED_CHARS : MAX_SUMMARY_CHARS;
  if (wished?.unit === "points")
    return limited(
      parts.map((part) => `- ${part}`),
      "\n",
      limit,
    );
  const summary = limited(parts, " ", limit);
  return wished?.unit === "words" ? firstWords(summary, wished.most) : summary;
}

const mostOf = ({ unit }: WishedLength): number => (unit === "words" ? MAX_COUNTED_WORDS : MAX_COUNTED_SENTENCES);

/** The sentences of a summary: those on a paper as a whole first. */
async function partsOf(text: string, wished: WishedLength | null, meaning: Meaning): Promise<readonly string[]> {
  const all = sentences(text);
  const letter = letterIn(all);
  const prose = contentOf(letter?.body ?? all);
  const isForm = all.filter((sentence) => !sentence.prose).length >= FORM_LINES;
  const told = isForm ? await paperSummary(text, letter, prose.length >= MIN_PROSE, meaning) : null;
  if (told === null && prose.length === 0) {
    const lines = lineSpans(text).map(({ start, end }) => text.slice(start, end));
    return tellingLines(lines, roomFor(wished, lines.length, Math.min(MOST_SENTENCES, lines.length)).sentences);
  }
  const room = roomFor(wished, prose.length);
  if (told === null) return mostTelling(prose, room, meaning);
  const letterRoom = {
    sentences: isCounted(wished) ? room.sentences - told.length : Math.min(LETTER_SENTENCES, room.sentences),
    words: room.words - wordCount(told.join(" ")),
    item: room.item,
  };
  // In one sentence there is still room for one of its own.
  const own =
    letter !== null
      ? await mostTelling(prose, { ...letterRoom, sentences: Math.max(1, letterRoom.sentences) }, meaning)
      : [];
  const [first = "", second, ...others] = [...told, ...own];
  if (second === undefined) return [first];
  if (room.sentences === 1 && isCounted(wished)) return [`${first.replace(/\.$/, ":")} ${second}`];
  return [first, second, ...others].slice(0, isCounted(wished) ? room.sentences : undefined);
}

/** Less than half of a text, and a few sentences at most. */
const usualFor = (count: number): number => Math.min(MOST_SENTENCES, Math.max(1, Math.ceil(count * SHARE)));

/** For a text of so many sentences, or lines where nothing is one: as many as usual, unless another length is wished. */
function roomFor(wished: WishedLength | null, count: number, usual = usualFor(count)): Room {
  const words = Number.POSITIVE_INFINITY;
  if (wished?.unit === "shorter") return { sentences: Math.ceil(usual / 2), words, item: ITEM_SIZE };
  if (wished?.unit === "words") return { sentences: Math.max(1, count), words: wished.most, item: 1 };
  return isCounted(wished) ? { sentences: wished.most, words, item: 1 } : { sentences: usual, words, item: ITEM_SIZE };
}

const isCounted = (wished: WishedLength | null): wished is WishedLength =>
  wished !== null && wished.unit !== "words" && wished.most > 0;

/** What is worth quoting, without the marks of items; of a letter only what it says between salutation and closing. */
function contentOf(body: readonly Sentence[]): readonly Quotable[] {
  return body.filter(saysSomething).map(({ text, start, paragraph, prose }) => ({
    text: quotable(text, start === body[0]?.start),
    paragraph,
    isItem: !prose || ITEM.test(text),
  }));
}

const ITEM = /^(?:\d{1,3}[.)]|[-•*–])\s+/;

/** A sentence, or an item of a list: what stands alone on a line and has no end is a heading, or a field of a form. */
function saysSomething({ text, prose }: Sentence): boolean {
  const words = wordCount(text.replace(ITEM, ""));
  if (prose) return words >= MIN_WORDS && !text.startsWith("#");
  const isMarked = /^[-•*–]\s/.test(text);
  return isMarked ? words >= MIN_ITEM_WORDS : words >= MIN_WORDS && /[.!]$/.test(text);
}

/** A letter's first sentence goes on from the salutation, in German in small letters. */
const quotable = (text: string, isFirst: boolean): string => {
  const bare = text.replace(ITEM, "");
  return isFirst ? bare.charAt(0).toUpperCase() + bare.slice(1) : bare;
};

/** Where nothing is a sentence and no label is known: the lines with the most to say, first ones first. */
function tellingLines(all: readonly string[], most: number): string[] {
  const worth = all.map((line, index) => ({
    line,
    index,
    worth: (/\d/.test(line) ? 1 : 0) + (/\p{L}{3}/u.test(line) ? 1 : 0) + (index === 0 ? 2 : 0),
  }));
  const chosen = worth.sort((a, b) => b.worth - a.worth || a.index - b.index).slice(0, most);
  const lines = chosen.sort((a, b) => a.index - b.index).map(({ line }) => spoken(line));
  return lines;
}

const spoken = (line: string): string => {
  const flat = line.replace(/\s+/g, " ").trim();
  return /[.!?:]$/.test(flat) ? flat : `${flat}.`;
};

/** As many of the parts as fit, the first one cut at a word's end if it alone is too long. */
function limited(parts: readonly string[], separator: string, most: number): string {
  let summary = "";
  for (const part of parts) {
    const joined = summary === "" ? part : `${summary}${separator}${part}`;
    if (joined.length > most && summary !== "") break;
    summary = joined;
  }
  if (summary.length <= most) return summary;
  const cut = summary.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most - 100)).trimEnd()}…`;
}

function firstWords(text: string, most: number): string {
  const words = text.split(" ");
  return words.length <= most ? text : `${words.slice(0, most).join(" ")}…`;
}
