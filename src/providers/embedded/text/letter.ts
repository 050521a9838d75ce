import type { Sentence } from "./sentences.ts";

/** The parts of a letter: "Dear Ms Alvarez," · what it says · "Kind regards," · "Sophie Lang". */
export interface Letter {
  readonly salutation: Sentence;
  readonly body: readonly Sentence[];
  readonly signer: Sentence;
}

const MAX_SALUTATION_CHARS = 80;

/**
 * The parts of a text that is laid out as a letter, in whatever language; `null` for any other. Above the running text,
 * or above its subject, stands a line that ends with a comma; below it two or more short ones: a closing, and who signs.
 */
export function letterIn(all: readonly Sentence[]): Letter | null {
  const opening = all.findIndex((line, index) => {
    const [next, afterNext] = [all[index + 1], all[index + 2]];
    return isSalutation(line) && (next?.prose || (afterNext?.prose && next !== undefined && !isSalutation(next)));
  });
  const closing = all.findLastIndex(
    (line, index) => index > opening && !line.prose && all[index - 1]?.prose && all[index + 1]?.prose === false,
  );
  const salutation = all[opening];
  const signer = all[closing + 1];
  if (salutation === undefined || signer === undefined || closing === -1 || /\d/.test(signer.text)) return null;
  return { salutation, body: all.slice(opening + 1, closing), signer };
}

const isSalutation = ({ text, prose }: Sentence): boolean =>
  !prose && text.length <= MAX_SALUTATION_CHARS && /^\p{Lu}[^\d;]*[,!]$/u.test(text);

/** The names that a salutation ends with, in whatever language: "Sehr geehrte Frau Weber," is to Frau Weber; null for "Hello all,". */
export function addresseeOf({ salutation }: Letter): string | null {
  const [, ...words] = salutation.text.replace(/[,!]$/, "").split(/\s+/);
  const names = words.slice(words.findLastIndex((word) => !/^\p{Lu}/u.test(word)) + 1);
  return names.length === 0 ? null : names.join(" ");
}
