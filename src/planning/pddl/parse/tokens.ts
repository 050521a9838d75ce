import { PddlError } from "../error.ts";
import { MAX_NESTING, MAX_TEXT_LENGTH, MAX_TOKENS } from "./limits.ts";

/** Where the tokens of a text are. Objects would take five times the memory, and most tokens are read once. */
export interface Tokens {
  readonly text: string;
  readonly count: number;
  /** First unit of each token; after the last, the end of the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** For each `(`, the index of its `)`. */
  readonly closings: Int32Array;
}

const OPEN = 0x28;
const CLOSE = 0x29;
const SEMICOLON = 0x3b;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BYTE_ORDER_MARK = 0xfeff;

/** Line and column, from 1, of the unit at `offset`. Linear, as only an error asks for it. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let unit = 0; unit < offset; unit++) {
    if (endsLine(text, unit)) {
      line += 1;
      lineStart = unit + 1;
    }
  }
  return { line, column: offset - lineStart + 1 };
}

function endsLine(text: string, unit: number): boolean {
  const code = text.charCodeAt(unit);
  return code === 0x0a || (code === 0x0d && text.charCodeAt(unit + 1) !== 0x0a);
}

/** Tab to carriage return, and space. */
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/**
 * Visible ASCII but for parentheses, comments and quotes: competition files use `#`, `:` and others in names.
 * The apostrophe is kept free for variables that the parser renames.
 */
const isWord = (code: number): boolean =>
  code > 0x20 &&
  code < 0x7f &&
  code !== OPEN &&
  code !== CLOSE &&
  code !== SEMICOLON &&
  code !== QUOTE &&
  code !== APOSTROPHE;

function endOfComment(text: string, start: number): number {
  let unit = start;
  while (unit < text.length && !endsLine(text, unit)) unit += 1;
  return unit;
}

/** A dash is a word of its own, whatever follows, unless it is the sign of a number: files have `?p -person`. */
function endOfWord(text: string, start: number): number {
  if (text[start] === "-" && !/[\d.]/.test(text[start + 1] ?? "")) return start + 1;
  let unit = start;
  while (unit < text.length && isWord(text.charCodeAt(unit))) unit += 1;
  return unit;
}

function shown(text: string, unit: number): string {
  const code = text.codePointAt(unit) ?? 0;
  const named = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return code === QUOTE || code === APOSTROPHE ? `${String.fromCodePoint(code)} (${named})` : named;
}

/**
 * Cuts the text into parentheses and words and pairs the parentheses, without recursion.
 * @throws PddlError `too-large` past a limit; `syntax` where parentheses do not pair or a character has no place
 */
export function tokenise(text: string): Tokens {
  const failure = (code: PddlError["code"], message: string, offset: number) =>
    new PddlError(code, message, positionOf(text, offset));
  if (text.length > MAX_TEXT_LENGTH) {
    throw failure("too-large", `the text has ${text.length} characters, more than ${MAX_TEXT_LENGTH}`, 0);
  }
  const room = Math.min(text.length, MAX_TOKENS);
  const starts = new Int32Array(room + 1);
  const ends = new Int32Array(room + 1);
  const closings = new Int32Array(room + 1);
  const open: number[] = [];
  let count = 0;
  let unit = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (unit < text.length) {
    const code = text.charCodeAt(unit);
    if (isBlank(code)) {
      unit += 1;
      continue;
    }
    if (code === SEMICOLON) {
      unit = endOfComment(text, unit);
      continue;
    }
    if (count > 0 && open.length === 0) {
      throw failure("syntax", `expected the end of the text, found '${text[unit]}'`, unit);
    }
    if (count === room) throw failure("too-large", `more than ${MAX_TOKENS} words and parentheses`, unit);
    starts[count] = unit;
    if (code === OPEN) {
      if (open.length === MAX_NESTING) throw failure("too-large", `nested deeper than ${MAX_NESTING}`, unit);
      open.push(count);
      unit += 1;
    } else if (code === CLOSE) {
      const opened = open.pop();
      if (opened === undefined) throw failure("syntax", "expected '(', found ')'", unit);
      closings[opened] = count;
      unit += 1;
    } else {
      const end = endOfWord(text, unit);
      if (end === unit) throw failure("syntax", `expected a name or a parenthesis, found ${shown(text, unit)}`, unit);
      unit = end;
    }
    ends[count] = unit;
    count += 1;
  }
  starts[count] = text.length;
  ends[count] = text.length;
  const tokens = { text, count, starts, ends, closings };
  if (open.length > 0) throw unclosed(tokens);
  return tokens;
}

/**
 * Where a parenthesis must have been forgotten: before the first section that begins inside another, as sections
 * do not nest; else at the end.
 */
function unclosed({ text, count, starts }: Tokens): PddlError {
  const open: number[] = [];
  let found = count;
  for (let token = 0; token < count && found === count; token++) {
    const first = text[starts[token] ?? 0];
    if (first === "(") open.push(token);
    else if (first === ")") open.pop();
    else if (first === ":" && open.length > 2 && open.at(-1) === token - 1) found = token - 1;
  }
  if (found < count) open.pop();
  const { line, column } = positionOf(text, starts[open.at(-1) ?? 0] ?? 0);
  const message = `expected ')' for the '(' at ${line}:${column}, found ${found < count ? "'('" : "the end of the text"}`;
  return new PddlError("syntax", message, positionOf(text, starts[found] ?? 0));
}
