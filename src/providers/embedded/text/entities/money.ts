import { type Entity, entityAt } from "./entity.ts";

const SYMBOL = "(?:US|CA|A|C|NZ|HK|S|R)?[$€£¥₹₽₩₺₪₫₴฿₦]";
/** The currencies most traded (BIS survey), and those of Europe; an ISO 4217 code that is also a word is left out. */
const CODE =
  "(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|CNY|HKD|SGD|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RSD|UAH|TRY|ILS|INR|KRW|THB|IDR|MYR|PHP|ZAR|NGN|KES|BRL|MXN|ARS|CLP|COP|AED|SAR|RUB)";
const WORD =
  "(?:(?:US |Canadian |Australian )?dollars?|euros?|pounds?(?: sterling)?|pence|cents?|yen|yuan|rupees?|(?:Swiss )?francs?|pesos?|rubles?|roubles?|kron(?:or|er|e|a)|zloty(?:ch)?|złoty(?:ch)?)";
/** Grouped by comma, point, space or apostrophe, or plain; no longer than any real amount. */
const AMOUNT = "(?:\\d{1,3}(?:[,.'’ \\u00a0\\u202f]\\d{3}){1,5}|\\d{1,15})(?:[.,]\\d{1,2}|[.,][-–]{1,2})?";
const SCALE = "(?:[ \\u00a0]?(?:thousand|million|billion|trillion|bn|mn|[kKmM])(?![\\p{L}\\p{N}]))?";
/** Columns of amounts are padded behind their currency. */
const GAP = "[ \\u00a0\\u202f]{0,3}";
const SIGN = "(?:(?<![\\p{L}\\p{N}])[-−–])?";
const END = "(?![\\p{L}\\p{N}]|[.,]\\d)";

const FORMS = [
  `${SIGN}(?<![\\p{L}])${SYMBOL}${GAP}[-−]?${AMOUNT}${SCALE}${END}`,
  `${SIGN}(?<![\\p{L}\\p{N}])${CODE}${GAP}[-−]?${AMOUNT}${SCALE}${END}`,
  // "250 EUR 3.20": the code belongs to the amount behind it.
  `${SIGN}(?<![\\p{L}\\p{N}.,])${AMOUNT}${SCALE}${GAP}(?:${CODE}|${SYMBOL})(?![\\p{L}\\p{N}]|${GAP}\\d)`,
  `(?<![\\p{L}\\p{N}.,])${AMOUNT}${SCALE} ${WORD}(?![\\p{L}\\p{N}])`,
];
const MONEY = new RegExp(FORMS.join("|"), "gu");

/** Amounts with a currency: `EUR 1,234.50`, `€ 99`, `$7.5 billion`, `1.089,40 EUR`, `25 dollars`. */
export function findMoney(text: string): Entity[] {
  return [...text.matchAll(MONEY)].map((match) => entityAt("MONEY", text, match.index, match.index + match[0].length));
}
