import type { Resource } from "../../../domain/resources.ts";
import { type FoundPart, fileOf, isWordChar, lowerAscii, MAX_FILE_NAME_CHARS, unknownFile } from "./file-names.ts";
import { kindOfFileName, type MaterialPart } from "./parts.ts";

/** Opening marks and what closes them; the second choice only where the first never comes. */
const CLOSERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  '"': ['"'],
  "“": ["“”", '"'],
  "”": ["”"],
  "„": ["“”", '"'],
  "«": ["»"],
  "‘": ["’", "'"],
  "'": ["'"],
  "`": ["`"],
  "[": ["]"],
};
/** A bracket with one word in it is punctuation more often than material. */
const MIN_BRACKET_WORDS = 2;

const FENCE = "```";

/** Reads quotations, bracketed words and fenced code out of one text, in time linear in the text over all calls. */
export class QuotationReader {
  readonly #text: string;
  readonly #known: readonly Resource[];
  /** By closing marks: the last search, from where and with what result; -1 is that none follows. */
  readonly #searches = new Map<string, { readonly from: number; readonly found: number }>();
  /** Brackets that open before this position hold a single word. */
  #noWordsBefore = 0;

  constructor(text: string, known: readonly Resource[]) {
    this.#text = text;
    this.#known = known;
  }

  /** The quotation that opens at `at` and closes before `limit`. */
  read(at: number, limit: number): FoundPart | null {
    const open = this.#text[at] ?? "";
    const closers = CLOSERS[open];
    if (closers === undefined) return null;
    if (open === "`" && this.#text.startsWith(FENCE, at)) return this.#code(at, limit);
    const single = open === "'" || open === "‘";
    if (single && (isWordChar(this.#text[at - 1]) || !/\S/.test(this.#text[at + 1] ?? ""))) return null;
    if (open === "[" && at < this.#noWordsBefore) return null;
    const end = closers.map((marks) => this.#closer(at, marks, single)).find((found) => found !== -1 && found < limit);
    if (end === undefined) return null;
    const words = this.#text.slice(at + 1, end).trim();
    if (words === "") return null;
    if (open === "[" && words.split(/\s+/, MIN_BRACKET_WORDS).length < MIN_BRACKET_WORDS) {
      this.#noWordsBefore = end;
      return null;
    }
    return { part: namedFile(words, this.#known) ?? { as: "quote", text: words, asked: false }, end: end + 1 };
  }

  #code(at: number, limit: number): FoundPart | null {
    const end = this.#text.indexOf(FENCE, at + FENCE.length);
    if (end === -1 || end >= limit) return null;
    const inside = this.#text.slice(at + FENCE.length, end);
    return { part: { as: "code", text: inside.replace(/^[\w+-]*\n/, "").trim() }, end: end + FENCE.length };
  }

  /** The position of the mark that closes a quotation opened at `from`, or -1. What an earlier search told is not searched again. */
  #closer(from: number, closers: string, single: boolean): number {
    const key = `${closers}${single}`;
    const last = this.#searches.get(key);
    if (last && from >= last.from && (last.found === -1 || from < last.found)) return last.found;
    let found = -1;
    for (let at = from + 1; at < this.#text.length && found === -1; at++) {
      if (closers.includes(this.#text[at] ?? "") && (!single || this.#closesSingle(at))) found = at;
    }
    this.#searches.set(key, { from, found });
    return found;
  }

  /** An apostrophe inside a word, or before one, closes nothing. */
  #closesSingle(at: number): boolean {
    return !isWordChar(this.#text[at + 1]) && /\S/.test(this.#text[at - 1] ?? "");
  }
}

/** A quoted file name is a file. */
function namedFile(words: string, known: readonly Resource[]): MaterialPart | null {
  if (words.length > MAX_FILE_NAME_CHARS) return null;
  const bare = lowerAscii(words.slice(Math.max(words.lastIndexOf("/"), words.lastIndexOf("\\")) + 1));
  const resource = known.find(({ name }) => lowerAscii(name) === bare);
  if (resource) return fileOf(resource);
  return /^\S+$/.test(words) && kindOfFileName(words) ? unknownFile(words) : null;
}
