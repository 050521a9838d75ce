import { AppError } from "../../domain/errors.ts";
import { visible } from "../../domain/visible.ts";
import { pieces } from "../markdown.ts";
import { cleanWords, compact, type Pointed } from "./clean-words.ts";
import { mayOpenHeading, openLines } from "./forged-headings.ts";

/** Held back for the end of a word, a link or a line; what is longer is taken as it is. */
const MAX_HELD_CHARS = 2_000;
/** One piece becomes one event: a line or two of print. */
const PIECE_CHARS = 120;
/** Some pages; with what follows them an answer stays readable, and one event. */
export const MAX_SPOKEN_CHARS = 12_000;
/** Raw words, of which links and blanks may leave little; work grows with what is heard. */
const MAX_HEARD_CHARS = 4 * MAX_SPOKEN_CHARS;

/** A link or a picture that has begun and may go on; there is none that is longer. */
const OPEN_POINTER = /!?\[[^\]\n]{0,200}(?:\](?:[([][^)\]\n]{0,500})?)?$/;
const MAX_POINTER_CHARS = 705;

/** A model that says all at once is heard in parts, so that little is lost where the bound falls; … */
const MOST_AT_ONCE_CHARS = 200;
/** … and one that says letter by letter in larger ones, as each part makes what is held be looked at once. */
const LEAST_AT_ONCE_CHARS = 40;
/** The first half of a line end, or of a character. */
const HALF = /[\r\ud800-\udbff]$/;

/**
 * The words of a model as they come, cleaned: what may still turn out to be a part of an address, a link or a heading
 * is held back until that is known. At most `MAX_SPOKEN_CHARS`, without a blank at either end.
 * @throws {AppError} `resource-too-large` after the last that there is room for.
 */
export async function* cleanStream(words: AsyncIterable<string>, pointed: Pointed): AsyncGenerator<string> {
  let held = "";
  let isLineStart = true;
  let ready = "";
  let room = MAX_SPOKEN_CHARS;
  let isFirst = true;
  for await (const word of inParts(words)) {
    held += word;
    if (held.length > MAX_HELD_CHARS) held = compact(held, pointed);
    const end = safeEnd(held, isLineStart, pointed);
    if (end === 0) continue;
    ready += cleanWords(held.slice(0, end), pointed, isLineStart);
    // What is parted here may be one address.
    if (/\S/.test(held.charAt(end - 1))) ready += " ";
    isLineStart = endsAtLineStart(held.slice(0, end), isLineStart, pointed);
    held = held.slice(end);
    if (isFirst) ready = ready.trimStart();
    const piece = ready.trimEnd();
    if (piece.length < PIECE_CHARS) continue;
    // Nothing is cut within: half a link is none.
    if (piece.length > room) throw tooLong();
    yield piece;
    isFirst = false;
    ready = ready.slice(piece.length);
    room -= piece.length;
  }
  const rest = (ready + cleanWords(held, pointed, isLineStart)).trimEnd();
  const last = isFirst ? rest.trimStart() : rest;
  if (last.length > room) throw tooLong();
  if (last !== "") yield last;
}

const tooLong = (): AppError => new AppError("resource-too-large", "it was too long");

/** Words as they are seen, in parts of a like size. @throws {AppError} `resource-too-large` once too much was heard. */
async function* inParts(words: AsyncIterable<string>): AsyncGenerator<string> {
  let heard = 0;
  let part = "";
  for await (const word of words) {
    for (const piece of pieces(word, MOST_AT_ONCE_CHARS)) {
      heard += piece.length;
      if (heard > MAX_HEARD_CHARS) throw tooLong();
      part += piece;
      if (part.length < LEAST_AT_ONCE_CHARS || HALF.test(part)) continue;
      yield visible(part);
      part = "";
    }
  }
  if (part !== "") yield visible(part);
}

/** Up to where a text can be cleaned by itself: whole words, and no line before enough of it is there to know a heading. */
function safeEnd(text: string, isLineStart: boolean, pointed: Pointed): number {
  if (text.length > MAX_HELD_CHARS) return text.length;
  const words = text.slice(0, lastWordEnd(text, openPointer(text)));
  return openLines(words, compact(words, pointed), isLineStart);
}

/** The place of a link or picture that may go on after the text's end; else the end. */
function openPointer(text: string): number {
  const from = Math.max(0, text.length - MAX_POINTER_CHARS);
  const found = text.slice(from).search(OPEN_POINTER);
  return found < 0 ? text.length : from + found;
}

/** Behind the last blank before `end`. */
function lastWordEnd(text: string, end: number): number {
  let place = end;
  while (place > 0 && /\S/.test(text.charAt(place - 1))) place--;
  return place;
}

/** True while a heading may still open the last line of a text. */
function endsAtLineStart(text: string, isLineStart: boolean, pointed: Pointed): boolean {
  const line = text.lastIndexOf("\n") + 1;
  return (line > 0 || isLineStart) && mayOpenHeading(compact(text.slice(line), pointed));
}
