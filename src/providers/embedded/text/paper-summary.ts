import { CONCEPTS, type Concept, conceptValue, firstDate } from "./answers/concepts.ts";
import type { TextReading } from "./answers/form.ts";
import { labelled } from "./answers/labels.ts";
import { partyOf } from "./answers/parties.ts";
import type { AnswerSpan } from "./answers/values.ts";

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^from:.*$[\s\S]{0,400}?^subject:/im, "E-mail"],
  [/\bcredit note\b/i, "Credit note"],
  [/^\s*dear\b/im, "Letter"],
  [/\bpurchase order\b/i, "Purchase order"],
  [/\bdelivery note\b/i, "Delivery note"],
  [/\border confirmation\b/i, "Order confirmation"],
  [/\b(?:quotation|quote|estimate)\b/i, "Quotation"],
  [/\b(?:invoice|rechnung|facture|factura)\b/i, "Invoice"],
  [/\b(?:change|cashier|till|card|cash|visa|receipt|server|you were served)\b/i, "Receipt"],
  [/\b(?:bill|statement)\b/i, "Bill"],
];
const NUMBER_LABEL =
  /\b(?:invoice|receipt|order|bill|quotation|credit note)\s*(?:number|no\.?|nr\.?|#|id)(?![\p{L}])/giu;
/** With fewer facts the text is no business paper, only one with short lines. */
const MIN_FACTS = 2;

export interface PaperSummary {
  readonly sentences: readonly string[];
  /** True when its sentences matter as much: a letter or an e-mail. */
  readonly letter: boolean;
}

/**
 * What a business paper says, in sentences that can be read aloud: "Invoice HF-20871 from … to …, dated ….
 * The total due is £363.00, payable by …." Every value is in the paper's words; `null` when it is no such paper.
 */
export function paperSummary(reading: TextReading): PaperSummary | null {
  const amount = value(reading, "amount-due");
  const issued = value(reading, "issue-date") ?? dateAlone(reading);
  const due = value(reading, "due-date");
  const number = at(reading, labelled(reading, NUMBER_LABEL, "identifier")[0] ?? null);
  const facts = [amount, issued, due, number].filter((fact) => fact !== null);
  const named = KINDS.find(([pattern]) => pattern.test(reading.text))?.[1] ?? "Document";
  const kind = reading.letter !== null && named !== "E-mail" ? "Letter" : named;
  const letter = kind === "Letter" || kind === "E-mail";
  if (!letter && (facts.length < MIN_FACTS || (amount === null && number === null))) return null;

  const sender = at(reading, partyOf(reading, "sender"));
  const recipient = at(reading, partyOf(reading, "recipient"));
  const head = [
    `${kind}${number === null ? "" : ` ${number}`}`,
    sender === null ? "" : ` from ${sender}`,
    recipient === null || recipient === sender ? "" : ` to ${recipient}`,
    issued === null ? "" : `, dated ${issued}`,
  ].join("");
  const paid = kind === "Receipt" && due === null;
  const sum =
    amount === null
      ? ""
      : paid
        ? `The total was ${amount}.`
        : `The amount to pay is ${amount}${due === null ? "" : `, due ${due.toLowerCase().startsWith("within") ? "" : "by "}${due}`}.`;
  const deadline = !letter && amount === null && due !== null ? `It is due by ${due}.` : "";
  return { sentences: [`${head.replace(/\.$/, "")}.`, sum, deadline].filter((sentence) => sentence !== ""), letter };
}

function value(reading: TextReading, name: Concept["name"]): string | null {
  const concept = CONCEPTS.find((other) => other.name === name);
  return concept === undefined ? null : at(reading, conceptValue(reading, concept));
}

const dateAlone = (reading: TextReading): string | null => at(reading, firstDate(reading));

const at = (reading: TextReading, span: AnswerSpan | null): string | null =>
  span === null ? null : reading.text.slice(span.start, span.end).replace(/\s+/g, " ");
