import { MAX_CODE_CHARS } from "../../../../../r2-schemas/catalogue.ts";
import type { CodeLanguage } from "../../../../domain/catalogue.ts";
import { fenceIn, withoutComments, withoutFrontMatter } from "../plain-text.ts";

interface CodeBlock {
  readonly language: CodeLanguage;
  readonly text: string;
}

/** Cards with more are lists of something else. */
const MAX_BLOCKS = 100;

/** By the word behind a fence; no word leaves it to the code. */
const LANGUAGES: ReadonlyMap<string, CodeLanguage | null> = new Map([
  ...["python", "py", "python3", "ipython", "pycon"].map((word) => [word, "python"] as const),
  ...["javascript", "js", "jsx", "mjs", "typescript", "ts"].map((word) => [word, "javascript"] as const),
  ["", null] as const,
]);

const INDENT = /^(?: {4}|\t)/;
const PROMPT = /^(?:>>>|\.\.\.)(?: |$)/;

/** Blocks of a card in Python or JavaScript, fenced or indented by four blanks, in order; those too long are left out. */
export function* codeBlocks(markdown: string): Generator<CodeBlock> {
  let count = 0;
  for (const { label, lines } of blocksOf(withoutComments(withoutFrontMatter(markdown)))) {
    count += 1;
    if (count > MAX_BLOCKS) return;
    const language = LANGUAGES.get(label);
    const text = withoutPrompts(lines)
      .join("\n")
      .replace(/^\s*\n/, "")
      .trimEnd();
    if (language === undefined || text === "" || text.length > MAX_CODE_CHARS) continue;
    yield { language: language ?? languageOf(text), text };
  }
}

interface Lines {
  /** The first word behind the fence, in lower case. */
  readonly label: string;
  readonly lines: readonly string[];
}

/** A fence that is never closed was cut off with the card, and is left out. */
function* blocksOf(text: string): Generator<Lines> {
  let fence: { readonly mark: string; readonly label: string; readonly indent: string } | null = null;
  let isAfterBlank = true;
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const found = fenceIn(line);
    if (fence !== null) {
      if (found?.mark.startsWith(fence.mark)) {
        yield { label: fence.label, lines };
        fence = null;
        lines = [];
      } else lines.push(line.startsWith(fence.indent) ? line.slice(fence.indent.length) : line);
      isAfterBlank = true;
      continue;
    }
    const isBlank = line.trim() === "";
    const isIndented = !isBlank && found === null && INDENT.test(line) && (isAfterBlank || lines.length > 0);
    if (isIndented || (isBlank && lines.length > 0)) lines.push(line.replace(INDENT, ""));
    else {
      if (lines.length > 0) yield { label: "", lines };
      lines = [];
      if (found !== null) fence = found;
    }
    isAfterBlank = isBlank;
  }
  if (fence === null && lines.length > 0) yield { label: "", lines };
}

/** Of a session at a prompt what was typed, without the answers. */
const withoutPrompts = (lines: readonly string[]): readonly string[] =>
  lines.some((line) => line.startsWith(">>> "))
    ? lines.filter((line) => PROMPT.test(line)).map((line) => line.replace(PROMPT, ""))
    : lines;

const languageOf = (text: string): CodeLanguage =>
  /^[ \t]*(?:const|let|var)\s|^[ \t]*import\s[^\n]{1,200}\sfrom\s/m.test(text) ? "javascript" : "python";
