/**
 * What acts as Markdown or HTML: "!" does not without a "[", nor "_" within a word, "#" before one, ">" within a line or "<"
 * before a space or a number.
 */
const ACTS = /[\\`*[\]|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|#(?=[#\s]|$)|^\s*>|<(?=[\p{L}/!?]|$)/gu;
/** Words in brackets with others behind them, which are no link, footnote or check box: "[17:31] I'll bring plates". */
const NO_LINK = /\[(?!\^|[ xX]?\])([^[\]\\]{1,100})\](?=[^([:\]])/g;

/** Escapes text of users and models, so that nothing in it acts as Markdown or HTML. */
export function escapeMarkdown(text: string): string {
  const line = inOneLine(text);
  let escaped = "";
  let at = 0;
  for (const { index, 0: all, 1: words = "" } of line.matchAll(NO_LINK)) {
    escaped += `${escapeAll(line.slice(at, index), at === 0)}[${escapeAll(words, false)}]`;
    at = index + all.length;
  }
  return escaped + escapeAll(line.slice(at), at === 0);
}

/** Escapes the name of a link, in which no bracket stays as it is. */
export const escapeLabel = (text: string): string => escapeAll(inOneLine(text), true);

const inOneLine = (text: string): string => text.replace(/\s*[\r\n\u2028\u2029]\s*/g, " / ");

/** @param isFirst whether a line may begin with it */
const escapeAll = (text: string, isFirst: boolean): string =>
  text.replace(ACTS, (acting) => {
    const mark = acting.trimStart();
    return mark === ">" && !isFirst ? acting : `${acting.slice(0, acting.length - mark.length)}\\${mark}`;
  });

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
