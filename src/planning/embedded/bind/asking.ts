import { isAskedPart } from "../read/asked-parts.ts";
import { beginsClause, type Clause, plainly } from "../read/clauses.ts";
import { isQuestion, namesFact } from "../read/questions.ts";
import { pointsOnly } from "./wording.ts";

/** A polite order ends like a question. */
const ORDERS = /\b(?:can|could|would|will|may|might) (?:you|i|we)\b|\b(?:how|what) about\b/i;
/** "do you know", "right", "have a look", "don't": begin like a question and ask nothing. */
const ASKS_NOTHING =
  /^(?:@\w+|what do you think|do you (?:know|think|see)|is that (?:right|ok(?:ay)?)|do(?:es)? (?:it|the \w+) (?:say|tell|mention)(?: so)?|right|ok(?:ay)?|please|or what)$|^(?:do(?:n't| not)|(?:have|take) (?:a|the|an|it|them|my|another)|ha(?:d|ve|s) to)\b/i;
/** "when we still had the old tiles": tells, and doesn't ask. */
const SUBORDINATE = /^(?:when|while|where|whether|which|who|what|how) (?:i|we|he|she|they|it|you|my|our|the \w+) \w+/i;

/** "2) …": the number of an item of a list. */
export const ITEM_NUMBER = /^\(?(?:[a-h]|\d)[).:]\s+/i;
/** "My friend wrote: @quote" before a question. */
const MATERIAL = /^[^?]{0,120}@(?:quote|passage)[\s.:,;–—→>-]*/u;
/** "I'd like to know", "see in @image": the question follows. */
const INDIRECT =
  /^[^?]{0,80}?\b(?:(?:to|must|should|me|please) know|find out|figure out|tell (?:me|us)|(?:see|look|check|find|say)\b[^,?]{0,40}@\w+),? (?=(?:who|whose|what|when|where|which|how|why|whether|until when|by when)\b)/i;
const ASIDE = /^(?:besides|also|anyway|oh|hm+|btw|by the way|moreover|plus)[,:]? /i;
/** "From @document, …", "@image: …", "regarding the deposit, …". */
const FRONTED =
  /^(?:(?:given|from|in|on|about|for|regarding|concerning|based on|according to|out of|using|with|take|see|at)\b[^,:?]{0,60})?@\w+\)?(?:[,:]| -)\s*|^(?:about|regarding|concerning) [^,:?]{1,40}[,:]\s*/i;
const FACT_LEAD =
  /^(?:give|get|find|show|extract|look up|list|determine|identify|tell|need|want|name|check)(?: me| us)?(?: out)? (?=(?:the|its|his|her|their|who|what|when|where|which|how|whether|if)\b)|^(?:give|get|find|show|tell|list)(?: me| us) (?!an?\b|it\b|that\b)|^(?:give|get|find|show|extract|list|determine|identify|name|pull|advise)(?: out)? (?=[^,:;]{2,40}(?:, [^,:;]{2,40}){1,8}$)/i;

/** The question of a clause, without its number, courtesy, and the file before it: "From @document, please tell me the total" → "the total". */
export function bareQuestion(text: string): string {
  const behind = text.replace(MATERIAL, "");
  const own = (isQuestion(plainly(behind)) ? behind : text).replace(INDIRECT, "");
  const plain = plainly(plainly(own.replace(ITEM_NUMBER, "").replace(ASIDE, "")).replace(FRONTED, ""));
  return isQuestion(plain) ? plain : plain.replace(FACT_LEAD, "");
}

const WISHES_TO_KNOW =
  /\b(?:tell|give|let) (?:me|us)(?: know)? (?:the|its|his|her|their)\b|\b(?:want|need|like)(?: to (?:know|have))? the\b|\bknow the\b/i;

/** Whether a clause asks for something by its name: "tell me the total". */
export const asksForFact = (text: string): boolean => WISHES_TO_KNOW.test(text) && namesFact(bareQuestion(text));

/** Whether a clause asks something that could be answered by itself or with the one before it. */
export function asksSomething(clause: Clause): boolean {
  if (clause.parts.some(({ part }) => isAskedPart(part))) return true;
  const plain = bareQuestion(clause.text);
  if (ASKS_NOTHING.test(plain)) return false;
  const isOrder = ORDERS.test(clause.text) || beginsClause(clause.text.replace(/^(?:and|also|then|plus|or),? /i, ""));
  if (isQuestion(plain))
    return (clause.asks && !ORDERS.test(clause.text)) || !(SUBORDINATE.test(plain) && plain === clause.text);
  return clause.asks && !isOrder;
}

/** "also average price", "the name, number of copies", "sum of sales per region": no sentence, and no beginning of a letter. */
const FACT =
  /^(?=(?:also|plus)\b|.*(?:,|\b(?:of|per)\b))(?:(?:also|plus)[,:]? )?(?!(?:this|that|these|those|here|i|we|my|our|hi|hello|hey|dear|thanks?|please|attached|in|on|for|from|of|and|just|only|no|not|one|short|brief|\w+ing)\b)[\p{L}\p{N}'-]+(?: [\p{L}\p{N}'-]+){0,5}(?:, [\p{L}\p{N}'-]+(?: [\p{L}\p{N}'-]+){0,5}){0,9}[.!]?$/iu;
const NO_NAME =
  /\b(?:this|that|these|those|it|me|us|them|is|are|was|were|be|have|has|had|got|need|want|do|does|did|can|could|will|would|should)\b/i;

/** Whether a clause beside questions is nothing but names of things that are asked for as well. */
export const namesFurtherFact = ({ text, parts }: Clause): boolean =>
  parts.length === 0 && FACT.test(text) && !NO_NAME.test(text) && !beginsClause(plainly(text)) && !pointsOnly(text);
