import { CONCEPTS, conceptValue, firstDate } from "./concepts.ts";
import type { AnswerCandidate } from "./field-answers.ts";
import type { TextReading } from "./form.ts";
import { type PartySpan, partyOf, signature } from "./parties.ts";
import type { Question } from "./question.ts";

const SENDER =
  /\bwho (?:has )?(?:sent|issued|billed|invoiced|charged|is it from|is this from|sends|issues)\b|\bwho(?:'s| is| was) (?:the |this |it )?(?:\w+ )?(?:from|sender|seller|supplier|vendor|issuer|merchant|biller|payee)\b|\b(?:name of )?the (?:sender|seller|supplier|vendor|issuer|merchant)\b|^(?:sender|supplier|vendor|seller|from)$|\b(?:which|what) (?:company|shop|store|restaurant|business|firm|cafe|organi[sz]ation) (?:is|was|sent|issued|billed|does)\b|\bfrom (?:who|whom|which)\b|\bwhere was (?:it|this) bought\b/;
/** Who gets the money is who sent the bill. */
const PAYEE =
  /\bwhom? (?:do|does|must|should|shall|will|can) (?:\w+ ){1,2}(?:have to |need to )?(?:pay|transfer)\b|\bwhom? (?:is|are|gets?|receives?) (?:it |this |the money )?(?:paid|payable)\b/;
const WRITER = /\bwho (?:has )?(?:wrote|written)\b/;
const SIGNER = /\bwho (?:has )?signed\b/;
const RECIPIENT =
  /\bto (?:who|whom)\b|\bwho(?:m)?\b.*\b(?:letter|invoice|bill|receipt|it|this|e?-?mail|statement) to$|\bwho\b.*\b(?:addressed to|sent to|for|billed to|recipient|addressee|customer|client|buyer|receiver)\b|\b(?:recipient|addressee|receiver|customer|client|buyer|bill(?:ed)? to)(?:'s)?(?: name)?$|\bwho (?:has|needs|is supposed|must|should|is) ?(?:to )?(?:pay|be paying|charged|billed)\b|\bwho (?:got|received|receives|was billed|is billed)\b/;

/** What business papers are asked most; `null` when this is none of it, or the paper does not say. */
export function paperAnswer(reading: TextReading, question: Question): AnswerCandidate | null {
  const { lower } = question;
  if (asksOfSomethingElse(reading, question)) return null;
  const scored = (span: PartySpan | null): AnswerCandidate | null =>
    span === null ? null : { start: span.start, end: span.end, score: span.confidence };
  if (PAYEE.test(lower)) return scored(partyOf(reading, "sender"));
  if (RECIPIENT.test(lower)) return scored(partyOf(reading, "recipient"));
  if (WRITER.test(lower) && question.unspecific) return scored(signature(reading) ?? partyOf(reading, "sender"));
  if (SIGNER.test(lower) && question.unspecific) return scored(signature(reading));
  if (SENDER.test(lower)) return scored(partyOf(reading, "sender"));
  const concept = CONCEPTS.find((other) => other.asks.test(lower));
  if (concept === undefined) return null;
  const value = conceptValue(reading, concept);
  if (value !== null) return scored(value);
  const date = concept.name === "issue-date" && reading.isForm ? firstDate(reading) : null;
  return date === null ? null : { ...date, score: 0.6 };
}

/** Nouns a paper need not repeat: whose role is asked for, and what the paper is. */
const ROLES =
  /^(?:sender|supplier|vendor|seller|issuer|merchant|biller|payee|recipient|addressee|receiver|customer|client|buyer|shop|store|restaurant|cafe|business|firm|organi[sz]ation|deadline|balance|purchase|order|issue|statement|tax|vat|subtotal|term|payer|writer|author)$/;

/** "Who issued the passport" is not asked of an invoice that speaks of none. */
function asksOfSomethingElse(reading: TextReading, question: Question): boolean {
  const text = reading.text.toLowerCase();
  return question.keywords.some(
    (keyword) =>
      (keyword.proper || (keyword.thing && keyword !== question.relation && !ROLES.test(keyword.lemma))) &&
      ![...keyword.terms.keys()].some((term) => text.includes(term)),
  );
}
