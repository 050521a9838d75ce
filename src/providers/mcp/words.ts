/** Of what a tool says of its failure: enough for a sentence or two. */
const MAX_WORDS_CHARS = 300;
/** Searched for addresses, in time that may grow with the square of it. */
const MAX_READ_CHARS = 4 * MAX_WORDS_CHARS;
/** A shorter value of a header is a word of many sentences. */
const MIN_SECRET_CHARS = 6;

/** Untrusted words on one line, of bounded length: they reach prompts and pages. */
export function plain(words: string, maxChars: number): string {
  const line = words
    .slice(0, maxChars * 4)
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1).toWellFormed()}…` : line;
}

/**
 * What a tool says of its failure, for the person who asked: on one line, without addresses, and without what this
 * deployment sends in headers, which a server may repeat.
 */
export function failureWords(words: string, headers: Readonly<Record<string, string>>): string {
  const secrets = Object.values(headers)
    .flatMap((value) => [value, value.replace(/^\w+ /, "")])
    .filter((value) => value.length >= MIN_SECRET_CHARS)
    .toSorted((a, b) => b.length - a.length);
  // Before anything is cut, as half a secret is not found.
  const read = secrets.reduce((left, secret) => left.replaceAll(secret, "…"), words).slice(0, MAX_READ_CHARS);
  return plain(read.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "…"), MAX_WORDS_CHARS);
}
