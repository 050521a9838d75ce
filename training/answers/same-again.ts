import type { QuestionKind } from "../../src/providers/embedded/text/questions/kinds.ts";

/**
 * Questions that say nothing but the kind of thing they ask for: what answers one of a kind answers the others, so that
 * a text with one is learnt from with all of them.
 */
export const SAME_AGAIN: Partial<Record<QuestionKind, readonly string[]>> = {
  sender: ["who wrote it?", "who sent it", "who is it from?", "sender", "who signed this letter?"],
  recipient: ["who is it to?", "to whom is it addressed", "who got it", "recipient?"],
  total: ["what has to be paid?", "what do I owe", "total", "how much is it in all?"],
  "due-date": ["when is it due?", "when must I pay", "what is the deadline", "by when?", "when must I reply"],
  "issue-date": ["what is the date of it?", "when was it written", "when was this issued?"],
  phone: ["what's the phone number", "which number can I call?"],
  email: ["what is the email address?", "her mail address"],
  "tax-number": ["VAT number", "what is their tax number?"],
  tax: ["how much is the VAT?", "how much tax is in it"],
  items: ["what did they buy?", "what was ordered"],
};
