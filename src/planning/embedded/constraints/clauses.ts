import type { NamedRun } from "./anchors.ts";
import type { RequestSpan } from "./blank.ts";

/** A clause of the own words, in which names are marked. */
export interface ConstraintClause extends RequestSpan {
  /** Where its sentence begins. */
  readonly sentence: number;
  readonly text: string;
  /** The sentence before the clause. */
  readonly before: string;
  /** What follows the clause. */
  readonly after: string;
  /** The sentence asks or looks for something, and the clause goes on with that. */
  readonly isAsked: boolean;
}

/** Verbs and nouns of work on content, by their stems: what they speak of is worked on, and chooses no model. */
export const WORK =
  "(?:translat|summar|explain|rewrit|rewrote|paraphras|draw|paint|sketch|illustrat|depict|film|writ|draft|compos|classif|describ|compar|find|detect|extract|(?<!parameter )count(?!ed)|caption|transcri|creat|list|show|shorten|proofread|segment|colou?r|upscale|sharpen|denois|blur|crop|resiz|cut|trim|convert|recogni|identif|analy[sz]|generat|design|invent|sort|label|tag|plot|circle|speak|narrat|answer|repl|respond|read|say|said|tell|sum up|remov|replac|locat|estimat|depth|turn|mak|imagin|record|continu|edit|render|animat|restor|mention|discuss|defin|rephras)\\w*";
const JOINS_CLAUSE = `(?:please|then|use|using|make|must|should|only|don't|do not|dont|never|avoid|no|not|nothing(?! else)|without|with|within|via|at most|up to|under|below|for (?:under|less|free|at|no)|in (?:under|less|at|no|the)|spend|take|keep|let|run|it|i|we|everything|my|the µ+|a latency|max|costs?|best|${WORK})(?![\\w-])`;
const ADJECTIVE =
  "(?:[¬§‡]+(?:[- ]licen[sc]ed)?|un-?gated|non-gated|(?:only )?local|offline|open|free|small(?:er|est)?|largest|biggest|cheap(?:est)?|fast(?:est)?|[a-z-]{3,12}-language)";
const KEY =
  "(?:µ|licen[sc]es?|licen[sc]e restriction|providers?|language|budget|limit|cap|time(?:out)?|deadline|costs?|price|size|params|calls?|tasks?|steps?|latency|score|accuracy|wer|¶|-?list)";

const BREAK = new RegExp(
  `[;()¤\\n]|,(?!\\d)(?! (?:and |or )?(?:${ADJECTIVE},? (?:and |or )?){0,4}${ADJECTIVE} µ)(?! from §)|(?<!${KEY} ?):|(?<!\\b(?:max|min|approx|e\\.g|i\\.e|vs))[.!?](?=[\\s"')]|$)| - | (?<!\\b(?:any[a-z]{0,5}|every[a-z]{0,5}|nothing|none|whatever)(?: µ{1,40})? )(?:but|because|since|although|though|so|when|while|if) | (?:and|then|and then) (?=${JOINS_CLAUSE})|,? or (?=(?:don't|never|avoid) )`,
  "g",
);
const ASKS =
  /^[^\w¬§‡µ¶]*(?:(?:and|so|but|now|please) )?(?:what|which|who|whom|whose|where|when|how|is|are|was|were|does|do(?! not| it| this| everything)|should (?:i|we)|did|has|have(?! an? | the )|had|may|might|would it|can (?:i|we|one|they)|could (?:i|we)|list|show|count|plot|filter(?! for)|compare|find (?:all|the (?:rows|models|students|teams?|phones|flights|houses|files)|houses|flats|phones|shoes|cars|flights))\b(?! (?:use|about|not)\b)/;
/** What begins so tells how to do it, wherever it stands. */
const LEADS_TO_MEANS =
  /^[^\w¬§‡µ¶]*(?:with|w\/|using|use|without|via|by|through|for|in|within|on|and|but|only|as|locally|offline|free|please|no|not|never|up|then|max|cheap\w*)\b/;

/** Whether a clause is, or goes on with, a question: "Which laps in ¤ ‹are no slower than …›". */
const isAsked = (before: string, text: string): boolean =>
  before.trim() === ""
    ? ASKS.test(text)
    : OF_LISTED_MODELS.test(before) || (ASKS.test(before) && !/[,;:(]| - /.test(before) && !LEADS_TO_MEANS.test(text));
/** "Show the licence of each model in ¤, only MIT ones": the models are those of a table. */
const OF_LISTED_MODELS =
  /^\W*(?:filter ¤|(?:list|show|count|which|filter|plot|compare|find (?:all|the)) [^,;:]*µ.* (?:in|from) ¤)/;
const SENTENCE_ENDS = /^[.!?\n]/;
/** No clause is longer, so that looking back in one is bounded work; and so much is looked at around it. */
const MAX_CHARS = 300;

/** Splits the own words into clauses; a list of names stays together. */
export function clausesOf(marked: string, names: readonly NamedRun[]): readonly ConstraintClause[] {
  const clauses: ConstraintClause[] = [];
  let [start, sentence, name] = [0, 0, 0];
  const add = (from: number, end: number): void => {
    const text = marked.slice(from, end);
    const before = marked.slice(Math.max(sentence, from - MAX_CHARS), from);
    if (/\S/.test(text))
      clauses.push({
        ...{ start: from, end, sentence, text, before },
        after: marked.slice(end, end + MAX_CHARS),
        isAsked: isAsked(before, text),
      });
  };
  const close = (end: number): void => {
    for (let from = start; from < end; from += MAX_CHARS) add(from, Math.min(end, from + MAX_CHARS));
  };
  for (const { 0: found, index } of marked.matchAll(BREAK)) {
    while ((names[name]?.end ?? Infinity) <= index) name++;
    const inside = names[name];
    if (inside && inside.start < index && index < inside.end) continue;
    close(index);
    start = index + (/^[ ,]/.test(found) && /[a-z]/.test(found) ? found.length : 1);
    if (SENTENCE_ENDS.test(found)) sentence = start;
  }
  close(marked.length);
  return clauses;
}
