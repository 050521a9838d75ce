/** A stretch of a longer text; `start` is its offset there, in UTF-16 units. */
export interface TextPiece {
  readonly start: number;
  readonly text: string;
}

/** The language libraries take time more than linear in what they are given at once. */
const PIECE_CHARS = 2_000;

/**
 * Unbroken runs longer than this are no words; wink-nlp's tokenizer and compromise need quadratic time for
 * them (50,000 dashes and letters: seven seconds), so they are blanked, which keeps all offsets.
 */
const MAX_RUN_CHARS = 80;
const LONG_RUN = new RegExp(`\\S{${MAX_RUN_CHARS + 1},}`, "g");

/** Cuts a text into pieces a language library can safely be given, at a line's, sentence's or word's end. */
export function pieces(text: string, pieceChars = PIECE_CHARS): TextPiece[] {
  const safe = text.replace(LONG_RUN, (run) => " ".repeat(run.length));
  const found: TextPiece[] = [];
  for (let start = 0; start < safe.length; ) {
    const end = start + pieceChars >= safe.length ? safe.length : cutBefore(safe, start, start + pieceChars);
    found.push({ start, text: safe.slice(start, end) });
    start = end;
  }
  return found;
}

function cutBefore(text: string, start: number, limit: number): number {
  const window = text.slice(start, limit);
  for (const separator of ["\n", ". ", " "]) {
    const at = window.lastIndexOf(separator);
    if (at > 0) return start + at + separator.length;
  }
  // A run of MAX_RUN_CHARS never fills a window, unless the window is tiny: then never cut a surrogate pair.
  const unit = text.charCodeAt(limit - 1);
  return unit >= 0xd800 && unit <= 0xdbff && limit - 1 > start ? limit - 1 : limit;
}
