import { NUMBER, readNumber, sayNumber } from "./numbers.ts";

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "km/h": ["kilometre per hour", "kilometres per hour"],
  "m/s": ["metre per second", "metres per second"],
  km: ["kilometre", "kilometres"],
  cm: ["centimetre", "centimetres"],
  mm: ["millimetre", "millimetres"],
  kg: ["kilogram", "kilograms"],
  mg: ["milligram", "milligrams"],
  ml: ["millilitre", "millilitres"],
  kWh: ["kilowatt hour", "kilowatt hours"],
  kW: ["kilowatt", "kilowatts"],
  kHz: ["kilohertz", "kilohertz"],
  MHz: ["megahertz", "megahertz"],
  GHz: ["gigahertz", "gigahertz"],
  Hz: ["hertz", "hertz"],
  kB: ["kilobyte", "kilobytes"],
  KB: ["kilobyte", "kilobytes"],
  MB: ["megabyte", "megabytes"],
  GB: ["gigabyte", "gigabytes"],
  TB: ["terabyte", "terabytes"],
  ms: ["millisecond", "milliseconds"],
  "m²": ["square metre", "square metres"],
  "km²": ["square kilometre", "square kilometres"],
  "m³": ["cubic metre", "cubic metres"],
  "°C": ["degree Celsius", "degrees Celsius"],
  "°F": ["degree Fahrenheit", "degrees Fahrenheit"],
  "°": ["degree", "degrees"],
  "%": ["percent", "percent"],
  "‰": ["per mille", "per mille"],
};
const UNIT = new RegExp(String.raw`(?<![\d.,])(${NUMBER})\s?(${Object.keys(UNITS).join("|")})(?![\p{L}\p{N}])`, "gu");

const FRACTIONS: Readonly<Record<string, string>> = {
  "½": "a half",
  "⅓": "a third",
  "⅔": "2 thirds",
  "¼": "a quarter",
  "¾": "3 quarters",
  "⅛": "an eighth",
};
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  "Prof.": "Professor",
  "Ltd.": "Limited",
  "Co.": "Company",
  "Corp.": "Corporation",
  "Inc.": "Incorporated",
  "vs.": "versus",
  "approx.": "approximately",
  "Fig.": "Figure",
  "Nr.": "number",
  "Tel.": "telephone",
};
const ABBREVIATION = new RegExp(
  String.raw`\b(?:${Object.keys(ABBREVIATIONS)
    .map((word) => word.replace(".", String.raw`\.`))
    .join("|")})`,
  "g",
);
/** Signs that are words wherever they stand. */
const WORDS: Readonly<Record<string, string>> = {
  "&": "and",
  "@": "at",
  "+": "plus",
  "=": "equals",
  "×": "times",
  "÷": "divided by",
  "±": "plus or minus",
  "≈": "about",
  "≤": "at most",
  "≥": "at least",
  "≠": "is not",
  "°": "degrees",
  "%": "percent",
  "€": "euros",
  "£": "pounds",
  "¥": "yen",
  "©": "copyright",
  "§": "section",
  "→": "to",
  "№": "number",
};

const dotted = (name: string) => name.replaceAll(".", " dot ");

/** Web addresses by the name of their host alone, mail addresses and file names in full. */
export const spellAddresses = (text: string): string =>
  text
    .replaceAll(
      /\b(?:https?:\/\/|www\.)([^\s<>"'()/?#]{1,300})(?:[/?#][^\s<>"'()]{0,2000})?/gi,
      (whole, host: string) => {
        const name = host
          .replace(/^[^@]*@/, "")
          .replace(/^www\./i, "")
          .replace(/:\d{1,5}$/, "");
        const end = /[.,;:!?]$/.exec(whole)?.[0] ?? "";
        return dotted(name.replace(/[.,;:!?]+$/, "")) + end;
      },
    )
    .replaceAll(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, (address) =>
      dotted(address).replaceAll("@", " at ").replaceAll("_", " underscore ").replaceAll("-", " dash "),
    )
    .replaceAll(/(?<=[\p{L}\p{N}_-]{2})\.(?=(\p{L}{2,30}|\p{L}+\d))/gu, (_mark, next: string) =>
      /^\p{Lu}\p{Ll}/u.test(next) ? ". " : " dot ",
    );

/** Spells out numbers with units, fractions, versions, long codes, signs and abbreviations. */
export function spellSymbols(text: string): string {
  return text
    .replaceAll(UNIT, (whole, number: string, name: string) => {
      const amount = readNumber(number);
      const unit = UNITS[name]?.[amount.whole === "1" && amount.fraction === "" ? 0 : 1];
      return unit ? `${sayNumber(amount)} ${unit}` : whole;
    })
    .replaceAll(/(\d)?([½⅓⅔¼¾⅛])/g, (_whole, digit: string | undefined, sign: string) =>
      digit ? `${digit} and ${FRACTIONS[sign]}` : ` ${FRACTIONS[sign]}`,
    )
    .replaceAll("²", " squared ")
    .replaceAll("³", " cubed ")
    .replaceAll(ABBREVIATION, (word) => ABBREVIATIONS[word] ?? word)
    .replaceAll(/(?<=\d),(?=\d{1,2}\s(?:thousand|million|billion|trillion)\b)/g, ".")
    .replaceAll(/#(?=\d)/g, "number ")
    .replaceAll(/\d{1,9}(?:\.\d{1,9}){2,9}/g, (version) => version.replaceAll(".", " point "))
    .replaceAll(/(?<=\d)\s?\*\s?(?=\d)/g, " times ")
    .replaceAll(/~(?=\s?\d)/g, "about ")
    .replaceAll(/(?<=[\w)] ?)<(?= ?[\w(])/g, " less than ")
    .replaceAll(/(?<=[\w)] ?)>(?= ?[\w(])/g, " greater than ")
    .replaceAll(/\/(?=(?:day|week|month|year|hour|minute|second|person|unit|item|night)\b)/g, " per ")
    .replaceAll(/(?<=[\p{L}\p{N}])\/(?=[\p{L}\p{N}])/gu, " slash ")
    .replaceAll(/[&@+=×÷±≈≤≥≠°%€£¥©§→№]/g, (sign) => ` ${WORDS[sign]} `);
}
