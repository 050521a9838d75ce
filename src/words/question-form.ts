/** A question that is answered by yes or no: it begins with its verb, or says that something is to be told of it. */
const WHETHER =
  /(?:^|[.!?,:]\s)\W*(?:is|are|was|were|does|did|has|have|do (?:any|some|these|those|they|both|all)|can you see)\b|\bwhether\b|\b(?:tell|know|see|say|check|determine|find out)(?: me| us)? if\b/i;
const WHICH = /\bwhich\b/i;

/** Whether an English text asks for a yes or no. */
export const asksWhether = (text: string): boolean => WHETHER.test(text);

/** Whether an English text asks for one or some of several. */
export const asksWhich = (text: string): boolean => WHICH.test(text);
