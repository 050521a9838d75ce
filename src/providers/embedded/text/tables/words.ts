import { wordsOf } from "../english.ts";
import { withFigures } from "../quantities.ts";
import { calendarWord } from "./calendar-words.ts";

/** A word of a question or of a column's name, with the forms by which it is compared. */
export interface Token {
  /** Its place among the tokens of its text. */
  readonly at: number;
  readonly text: string;
  /** Without accents, case and plural, as `fold` does. */
  readonly word: string;
  /** The form in the dictionary: "sold" → "sell", "cheapest" → "cheap". */
  readonly lemma: string;
  /** What its forms have in common: "director", "directed" → "direct". */
  readonly stem: string;
  /** Whether it says nothing of its own: without it a question asks for the same. */
  readonly plain: boolean;
}

/** Units as columns are headed by them. */
const UNITS: Readonly<Record<string, string>> = {
  ...{ kilo: "kg", kilos: "kg", kilogram: "kg", kilograms: "kg", kgs: "kg" },
  ...{ euro: "eur", euros: "eur", dollar: "usd", dollars: "usd" },
  ...{ kilometre: "km", kilometres: "km", kilometer: "km", kilometers: "km", kms: "km" },
};

/**
 * A word without its accents, case and plural, days and months in full: enough to find a cell's words in a question, and quick enough for every
 * cell of a large table.
 */
export function fold(word: string): string {
  const plain = word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]s$/, "");
  const inFull = UNITS[plain] ?? calendarWord(plain);
  if (inFull !== plain) return inFull;
  if (plain.length > 4 && plain.endsWith("ies")) return `${plain.slice(0, -3)}y`;
  if (/(?:ss|zz|tz|x|ch|sh|[^ao]us|gas|lens)es$/.test(plain) && plain.length > 4) return plain.slice(0, -2);
  return plain.length > 3 && /[^sui]s$/.test(plain) ? plain.slice(0, -1) : plain;
}

/** "1,200", "2018-01-10" and "km" are one word each, and so are signs to reckon with that stand alone: "a - b". */
const WORD = /\d[\d.,:/-]*\d|\d|[\p{L}\p{M}]+(?:['’]\p{L}+)?|[\p{Sc}%×*]|(?<=\s)[-−+/÷](?=\s)/gu;

const PLAIN_WORDS = new Set(
  (
    "a an the this that these those there it its his her hers their theirs our my your we i you they them he she me us " +
    "is are was were be been being am do does did done has have had having can could will would should may might " +
    "of in at on to for from with as into and or out up by if than then there who whom whose which what when where how " +
    "many much get got give make made go went come came take took please show tell list find say see know want need " +
    "called work live belong contain use all any only ever so also same row entry record line table data column file value if about much whole thing ones pls plz whats whos wheres hows " +
    "doing must now already currently still yet again please thanks just simply n u w"
  ).split(" "),
);

const NONE: ReadonlySet<string> = new Set();

/** Until when something is counted, which is what a table is of: no limit, as its words alone would be ("how far"). */
const UNTIL_NOW = /\b(?:so far|(?:up to|until|till|by|right) now|to date|up to today|at (?:the moment|present))\b/giu;

/** Whether a word denies what follows it; "hasnt" is "hasn't". */
export const isDenial = ({ text }: Token): boolean =>
  /^(?:not|no|non|never|without|except|excluding|cannot|(?:ai|is|are|was|were|has|have|had|do|does|did|ca|could|wo|would|should)n['’]?t)$/i.test(
    text,
  );

/** The words of a text as they stand there. */
export const textsOf = (text: string): string[] => text.match(WORD) ?? [];

/** The folded words of a text, figures with their marks as one word. */
export const words = (text: string): string[] => textsOf(text).map(fold);

/** The words of a text as tokens by these alone, which takes a hundredth of the time. */
export const plainTokens = (text: string): Token[] =>
  (text.match(WORD) ?? []).map((raw, at) => {
    const word = fold(raw);
    return { at, text: raw, word, lemma: word, stem: word, plain: false };
  });

/** Within a sentence only the month has a capital. */
const isMay = (raw: string, at: number): boolean => raw === "May" && at > 0;

/** Before "one" they mean a thing. */
const POINTS = /^(?:which|this|that|the|each|every|any|another|other|last|next|best|worst|\p{L}{3,}est)$/iu;

const COMPARING: Readonly<Record<string, string>> = {
  ...{ "<=": "at most", "≤": "at most", ">=": "at least", "≥": "at least" },
  ...{ "<": "less than", ">": "more than" },
};

/** A question with comparisons of figures in words: "volts < 11.8" → "volts less than 11.8". Names such as "A->B" keep their signs. */
export const withComparisonsInWords = (question: string): string =>
  question.replace(
    /(?<![-=<>])(<=|>=|[<>≤≥])\s{0,3}(?=\p{Sc}?\d)/gu,
    (_, sign: string) => ` ${COMPARING[sign] ?? sign} `,
  );

/**
 * The words of a text with their forms, numbers in figures ("three" → "3").
 * @param aside words that are taken to say nothing
 */
export function tokensOf(text: string, aside: ReadonlySet<string> = NONE): Token[] {
  const matches = [...text.matchAll(WORD)];
  const found = matches.map(([raw], at) => {
    const lower = raw.toLowerCase();
    // "Which one flopped" means a thing; "more than one" and "one lamp" count.
    const isPronoun = lower === "one" && POINTS.test(matches[at - 1]?.[0] ?? "");
    const [figure = lower] = isPronoun ? [] : withFigures([lower]);
    return figure === lower ? raw : figure;
  });
  const idle = [...text.matchAll(UNTIL_NOW)].map(({ 0: { length }, index }) => [index, index + length] as const);
  const isIdle = (at: number): boolean => {
    const place = matches[at]?.index ?? 0;
    return idle.some(([from, to]) => place >= from && place < to);
  };
  const forms = new Map(wordsOf(found.join("\n").toLowerCase()).map((form) => [form.text, form]));
  return found.map((raw, at) => {
    const lower = raw.toLowerCase().replace(/['’]s$/, "");
    const { lemma = lower, stem = lower } = forms.get(lower) ?? {};
    const word = fold(raw);
    return {
      at,
      text: raw,
      word,
      lemma,
      stem,
      plain:
        isIdle(at) ||
        word === "one" ||
        aside.has(raw) ||
        ((PLAIN_WORDS.has(lower) || PLAIN_WORDS.has(word)) && !isMay(raw, at)) ||
        /^[\p{Sc}%×*÷−+/-]$/u.test(raw),
    };
  });
}
