import { createRandom, pick } from "../../scripts/random.ts";

/** Words that a slip may happen to: no names, and nothing of a file's name or an address. */
const WORD = /(?<![\w./:@'-])[a-z]{4,}(?![\w./:@'-])/g;
const QUOTED = /["“”„«»]|(?<!\p{L})['‘]/u;
const LETTERS = [..."aeiounrst"];
const SEED = 1;

/** A slip of the hand in the middle of a word: a letter left out, typed twice or taken for another, or two that changed places. */
const SLIPS: readonly ((head: string, letter: string, tail: string, random: () => number) => string)[] = [
  (head, _, tail) => head + tail,
  (head, letter, tail) => head + letter + letter + tail,
  (head, letter, tail) => head + tail.slice(0, 1) + letter + tail.slice(1),
  (head, _, tail, random) => head + (pick(LETTERS, random) ?? "") + tail,
];

/** Requests with that share of their words misspelt, always the same ones; those with quotations stay as they are. */
export function misspelt<Row extends { readonly request: string }>(
  rows: readonly Row[],
  share: number,
): readonly Row[] {
  const random = createRandom(SEED);
  const slip = (word: string): string => {
    if (random() >= share) return word;
    const at = 1 + Math.floor(random() * (word.length - 2));
    return pick(SLIPS, random)?.(word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1), random) ?? word;
  };
  return rows.map((row) => (QUOTED.test(row.request) ? row : { ...row, request: row.request.replace(WORD, slip) }));
}
