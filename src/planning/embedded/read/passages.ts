import { beginsClause, LIST_MARK, plainly } from "./openings.ts";
import { kindOfFileName, type Stretch } from "./parts.ts";
import { isQuestion } from "./questions.ts";

/** A stretch of the request that is material: `label` is the word before its colon, such as "question". */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly label: string | null;
}

/** Finds where something is wished in a text, in order. */
export type FindWishes = (text: string) => readonly Stretch[];

/** More fields, borders and paragraphs than this are left where they stand. */
const MAX_PASSAGES = 32;
/** Of a longer text, wishes are looked for in so much of its beginning and of its end. */
const EDGE_CHARS = 1_200;
/** Where a passage may begin. */
const BORDER = /:(?=\s)|\n/;

/**
 * Finds what is material by where wishes stand: behind a colon or a line that wishes something, or in lines beside it, up to
 * the next wish. Passages come in order and don't overlap. Linear in the text.
 * @param findWishes by the form of its sentences where it is left out, as long as nobody can tell better
 * @param isAlone whether nothing else is at hand that could be worked on: what follows a verb that takes a text is one then,
 * whatever is wished in it
 */
export function findPassages(text: string, findWishes: FindWishes = wishesByForm, isAlone = false): readonly Passage[] {
  if (!BORDER.test(text)) return [];
  const wishes = wishesAtEdges(text, findWishes);
  const fields = findFields(text, wishes);
  if (fields.length > 0) return fields;
  const passage = findBehindBorder(text, wishes, isAlone) ?? findBesideWishes(text, wishes);
  return passage ? [passage] : [];
}

function wishesAtEdges(text: string, findWishes: FindWishes): readonly Stretch[] {
  if (text.length <= 2 * EDGE_CHARS) return findWishes(text);
  const end = text.length - EDGE_CHARS;
  const behind = findWishes(text.slice(end)).map(({ from, to }) => ({ from: from + end, to: to + end }));
  return [...findWishes(text.slice(0, EDGE_CHARS)), ...behind];
}

/** A line that begins with a small letter goes on with the one before. */
const SENTENCE = /(?:[^.!?:\n]|\n(?=\p{Ll}))+[.!?:\n]*/gu;

/** The sentences that begin like a wish. */
const wishesByForm: FindWishes = (text) =>
  [...text.matchAll(SENTENCE)].flatMap(({ 0: sentence, index }) => {
    const words = sentence.trim();
    return beginsClause(words) || isQuestion(plainly(words)) ? [{ from: index, to: index + sentence.length }] : [];
  });

const FIELD =
  /\b(context|passage|text|article|paragraph|document|review|sentence|message|question|labels|categories|classes|options|prompt|caption|code)[ \t]{0,3}:/gi;

/** "Context: … Question: …": a label at the start of the text, of a line or of a sentence; it ends at the next one, or where something is wished. */
function findFields(text: string, wishes: readonly Stretch[]): readonly Passage[] {
  const labels: { readonly at: number; readonly start: number; readonly label: string }[] = [];
  for (const { 0: whole, 1: label = "", index } of text.matchAll(FIELD)) {
    if (!beginsSentence(text, index, AT_ONCE)) continue;
    labels.push({ at: index, start: index + whole.length, label: label.toLowerCase() });
    if (labels.length === MAX_PASSAGES) break;
  }
  return labels.flatMap(({ start, label }, index) => {
    const blank = text.indexOf("\n\n", start);
    const paragraph = blank === -1 || text.slice(start, blank).trim() === "" ? text.length : blank;
    const end = Math.min(labels[index + 1]?.at ?? text.length, paragraph);
    // What is put as a question is asked, and is none of the wishes behind it.
    const from = label === "question" ? endOfSentence(text, start) : start;
    return trimmed(text, start, closingWish(text, wishes, from, end), label);
  });
}

function endOfSentence(text: string, start: number): number {
  const mark = text.slice(start).search(/[?!.]\s/);
  return mark === -1 ? text.length : start + mark + 1;
}

/** An instruction before a colon is a phrase, not a page. */
const MAX_HEAD_CHARS = 160;
/** Words that say that what follows the colon is to be worked on, though it goes on with the wish: "a picture: a red barn". */
const INTRODUCES =
  /\b(?:translat\w*|summar\w*|shorten|condense|paraphras\w*|rephrase|rewrite|correct|proofread|simplify|sentiment|entit\w*|language|classify|read|say|speak|pronounce|complete|continue|embed\w*|similar\w*|text|sentences?|passage|paragraph|review|message|tweet|comment|article|story|email|caption|prompt|description|phrase|words?|following|below|titled|title|draw|image|picture|video|reply|respond|answer)\b[^:]{0,60}$/i;
const ANNOUNCES_LABELS = /\b(?:labels|categories|classes|options|among|between|one of)\b[^:]{0,30}$/i;
/** "1. summarise this": what follows its line is the next wish. */
const LIST_ITEM = new RegExp(`^${LIST_MARK}\\s`, "i");

/** Verbs that take the words after the colon, even when those wish something: "Translate: read the book". */
const TAKES_WORDS =
  /\b(?:translat\w*|summar\w*|shorten|paraphras\w*|rephrase|rewrite|correct|proofread|simplify|sentiment|entit\w*|classify|read|say|speak|pronounce|complete|continue|make (?:this|it|that)|put this)\b/i;
/** A wish behind a text, in its line. */
const FURTHER_WISH = /^(?:please|can you|could you|then|finally|i (?:want|need|would like|'d like)|also)\b/i;

/** "Translate to French: Good morning", or a line of instruction and the text that it is about. */
function findBehindBorder(text: string, wishes: readonly Stretch[], isAlone: boolean): Passage | null {
  const borders = [...text.matchAll(new RegExp(BORDER, "g"))].slice(0, MAX_PASSAGES);
  for (const { 0: mark, index: border } of borders) {
    const line = text.slice(Math.max(0, border - MAX_HEAD_CHARS), border);
    const head = line.slice(Math.max(...["\n", ". ", "? ", "! "].map((end) => line.lastIndexOf(end))) + 1);
    const isWished = wishes.some(({ from, to }) => from < border && to > border - head.length);
    const isOfItem = LIST_ITEM.test(line.slice(line.lastIndexOf("\n") + 1));
    if (head.trim() === "" || ANNOUNCES_LABELS.test(head)) continue;
    if (mark === "\n" && (!isWished || isOfItem || /[:;,]\s*$/.test(head))) continue;
    const from = border + 1;
    const goesOn = wishes.some((wish) => wish.from < border && wish.to > from);
    if ((goesOn || !isWished) && !INTRODUCES.test(head)) continue;
    const lineEnd = text.indexOf("\n", from);
    const isOfLine = mark === ":" && isOfItem && lineEnd !== -1 && text.slice(from, lineEnd).trim() !== "";
    const most = isOfLine ? lineEnd : text.length;
    const closing = closingWish(text, wishes, from, most);
    const takesAll = isAlone && isWished && (mark === ":" ? TAKES_WORDS : INTRODUCES).test(head);
    const isOnLine = mark === ":" && !/^\s*\n/.test(text.slice(from));
    const end = takesAll ? furtherWish(text, wishes, { from, to: most }, closing, isOnLine) : closing;
    const [passage] = trimmed(text, from, end, null);
    const words = passage ? text.slice(passage.start, passage.end) : "";
    if (passage && isProse(words) && (mark === ":" || words.split(/\s+/).length >= MIN_WORDS_BELOW)) return passage;
  }
  return null;
}

/** Fewer words in the next line go on with the one before. */
const MIN_WORDS_BELOW = 3;

/**
 * Where the wishes begin with which a text closes: "It rained. Please translate it." What is wished in its midst is of it.
 * @returns `to` where there is none
 */
function closingWish(text: string, wishes: readonly Stretch[], from: number, to: number): number {
  const isAllWished = (start: number): boolean => {
    let at = start;
    return text
      .slice(start, to)
      .split(/(?<=[.!?])\s+|\n+/)
      .every((sentence) => {
        const begin = text.indexOf(sentence, at);
        at = begin + sentence.length;
        return !/\p{L}{2}/u.test(sentence) || wishes.some((wish) => wish.from < at && wish.to > begin);
      });
  };
  const isOfList = (wish: Stretch): boolean => {
    const items = [...text.slice(from, wish.from).matchAll(LIST_ITEMS)].map(({ index }) => from + index);
    return items
      .slice(0, -1)
      .some((item, at) => !wishes.some((one) => one.from < (items[at + 1] ?? to) && one.to > item));
  };
  const closing = wishesWithin(text, wishes, { from, to }).find((wish) => isAllWished(wish.from) && !isOfList(wish));
  if (!closing) return to;
  // The mark of an item goes with its words.
  const line = Math.max(from, lineBegin(text, closing.from));
  return ONLY_MARK.test(text.slice(line, closing.from)) ? line : closing.from;
}

const ONLY_MARK = new RegExp(`^\\s*${LIST_MARK}\\s*$`, "i");
/** Of items that are to be sorted, one may be a question. */
const LIST_ITEMS = new RegExp(`^${LIST_MARK}\\s`, "gim");

/** Of a text that may be all wishes, where those begin behind its closing ones that are of it no more: in a line of their own. */
function furtherWish(
  text: string,
  wishes: readonly Stretch[],
  { from, to }: Stretch,
  closing: number,
  isOnLine: boolean,
): number {
  const begins = (wish: Stretch): boolean =>
    opensLine(text, wish.from) || (isOnLine && FURTHER_WISH.test(text.slice(wish.from)));
  const isBehind = (wish: Stretch): boolean => wish.from >= closing && text.slice(from, wish.from).trim() !== "";
  return wishesWithin(text, wishes, { from, to }).find((wish) => isBehind(wish) && begins(wish))?.from ?? to;
}

const lineBegin = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

/** Whether a place is the first of a line but for white space, and not of the first line. */
const opensLine = (text: string, at: number): boolean =>
  text.lastIndexOf("\n", at - 1) !== -1 && text.slice(lineBegin(text, at), at).trim() === "";

const wishesWithin = (text: string, wishes: readonly Stretch[], { from, to }: Stretch): readonly Stretch[] =>
  wishes.filter((wish) => wish.from >= from && wish.from < to && beginsSentence(text, wish.from, LED));

/** A sentence may begin so many characters before its wish: "Oh, and please". */
const LEAD_CHARS = 20;
/** More of what stands before a place tells nothing of its sentence. */
const LOOKED_AT_CHARS = LEAD_CHARS + 8;
/** What stands before the beginning of a sentence, line or bracket, */
const AT_ONCE = /(?:^|[\n.!?:;(])[^\S\n]*$/;
/** and a few words behind it. */
const LED = new RegExp(`(?:^|[\\n.!?:;(])(?:[^\\S\\n]*|[^\\n.!?:;(]{0,${LEAD_CHARS}})$`);

const beginsSentence = (text: string, at: number, before: RegExp): boolean =>
  before.test(text.slice(Math.max(0, at - LOOKED_AT_CHARS), at));

/** Enough of a passage to tell what it is. */
const GLANCE_CHARS = 1_000;
/** Quotations with no more than these words around them are a list of quotations, not a text that quotes. */
const MAX_WORDS_BETWEEN_QUOTATIONS = 6;

/** False for what has its own reading: lists of files or quotations. */
function isProse(passage: string): boolean {
  const glance = passage.slice(0, GLANCE_CHARS);
  // A quotation ends where its mark closes, and instructions may follow.
  if (/^["'“‘«„`[]/.test(glance)) return false;
  if (glance.split(/[\s,;()'"]+/).some((word) => kindOfFileName(word.replace(/[.:?!]+$/, "")) !== undefined))
    return false;
  const unquoted = glance.replaceAll(/"[^"]*"|“[^”]*”|«[^»]*»|(?<!\w)'[^']*'(?!\w)|\[[^\]]*\]/g, " ");
  return (
    unquoted === glance || unquoted.split(/\s+/).filter((word) => /\w/.test(word)).length > MAX_WORDS_BETWEEN_QUOTATIONS
  );
}

/** Fewer words in lines of their own are a remark. */
const MIN_WORDS = 8;

/** The longest run of lines in which nothing is wished, beside a line in which something is. */
function findBesideWishes(text: string, wishes: readonly Stretch[]): Passage | null {
  if (wishes.length === 0) return null;
  const runs: Passage[] = [];
  let start = 0;
  for (const { 0: line, index } of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const end = index + line.length;
    if (wishes.some(({ from, to }) => from < end && to > index)) {
      runs.push(...trimmed(text, start, index, null));
      start = end;
    }
    if (line === "") break;
  }
  runs.push(...trimmed(text, start, text.length, null));
  const [longest] = runs.toSorted((one, other) => other.end - other.start - (one.end - one.start));
  if (!longest) return null;
  const words = text.slice(longest.start, longest.end);
  return words.split(/\s+/, MIN_WORDS).length === MIN_WORDS && isProse(words) ? longest : null;
}

function trimmed(text: string, start: number, end: number, label: string | null): readonly Passage[] {
  const words = text.slice(start, end);
  const bare = words.trim();
  if (bare === "") return [];
  const from = start + words.indexOf(bare);
  return [{ start: from, end: from + bare.length, label }];
}
