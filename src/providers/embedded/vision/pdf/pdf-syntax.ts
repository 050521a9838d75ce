import { AppError } from "../../../../domain/errors.ts";

/** A token of a PDF (ISO 32000-2, 7.2), told apart as pdf.js does. A word is an operator, a keyword or a delimiter. */
export type PdfToken =
  | { readonly is: "number"; readonly value: number }
  | { readonly is: "name"; readonly value: string }
  /** `code` is what its last four bytes are as a number, as character maps read it; null for one in parentheses. */
  | { readonly is: "string"; readonly bytes: number; readonly code: number | null }
  | { readonly is: "word"; readonly value: string };

/** Every operator of a page's content (ISO 32000-2, annex A). Where a longer word would be none, it ends: "qq" is two. */
const OPERATORS: ReadonlySet<string> = new Set(
  "w J j M d ri i gs q Q cm m l c v y h re S s f F f* B B* b b* n W W* BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* Tj TJ ' \" d0 d1 CS cs SC SCN sc scn G g RG rg K k sh BI ID EI Do MP DP BMC BDC EMC BX EX BM BD true fa fal fals false nu nul null".split(
    " ",
  ),
);
/** pdf.js gives a page up at a longer one. */
const MAX_WORD_CHARS = 128;

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([..."()<>[]{}/%"].map((character) => character.charCodeAt(0)));
const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && !SPACE.has(byte) && !DELIMITERS.has(byte);
const hexDigit = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** Reads tokens one after the other. */
export class PdfLexer {
  readonly #bytes: Uint8Array;
  readonly #isContent: boolean;
  /** Where the next token is looked for. */
  at: number;

  /** @param isContent of a page, where operators may follow each other without a space */
  constructor(bytes: Uint8Array, at = 0, isContent = false) {
    this.#bytes = bytes;
    this.#isContent = isContent;
    this.at = at;
  }

  /** The next token; null at the end. */
  next(): PdfToken | null {
    this.#skipSpace();
    const first = this.#bytes[this.at];
    if (first === undefined) return null;
    if ((first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e) return this.#number();
    if (first === 0x28) return this.#literal();
    if (first === 0x2f) return this.#name();
    if (first === 0x3c && this.#bytes[this.at + 1] !== 0x3c) return this.#hexadecimal();
    if ((first === 0x3c || first === 0x3e) && this.#bytes[this.at + 1] === first) return this.#delimiter(2);
    return DELIMITERS.has(first) ? this.#delimiter(1) : this.#word();
  }

  #skipSpace(): void {
    let isComment = false;
    for (let byte = this.#bytes[this.at]; byte !== undefined; byte = this.#bytes[++this.at]) {
      if (isComment) isComment = byte !== 10 && byte !== 13;
      else if (byte === 0x25) isComment = true;
      else if (!SPACE.has(byte)) return;
    }
  }

  #delimiter(length: number): PdfToken {
    const value = String.fromCharCode(...this.#bytes.subarray(this.at, this.at + length));
    this.at += length;
    return { is: "word", value };
  }

  #number(): PdfToken {
    const start = this.at;
    this.at += 1;
    for (let byte = this.#bytes[this.at]; byte !== undefined; byte = this.#bytes[++this.at]) {
      if (!((byte >= 0x30 && byte <= 0x39) || byte === 0x2e || byte === 0x2d)) break;
    }
    const value = Number.parseFloat(String.fromCharCode(...this.#bytes.subarray(start, Math.min(this.at, start + 32))));
    return { is: "number", value: Number.isNaN(value) ? 0 : value };
  }

  #literal(): PdfToken {
    let depth = 0;
    const start = this.at;
    for (let byte = this.#bytes[this.at]; byte !== undefined; byte = this.#bytes[++this.at]) {
      if (byte === 0x5c) this.at += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29 && --depth === 0) {
        this.at += 1;
        break;
      }
    }
    return { is: "string", bytes: this.at - start, code: null };
  }

  #hexadecimal(): PdfToken {
    const start = this.at;
    let code = 0;
    let digits = 0;
    for (this.at += 1; this.at < this.#bytes.length; this.at++) {
      if (this.#bytes[this.at] === 0x3e) {
        this.at += 1;
        break;
      }
      const digit = hexDigit(this.#bytes[this.at]);
      if (digit < 0) continue;
      code = ((code << 4) | digit) >>> 0;
      digits += 1;
    }
    if (digits % 2 === 1) code = (code << 4) >>> 0;
    return { is: "string", bytes: (this.at - start) >> 1, code };
  }

  #name(): PdfToken {
    let value = "";
    for (this.at += 1; isRegular(this.#bytes[this.at]); this.at++) {
      const [byte = 0, high, low] = this.#bytes.subarray(this.at, this.at + 3);
      const escaped = byte === 0x23 ? hexDigit(high) * 16 + hexDigit(low) : -1;
      if (byte === 0x23 && hexDigit(high) >= 0 && hexDigit(low) >= 0) {
        value += String.fromCharCode(escaped);
        this.at += 2;
      } else value += String.fromCharCode(byte);
    }
    return { is: "name", value };
  }

  #word(): PdfToken {
    let value = String.fromCharCode(this.#bytes[this.at] ?? 0);
    for (this.at += 1; isRegular(this.#bytes[this.at]); this.at++) {
      const longer = value + String.fromCharCode(this.#bytes[this.at] ?? 0);
      if (this.#isContent && OPERATORS.has(value) && !OPERATORS.has(longer)) break;
      if (value.length === MAX_WORD_CHARS) break;
      value = longer;
    }
    return { is: "word", value };
  }
}

/** What an object of a file is, as far as it matters here: numbers, names, and what refers to what. */
export type PdfValue = number | PdfName | PdfRef | PdfDict | readonly PdfValue[] | null;
export class PdfName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}
export class PdfRef {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}
export type PdfDict = ReadonlyMap<string, PdfValue>;

export const isDict = (value: PdfValue | undefined): value is PdfDict => value instanceof Map;
export const isList = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);

/** Real objects nest a handful deep; pdf.js reads them recursively, as we do. */
const MAX_OBJECT_DEPTH = 100;

/** The object that begins at the lexer's place; null for what is none. @throws {AppError} `resource-too-complex` */
export function parseObject(lexer: PdfLexer, depth = 0): PdfValue {
  const token = lexer.next();
  return token === null ? null : objectOf(token, lexer, depth);
}

function objectOf(token: PdfToken, lexer: PdfLexer, depth: number): PdfValue {
  if (depth > MAX_OBJECT_DEPTH) {
    throw new AppError("resource-too-complex", `The PDF has objects nested more than ${MAX_OBJECT_DEPTH} levels deep.`);
  }
  if (token.is === "number") return referenceOf(token.value, lexer);
  if (token.is === "name") return new PdfName(token.value);
  if (token.is === "word" && token.value === "<<") return dictOf(lexer, depth);
  return token.is === "word" && token.value === "[" ? listOf(lexer, depth) : null;
}

/** "7 0 R" is a reference, "7 0" two numbers. */
function referenceOf(value: number, lexer: PdfLexer): PdfValue {
  const { at } = lexer;
  if (Number.isInteger(value) && lexer.next()?.is === "number") {
    const third = lexer.next();
    if (third?.is === "word" && third.value === "R") return new PdfRef(value);
  }
  lexer.at = at;
  return value;
}

const isEnd = (token: PdfToken | null, ...ends: readonly string[]): boolean =>
  token === null || (token.is === "word" && ends.includes(token.value));

function listOf(lexer: PdfLexer, depth: number): PdfValue {
  const items: PdfValue[] = [];
  for (let token = lexer.next(); token !== null && !isEnd(token, "]", "endobj"); token = lexer.next()) {
    items.push(objectOf(token, lexer, depth + 1));
  }
  return items;
}

/** Of a key that stands twice the last value counts, as in pdf.js. */
function dictOf(lexer: PdfLexer, depth: number): PdfDict {
  const entries = new Map<string, PdfValue>();
  for (let token = lexer.next(); token !== null && !isEnd(token, ">>", "endobj"); token = lexer.next()) {
    if (token.is !== "name") continue;
    const { at } = lexer;
    const value = lexer.next();
    if (value === null || isEnd(value, ">>", "endobj")) {
      lexer.at = at;
      continue;
    }
    entries.set(token.value, objectOf(value, lexer, depth + 1));
  }
  return entries;
}
