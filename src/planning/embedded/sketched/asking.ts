import { isAskedPart } from "../answer.ts";
import { type Clause, plainly } from "../clauses.ts";
import { isFragment, isQuestion } from "../questions.ts";

/** "have a look at @table" begins like a question. */
const LOOKS = /^(?:(?:have|take|give \S+(?: \S+)?) (?:a|another) (?:(?:quick|good|close) )?look\b|have (?:the|a|an|it|them|my)\b|ha(?:d|ve|s) to\b)/i;
/** A polite order ends like a question. */
const ORDERS = /\b(?:can|could|would|will|may|might) (?:you|i|we)\b|\b(?:how|what) about\b/i;
/** "when we still had the old tiles": tells, and doesn't ask. */
const SUBORDINATE = /^(?:when|while|where|whether|which|who|what|how) (?:i|we|he|she|they|it|you|my|our|the \w+) \w+/i;

const NUMBER = /^\(?(?:[a-h]|\d)[).:]\s+/i;
const FRONTED =
  /^@\w+\)?(?:[,:]| -)\s*|^(?:given|from|in|on|about|for|regarding|concerning|based on|according to|out of|using|with|take|see|at)\b[^,:?]{0,60}@\w+\)?(?:[,:]| -)\s*|^(?:about|regarding|concerning) [^,:?]{1,40}[,:]\s*/i;
const FACT_LEAD =
  /^(?:give|get|find|show|extract|look up|list|determine|identify|tell|need|want|name|check)(?: me| us)?(?: out)? (?=(?:the|its|his|her|their|who|what|when|where|which|how|whether|if)\b)/i;

/** The question of a clause, without its number, courtesy, and the file before it: "From @document, please tell me the total" → "the total". */
export function bareQuestion(text: string): string {
  const plain = plainly(plainly(text.replace(NUMBER, "")).replace(FRONTED, ""));
  return isQuestion(plain) ? plain : plain.replace(FACT_LEAD, "");
}

/** Whether a clause asks for something by its name: "tell me the total". */
export const asksForFact = (text: string): boolean =>
  FACT_LEAD.test(plainly(plainly(text.replace(NUMBER, "")).replace(FRONTED, "")));

/** Whether a clause asks something that could be answered by itself or with the one before it. */
export function asksSomething(clause: Clause): boolean {
  if (clause.parts.some(({ part }) => isAskedPart(part))) return true;
  const plain = bareQuestion(clause.text);
  if (LOOKS.test(plain) || /^@\w+$/.test(plain)) return false;
  if (clause.asks && !ORDERS.test(clause.text)) return true;
  return isQuestion(plain) && !(clause.joined === "row" && SUBORDINATE.test(plain) && plain === clause.text);
}

/** Hangs on the question before it: "and of what size", "which day", "if so, when". */
const ELLIPTICAL =
  /^(?:and |or )?(?:if (?:so|not|yes|any)\b|(?:(?:by|of|in|at|with|for|from|to|on|until|since) )(?:what|which|whom|how|when)(?: [\p{L}-]+){0,2}$|(?:which|what)(?: [\p{L}-]+)?$|how (?:often|much|many|long)$)/iu;
const VERB = /\b(?:is|are|was|were|do|does|did|has|have|had|can|will|should)$/i;

/** Whether a clause, freed of politeness, is no question without the one before it. */
export const isElliptical = (plain: string): boolean => {
  const bare = plain.replace(/[\s?.!]+$/, "");
  return isFragment(bare) || (ELLIPTICAL.test(bare) && !VERB.test(bare));
};

/** "Does @table say": what is asked follows. */
const ASKS_WHETHER_SAID = /^(?:does|do|can|could|would|is|are)\b[^?]{0,80}\b(?:say|tell|show|mention|state|see|clear|know)$/i;
const SAYS = /^(?:say|tell|show|mention|state)s? (?:who|what|when|where|which|how|why|whether|if)\b/i;

/** Whether a clause completes the one before it: "does @table" + "say who won". */
export const completes = (before: string, next: string): boolean =>
  ASKS_WHETHER_SAID.test(before.replaceAll(/,? @\w+,?/g, " it").trim()) || (SAYS.test(next) && /^(?:does|do|can|is|are)\b/i.test(before));
