import type { TextReading } from "./form.ts";
import { type Labelled, labelled } from "./labels.ts";
import { type AnswerSpan, type ValueType, valuesOf } from "./values.ts";

/** Something that business papers say under one of several labels. */
export interface Concept {
  readonly name: "amount-due" | "paid" | "total" | "subtotal" | "tax" | "due-date" | "issue-date" | "terms";
  /** Questions for it, in small letters. */
  readonly asks: RegExp;
  readonly value: ValueType;
  /** The surest first. */
  readonly labels: readonly RegExp[];
  /** Which one counts when several lines bear the label: a grand total comes last. */
  readonly take: "first" | "last";
  /** Where running text says it instead. */
  readonly prose?: (sentence: string) => AnswerSpan | null;
  /** What answers as well where neither says it: "within 14 days". */
  readonly otherwise?: ValueType;
}

const PAYMENT =
  /\b(?:pay|payable|paid|payment|settle|owe[ds]?|owing|due|outstanding|remaining|overdue|remit|transfer|balance|amount|fee)\b/i;

/** "no later than 30 September 2026": the date right behind the word that makes it a deadline. */
function deadline(sentence: string): AnswerSpan | null {
  if (!PAYMENT.test(sentence)) return null;
  const dates = valuesOf("date", sentence);
  return (
    dates.find(({ start }) =>
      /\b(?:by|before|until|till|than|due(?: on)?|latest|deadline is)\s(?:the\s)?$/i.test(sentence.slice(0, start)),
    ) ?? null
  );
}

const ASKED_FOR =
  /\b(?:(?:please|must|have to|need to|to) (?:pay|transfer|remit|settle)|(?:total|balance|amount)(?: due| of| is)|outstanding|remaining|payable)\b/i;
const OWED = /\b(?:owe[ds]?|owing|overdue|unpaid|arrears|balance|due)\b/i;

/** The first amount behind the words that ask for it, else the first of a sentence about a debt. */
function sumOwed(sentence: string): AnswerSpan | null {
  const asks = ASKED_FOR.exec(sentence);
  const amounts = valuesOf("money", sentence);
  if (asks !== null) return amounts.find((amount) => amount.start > asks.index) ?? null;
  return OWED.test(sentence) ? (amounts[0] ?? null) : null;
}

/** In the order in which a question is matched with them. */
export const CONCEPTS: readonly Concept[] = [
  {
    name: "terms",
    asks: /\b(?:payment |credit )?terms\b/,
    value: "terms",
    labels: [/\b(?:payment |credit )?terms\b/gi, /\bpayment\b/gi],
    take: "first",
  },
  {
    name: "due-date",
    asks: /^(?:by|until) when$|\b(?:by|until) when\b.*\b(?:pay|paid|settle|settled|due|payable|transfer|transferred)\b|\bdue date\b|\bpayment deadline\b|\bpayment date\b|\bwhen\b.*\b(?:due|be paid|be settled|pay|payable|pay by|payment)\b|\b(?:deadline|last day|latest date)\b.*\b(?:pay|paying|payment|invoice|bill)|\bhow (?:soon|long)\b.*\b(?:pay|paid)\b|\bdate\b.*\b(?:due|be paid|payable)\b/,
    value: "date",
    labels: [
      /\b(?:payment |balance |total )?due (?:date|by|on)\b|\b(?:payment|balance|invoice) due\b|\bpay(?:able|ment)? (?:by|before|until|on or before)\b|\bpayment deadline\b|\bdue\b(?= ?:)/gi,
      /\bdue\b|\bdeadline\b/gi,
    ],
    take: "first",
    prose: deadline,
    otherwise: "terms",
  },
  {
    name: "subtotal",
    asks: /\bsub-? ?total\b|\bnet (?:amount|total|sum|price)\b|\b(?:before|without|excluding|excl\.?) (?:the )?(?:vat|tax|gst)\b/,
    value: "money",
    labels: [/\bsub-? ?total\b/gi, /\bnet(?: amount| total)?\b|\btotal (?:excl|before)\b/gi],
    take: "first",
  },
  {
    name: "tax",
    asks: /\bhow (?:much|high)\b.*\b(?:vat|tax|gst)\b|\b(?:vat|tax|gst) (?:amount|sum)\b|\bamount of (?:the )?(?:vat|tax|gst)\b|^(?:what (?:is|was) the )?(?:vat|(?:sales )?tax|gst)$/,
    value: "money",
    labels: [/\b(?:vat|sales tax|gst|tax|mwst\.?|ust\.?|tva|iva)\b(?! ?(?:no|nr|id|number|reg))/gi],
    take: "last",
  },
  {
    name: "paid",
    asks: /\bhow much\b.*\b(?:(?:has|have|had|was|were) (?:already )?(?:been )?|already )paid\b|\b(?:amount|sum) (?:already )?paid\b/,
    value: "money",
    labels: [/\b(?:already |amount |deposit )?paid(?: to date)?\b|\bpayments? received\b|\bless payments?\b/gi],
    take: "last",
  },
  {
    name: "total",
    asks: /\btotal (?:amount|sum|price|cost|bill)\b|\b(?:grand |invoice )?total\b|\bin total\b|\baltogether\b|\bwhole (?:amount|bill)\b/,
    value: "money",
    labels: [
      /\bgrand total\b|\b(?:invoice|order) total\b|\btotal (?:amount|sum|price|to pay|incl\S*|due|payable)\b/gi,
      /(?<!\bsub[- ]?)\btotal\b(?! (?:hours|items|qty|quantity|vat|tax|excl|before))/gi,
      /\bgesamtbetrag\b|\bamount due\b|\bbalance due\b|\bamount payable\b/gi,
    ],
    take: "last",
    prose: sumOwed,
  },
  {
    name: "amount-due",
    asks: /\b(?:what|how much|which amount|which sum)\b.*\b(?:paid|pay|owe|owed|due|outstanding|payable|settle|owing)\b|\bhow much money\b.*\b(?:send|transfer|need)\b|\b(?:amount|balance|sum)\b.*\b(?:due|payable|owed|outstanding|remaining|paid|pay)\b|\b(?:outstanding|remaining|open) (?:amount|balance|sum)\b|\bhow much (?:is|was|does|did) (?:it|this|that|the (?:invoice|bill|receipt|order))(?: cost| come to| for)?$|\bprice to pay\b|^(?:the )?(?:amount|balance)$/,
    value: "money",
    labels: [
      /\b(?:total |net )?(?:amount|balance|sum) (?:now )?(?:due|payable|owed|owing|outstanding|to pay)\b|\btotal (?:due|payable|to pay)\b|\b(?:outstanding|remaining) (?:balance|amount)\b|\b(?:please|to) pay\b|\bzahlbetrag\b/gi,
      /\bgrand total\b|\b(?:invoice|order) total\b|\btotal (?:amount|sum|price|incl\S*)\b|\bgesamtbetrag\b|\brechnungsbetrag\b/gi,
      /(?<!\bsub[- ]?)\btotal\b(?! (?:hours|items|qty|quantity|vat|tax|excl|before))/gi,
    ],
    take: "last",
    prose: sumOwed,
  },
  {
    name: "issue-date",
    asks: /\b(?:invoice|issue|billing|bill|receipt|statement|letter|order|purchase|e?-?mail) date\b|\bdate (?:of|on) (?:the |this )?(?:issue|invoice|bill|receipt|statement|letter|order|purchase|e?-?mail|document)\b|^(?:and |on )?when\b(?!.*\bback\b).*\b(?:issued|dated|billed|invoiced|bought|purchased|ordered|printed|sent|written|buy|purchase|order)\b|^(?:what (?:is|was) the )?date$|\bwhat date\b.*\b(?:issued|bought|sent|written|letter|invoice|receipt)\b/,
    value: "date",
    labels: [
      /\b(?:invoice|issue|billing|bill|receipt|statement|order|purchase) date\b|\bdate (?:of )?(?:issue|issued|invoice|purchase)\b|\b(?:issued|dated|printed)(?: on)?\b/gi,
      /(?<!\b(?:due|delivery|start|end|birth|expiry) )(?<!-)\bdate\b(?! (?:due|of (?:birth|delivery)))|\bdatum\b/gi,
    ],
    take: "first",
  },
];

export interface ConceptValue extends AnswerSpan {
  /** 1 for the surest label, less for the others. */
  readonly confidence: number;
}

/** What a reading says of a concept, by its labels or, where it has none, in running text. */
export function conceptValue(reading: TextReading, concept: Concept): ConceptValue | null {
  for (const [rank, label] of concept.labels.entries()) {
    const found = labelled(reading, label, concept.value).filter((value) => !misread(reading, concept, value));
    const chosen = concept.take === "first" ? found[0] : found.at(-1);
    if (chosen !== undefined) return { start: chosen.start, end: chosen.end, confidence: 1 - rank * 0.08 };
  }
  const said = concept.prose === undefined ? null : inProse(reading, concept.prose);
  if (said !== null) return said;
  return concept.otherwise === undefined ? null : paymentTerms(reading, concept.otherwise);
}

/** Where running text says it: a sentence that asks for payment before one that only speaks of it. */
function inProse(reading: TextReading, find: (sentence: string) => AnswerSpan | null): ConceptValue | null {
  const found = reading.sentences.flatMap((sentence) => {
    const span = find(sentence.text);
    if (span === null) return [];
    return [
      { start: sentence.start + span.start, end: sentence.start + span.end, asks: ASKED_FOR.test(sentence.text) },
    ];
  });
  const chosen = found.find(({ asks }) => asks) ?? found[0];
  return chosen === undefined ? null : { start: chosen.start, end: chosen.end, confidence: 0.8 };
}

function paymentTerms(reading: TextReading, type: ValueType): ConceptValue | null {
  for (const sentence of reading.sentences) {
    const span =
      PAYMENT.test(sentence.text) || /\bterms\b/i.test(sentence.text) ? valuesOf(type, sentence.text)[0] : undefined;
    if (span !== undefined)
      return { start: sentence.start + span.start, end: sentence.start + span.end, confidence: 0.7 };
  }
  return null;
}

/** A due date is no issue date, whatever its label, nor a reminder's surcharge the amount due. */
function misread(reading: TextReading, concept: Concept, value: Labelled): boolean {
  const before = reading.text.slice(value.line.start, value.start).toLowerCase();
  if (concept.name === "issue-date") return /\bdue\b/.test(before.slice(-24));
  if (concept.name === "amount-due") return /\bafter\b/.test(before);
  if (concept.name === "total" && concept.value === "money") return /\bsub-? ?total\b/.test(before);
  return false;
}

/** A place or a time may stand beside the date of a paper; more is a sentence. */
const BESIDE_DATE_CHARS = 24;
const PAPER = /\b(?:invoice|receipt|bill|statement|letter|date)\b/i;

/** The first date of a letterhead or receipt, where no label says which it is. */
export function firstDate(reading: TextReading): AnswerSpan | null {
  for (const line of reading.lines) {
    if (/\b(?:due|deadline|pay)\b/i.test(line.text)) continue;
    const date = valuesOf("date", line.text)[0];
    if (date === undefined) continue;
    const cell = line.cells.find(
      (other) => other.start <= line.start + date.start && line.start + date.end <= other.end,
    );
    const beside = (cell?.text ?? line.text).length - (date.end - date.start);
    if (beside < BESIDE_DATE_CHARS || PAPER.test(line.text))
      return { start: line.start + date.start, end: line.start + date.end };
  }
  return null;
}
