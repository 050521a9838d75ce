import { AFTER_RESULTS } from "../../domain/answer-form.ts";

/*
 * Lines that pose as one of the sections which follow an answer. Markdown has many ways to write the same: list markers,
 * emphasis, blanks and line ends, letters with marks or of another alphabet. So only the letters of a paragraph are looked
 * at, from where each of its lines begins.
 */

/** Letters that a line shows; a placeholder stands for words that are put in, and is like no letter. */
const LETTER = String.raw`\p{L}\u0000\u0001`;
const LETTERS = new RegExp(`[${LETTER}]`, "gu");
const ASCII = /^[a-z]$/;

/** The first words of the answer's sections, by their letters. */
const HEADINGS: readonly string[] = Object.values(AFTER_RESULTS).map((heading) =>
  (heading.toLowerCase().match(LETTERS) ?? []).join(""),
);
const MOST_LETTERS = Math.max(...HEADINGS.map(({ length }) => length));

const COLON = String.raw`:\u02d0\u05c3\u2236\ua789\ufe55\uff1a`;
const PARAGRAPH_END = /\n[^\S\n]*\n/;
/** Nothing more on its line, or a colon of any kind: else the words are the beginning of a sentence. */
const ENDS_HEADING = new RegExp(String.raw`^[^${LETTER}\p{N}\n]*(?:$|[\n${COLON}])`, "u");
const AFTER_HEADING = new RegExp(String.raw`^[^\S\n]*[*_~${COLON}]*[^\S\n]*`, "u");

/**
 * Where the lines begin, at the end of a text, that may still turn out to be a heading: those after which nothing was
 * said that keeps them from it. The text's length where there are none.
 * @param shown the same text as it will be seen, in the same lines
 */
export function openLines(text: string, shown: string, isLineStart: boolean): number {
  const lines = text.split("\n");
  const shownLines = shown.split("\n");
  let open = text.length;
  let start = text.length + 1;
  let letters = 0;
  for (let place = lines.length - 1; place >= 0; place--) {
    const line = lines[place] ?? "";
    const isParagraphEnd = place < lines.length - 1 && line.trim() === "";
    letters += shownLines[place]?.match(LETTERS)?.length ?? 0;
    if (isParagraphEnd || letters > MOST_LETTERS) break;
    start -= line.length + 1;
    if (place > 0 || isLineStart) open = start;
  }
  return open;
}

/** True while nothing in a line keeps a heading from opening it. */
export const mayOpenHeading = (line: string): boolean => line.search(LETTERS) < 0;

/** A text without the headings that its lines pose with; what stands behind one stays. */
export function withoutForgedHeadings(text: string, isLineStart: boolean): string {
  let kept = "";
  for (let place = 0; place < text.length; ) {
    const start = place > 0 || isLineStart ? behindHeadings(text, place) : place;
    const lineEnd = text.indexOf("\n", start);
    place = lineEnd < 0 ? text.length : lineEnd + 1;
    kept += text.slice(start, place);
  }
  return kept;
}

/** Behind the headings that a line begins with, which may be several in a row. */
function behindHeadings(text: string, lineStart: number): number {
  let place = lineStart;
  for (;;) {
    const length = headingLength(text.slice(place));
    if (length === 0) return place;
    place += length;
  }
}

/** The length of the heading that a text begins with, with its markup; 0 for none. */
function headingLength(text: string): number {
  const { letters, ends } = firstLetters(text);
  for (const heading of HEADINGS) {
    if (!looksLike(letters.slice(0, heading.length), heading)) continue;
    const end = ends[heading.length - 1] ?? 0;
    const rest = text.slice(end);
    if (ENDS_HEADING.test(rest)) return end + (AFTER_HEADING.exec(rest)?.[0].length ?? 0);
  }
  return 0;
}

/** As many letters of a paragraph as a heading may have, in their plainest form, and where in it each of them ends. */
function firstLetters(text: string): { readonly letters: readonly string[]; readonly ends: readonly number[] } {
  const [paragraph = ""] = text.split(PARAGRAPH_END, 1);
  const letters: string[] = [];
  const ends: number[] = [];
  let end = 0;
  for (const character of paragraph) {
    end += character.length;
    for (const letter of character.normalize("NFKD").toLowerCase().match(LETTERS) ?? []) {
      letters.push(letter);
      ends.push(end);
    }
    if (letters.length >= MOST_LETTERS) break;
  }
  return { letters, ends };
}

/** True for letters that read like a heading: half of them are the same, and the others may be of another alphabet. */
function looksLike(letters: readonly string[], heading: string): boolean {
  if (letters.length < heading.length) return false;
  const isLike = (letter: string, place: number): boolean =>
    letter === heading[place] || (!ASCII.test(letter) && /\p{L}/u.test(letter));
  const same = letters.filter((letter, place) => letter === heading[place]).length;
  return same >= heading.length / 2 && letters.every(isLike);
}
