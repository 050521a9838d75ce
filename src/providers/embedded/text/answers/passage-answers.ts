import type { AnswerCandidate } from "./field-answers.ts";
import type { TextReading } from "./form.ts";
import { type Ranked, rankSentences } from "./passage.ts";
import { phraseAnswer } from "./phrases.ts";
import type { Question } from "./question.ts";
import { spanWorth } from "./span-worth.ts";
import { typedSpans } from "./typed-spans.ts";

/** Below this the sentence speaks of something else. */
const MIN_COVERAGE = 0.45;
/** A question without words of its own, such as "what is the due date", has only those to go by. */
const MIN_GENERAL_COVERAGE = 0.9;
/** What a sentence is worth that lacks the relation: "who founded it" is not answered by where it is. */
const UNRELATED = 0.45;
/** "How long", "how big": a measure with its unit speaks for itself; "how tall" must not take a length. */
const UNRELATED_MEASURE = 0.8;
/** The most an answer by nearness is worth; in a form's line, labels are to be trusted more. */
const PROSE = 0.85;
const FORM_LINE = 0.65;

/** Answers from running text: the best spans of the asked type in the sentences that fit best. */
export function passageAnswers(reading: TextReading, question: Question): AnswerCandidate[] {
  return rankSentences(reading.text, reading.sentences, question).flatMap((ranked) => {
    const fit = ranked.coverage * (ranked.relates ? 1 : unrelated(question));
    const least = question.general && question.type !== "place" ? MIN_GENERAL_COVERAGE : MIN_COVERAGE;
    if (fit < least) return [];
    const trust = reading.isForm && !ranked.sentence.prose ? FORM_LINE : PROSE;
    return spansOf(reading, ranked, question).map((span) => ({ ...span, score: trust * fit * span.score }));
  });
}

const unrelated = (question: Question): number =>
  question.type === "quantity" && /\bhow (?:long|big|large|far|often)\b/.test(question.lower)
    ? UNRELATED_MEASURE
    : UNRELATED;

function spansOf(reading: TextReading, ranked: Ranked, question: Question): AnswerCandidate[] {
  const { start: offset, end } = ranked.sentence;
  const text = reading.text.slice(offset, end);
  if (question.type === "any" || question.type === "reason") {
    const phrase = phraseAnswer(text, offset, ranked.tokens, question);
    return phrase === null ? [] : [phrase];
  }
  const worth = spanWorth(reading.text, ranked, question);
  return typedSpans(text, question)
    .map((span) => ({ start: offset + span.start, end: offset + span.end }))
    .filter((span) => !repeatsQuestion(reading.text.slice(span.start, span.end), question))
    .map((span) => ({ ...span, score: worth(span) }));
}

/** "Who introduced her to Babbage" is not Babbage; "which bank" may be Northgate Bank. */
function repeatsQuestion(answer: string, question: Question): boolean {
  if (question.type === "organization") return false;
  const words = answer.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = words.filter((word) => question.keywords.some((keyword) => keyword.terms.includes(word)));
  return words.length > 0 && known.length >= words.length / 2;
}
