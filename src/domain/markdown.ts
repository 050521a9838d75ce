/** What acts as Markdown or HTML: "!" does not without a "[", nor "_" within a word, nor "#" before one. */
const ACTS = /[\\`*[\]<>|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|#(?=[#\s]|$)/gu;

/** Escapes text of users and models, so that nothing in it acts as Markdown or HTML. */
export const escapeMarkdown = (text: string): string =>
  text.replace(ACTS, "\\$&").replace(/\s*[\r\n\u2028\u2029]\s*/g, " / ");

/** The same of a text of several lines, which stay. */
export const escapeLines = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => escapeMarkdown(line))
    .join("\n");

/** A fenced code block for any text, also one that contains fences. @param language a trusted word */
export function codeBlock(text: string, language = "text"): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
