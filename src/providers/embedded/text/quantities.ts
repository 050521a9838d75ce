/** Words for numbers, and for groups of so many. */
const NUMBERS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  single: 1,
  two: 2,
  pair: 2,
  couple: 2,
  both: 2,
  twice: 2,
  double: 2,
  three: 3,
  trio: 3,
  triple: 3,
  thrice: 3,
  four: 4,
  quartet: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  score: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  thousand: 1_000,
  million: 1_000_000,
};
const GROUPS = /^(?:pair|couple|trio|quartet|dozen|score)$/;

/**
 * Words with every number in figures: "a pair of dogs" → "2 dogs", "twelve" → "12". "A" and "of" go with the
 * group that they belong to; "score" is a number only in such company.
 */
export function withFigures(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const value = Object.hasOwn(NUMBERS, word) ? NUMBERS[word] : undefined;
    const grouped = GROUPS.test(word) && words[at + 1] === "of";
    if (value === undefined || (word === "score" && !(grouped && result.at(-1) === "a"))) {
      result.push(word);
      continue;
    }
    if (GROUPS.test(word) && /^(?:a|an|the)$/.test(result.at(-1) ?? "")) result.pop();
    result.push(String(value));
    if (grouped) at++;
  }
  return result;
}
