/**
 * V8 compiles a pattern for its interpreter first, and for the machine when it is met again. For large alternations the
 * former takes five times as long as the latter, and is left out where the text has this many characters.
 */
const COMPILED_AT_ONCE_CHARS = 1_000;
const LONG = " ".repeat(COMPILED_AT_ONCE_CHARS);

const compiled = new WeakSet<RegExp>();

/** All that a global pattern matches. Unlike `matchAll` it makes no copy of the pattern, whose compilation would be lost. */
export function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  if (!compiled.has(pattern)) {
    pattern.lastIndex = 0;
    pattern.test(LONG);
    compiled.add(pattern);
  }
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    // What matches nothing at all would match there for ever.
    if (match[0] === "") pattern.lastIndex++;
    const next = pattern.lastIndex;
    yield match;
    pattern.lastIndex = next;
  }
  pattern.lastIndex = 0;
}
