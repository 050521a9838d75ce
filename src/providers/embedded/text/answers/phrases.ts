import type { TextToken } from "../english.ts";
import type { AnswerCandidate } from "./field-answers.ts";
import type { Question } from "./question.ts";
import { says } from "./widen.ts";

/** No phrase is longer: then the sentence itself is the answer. */
const MAX_PHRASE_TOKENS = 16;
const REASON = /\b(?:because|due to|owing to|as a result of|in order to|so that)\b/i;
const WEAK_REASON = /\b(?:since|as)\b(?! \d| (?:well|much|many|long|the|a)\b)/i;

/**
 * The words of a sentence that answer "why" or an untyped "what": a reason, what is said of the thing asked
 * for, or what follows the verb. The whole sentence, with less worth, where none is found.
 */
export function phraseAnswer(
  text: string,
  offset: number,
  words: readonly TextToken[],
  question: Question,
): AnswerCandidate | null {
  const whole = { start: offset, end: offset + text.length, score: 0.6 };
  if (question.type === "reason") {
    const reason = REASON.exec(text) ?? WEAK_REASON.exec(text);
    if (reason === null) return null;
    const clause = text.slice(reason.index).replace(/[.!?;]\s*$/, "");
    return { start: offset + reason.index, end: offset + reason.index + clause.length, score: 1 };
  }
  const relation = question.relation;
  const manner = /^how\b/.test(question.lower) ? /\bby \w+ing\b[^.;]*/i.exec(text) : null;
  if (manner !== null)
    return { start: offset + manner.index, end: offset + manner.index + manner[0].trimEnd().length, score: 1 };
  if (relation === null || question.yesNo) return whole;
  const at = words.findIndex((word) => says(relation, word) >= 0.9);
  if (at === -1) return whole;
  return phraseBehind(words, at, question) ?? whole;
}

/** What follows the verb or noun asked about, to the end of its clause. */
function phraseBehind(words: readonly TextToken[], at: number, question: Question): AnswerCandidate | null {
  let first = at + 1;
  // "a colour called X", "named after X", "the subject is X"
  while (
    words[first]?.pos === "AUX" ||
    words[first]?.pos === "PRON" ||
    (/^(?:call|name|know|be|as|after|of|to|with|for|from|in|by|:|the fact that)$/.test(words[first]?.lemma ?? "") &&
      first - at < 4)
  )
    first++;
  let last = first;
  while (last < words.length && last - first < MAX_PHRASE_TOKENS && !endsPhrase(words, last, first)) last++;
  const start = words[first];
  const end = words[last - 1];
  if (start === undefined || end === undefined || last <= first) return null;
  const repeated = words
    .slice(first, last)
    .map((word) => question.keywords.some((keyword) => keyword.weight >= 1 && says(keyword, word) === 1));
  if (repeated.every(Boolean)) return null;
  return { start: start.start, end: end.end, score: repeated.some(Boolean) ? 0.7 : 0.9 };
}

function endsPhrase(words: readonly TextToken[], at: number, first: number): boolean {
  const word = words[at];
  if (word === undefined) return true;
  if (/^[,.;:!?()–—"]$/.test(word.text)) return true;
  if (word.pos === "SCONJ" || /^(?:which|who|whose|that|because|while|when|where)$/.test(word.lemma)) return true;
  // "room Cedar on the fourth floor": a name ends with its last capital.
  const name = /^\p{Lu}/u.test(words[first]?.text ?? "") && words[first]?.pos === "PROPN";
  if (name && at > first && word.pos === "ADP" && word.lemma !== "of") return true;
  const next = words[at + 1];
  return word.pos === "CCONJ" && (next?.pos === "VERB" || next?.pos === "AUX" || next?.pos === "PRON");
}
