/** Text of users and models inside our Markdown: nothing in it may act as Markdown or HTML. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&").replace(/\s*[\r\n\u2028\u2029]\s*/g, " / ");

/** A block that shows text as it is, whatever fences it holds itself. @param language a word that we choose */
export function codeBlock(text: string, language = "text"): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The pieces of a long text, each of at most `maxChars` UTF-16 units, with no character taken apart. */
export function* pieces(text: string, maxChars: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + maxChars;
    const splitsPair = /^[\ud800-\udbff]/.test(text.charAt(end - 1)) && end < text.length;
    const piece = text.slice(start, splitsPair ? end - 1 : end);
    yield piece;
    start += piece.length;
  }
}

/** Cuts at a word, and says so with an ellipsis. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, maxChars);
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), maxChars / 2))}…`;
}
