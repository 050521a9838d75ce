/** Longer lines are not prose; cutting them bounds the time that the regular expressions below take. */
const MAX_LINE_CHARS = 4_000;
const MAX_BLOCKS = 400;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/**
 * The prose of a card: its paragraphs and list items in order, without front matter, headings, markup, HTML, images,
 * code and tables.
 */
export function plainText(markdown: string): readonly string[] {
  const blocks: string[] = [];
  let paragraph: string[] = [];
  const end = (): void => {
    const text = paragraph.join(" ").replaceAll(/\s+/g, " ").trim();
    if (text !== "" && blocks.length < MAX_BLOCKS) blocks.push(text);
    paragraph = [];
  };
  for (const line of proseLines(withoutHtml(withoutFrontMatter(markdown)))) {
    if (line === null || /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line)) end();
    if (line !== null) paragraph.push(inline(line));
  }
  end();
  return blocks;
}

/** The text of a card with line feeds alone, and without the YAML before it. */
export function withoutFrontMatter(markdown: string): string {
  const text = markdown.replaceAll("\r\n", "\n");
  if (!text.startsWith("---\n")) return text;
  const end = text.indexOf("\n---", 3);
  const next = end === -1 ? -1 : text.indexOf("\n", end + 1);
  return next === -1 ? "" : text.slice(next + 1);
}

/** Tags that end the sentence before them. */
const BLOCK_TAG = /^(?:p|div|br|li|h\d|center|table|tr|td)$/i;

/** The text without comments of HTML. One that is never closed reaches to the end, so that no expression reads the text twice. */
export const withoutComments = (text: string): string => text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "");

/** The text without comments, tags, and the contents of `<style>` and the like, of which the same holds. */
const withoutHtml = (text: string): string =>
  withoutComments(text)
    .replaceAll(/<(style|script|svg|table|pre)\b[\s\S]*?(?:<\/\1>|$)/gi, "\n\n")
    .replaceAll(/<\/?([a-z][a-z\d]*)[^<>]{0,2000}>/gi, (_, tag: string) => (BLOCK_TAG.test(tag) ? "\n\n" : ""));

interface Fence {
  /** Three marks or more; as many close the block. */
  readonly mark: string;
  /** The first word behind it, in lower case; "" without one. */
  readonly label: string;
  /** The blanks before it. */
  readonly indent: string;
}

/** The fence of a code block that a line is; null for any other line. */
export function fenceIn(line: string): Fence | null {
  const [whole, indent = "", mark = "", rest = ""] = /^([ \t]*)(`{3,}|~{3,})([^`]*)$/.exec(line) ?? [];
  return whole === undefined ? null : { mark, indent, label: /[a-z\d]+/i.exec(rest)?.[0].toLowerCase() ?? "" };
}

/** Yields the lines of prose, and null at the end of each paragraph. */
function* proseLines(text: string): Generator<string | null> {
  let fence: string | null = null;
  for (const whole of text.split("\n")) {
    const line = whole.slice(0, MAX_LINE_CHARS);
    const mark = fenceIn(line)?.mark;
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
    } else if (mark !== undefined) {
      fence = mark;
      yield null;
    } else if (isNoProse(line)) yield null;
    else yield line;
  }
}

/** Whether a line is blank, a heading, a horizontal rule, a table row, indented code, or a link definition. */
const isNoProse = (line: string): boolean =>
  line.trim() === "" ||
  /^(?: {4}|\t)(?!\s*[-*+\d])/.test(line) ||
  /^\s{0,3}(?:#{1,6}(?:\s|$)|[-=*_]{3,}\s*$|\||\[[^\]]{1,200}\]:)/.test(line) ||
  line.split("|").length > 2;

/** A line of Markdown as plain text: without images, links reduced to their text, emphasis to its words. */
function inline(line: string): string {
  return line
    .replace(/^\s*(?:>\s?)*(?:[-*+]|\d{1,3}[.)])?\s+/, "")
    .replace(/^\[!\w{1,20}\]/, "")
    .replaceAll(/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/g, "")
    .replaceAll(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\))?[^()]*\)|\[[^[\]]*\])/g, "$1")
    .replaceAll(/`([^`]*)`/g, "$1")
    .replaceAll(/\*{1,3}|~~|__/g, "")
    .replaceAll(/(?<![\w])_(?=\S)|(?<=\S)_(?![\w])/g, "")
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? "")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, "")
    .replaceAll(/\p{Extended_Pictographic}/gu, "");
}
