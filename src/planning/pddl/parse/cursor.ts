import { PddlError } from "../error.ts";
import { positionOf, type Tokens } from "./tokens.ts";

/** An operator begins with a sign that no name begins with: `=`, `<=`, `-5`, `-`. */
export type TokenKind = "(" | ")" | "name" | "variable" | "keyword" | "operator" | "end";

const KIND_OF_FIRST: Readonly<Record<string, TokenKind>> = {
  "(": "(",
  ")": ")",
  "?": "variable",
  ":": "keyword",
  "=": "operator",
  "<": "operator",
  ">": "operator",
  "+": "operator",
  "-": "operator",
  "*": "operator",
  "/": "operator",
};
const KIND_OF_CODE: readonly TokenKind[] = Array.from(
  { length: 128 },
  (_, code) => KIND_OF_FIRST[String.fromCharCode(code)] ?? "name",
);

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;
const MAX_SHOWN_CHARACTERS = 40;

/** Reads tokens one after another; names come out in lower case. What it expects is named in its errors. */
export class TokenCursor {
  readonly #tokens: Tokens;
  #at = 0;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  /** Index of the token at hand, to go back to or to report. */
  get at(): number {
    return this.#at;
  }

  is(kind: TokenKind): boolean {
    const { text, count, starts } = this.#tokens;
    const found = this.#at === count ? "end" : KIND_OF_CODE[text.charCodeAt(starts[this.#at] ?? 0)];
    return found === kind;
  }

  /** The token at hand, in lower case; empty at the end. */
  get word(): string {
    return this.#written(this.#at).toLowerCase();
  }

  goTo(at: number): void {
    this.#at = at;
  }

  next(): void {
    if (this.#at < this.#tokens.count) this.#at += 1;
  }

  /** Passes a word, or a list with all that is in it. */
  skip(): void {
    this.#at = this.is("(") ? (this.#tokens.closings[this.#at] ?? 0) + 1 : this.#at + 1;
  }

  open(expected: string): void {
    if (!this.is("(")) throw this.expected(expected);
    this.#at += 1;
  }

  close(expected = "')'"): void {
    if (!this.is(")")) throw this.expected(expected);
    this.#at += 1;
  }

  name(expected: string): string {
    return this.#take("name", expected);
  }

  /** A variable, with its question mark. */
  variable(expected: string): string {
    const variable = this.#take("variable", expected);
    if (variable === "?") throw this.expected(expected, this.#at - 1);
    return variable;
  }

  keyword(expected: string): string {
    return this.#take("keyword", expected);
  }

  /** What a formula or an effect begins with: a name, or a sign like `=`. */
  head(expected: string): string {
    return this.#take(this.is("operator") ? "operator" : "name", expected);
  }

  /** This very name. */
  literal(name: string): void {
    if (!this.is("name") || this.word !== name) throw this.expected(`'${name}'`);
    this.#at += 1;
  }

  /** The number at hand, or null where there is none; it is passed only then. */
  number(): number | null {
    const word = this.word;
    if (!NUMBER.test(word)) return null;
    const value = Number(word);
    if (!Number.isFinite(value)) throw this.failure("too-large", `the number ${this.#found(this.#at)} is too large`);
    this.#at += 1;
    return value;
  }

  isNumber(): boolean {
    return NUMBER.test(this.word);
  }

  expected(expected: string, at = this.#at): PddlError {
    return this.failure("syntax", `expected ${expected}, found ${this.#found(at)}`, at);
  }

  failure(code: PddlError["code"], message: string, at = this.#at): PddlError {
    return new PddlError(code, message, positionOf(this.#tokens.text, this.#tokens.starts[at] ?? 0));
  }

  #take(kind: TokenKind, expected: string): string {
    if (!this.is(kind)) throw this.expected(expected);
    const word = this.word;
    this.#at += 1;
    return word;
  }

  #written(at: number): string {
    const { text, starts, ends } = this.#tokens;
    return text.slice(starts[at] ?? 0, ends[at] ?? 0);
  }

  #found(at: number): string {
    const written = this.#written(at);
    if (written === "") return "the end of the text";
    return written.length > MAX_SHOWN_CHARACTERS ? `'${written.slice(0, MAX_SHOWN_CHARACTERS)}…'` : `'${written}'`;
  }
}
