/** A word of a question, and how it is compared. */
export interface Token {
  readonly text: string;
  /** Folded, as `fold` does. */
  readonly word: string;
}

/**
 * A word without its accents, case and plural: enough to find a cell's words in a question, and quick
 * enough for every cell of a large table.
 */
export function fold(word: string): string {
  const plain = word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]s$/, "");
  if (plain.length > 4 && plain.endsWith("ies")) return `${plain.slice(0, -3)}y`;
  if (/(?:[sxz]|ch|sh)es$/.test(plain) && plain.length > 4) return plain.slice(0, -2);
  return plain.length > 3 && /[^sui]s$/.test(plain) ? plain.slice(0, -1) : plain;
}

/** "1,200", "2018-01-10" and "km" are one word each. */
const WORD = /\d[\d.,:/-]*\d|\d|[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;

/** The folded words of a text, figures with their marks as one word. */
export const words = (text: string): string[] => (text.match(WORD) ?? []).map(fold);

export const tokensOf = (text: string): Token[] =>
  (text.match(WORD) ?? []).map((raw) => ({ text: raw, word: fold(raw) }));

/** What may follow the part that two forms of a word share. */
const ENDINGS = new Set([
  "",
  "e",
  "s",
  "d",
  "r",
  "y",
  "ed",
  "er",
  "or",
  "ee",
  "al",
  "ing",
  "ion",
  "ied",
  "ier",
  "ure",
  "ment",
  "ation",
]);
/** Letters that "director" and "directed" must share at least. */
const MIN_STEM = 4;

/** Whether two folded words are forms of one: "director" and "directed", and not "county" and "country". */
export function sameStem(one: string, other: string): boolean {
  if (one === other) return true;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared++;
  return shared >= MIN_STEM && ENDINGS.has(one.slice(shared)) && ENDINGS.has(other.slice(shared));
}
