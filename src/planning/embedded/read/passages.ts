import { kindOfFileName } from "./parts.ts";

/** A stretch of the request that is material: `label` is the word before its colon, such as "question". */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly label: string | null;
}

/** A paragraph longer than this is read as material when a shorter one can hold the instruction. */
const LONG_PARAGRAPH_CHARS = 280;
/** An instruction before a colon is a phrase, not a page. */
const MAX_HEAD_CHARS = 160;
/** Verbs that take the words after the colon, even when those begin like an instruction: "Translate: read the book". */
const TAKES_WORDS =
  /\b(?:translat\w*|summar\w*|shorten|paraphras\w*|rephrase|rewrite|correct|proofread|simplify|sentiment|entit\w*|classify|say|speak|pronounce|complete|continue)\b/i;
const ANNOUNCES_LABELS = /\b(?:labels|categories|classes|options|among|between|one of)\b[^:]{0,30}$/i;
/** Begins a wish behind a text. */
const FURTHER_REQUEST = /^(?:please|can you|could you|then|finally|i (?:want|need|would like|'d like)|also)\b/i;
/** More fields and paragraphs than this are left where they stand. */
const MAX_PASSAGES = 32;

const FIELD =
  /\b(context|passage|text|article|paragraph|document|review|sentence|message|question|labels|categories|classes|options|prompt|caption|code)[ \t]{0,3}:/gi;
/** Words that say that what follows the colon is to be worked on. */
const INTRODUCES =
  /\b(?:translat\w*|summar\w*|shorten|condense|paraphras\w*|rephrase|rewrite|correct|proofread|simplify|sentiment|entit\w*|language|classify|read|say|speak|pronounce|complete|continue|embed\w*|similar\w*|text|sentences?|passage|paragraph|review|message|tweet|comment|article|story|email|caption|prompt|description|phrase|words?|following|below|titled|title|draw|image|picture|video|reply|respond|answer)\b[^:]{0,60}$/i;
/** A head like "Then" or "Do the following" introduces instructions. */
const INTRODUCES_STEPS =
  /^\W*(?:then|next|finally|first|second|lastly|afterwards|also|please|steps?|tasks?|note|todo|do (?:this|these|the following)(?: \w+)?|i (?:want|need) (?:you to )?(?:do )?(?:the following|these|this)(?: \w+)?)\W*$/i;
const INSTRUCTION =
  /^\W*(?:please|then|also|now|next|finally|could you|can you|i (?:want|need|would|'d)|tell me|translate|summari[sz]e|read|classify|detect|find|extract|describe|generate|create|make|draw|what|who|when|where|which|how|why|is|are|does|did)\b/i;

/** Telling whether words are a wish takes as long as planning them. */
const MAX_ASKED = 6;
/** Whether words that begin like a wish are one for some task. */
export type IsWish = (words: string) => boolean;

/**
 * Finds what is material by its place: after a colon, or in long paragraphs beside a short one. Passages come in order
 * and don't overlap. Linear in the text.
 * @param isWish whether what begins like a wish behind a pasted text is one, and not of the text: taken to be where nobody
 * can tell where it begins as one; asked `MAX_ASKED` times at most
 */
export function findPassages(text: string, isWish: IsWish = (words) => INSTRUCTION.test(words)): readonly Passage[] {
  const fields = findFields(text);
  if (fields.length > 0) return fields;
  let asked = 0;
  const introduced = findAfterColon(text, (words) => asked++ < MAX_ASKED && isWish(words)) ?? findAfterLine(text);
  return introduced ? [introduced] : findLongParagraphs(text);
}

/** "1. summarise this": what follows it is the next wish. */
const LIST_ITEM = /^(?:\(?(?:\d{1,2}|[a-h])[.):]|[-*•])\s/i;

/** "Summarize this text⏎Bees make honey. They make it from nectar.": a line of instruction and the text that it is about. */
function findAfterLine(text: string): Passage | null {
  const end = text.indexOf("\n");
  const head = text.slice(0, Math.max(0, end)).trim();
  if (head === "" || head.length > MAX_HEAD_CHARS || /[:;,]$/.test(head) || LIST_ITEM.test(head)) return null;
  const isInstruction = INSTRUCTION.test(head) || TAKES_WORDS.test(head);
  if (!isInstruction || !INTRODUCES.test(head.replace(/[.!?]+$/, "")) || INTRODUCES_STEPS.test(head)) return null;
  const [passage] = trimmed(text, end, beforeClosingInstruction(text, end), null);
  return passage && isProse(text.slice(passage.start, passage.end), head) ? passage : null;
}

/** "Context: … Question: …": a label at the start of the text, of a line or of a sentence; it ends at the next one. */
function findFields(text: string): readonly Passage[] {
  const labels: { readonly at: number; readonly start: number; readonly label: string }[] = [];
  for (const match of text.matchAll(FIELD)) {
    const [whole, label] = match;
    if (label === undefined || !startsSentence(text, match.index)) continue;
    labels.push({ at: match.index, start: match.index + whole.length, label: label.toLowerCase() });
    if (labels.length === MAX_PASSAGES) break;
  }
  return labels.flatMap(({ start, label }, index) => {
    const blank = text.indexOf("\n\n", start);
    const paragraph = blank === -1 || text.slice(start, blank).trim() === "" ? text.length : blank;
    const end = Math.min(labels[index + 1]?.at ?? text.length, paragraph);
    return trimmed(text, start, label === "question" ? endOfQuestion(text, start, end) : end, label);
  });
}

/** Behind a question that is put, an instruction may follow. */
function endOfQuestion(text: string, start: number, end: number): number {
  const mark = text.slice(start, end).indexOf("? ");
  return mark !== -1 && INSTRUCTION.test(text.slice(start + mark + 2, end)) ? start + mark + 1 : end;
}

function startsSentence(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && at - before < 8 && (text[before] === " " || text[before] === "\t")) before--;
  return before < 0 || "\n.!?(".includes(text[before] ?? "");
}

/** "Translate to French: Good morning", or an instruction whose line ends with a colon and what follows it. */
function findAfterColon(text: string, isWish: IsWish): Passage | null {
  for (
    let colon = text.indexOf(":"), tries = 0;
    colon !== -1 && tries < MAX_PASSAGES;
    colon = text.indexOf(":", colon + 1), tries++
  ) {
    const next = text[colon + 1] ?? "";
    if (next.trim() !== "") continue;
    const head = text.slice(Math.max(0, colon - MAX_HEAD_CHARS), colon);
    const sentence = head.slice(
      Math.max(head.lastIndexOf("\n"), head.lastIndexOf(". "), head.lastIndexOf("? "), head.lastIndexOf("! ")) + 1,
    );
    if (!INTRODUCES.test(sentence) || INTRODUCES_STEPS.test(sentence) || ANNOUNCES_LABELS.test(sentence)) continue;
    const from = colon + 1;
    const lineEnd = text.indexOf("\n", from);
    const isItem = LIST_ITEM.test(head.slice(head.lastIndexOf("\n") + 1)) && text.slice(from, lineEnd).trim() !== "";
    const most = isItem && lineEnd !== -1 ? lineEnd : beforeClosingInstruction(text, from);
    const [passage] = trimmed(text, from, beforeClosingWishes(text, from, most, isWish), null);
    if (passage && isProse(text.slice(passage.start, passage.end), sentence)) return passage;
  }
  return null;
}

/** Enough of a passage to tell what it is. */
const GLANCE_CHARS = 1_000;
/** Quotations with no more than these words around them are a list of quotations, not a text that quotes. */
const MAX_WORDS_BETWEEN_QUOTATIONS = 6;

/** False for what has its own reading: lists of files or quotations, further instructions. */
function isProse(passage: string, head: string): boolean {
  const glance = passage.slice(0, GLANCE_CHARS);
  // A quotation ends where its mark closes, and instructions may follow.
  if (/^["'“‘«„`[]/.test(glance)) return false;
  if (glance.split(/[\s,;()'"]+/).some((word) => kindOfFileName(word.replace(/[.:?!]+$/, "")) !== undefined))
    return false;
  if (INSTRUCTION.test(glance) && !TAKES_WORDS.test(head)) return false;
  const unquoted = glance.replaceAll(/"[^"]*"|“[^”]*”|«[^»]*»|(?<!\w)'[^']*'(?!\w)|\[[^\]]*\]/g, " ");
  return (
    unquoted === glance || unquoted.split(/\s+/).filter((word) => /\w/.test(word)).length > MAX_WORDS_BETWEEN_QUOTATIONS
  );
}

/** So many wishes may follow a text, */
const MAX_CLOSING_WISHES = 3;
/** each no longer than this. */
const MAX_WISH_CHARS = 160;

/** "This: it was great. Please classify it." ends before the request; "…: dinner is at seven. Please be early." does not. */
function beforeClosingWishes(text: string, from: number, to: number, isWish: IsWish): number {
  let end = to;
  for (let tries = 0; tries < MAX_CLOSING_WISHES; tries++) {
    const window = Math.max(from, end - MAX_WISH_CHARS);
    const pieces = [
      ...text
        .slice(window, end)
        .trimEnd()
        .matchAll(/\n\s*|[.!?]\s+/g),
    ];
    const last = pieces.at(-1);
    if (!last) return end;
    const start = window + last.index + last[0].length;
    const words = text.slice(start, end).trim();
    const mayBegin = last[0].includes("\n") || FURTHER_REQUEST.test(words);
    if (text.slice(from, start).trim() === "" || !mayBegin || !isWish(words)) return end;
    end = start;
  }
  return end;
}

/** A last, short paragraph that begins like an instruction doesn't belong to the material before it. */
function beforeClosingInstruction(text: string, from: number): number {
  const last = text.lastIndexOf("\n\n");
  const closing = text.slice(last).trim();
  return last > from &&
    closing.length < LONG_PARAGRAPH_CHARS &&
    INSTRUCTION.test(closing) &&
    text.slice(from, last).trim() !== ""
    ? last
    : text.length;
}

function findLongParagraphs(text: string): readonly Passage[] {
  const paragraphs: Passage[] = [];
  for (let start = 0; start < text.length; ) {
    const blank = text.indexOf("\n\n", start);
    const end = blank === -1 ? text.length : blank;
    paragraphs.push(...trimmed(text, start, end, null));
    start = end + 2;
  }
  const isLong = ({ start, end }: Passage): boolean =>
    end - start > LONG_PARAGRAPH_CHARS && !INSTRUCTION.test(text.slice(start, start + 40));
  const long = paragraphs.filter(isLong);
  const [first] = long;
  const last = long.at(-1);
  if (!first || !last || long.length === paragraphs.length) return [];
  // Short paragraphs between long ones, such as headings, belong to the same text.
  return [{ start: first.start, end: last.end, label: null }];
}

function trimmed(text: string, start: number, end: number, label: string | null): readonly Passage[] {
  const words = text.slice(start, end);
  const bare = words.trim();
  if (bare === "") return [];
  const from = start + words.indexOf(bare);
  return [{ start: from, end: from + bare.length, label }];
}
