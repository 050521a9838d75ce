import { grouped, NUMBER, readNumber, type SpokenAmount, sayNumber } from "./numbers.ts";

interface Currency {
  readonly one: string;
  readonly many: string;
  /** The hundredth part, where prices are spoken with it. */
  readonly cent?: readonly [one: string, many: string];
}

const CENTS = ["cent", "cents"] as const;
const currency = (one: string, many = `${one}s`, cent?: Currency["cent"]): Currency => ({
  one,
  many,
  ...(cent ? { cent } : {}),
});
const DOLLAR = currency("dollar", "dollars", CENTS);
const EURO = currency("euro", "euros", CENTS);
const POUND = currency("pound", "pounds", ["penny", "pence"]);
const YEN = currency("yen", "yen");
const RUPEE = currency("rupee", "rupees", ["paisa", "paise"]);

/** By ISO 4217 code, and by sign. Codes that are also English words (ALL, TRY) are left out. */
const CURRENCIES: Readonly<Record<string, Currency>> = {
  EUR: EURO,
  "€": EURO,
  USD: DOLLAR,
  US$: DOLLAR,
  $: DOLLAR,
  GBP: POUND,
  "£": POUND,
  JPY: YEN,
  "¥": YEN,
  INR: RUPEE,
  "₹": RUPEE,
  CHF: currency("Swiss franc", "Swiss francs", ["centime", "centimes"]),
  CAD: currency("Canadian dollar", "Canadian dollars", CENTS),
  C$: currency("Canadian dollar", "Canadian dollars", CENTS),
  AUD: currency("Australian dollar", "Australian dollars", CENTS),
  A$: currency("Australian dollar", "Australian dollars", CENTS),
  NZD: currency("New Zealand dollar", "New Zealand dollars", CENTS),
  SGD: currency("Singapore dollar", "Singapore dollars", CENTS),
  HKD: currency("Hong Kong dollar", "Hong Kong dollars", CENTS),
  SEK: currency("Swedish krona", "Swedish kronor"),
  NOK: currency("Norwegian krone", "Norwegian kroner"),
  DKK: currency("Danish krone", "Danish kroner"),
  PLN: currency("zloty", "zloty"),
  CZK: currency("Czech koruna", "Czech koruna"),
  HUF: currency("forint"),
  CNY: currency("yuan", "yuan"),
  KRW: currency("won", "won"),
  "₩": currency("won", "won"),
  BRL: currency("real", "reais"),
  R$: currency("real", "reais"),
  MXN: currency("Mexican peso"),
  ZAR: currency("rand", "rand"),
  ILS: currency("shekel"),
  "₪": currency("shekel"),
  UAH: currency("hryvnia", "hryvnias"),
  "₴": currency("hryvnia", "hryvnias"),
};

const MAGNITUDES: Readonly<Record<string, string>> = {
  k: "thousand",
  thousand: "thousand",
  m: "million",
  mn: "million",
  mio: "million",
  million: "million",
  b: "billion",
  bn: "billion",
  billion: "billion",
  trillion: "trillion",
};

const escaped = (text: string) => text.replaceAll("$", String.raw`\$`);
const names = Object.keys(CURRENCIES);
const SIGN = names
  .filter((name) => !/^[A-Z]{3}$/.test(name))
  .map(escaped)
  .sort((a, b) => b.length - a.length)
  .join("|");
const CODE = names.filter((name) => /^[A-Z]{3}$/.test(name)).join("|");
const BEFORE = String.raw`(?:(?<![\p{L}$])(?:${SIGN})|(?<!\p{L})(?:${CODE}))`;
const AFTER = String.raw`(?:(?:${SIGN})|(?:${CODE})(?!\p{L}))`;
const MAGNITUDE = String.raw`(?:\s?(?:thousand|million|billion|trillion|mio|mn|bn)|[kmb])(?!\p{L})`;
const MINUS = String.raw`(?:(?<![\p{L}\p{N}])[-−])?`;
const FIRST = new RegExp(
  String.raw`(${MINUS})(${BEFORE})\s?([-−]?)(${NUMBER})(${MAGNITUDE})?(?:(?:[-–—]|\s[-–—]\s)(?:${BEFORE}\s?)?(${NUMBER})(${MAGNITUDE})?)?`,
  "giu",
);
const LAST = new RegExp(String.raw`(${MINUS})(?<![\d.,])(${NUMBER})(${MAGNITUDE})?\s?(${AFTER})`, "giu");
/** A code without an amount, as in "all prices in EUR". */
const ALONE = new RegExp(String.raw`(?<![\p{L}\p{N}])(${CODE})(?![\p{L}\p{N}])`, "gu");

const magnitude = (text: string | undefined) => (text ? MAGNITUDES[text.trim().toLowerCase()] : undefined);

/** 1234 and 50 of a currency as "1,234 euros and 50 cents". */
function sayMoney(amount: SpokenAmount, unit: Currency, factor: string | undefined): string {
  if (factor) return `${sayNumber(amount)} ${factor} ${unit.many}`;
  const { whole, fraction } = amount;
  const main = `${grouped(whole)} ${whole === "1" ? unit.one : unit.many}`;
  if (fraction === "" || /^0{1,2}$/.test(fraction)) return main;
  if (!unit.cent || fraction.length > 2) return `${sayNumber(amount)} ${unit.many}`;
  const cents = Number(fraction.padEnd(2, "0"));
  const rest = `${cents} ${unit.cent[cents === 1 ? 0 : 1]}`;
  return whole === "0" ? rest : `${main} and ${rest}`;
}

/** "1.234" is a thousand and more in euros, and not quite so in dollars. */
const readSum = (text: string, unit: Currency): SpokenAmount => readNumber(text, unit !== DOLLAR && unit !== POUND);

const lookUp = (name: string | undefined) => CURRENCIES[(name ?? "").toUpperCase()];

/** Spells out sums of money: "EUR 1,234.50", "1.234,50 €", "$5m", "£5-£10" and the like. */
export function spellMoney(text: string): string {
  return text
    .replaceAll(
      FIRST,
      (
        whole,
        minus: string,
        name: string,
        inner: string,
        first: string,
        factor?: string,
        second?: string,
        secondFactor?: string,
      ) => {
        const unit = lookUp(name);
        if (!unit) return whole;
        const sign = minus || inner ? "minus " : "";
        if (second === undefined) return sign + sayMoney(readSum(first, unit), unit, magnitude(factor));
        const from = [sayNumber(readSum(first, unit)), magnitude(factor)].filter(Boolean).join(" ");
        return `${sign}${from} to ${sayMoney(readSum(second, unit), unit, magnitude(secondFactor))}`;
      },
    )
    .replaceAll(LAST, (whole, minus: string, number: string, factor: string | undefined, name: string) => {
      const unit = lookUp(name);
      return unit ? (minus ? "minus " : "") + sayMoney(readSum(number, unit), unit, magnitude(factor)) : whole;
    })
    .replaceAll(ALONE, (code: string) => CURRENCIES[code]?.many ?? code);
}
