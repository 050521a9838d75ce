import { clean, type Style, type StyledLine, span, wrap } from "./terminal.ts";

export interface MarkdownOptions {
  readonly width: number;
  /** Where a link leads, as it is to be shown; null to show its words alone. */
  readonly link: (href: string) => string | null;
}

/** Answers are pages, not books; what is beyond can be read in the report. */
const MAX_MARKDOWN_CHARS = 200_000;

/** Markdown as plain lines for a terminal: headings, lists, quotes, code and links, the rest as it stands. */
export function renderMarkdown(markdown: string, options: MarkdownOptions): readonly StyledLine[] {
  const lines: StyledLine[] = [];
  let inCode = false;
  for (const line of clean(markdown.slice(0, MAX_MARKDOWN_CHARS)).trim().split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode;
    else if (inCode) lines.push([span(`    ${line}`, "cyan")]);
    else lines.push(...renderLine(line, options));
  }
  return lines;
}

function renderLine(line: string, options: MarkdownOptions): readonly StyledLine[] {
  const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line);
  if (heading) return wrapped("", heading[1] ?? "", "bold", options);
  const item = /^(\s*)(?:[-*+]|(\d+[.)]))\s+(.*)$/.exec(line);
  if (item) {
    const [, indent = "", number, text = ""] = item;
    return wrapped(`${indent}${number ?? "•"} `, text, "plain", options);
  }
  const quote = /^\s*>\s?(.*)$/.exec(line);
  if (quote) return wrapped("│ ", quote[1] ?? "", "dim", options);
  if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) return [[span("─".repeat(Math.min(40, options.width)), "dim")]];
  // A table's columns would lose their alignment by wrapping.
  if (line.startsWith("|")) return [[span(plainInline(line, options))]];
  return wrapped("", line, "plain", options);
}

function wrapped(lead: string, text: string, style: Style, options: MarkdownOptions): readonly StyledLine[] {
  const lines = wrap(plainInline(text, options), options.width - lead.length);
  return lines.map((line, index) => [span(index === 0 ? lead : " ".repeat(lead.length)), span(line, style)]);
}

/** A link or image with its text and address, a code span, strong or plain emphasis, or an escaped character. */
const INLINE =
  /!?\[((?:[^\][\\]|\\.)*)\]\(<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\)|`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|(?<![\w*])\*([^\s*][^*]*)\*(?![\w*])|\\([!-/:-@[-`{-~])/g;

const plainInline = (text: string, options: MarkdownOptions): string =>
  text.replaceAll(INLINE, (_, words, href, code, strong, strong2, emphasis, escaped) => {
    if (href === undefined) return code ?? strong ?? strong2 ?? emphasis ?? escaped;
    const shown = options.link(href);
    const unescaped = String(words).replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
    return shown === null || shown === unescaped ? unescaped : `${unescaped} (${shown})`;
  });
