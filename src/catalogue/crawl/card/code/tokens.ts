import type { CodeLanguage } from "../../../../domain/catalogue.ts";

/** A literal's value; undefined for a text that is put together when it runs, and for one that is no argument's. */
export type Literal = string | number | boolean | null | undefined;

export type CodeToken = (
  | { readonly is: "name" | "mark"; readonly text: string }
  | { readonly is: "literal"; readonly value: Literal }
) & {
  /** Nothing but blanks stands before it in its line. */
  readonly startsLine: boolean;
};

/** Longer texts are what a model works on, and no argument of its call. */
export const MAX_TEXT_CHARS = 300;

const BLANK = /[\s\\]+/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const MARK = /\.\.\.|\*\*|=>|[=!<>:+\-*/%&|^]=+|./suy;
/** What may stand before a text in Python. */
const PREFIX = /[rRbBuUfF]{0,2}(?=["'])/y;

const CONSTANTS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ...(["True", "true"] as const).map((name) => [name, true] as const),
  ...(["False", "false"] as const).map((name) => [name, false] as const),
  ...(["None", "null", "undefined"] as const).map((name) => [name, null] as const),
]);

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["\n", ""],
]);

/**
 * Splits code of Python or JavaScript into tokens, without comments. Each character is looked at once; what never ends is
 * taken to end with its line, or with the code.
 */
export function tokensOf(code: string, language: CodeLanguage): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  const isPython = language === "python";
  let at = 0;
  let startsLine = true;

  /** The text that a pattern matches here, which is passed. */
  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const found = pattern.exec(code)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  }
  function skipTo(end: string, length: number): void {
    const found = code.indexOf(end, at);
    at = found === -1 ? code.length : found + length;
  }
  function comment(): boolean {
    const isBlock = !isPython && code.startsWith("/*", at);
    if (isBlock) skipTo("*/", 2);
    else if (code.startsWith(isPython ? "#" : "//", at)) skipTo("\n", 0);
    else return false;
    return true;
  }
  /** The value of the text that begins here; null where none does. */
  function text(): { readonly value: Literal } | null {
    const begin = at;
    const prefix = isPython ? (take(PREFIX) ?? "") : "";
    const quote = code[at] ?? "";
    if (quote !== '"' && quote !== "'" && (isPython || quote !== "`")) {
      at = begin;
      return null;
    }
    const end = isPython && code.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
    at += end.length;
    const start = at;
    const isOneLine = end !== "`" && end.length === 1;
    while (at < code.length && !code.startsWith(end, at) && !(isOneLine && code[at] === "\n")) {
      at += code[at] === "\\" ? 2 : 1;
    }
    at = Math.min(at, code.length);
    const written = code.slice(start, at);
    if (code.startsWith(end, at)) at += end.length;
    const isMade = /f/i.test(prefix) || (end === "`" && written.includes("${"));
    return { value: isMade || written.length > MAX_TEXT_CHARS ? undefined : unescaped(written) };
  }

  while (at < code.length) {
    const blank = take(BLANK);
    startsLine ||= blank?.includes("\n") ?? false;
    if (blank !== null || comment()) continue;
    const quoted = text();
    const name = quoted === null ? take(NAME) : null;
    const number = quoted === null && name === null ? take(NUMBER) : null;
    if (quoted !== null) tokens.push({ is: "literal", ...quoted, startsLine });
    else if (name !== null) {
      tokens.push(
        CONSTANTS.has(name)
          ? { is: "literal", value: CONSTANTS.get(name), startsLine }
          : { is: "name", text: name, startsLine },
      );
    } else if (number !== null) {
      tokens.push({ is: "literal", value: Number(number.replaceAll("_", "")), startsLine });
    } else tokens.push({ is: "mark", text: take(MARK) ?? "", startsLine });
    startsLine = false;
  }
  return tokens;
}

const unescaped = (written: string): string =>
  written.replaceAll(/\\([\s\S])/g, (_, letter: string) => ESCAPED.get(letter) ?? letter);
