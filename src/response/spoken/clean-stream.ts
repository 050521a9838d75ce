import { pieces } from "../markdown.ts";
import { cleanWords, HEADING_CHARS, type Pointed } from "./clean-words.ts";

/** Held back for the end of a word, a link or a line; what is longer is taken as it is. */
const MAX_HELD_CHARS = 2_000;
/** One piece becomes one event: a line or two of print. */
const PIECE_CHARS = 120;
/** Some pages; with what follows them an answer stays readable, and one event. */
export const MAX_SPOKEN_CHARS = 12_000;

/** A link or a picture that has begun and may go on. */
const OPEN_POINTER = /!?\[[^\]\n]{0,200}(?:\](?:[([][^)\]\n]{0,500})?)?$/;

/** A model that says all at once is heard in parts, so that little is lost where the bound falls. */
const MAX_HEARD_CHARS = 200;
const MORE = " …";

/**
 * The words of a model as they come, cleaned: what may still turn out to be a part of an address, a link or a heading
 * is held back until that is known. At most `MAX_SPOKEN_CHARS`, without a blank at either end.
 */
export async function* cleanStream(words: AsyncIterable<string>, pointed: Pointed): AsyncGenerator<string> {
  let held = "";
  let isLineStart = true;
  let ready = "";
  let room = MAX_SPOKEN_CHARS - MORE.length;
  let isFirst = true;
  for await (const word of inParts(words)) {
    held += word;
    const end = safeEnd(held, isLineStart);
    if (end === 0) continue;
    ready += cleanWords(held.slice(0, end), pointed);
    // What is parted here may be one address.
    if (/\S/.test(held.charAt(end - 1))) ready += " ";
    isLineStart = /[\r\n]/.test(held.charAt(end - 1));
    held = held.slice(end);
    if (isFirst) ready = ready.trimStart();
    const piece = ready.trimEnd();
    if (piece.length < PIECE_CHARS) continue;
    // Nothing is cut within: half a link is none.
    if (piece.length > room) return yield MORE;
    yield piece;
    isFirst = false;
    ready = ready.slice(piece.length);
    room -= piece.length;
  }
  const rest = (ready + cleanWords(held, pointed)).trimEnd();
  const last = isFirst ? rest.trimStart() : rest;
  if (last !== "") yield last.length > room ? MORE : last;
}

async function* inParts(words: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const word of words) yield* pieces(word, MAX_HEARD_CHARS);
}

/** Up to where a text can be cleaned by itself: whole words, and no line before enough of it is there to know a heading. */
function safeEnd(text: string, isLineStart: boolean): number {
  if (text.length > MAX_HELD_CHARS) return text.length;
  const open = text.search(OPEN_POINTER);
  const closed = open < 0 ? text : text.slice(0, open);
  const words = closed.slice(0, closed.search(/\S*$/));
  const line = words.lastIndexOf("\n") + 1;
  const isBeginning = words.length - line < HEADING_CHARS && (line > 0 || isLineStart);
  return isBeginning ? line : words.length;
}
