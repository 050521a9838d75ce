import type { Around } from "./rule.ts";

/** Words after which a phrase is what is spoken of, not a wish: "an article about …", "explain why …". */
const SPOKEN_OF =
  /\b(?:about|on|titled|entitled|called|named|saying|regarding|concerning|of|for|against|headline|slogan|topic|theme|motto|says?|said|reads|means|between|(?:how|when|ways?|reasons?|decid(?:e|ed)|refus(?:e|ed)|what it means) to|how|why|whether|discuss(?:es|ing)?|words?|inscription|lettering|mention(?:s|ing)?|explain(?:s|ing)?|describ(?:e|es|ing)|compare|define)$/;
/** "insists on", "asks for": the preposition belongs to a wish. */
const WISHED_FOR =
  /\b(?:(?:insist(?:s|ing)?|rel(?:y|ies|ying)|run(?:s|ning)?|settle[sd]?|agreed|keen|bent|set|depend(?:s|ing)?|build(?:s|ing)?|based) on|(?:asks?|asking|calls?|calling|go(?:es)?|going|opts?|settles?|push(?:es)?|look(?:s|ing)?|cleared|approved|licen[sc]ed|strictly|allowed|hop(?:e|ing)) for|approves? of|in favou?r of)$/;
/** As before, and whatever follows up to a break belongs to it; "with" leads on to means. */
const SPOKEN_OF_AT_LENGTH =
  /\b(?:about|titled|entitled|called|saying|that (?:says?|reads?)|says?|said|says that|why|whether|how to|how (?:a|an|the|we|you|they|people|one|companies)|argu(?:e|es|ing) that|claims?(?: that)?|believes?(?: that)?|suggests?(?: that)?|states? that|writes? that|slogan|headline|discuss(?:es|ing)?|in which|mention of|mentions of|explain (?:what|how|when)|what (?:is|are) an?|what does|what do|meaning of)(?: (?!with\b)[\w'-]+){0,8}$/;
/** What follows the colon is to be written, not done. */
const WORDED =
  /\b(?:saying|says?|said|reads|reading|words?|slogan|headline|caption(?! ¤)|title|motto|note|message|sign|label|sentence|text)\b[^:]{0,40}:$/;
/** "a letter to a client who …" */
const WRITTEN_OF =
  /\b(?:write|draft|compose|draw|paint|invent|story|poem|letter|email|mail|article|essay|speech)\b[^,;:.¤]*\bwho(?: [\w'-]+){0,4}$/;
/** "about bees": a thing of its own stands between, and what leads to means does not belong to it. */
const LEADS_TO_MEANS =
  /^(?:,|;|-|and\b|but\b|using|with|without|by|via|through|for (?:free|under|less|no|at|up)|within|in under|in less|locally|under|only)/;
/** The beginning of a question about a thing. */
const QUESTION =
  /^\W*(?:and |so |but |now )?(?:what|which|who|whom|whose|where|when|how|is|are|was|were|does|do|did|has|have|had|should|may|must|might|would it|can i|can we|can one|could i|could we)\b(?! (?:use|about)\b)/;
/** Here the question is over, or broken off. */
const BREAK = /[,;:¤?(]| - /;

/** A letter that was pasted without quotes speaks to a customer. */
const LETTER =
  /\byour (?:account|complaint|order|subscription|payment|parcel|card|bank|ticket|password|membership|refund|booking|warranty|contract)\b|\bdear (?:customer|sir|madam|mr|mrs|ms|friend|valued)\b|(?:^|\n)subject: /;
/** "Can members bring a friend …" */
const QUESTION_OF_OTHERS =
  /(?:^|[,;:(¤]|[.!?] )\s*(?:can|could|may|does|did|will|are|must|should) (?!you\b|it\b|this\b|that\b|we\b|i\b|some|any)[a-z][^,;:(¤]*$/;

/** Tells whether a sum or a time is one that a text or a question at hand speaks of. */
export const isOfOthers = ({ all, before }: Around): boolean => LETTER.test(all) || QUESTION_OF_OTHERS.test(before);

const MEANS = /^(?:using|with(?:out)?|via|through|by|locally|run)\b/;

/** Tells whether a phrase is material, spoken of or asked about, rather than a wish of how to do things. */
export function isSpokenOf(before: string, phrase: string): boolean {
  const head = before.trimEnd();
  const means = MEANS.test(phrase);
  const clause = head.split(/[,;:¤(]| - /).at(-1) ?? "";
  if ((SPOKEN_OF.test(head) && !WISHED_FOR.test(head)) || WORDED.test(head) || WRITTEN_OF.test(head)) return true;
  if (!means && !LEADS_TO_MEANS.test(phrase) && SPOKEN_OF_AT_LENGTH.test(clause)) return true;
  return !means && QUESTION.test(head) && !BREAK.test(head);
}

/** Words of making something up: what is to be used in it or kept out of it is a motif or a phrase. */
export const MADE_UP =
  /\b(?:draw|paint|sketch|illustrat\w*|depict\w*|picture of|photo of|poster|write|rewrite|draft|compose|stor(?:y|ies)|poem|essay|slogan|haiku|lyrics)\b/;

/** "Read it aloud, use whisper": a way of speaking. */
export const VOICED = /\b(?:aloud|out loud|speak|spoken|say|voice|narrat\w*)\b/;
