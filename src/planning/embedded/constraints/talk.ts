/** Words after which a phrase is what is spoken of, not a wish: "an article about …", "explain why …". */
const SPOKEN_OF =
  /\b(?:about|on|titled|entitled|called|named|saying|regarding|concerning|of|for|against|headline|slogan|topic|theme|motto|says?|said|reads|means|between|(?:how|when|ways?|reasons?|decid(?:e|ed)|refus(?:e|ed)|what it means) to|how|why|whether|discuss(?:es|ing)?|words?|inscription|lettering|mention(?:s|ing)?|explain(?:s|ing)?|describ(?:e|es|ing)|compare|define)$/;
/** As before, and whatever follows up to a break belongs to it. */
const SPOKEN_OF_AT_LENGTH =
  /\b(?:about|titled|entitled|called|saying|that (?:says?|reads?)|says?|said|says that|why|whether|how to|how (?:a|an|the|we|you|they|people|one|companies)|argu(?:e|es|ing) that|claims?(?: that)?|believes?(?: that)?|suggests?(?: that)?|states? that|writes? that|slogan|headline|discuss(?:es|ing)?|in which|mention of|mentions of|explain (?:what|how|when)|what (?:is|are) an?|what does|what do|meaning of)(?: [\w'-]+){0,6}$/;
/** What follows the colon is to be written, not done. */
const WORDED =
  /\b(?:saying|says?|said|reads|reading|words?|slogan|headline|caption|title|motto|note|message|sign|label|sentence|text)\b[^:]{0,40}:$/;
/** "about bees": a thing of its own stands between, and what leads to means does not belong to it. */
const LEADS_TO_MEANS =
  /^(?:,|;|-|and\b|but\b|using|with|without|by|via|through|for (?:free|under|less|no|at|up)|within|in under|in less|locally|under|only)/;
/** The beginning of a question about a thing. */
const QUESTION =
  /^\W*(?:and |so |but |now )?(?:what|which|who|whom|whose|where|when|how|is|are|was|were|does|do|did|has|have|had|should|may|must|might|would it|can i|can we|can one|could i|could we)\b(?! (?:use|about)\b)/;
/** Here the question is over, or broken off. */
const BREAK = /[,;:¤?(]| - /;

const MEANS = /^(?:using|with(?:out)?|via|through|by|locally|run)\b/;

/** Tells whether a phrase is material, spoken of or asked about, rather than a wish of how to do things. */
export function isSpokenOf(before: string, phrase: string): boolean {
  const head = before.trimEnd();
  const means = MEANS.test(phrase);
  const clause = head.split(/[,;:¤(]| - /).at(-1) ?? "";
  if (SPOKEN_OF.test(head) || WORDED.test(head)) return true;
  if (!means && !LEADS_TO_MEANS.test(phrase) && SPOKEN_OF_AT_LENGTH.test(clause)) return true;
  return !means && QUESTION.test(head) && !BREAK.test(head);
}
