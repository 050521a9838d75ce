import { PddlError } from "../error.ts";

/** In UTF-16 units: 16 MB at most. Competition files of the usual domains have less than one. */
const MAX_TEXT_LENGTH = 8_000_000;
/** Parentheses and words. */
const MAX_TOKENS = 1_000_000;
/** Parentheses open at once. Parsing recurses, and so will readers of formulas, on a stack of about 1 MB. */
const MAX_NESTING = 500;
const MAX_SHOWN_CHARACTERS = 40;

const BYTE_ORDER_MARK = 0xfeff;
const BLANKS = " \t\n\v\f\r";
const LINE_END = /\r\n?|\n/;
/** What no word holds beside blanks. The apostrophe is kept free for variables that the parser renames. */
const NO_WORD = "();\"'";
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;

/** A word, or a list of expressions, from its first unit in the text to behind its last. */
interface Expression {
  readonly start: number;
  end: number;
  /** `null` for a word. */
  readonly items: Expression[] | null;
}

/** An operator begins with a sign that no name begins with: `=`, `<=`, `-5`, `-`. */
type Kind = "list" | "name" | "variable" | "keyword" | "operator" | "end";

function kindOf(first: string): Kind {
  if (first === "(") return "list";
  if (first === "?") return "variable";
  if (first === ":") return "keyword";
  return "=<>+-*/".includes(first) ? "operator" : "name";
}

function errorAt(text: string, code: PddlError["code"], message: string, offset: number): PddlError {
  const lines = text.slice(0, offset).split(LINE_END);
  return new PddlError(code, message, { line: lines.length, column: (lines.at(-1) ?? "").length + 1 });
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && BLANKS.includes(character);
}

/** Visible ASCII: competition files use `#`, `:` and others in names. */
function isOfWord(character: string | undefined): boolean {
  return character !== undefined && character > " " && character < "\x7f" && !NO_WORD.includes(character);
}

/**
 * A dash is a word of its own unless it is the sign of a number, as files have `?p -person`; a variable begins a new
 * word, as they have `(aircraft?a)`.
 */
function endOfWord(text: string, start: number): number {
  if (text[start] === "-" && !/[\d.]/.test(text[start + 1] ?? "")) return start + 1;
  let end = start;
  while (isOfWord(text[end]) && (end === start || text[end] !== "?")) end += 1;
  return end;
}

/**
 * The items of a list in a PDDL text, read one after the other. Places are offsets in the text; every fault tells its
 * line and column.
 */
export class ExpressionList {
  readonly #text: string;
  readonly #items: readonly Expression[];
  readonly #end: number;
  #next = 0;

  constructor(text: string, items: readonly Expression[], end: number) {
    this.#text = text;
    this.#items = items;
    this.#end = end;
  }

  /** Where the next item begins, or the list ends. */
  get at(): number {
    return this.#items[this.#next]?.start ?? this.#end;
  }

  get isAtEnd(): boolean {
    return this.#next === this.#items.length;
  }

  is(kind: Kind): boolean {
    return (this.isAtEnd ? "end" : kindOf(this.#text[this.at] ?? "")) === kind;
  }

  /** The word at hand, in lower case; empty where there is none. */
  get word(): string {
    const item = this.#items[this.#next];
    return item === undefined || item.items !== null ? "" : this.#text.slice(item.start, item.end).toLowerCase();
  }

  /** Whether the item at hand is a number. */
  get isNumber(): boolean {
    return NUMBER.test(this.word);
  }

  /** Whether a list follows the item at hand. */
  get isBeforeList(): boolean {
    return Array.isArray(this.#items[this.#next + 1]?.items);
  }

  list(expected: string): ExpressionList {
    const item = this.#items[this.#next];
    if (!item?.items) throw this.expected(expected);
    this.#next += 1;
    return new ExpressionList(this.#text, item.items, item.end - 1);
  }

  /** The list at hand alone, to be read later: a list of one item. */
  single(expected: string): ExpressionList {
    const item = this.#items[this.#next];
    if (!item?.items) throw this.expected(expected);
    this.#next += 1;
    return new ExpressionList(this.#text, [item], item.end);
  }

  /** Reads every item that is left. */
  all<T>(read: () => T): T[] {
    const found: T[] = [];
    while (!this.isAtEnd) found.push(read());
    return found;
  }

  name(expected: string): string {
    return this.#take("name", expected);
  }

  /** A variable, with its question mark. */
  variable(expected: string): string {
    if (this.word === "?") throw this.expected(expected);
    return this.#take("variable", expected);
  }

  keyword(expected: string): string {
    return this.#take("keyword", expected);
  }

  /** What a formula or an effect begins with: a name, or a sign like `=`. */
  head(expected: string): string {
    return this.#take(this.is("operator") ? "operator" : "name", expected);
  }

  /** This very word. */
  literal(word: string): void {
    if (this.word !== word) throw this.expected(`'${word}'`);
    this.#next += 1;
  }

  number(expected: string): number {
    if (!this.isNumber) throw this.expected(expected);
    const value = Number(this.word);
    if (!Number.isFinite(value)) throw this.failure("too-large", `the number ${this.#found(this.at)} is too large`);
    this.#next += 1;
    return value;
  }

  /** @throws PddlError `syntax` where anything is left */
  close(): void {
    if (!this.isAtEnd) throw this.expected("')'");
  }

  expected(expected: string, at = this.at): PddlError {
    return this.failure("syntax", `expected ${expected}, found ${this.#found(at)}`, at);
  }

  failure(code: PddlError["code"], message: string, at = this.at): PddlError {
    return errorAt(this.#text, code, message, at);
  }

  #take(kind: Kind, expected: string): string {
    if (!this.is(kind)) throw this.expected(expected);
    const { word } = this;
    this.#next += 1;
    return word;
  }

  #found(at: number): string {
    const written = this.#text.slice(at, Math.max(at + 1, endOfWord(this.#text, at)));
    if (written === "") return "the end of the text";
    return written.length > MAX_SHOWN_CHARACTERS ? `'${written.slice(0, MAX_SHOWN_CHARACTERS)}…'` : `'${written}'`;
  }
}

/**
 * Reads a text that is one expression, without recursion.
 * @throws PddlError `too-large` past a limit; `syntax` where parentheses do not pair or a character has no place
 */
export function readExpressions(text: string): ExpressionList {
  const failure = (code: PddlError["code"], message: string, at: number) => errorAt(text, code, message, at);
  if (text.length > MAX_TEXT_LENGTH) {
    throw failure("too-large", `the text has ${text.length} characters, more than ${MAX_TEXT_LENGTH}`, 0);
  }
  const top: Expression[] = [];
  const open: (Expression & { readonly items: Expression[] })[] = [];
  /** Where a section begins inside another, as sections do not nest: the parenthesis that must have been forgotten. */
  let nested: { readonly outer: number; readonly at: number } | null = null;
  let tokens = 0;
  let at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (isBlank(character)) {
      at += 1;
      continue;
    }
    if (character === ";") {
      while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at += 1;
      continue;
    }
    const list = open.at(-1);
    if (top.length > 0 && list === undefined) {
      throw failure("syntax", `expected the end of the text, found '${character}'`, at);
    }
    tokens += 1;
    if (tokens > MAX_TOKENS) throw failure("too-large", `more than ${MAX_TOKENS} words and parentheses`, at);
    if (character === ")") {
      if (list === undefined) throw failure("syntax", "expected '(', found ')'", at);
      at += 1;
      list.end = at;
      open.pop();
      continue;
    }
    const siblings = list?.items ?? top;
    if (character === "(") {
      if (open.length === MAX_NESTING) throw failure("too-large", `nested deeper than ${MAX_NESTING}`, at);
      const opened = { start: at, end: at, items: [] };
      siblings.push(opened);
      open.push(opened);
      at += 1;
      continue;
    }
    const end = endOfWord(text, at);
    if (end === at) throw failure("syntax", `expected a name or a parenthesis, found ${shown(text, at)}`, at);
    if (character === ":" && open.length > 2 && siblings.length === 0) {
      nested ??= { outer: open.at(-2)?.start ?? 0, at: list?.start ?? 0 };
    }
    siblings.push({ start: at, end, items: null });
    at = end;
  }
  const unclosed = open.at(-1);
  if (unclosed === undefined) return new ExpressionList(text, top, text.length);
  const place = nested ?? { outer: unclosed.start, at: text.length };
  const { line, column } = failure("syntax", "", place.outer);
  const found = nested === null ? "the end of the text" : "'('";
  throw failure("syntax", `expected ')' for the '(' at ${line}:${column}, found ${found}`, place.at);
}

function shown(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  const named = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return code < 0x80 ? `${String.fromCodePoint(code)} (${named})` : named;
}
