import { grouped, NUMBER, readNumber, type SpokenAmount, sayNumber } from "./numbers.ts";

/** By the signs that stand for them. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ "€": "EUR", US$: "USD", $: "USD", "£": "GBP", "¥": "JPY", "₹": "INR", C$: "CAD", A$: "AUD" },
  ...{ "₩": "KRW", R$: "BRL", "₪": "ILS", "₴": "UAH" },
};
/** Those of ISO 4217 that are no English words, as ALL and TRY are. */
const CODES = "EUR USD GBP JPY INR CHF CAD AUD NZD SGD HKD SEK NOK DKK PLN CZK HUF CNY KRW BRL MXN ZAR ILS UAH".split(
  " ",
);
/** The hundredth part, where prices are spoken with it. */
const CENTS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  ...Object.fromEntries("EUR USD CAD AUD NZD SGD HKD".split(" ").map((code) => [code, ["cent", "cents"] as const])),
  GBP: ["penny", "pence"],
  INR: ["paisa", "paise"],
  CHF: ["centime", "centimes"],
};

/** "euro", or "euros" for any number but one. */
function nameOf(code: string, isOne = false): string {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency: code,
    currencyDisplay: "name",
    minimumFractionDigits: 0,
  });
  const name = format.formatToParts(isOne ? 1 : 2).find(({ type }) => type === "currency")?.value ?? code;
  return name.replace(/^(?:US|British) /, "");
}

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

const SIGN = Object.keys(SIGNS)
  .map((sign) => sign.replaceAll("$", String.raw`\$`))
  .sort((a, b) => b.length - a.length)
  .join("|");
const CODE = CODES.join("|");
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
function sayMoney(amount: SpokenAmount, code: string, factor: string | undefined): string {
  if (factor) return `${sayNumber(amount)} ${factor} ${nameOf(code)}`;
  const { whole, fraction } = amount;
  const main = `${grouped(whole)} ${nameOf(code, whole === "1")}`;
  if (fraction === "" || /^0{1,2}$/.test(fraction)) return main;
  const parts = CENTS[code];
  if (!parts || fraction.length > 2) return `${sayNumber(amount)} ${nameOf(code)}`;
  const cents = Number(fraction.padEnd(2, "0"));
  const rest = `${cents} ${parts[cents === 1 ? 0 : 1]}`;
  return whole === "0" ? rest : `${main} and ${rest}`;
}

/** "1.234" is a thousand and more in euros, and not quite so in dollars. */
const readSum = (text: string, code: string): SpokenAmount => readNumber(text, code !== "USD" && code !== "GBP");

const codeOf = (name: string): string => SIGNS[name.toUpperCase()] ?? name.toUpperCase();

/** Spells out sums of money: "EUR 1,234.50", "1.234,50 €", "$5m", "£5-£10" and the like. */
export function spellMoney(text: string): string {
  return text
    .replaceAll(
      FIRST,
      (
        _whole,
        minus: string,
        name: string,
        inner: string,
        first: string,
        factor?: string,
        second?: string,
        secondFactor?: string,
      ) => {
        const unit = codeOf(name);
        const sign = minus || inner ? "minus " : "";
        if (second === undefined) return sign + sayMoney(readSum(first, unit), unit, magnitude(factor));
        const from = [sayNumber(readSum(first, unit)), magnitude(factor)].filter(Boolean).join(" ");
        return `${sign}${from} to ${sayMoney(readSum(second, unit), unit, magnitude(secondFactor))}`;
      },
    )
    .replaceAll(LAST, (_whole, minus: string, number: string, factor: string | undefined, name: string) => {
      const unit = codeOf(name);
      return (minus ? "minus " : "") + sayMoney(readSum(number, unit), unit, magnitude(factor));
    })
    .replaceAll(ALONE, (code: string) => nameOf(code));
}
