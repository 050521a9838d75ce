/** A question that is answered by yes or no: it begins with its verb, or says that something is to be told of it. */
const WHETHER =
  /(?:^|[.!?,:]\s)\W*(?:is|are|was|were|does|did|has|have|do (?:any|some|these|those|they|both|all)|can you see)\b|\bwhether\b|\b(?:tell|know|see|say|check|determine|find out)(?: me| us)? if\b/i;
const WHICH = /\bwhich\b/i;

/** Whether an English text asks for a yes or no. */
export const asksWhether = (text: string): boolean => WHETHER.test(text);

/** Whether an English text asks for one or some of several. */
export const asksWhich = (text: string): boolean => WHICH.test(text);

const OPENS_QUESTION =
  /^(?:(?:by|since|until|from|to|for|at|in|on|with|of|about) )?(?:who|whom|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|must)(?:n't)?(?![\w-])/i;

/** Whether an English question is put in full, and not only by naming what is asked for: "the VAT". */
export const isFullQuestion = (question: string): boolean => OPENS_QUESTION.test(question);
