const WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  no: 0,
  a: 1,
  an: 1,
  one: 1,
  single: 1,
  two: 2,
  "a couple of": 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  "twenty-five": 25,
  thirty: 30,
  forty: 40,
  "forty-five": 45,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  "seventy-five": 75,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  "a hundred": 100,
  "one hundred": 100,
  "two hundred": 200,
  "five hundred": 500,
  "half a": 0.5,
  "half an": 0.5,
  "a quarter of a": 0.25,
  "a quarter": 0.25,
  "one and a half": 1.5,
  "two and a half": 2.5,
};

const SPELT = Object.keys(WORDS)
  .filter((word) => word !== "no")
  .toSorted((a, b) => b.length - a.length)
  .join("|");

/** A number in digits or words. */
export const NUMBER = `(?:\\d{1,3}(?:,\\d{3}){1,4}(?!\\d)|\\d{1,12}(?:[.,]\\d{1,6})?|\\.\\d{1,6}|(?:${SPELT})(?![\\w]))`;

/** What a number in digits or words comes to; `null` when it is none. "1,000" is a thousand, "0,5" a half. */
export function numberOf(words: string): number | null {
  const spelt = WORDS[words];
  if (spelt !== undefined) return spelt;
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(words) ? words.replaceAll(",", "") : words.replace(",", ".");
  const value = Number(digits);
  return digits !== "" && Number.isFinite(value) ? value : null;
}

/** Sheds what counting in binary fractions adds: 0.1 × 3 is 0.3. */
export const rounded = (value: number): number => Number(value.toPrecision(12));
