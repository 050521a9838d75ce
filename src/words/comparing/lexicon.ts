/** What is compared: what each of several things is asked for. */
export type ComparedMeasure =
  /** What it costs in all. */
  | "price"
  /** A sum or figure that is named. */
  | "amount"
  /** When something is or happens. */
  | "time"
  /** How soon something can be done. */
  | "pace"
  | "length"
  /** How many or how much of something. */
  | "number"
  /** How much of a quality it has, such as weight. */
  | "degree";

/** A word that compares. */
export interface ComparingWord {
  readonly measure: ComparedMeasure;
  /** Which end of the measure it looks for. */
  readonly end: "least" | "most";
  /** Whether it is of two, "cheaper", or of all, "cheapest". */
  readonly isOfTwo: boolean;
  /** How it is said of two and of all. */
  readonly ofTwo: string;
  readonly ofAll: string;
  /** The adjective that asks for the measure: "how heavy" for "lighter". */
  readonly asks: string;
}

/** Measure, end, the forms of two and of all; behind a slash the adjective that asks for it. */
const ROWS = `
price least cheaper cheapest
price most dearer dearest
price most pricier priciest
price most costlier costliest
amount least lower lowest
amount least smaller smallest
amount most higher highest
amount most larger largest
amount most bigger biggest
amount most greater greatest
time least earlier earliest
time least sooner soonest
time most later latest
pace least quicker quickest
pace least faster fastest
pace least speedier speediest
pace most slower slowest
length most longer longest
length least shorter shortest
number most more most
number least less least
number least fewer fewest
degree most heavier heaviest / heavy
degree least lighter lightest / heavy
degree most older oldest / old
degree least younger youngest / old
degree most taller tallest / tall
degree most wider widest / wide
degree least narrower narrowest / wide
degree most thicker thickest / thick
degree least thinner thinnest / thick
degree most warmer warmest / warm
degree least colder coldest / warm
degree most hotter hottest / hot
degree most farther farthest / far
degree most further furthest / far
degree least nearer nearest / far
degree least closer closest / far
degree most deeper deepest / deep`;

/** Adjectives that compare with "more" and "most"; "less expensive" looks for the other end. */
const LONG: Readonly<Record<string, Pick<ComparingWord, "measure" | "end">>> = {
  expensive: { measure: "price", end: "most" },
  costly: { measure: "price", end: "most" },
  affordable: { measure: "price", end: "least" },
  economical: { measure: "price", end: "least" },
};

/** "is due first": adverbs of time that are no comparatives. */
const ADVERBS: Readonly<Record<string, ComparingWord>> = {
  first: { measure: "time", end: "least", isOfTwo: false, ofTwo: "earlier", ofAll: "earliest", asks: "" },
  last: { measure: "time", end: "most", isOfTwo: false, ofTwo: "later", ofAll: "latest", asks: "" },
};

const WORDS: ReadonlyMap<string, ComparingWord> = new Map([
  ...ROWS.trim()
    .split("\n")
    .flatMap((row): readonly (readonly [string, ComparingWord])[] => {
      const [, measure = "", end = "", ofTwo = "", ofAll = "", asks = ""] =
        /^(\w+) (\w+) (\w+) (\w+)(?: \/ (\w+))?$/.exec(row) ?? [];
      const word = { measure: measure as ComparedMeasure, end: end as ComparingWord["end"], ofTwo, ofAll, asks };
      return [
        [ofTwo, { ...word, isOfTwo: true }],
        [ofAll, { ...word, isOfTwo: false }],
      ];
    }),
  ...Object.entries(ADVERBS),
]);

/** A comparing word in a row of words: where it stands, and how many words it has. */
export interface FoundWord {
  readonly word: ComparingWord;
  readonly at: number;
  readonly length: number;
}

/** The first comparing word of a row of words in lower case; null where none is. */
export function comparingWordIn(words: readonly string[]): FoundWord | null {
  for (const [at, written] of words.entries()) {
    const word = WORDS.get(written);
    if (!word) continue;
    const long = LONG[words[at + 1] ?? ""];
    if (word.measure !== "number" || !long) return { word, at, length: 1 };
    const adjective = words[at + 1] ?? "";
    const end = word.end === "most" ? long.end : long.end === "most" ? "least" : "most";
    const forms = { ofTwo: `${word.ofTwo} ${adjective}`, ofAll: `${word.ofAll} ${adjective}` };
    return { word: { ...word, ...long, ...forms, end }, at, length: 2 };
  }
  return null;
}
