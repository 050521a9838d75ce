/** A longer sentence is a list or no sentence. */
const MAX_SENTENCE_CHARS = 600;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|et al|vs|cf|etc|approx|no|fig|sec|dr|mr|mrs|st|inc|ltd|[a-z])\.$/i;

/** The sentences of a paragraph: each ends in a mark that blanks follow, and that is no abbreviation's. */
export function sentences(paragraph: string): readonly string[] {
  const found: string[] = [];
  let start = 0;
  for (const mark of paragraph.matchAll(/[.!?]["')\]]?(?=\s|$)/g)) {
    const end = mark.index + mark[0].length;
    const next = paragraph.slice(end, end + 20).trimStart()[0];
    const isAbbreviated = mark[0] === "." && ABBREVIATION.test(paragraph.slice(Math.max(start, end - 12), end));
    if (isAbbreviated || (next !== undefined && /\p{Ll}/u.test(next))) continue;
    found.push(paragraph.slice(start, end).trim());
    start = end;
  }
  found.push(paragraph.slice(start).trim());
  return found.filter((sentence) => sentence !== "" && sentence.length <= MAX_SENTENCE_CHARS);
}

const DENIED =
  /\b(?:not|never|no longer|cannot|without|except|unlike|neither|nor|none|missing|lacks?|lacking|unsupported|unable|fails?|hardly|barely|scarcely|rarely|seldom|poorly|badly)\b|n['’]t\b/i;
const DOUBTED =
  /\b(?:yet to|will|would|could|might|should|future|planned|plan to|work in progress|perhaps|maybe|probably|possibly|if|unless)\b|\?$/i;

/** What a sentence denies, doubts, promises or asks is no fact. */
export const isNegated = (sentence: string): boolean => DENIED.test(sentence) || DOUBTED.test(sentence);

/** The first `maxChars` of a text, ending with a whole word. */
export function cutAtWord(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, maxChars - 1);
  const blank = head.lastIndexOf(" ");
  return `${(blank > 0 ? head.slice(0, blank) : head).replace(/[\s,;:(–-]+$/, "")}…`;
}
