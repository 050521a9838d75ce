/** Longer is no question one can answer. */
const MAX_QUESTION_CHARS = 500;

const ASKS =
  /^(?:what|who|whom|whose|when|where|which|why|how|what'?s|who'?s|where'?s|when'?s|how'?s|(?:by|since|until|from|to|for|at|in|on|with|of|about) (?:when|whom|what|which|how)|whether)(?![\w-])/i;
const ASKS_YES_OR_NO =
  /^(?!do (?:it|this|that|so|the same|the following)\b)(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|isn't|aren't|doesn't|didn't) (?!you\b)[\w@']/i;

/** Whether a clause, freed of politeness, asks something. */
export const isQuestion = (plain: string): boolean => ASKS.test(plain) || asksYesOrNo(plain);
export const asksYesOrNo = (plain: string): boolean => ASKS_YES_OR_NO.test(plain);

/** "in @image", "according to the document @document": what is asked is known from the binding, so it is left out of the question. */
const SOURCE =
  /,? ?\b(?:in|on|of|from|at|with|about|within|inside|according to|based on|using|looking at|(?:as )?per)(?: (?:the|this|that|these|those|my|our|your|each|all|both|attached|given|following|above|provided|uploaded|of)){0,3}(?: [\p{L}]+){0,1}? @\w+(?:(?:,| and|,? or) @\w+)*/giu;
/** Not of "hand in the slip": there the verb has its own "in". */
const NAMELESS_SOURCE =
  /(?<!\b(?:hand|fill|send|turn|bring|pay|put|give)(?:s|ed|ing)? ?),? ?\b(?:in|on|from|out of|according to|based on)(?: (?:the|this|that|these|those|my|our|attached|given|above|provided|uploaded)){1,2} (?:image|picture|photo|photograph|pic|document|file|text|pdf|scan|table|spreadsheet|csv|passage|recording|audio|page|invoice|bill|receipt|letter|contract|slip|note)s?\b|,? ?\b(?:in|on|from|out of|according to)(?: the)? (?:attached|enclosed|attachment)\b/gi;
/** "by when", "how much": with the first of these alone a question goes on with the one before it. */
const QUESTION_WORDS =
  /^(?:(?:by|until|since|from|to|at|for|in|on|with|about|of) )?(?:when|where|who|whom|whose|why|which(?: \w+)?|what(?: \w+(?= (?:is|are|was|were|will|would|do|does|did|has|have|had|can|must|should|may) ))?|how(?: (?:much|many|long|often|old|far|big|tall))?)(?![\w-])/i;

/** Question words as they are typed in haste. */
const RESPELT: Readonly<Record<string, string>> = {
  wich: "which",
  whitch: "which",
  whichs: "which is",
  wat: "what",
  wats: "what is",
  howmany: "how many",
  howmuch: "how much",
};
const MISSPELT = new RegExp(`^((?:by|in|on|at|for|of|from|to|with) |)(${Object.keys(RESPELT).join("|")})\\b`, "i");

/**
 * What a clause asks, as one question, without the file that it is asked of; null for nothing.
 * @param previous the question before it in the same message: "by when" after "what has to be paid" becomes "By when has
 * to be paid?"
 */
export function fullQuestion(plain: string, previous: string | null): string | null {
  const asked = withoutSource(plain)
    .replace(MISSPELT, (_, before: string, word: string) => before + (RESPELT[word.toLowerCase()] ?? word))
    .replace(/^(what|who|where|when|how)'?s\b/i, "$1 is");
  if (asked === "") return null;
  const isFragment = asked.replace(QUESTION_WORDS, "") === "" && previous !== null;
  return sentence(isFragment ? `${asked} ${askedOn(previous)}` : asked);
}

/** What a question asks behind its question word; the name of a fact with "is". */
function askedOn(question: string): string {
  const rest = question.replace(QUESTION_WORDS, "").trim();
  return rest === question.trim() ? `is ${rest.slice(0, 1).toLowerCase()}${rest.slice(1)}` : rest;
}

function withoutSource(plain: string): string {
  const words = plain
    .slice(0, MAX_QUESTION_CHARS)
    .replaceAll(SOURCE, " ")
    .replaceAll(NAMELESS_SOURCE, " ")
    .replaceAll(/:\s?@\w+/g, " ");
  // A file that isn't only the place to look is part of what is asked: "who signed @document".
  return words
    .replaceAll(/(?:\b(?:the|this|that|my) (?:\p{L}+ )?)?@\w+/giu, (file) =>
      /@(?:quote|passage|code)/.test(file) ? " " : "it",
    )
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s,:]+|[\s,:]+$/g, "");
}

function sentence(words: string): string {
  const trimmed = words.replace(/[\s?.!,]+$/, "").trim();
  return `${trimmed.slice(0, 1).toUpperCase()}${trimmed.slice(1)}?`;
}
