import { spellDates } from "./dates.ts";
import { plainParagraphs } from "./markup.ts";
import { spellMoney } from "./money.ts";
import { spellAddresses, spellSymbols } from "./symbols.ts";

/** Letters that Unicode does not take apart into a plain one and a mark. */
const LATIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "th",
  Ð: "Th",
  þ: "th",
  Þ: "Th",
  ı: "i",
};
/** No English word is longer; a longer one slows the synthesizer down for nothing. */
const MAX_WORD_LETTERS = 30;
/** Flite reads longer ones in millions and billions that nobody follows. */
const MAX_NUMBER_DIGITS = 15;
/** A code such as an IBAN, which Flite would read as words: "DE89" as "Delaware eighty nine". */
const CODE = /(?<![A-Za-z0-9])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{8,}(?![A-Za-z0-9])/g;

const spelledOut = (code: string): string =>
  (code.match(/.{1,4}/g) ?? []).map((group) => [...group].join(" ")).join(", ");

/** Full-width letters, ligatures and wide spaces as plain ones; the signs that have words of their own stay. */
function normalized(text: string): string {
  return text
    .replaceAll(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, "'")
    .replaceAll(/[^½⅓⅔¼¾⅛²³№]+/g, (part) => part.normalize("NFKC"));
}

const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßæÆœŒøØłŁđĐðÐþÞı]/g, (letter) => LATIN[letter] ?? "")
    .replaceAll(/[‘’‛′`´]/g, "'")
    .replaceAll(/(?<=\d) ?[‐‑‒–—―−] ?(?=\d)/g, " to ")
    .replaceAll(/(?<!\S)−(?=\d)/g, "-")
    .replaceAll(/ ?[–—―] ?/g, ", ")
    .replaceAll(/[‐‑‒−]/g, "-");

/** Keeps what Flite can read, with the marks that shape a sentence and nothing that trips it. */
function printable(text: string): string {
  return text
    .replaceAll(/(?<=[A-Za-z])\((\w{1,3})\)/g, "$1")
    .replaceAll(/[([{)\]}|•·]/g, ", ")
    .replaceAll(/…/g, ". ")
    .replaceAll(/[^A-Za-z0-9 .,;:?!'-]/g, " ")
    .replaceAll(/(?<![A-Za-z])'|(?<![sS])'(?![A-Za-z])/g, " ")
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/(?<![A-Za-z0-9])-(?!\d)|-(?![A-Za-z0-9])|(?<=[^A-Za-z0-9 ])-/g, " , ")
    .replaceAll(/(?<![0-9])\.(?=\d)/g, " point ")
    .replaceAll(CODE, spelledOut)
    .replaceAll(new RegExp(String.raw`\d{${MAX_NUMBER_DIGITS + 1},}`, "g"), spelledOut)
    .replaceAll(new RegExp(`[A-Za-z0-9'-]{${MAX_WORD_LETTERS}}(?=[A-Za-z0-9'-])`, "g"), "$& ")
    .replaceAll(/ *[.,;:?!](?: *(?:[.,;:?!]|['-](?![A-Za-z0-9])))+/g, (run) => /[?!.;:]/.exec(run)?.[0] ?? ",")
    .replaceAll(/ +(?=[.,;:?!])/g, "")
    .replaceAll(
      /(?<=[A-Za-z]{2})(\.)(?=[A-Za-z0-9])|(?<=[A-Za-z])([,;:?!])(?=[A-Za-z0-9])|(?<=\d)([;?!,])(?=[A-Za-z])|([;?!])(?=\d)/g,
      "$& ",
    )
    .replaceAll(/ {2,}/g, " ")
    .replace(/^[ .,;:?!'-]*?(?=-?[A-Za-z0-9])/, "")
    .replace(/[ ,;:'-]+$/, "");
}

export interface Speakable {
  /** Paragraphs of printable ASCII, none empty. */
  readonly paragraphs: readonly string[];
  /** Letters of scripts that an English voice cannot say, all of which were left out. */
  readonly foreignLetters: number;
  /** Letters that it can. */
  readonly letters: number;
}

/**
 * Writes a text as one would say it in English: without markup, with sums, dates, units, signs and addresses
 * in words, accents taken off. Emoji and other scripts are left out and counted.
 */
export function speakable(text: string): Speakable {
  let foreignLetters = 0;
  const paragraphs: string[] = [];
  for (const paragraph of plainParagraphs(text)) {
    const ascii = folded(spellSymbols(spellDates(spellMoney(spellAddresses(normalized(paragraph))))));
    foreignLetters += ascii.match(/[^\P{L}A-Za-z]/gu)?.length ?? 0;
    const clean = printable(ascii);
    if (/[A-Za-z0-9]/.test(clean)) paragraphs.push(clean);
  }
  const letters = paragraphs.reduce((sum, paragraph) => sum + (paragraph.match(/[A-Za-z0-9]/g)?.length ?? 0), 0);
  return { paragraphs, foreignLetters, letters };
}
