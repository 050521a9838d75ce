import type { Table } from "./read-table.ts";

/** Shorter words are one letter apart from too many others. */
const MIN_CHARS = 5;
/** Of a larger table the first words are known. */
const MAX_WORDS = 5_000;

const WORD = /\p{L}+/gu;

/**
 * A question in which words that are in no dictionary are those of the table that they are one slip apart from: "hours per
 * enginner" → "hours per engineer". A word that is near several stays.
 * @param isKnown whether a word, in lower case, is in a dictionary
 */
export function withSpelling(question: string, table: Table, isKnown: (word: string) => boolean): string {
  const isStrange = (word: string): boolean => word.length >= MIN_CHARS && !isKnown(word.toLowerCase());
  if (!question.match(WORD)?.some(isStrange)) return question;
  const own = wordsOf(table);
  return question.replace(WORD, (said) => {
    const word = said.toLowerCase();
    if (!isStrange(said) || own.has(word)) return said;
    const near = [...own].filter((one) => isOneSlipApart(word, one));
    return near.length === 1 ? (near[0] ?? said) : said;
  });
}

function wordsOf({ columns, rows }: Table): ReadonlySet<string> {
  const words = new Set<string>();
  for (const cell of [...columns, ...rows.flat()]) {
    for (const [word] of cell.matchAll(WORD)) if (word.length >= MIN_CHARS) words.add(word.toLowerCase());
    if (words.size >= MAX_WORDS) break;
  }
  return words;
}

/** Whether a letter more, another one, or two that changed places make one word of another (Damerau 1964). */
function isOneSlipApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from++;
  let ends = 0;
  const most = Math.min(one.length, other.length) - from;
  while (ends < most && one.at(-1 - ends) === other.at(-1 - ends)) ends++;
  const [left, right] = [one.slice(from, one.length - ends), other.slice(from, other.length - ends)];
  const isSwap = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwap || Math.max(left.length, right.length) <= 1;
}
