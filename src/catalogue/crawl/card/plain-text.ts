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
  for (const line of proseLines(withoutHtml(withoutFrontMatter(markdown.replaceAll("\r\n", "\n"))))) {
    if (line === null || /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line)) end();
    if (line !== null) paragraph.push(inline(line));
  }
  end();
  return blocks;
}

function withoutFrontMatter(text: string): string {
  if (!text.startsWith("---\n")) return text;
  const end = text.indexOf("\n---", 3);
  const next = end === -1 ? -1 : text.indexOf("\n", end + 1);
  return next === -1 ? "" : text.slice(next + 1);
}

/** The text without comments, tags, and the contents of `<style>` and the like. Takes linear time. */
function withoutHtml(text: string): string {
  const kept: string[] = [];
  const after = createFinder(text);
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("<", at);
    if (open === -1) break;
    kept.push(text.slice(at, open));
    const end = endOfTag(text, open, after);
    if (end === open + 1) kept.push("<");
    // A block element ends the sentence before it.
    else if (/^<\/?(?:p|div|br|li|h\d|center|table|tr|td)\b/i.test(text.slice(open, open + 10))) kept.push("\n\n");
    at = end;
  }
  kept.push(text.slice(at));
  return kept.join("");
}

const MAX_TAG_CHARS = 2_000;
const RAW = ["style", "script", "svg", "table", "pre"] as const;

/** Returns the index after the next occurrence of a mark at or after an index; null if there is none. */
type Finder = (mark: string, from: number) => number | null;

/** A finder that scans the text once per mark in total, provided that successive calls never go backwards. */
function createFinder(text: string): Finder {
  const next = new Map<string, number>();
  return (mark, from) => {
    const known = next.get(mark);
    const at = known !== undefined && (known === -1 || known >= from) ? known : text.indexOf(mark, from);
    next.set(mark, at);
    return at === -1 ? null : at + mark.length;
  };
}

/** The index after the tag or comment that starts at `open`; `open + 1` if it is just a "<". */
function endOfTag(text: string, open: number, after: Finder): number {
  if (text.startsWith("<!--", open)) return after("-->", open) ?? text.length;
  if (!/^<\/?[a-z]/i.test(text.slice(open, open + 3))) return open + 1;
  const head = text.slice(open + 1, open + 8).toLowerCase();
  const raw = RAW.find((name) => head.startsWith(name));
  const end = raw === undefined ? null : after(`</${raw}>`, open);
  if (end !== null) return end;
  const close = after(">", open);
  return close === null || close > open + MAX_TAG_CHARS ? open + 1 : close;
}

/** Yields the lines of prose, and null at the end of each paragraph. */
function* proseLines(text: string): Generator<string | null> {
  let fence: string | null = null;
  for (const whole of text.split("\n")) {
    const line = whole.slice(0, MAX_LINE_CHARS);
    const mark = /^\s{0,3}(```|~~~)/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark === fence) fence = null;
    } else if (mark !== null) {
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
