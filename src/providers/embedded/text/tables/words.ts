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

/** The folded words of a text, figures with their marks as one word. */
export const words = (text: string): string[] => (text.match(WORD) ?? []).map(fold);

/** "1,200", "$85.00", "2018-01-10" and "km" are one word each. */
const WORD = /\d[\d.,:/-]*\d|\d|[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;
