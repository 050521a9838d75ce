import { words } from "./words.ts";

/**
 * What may stand in a question without limiting what it asks of a table: what an answer is for, until when things are
 * counted, and what they are called.
 */
const IDLE = [
  /(?:,? (?:so (?:that )?(?:i|we|they|he|she) |for (?:the|my|our|a|an|tomorrow|next) ?).*)$/i,
  /,? (?:so far|by now|to date|up to now|at the moment|right now|(?:all )?together|altogether|(?:in )?(?:that|this) (?:week|month|year|table|list|sheet))\b/i,
  // "How many night shifts", "all the kitchen boxes come to": what a cell is called.
  /(?<=\bhow many \p{L}+) \p{L}{2,}s\b/iu,
  /(?<=\p{L}) \p{L}{2,}s(?= (?:come|add|make|cost|weigh)(?: (?:to|up))*[?.!]*$)/iu,
] as const;

/** Behind a noun, not in "how many do we sell". */
const WHOSE =
  /(?<=\p{L})(?<!\b(?:do|did|does|can|could|will|would|have|had|should|must|may|what|who|which)) (?:that |which )?(?:we|you|they|i) (?:have|had|got|sell|offer|stock|keep|own|run|do)(?= ?[?.!]*$)/iu;

/** A question without words for whose the things in a table are: "the cheapest thing we sell". */
export const withoutOwner = (question: string): string => question.replace(WHOSE, "");

/**
 * A question without the first such words that a table has nothing for; `null` where there are none.
 * "The average mark for the staff meeting", where "staff" is missed → "The average mark"
 * @param missed words of the question that no reading of it accounts for
 */
export function withoutIdleWords(question: string, missed: readonly string[]): string | null {
  const unknown = new Set(missed.flatMap((word) => words(word)));
  for (const pattern of IDLE) {
    const found = pattern.exec(question);
    if (found === null || found.index === 0) continue;
    const rest = `${question.slice(0, found.index)}${question.slice(found.index + found[0].length)}`;
    if (words(found[0]).some((word) => unknown.has(word)) && words(rest).length > 1) return rest;
  }
  return null;
}
