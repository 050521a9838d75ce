import type { AnswerCandidate } from "./field-answers.ts";
import type { AskedText } from "./form.ts";
import { type Ranked, rankSentences } from "./passage.ts";
import { phraseAnswer } from "./phrases.ts";
import type { AnswerType, Question } from "./question.ts";
import { spanWorth } from "./span-worth.ts";
import { typedSpans } from "./typed-spans.ts";

/** Below this an answer would be a guess. */
export const MIN_SCORE = 0.3;

/** Below this the sentence speaks of something else. */
const MIN_COVERAGE = 0.45;
/** A question without words of its own, such as "what is the due date", has only those to go by. */
const MIN_GENERAL_COVERAGE = 0.8;
/** What a sentence is worth that lacks the relation: "who founded it" is not answered by where it is. */
const UNRELATED = 0.45;
/** "How long", "how big": a measure with its unit speaks for itself; "how tall" must not take a length. */
const UNRELATED_MEASURE = 0.9;
/** A whole sentence answers only where it says most of what the question asks. */
const MIN_SENTENCE_COVERAGE = 0.6;
const MIN_SENTENCE_RELATION = 0.3;
/** What it is worth then: any span of the right type answers better. */
const SENTENCE = 0.5;
/** A title says what is spoken of, and nothing about it. */
const MIN_SENTENCE_WORDS = 5;
/** What is asked for by these has a form; where nothing has it, nothing answers. */
const OPEN_TYPES: ReadonlySet<AnswerType> = new Set(["any", "place", "organization"]);
/** The most an answer by nearness is worth; in a form's line, labels are to be trusted more. */
const PROSE = 0.85;
const FORM_LINE = 0.65;

/** Answers from running text: the best spans of the asked type in the sentences that fit best. */
export function passageAnswers(reading: AskedText, question: Question): AnswerCandidate[] {
  const ranking = rankSentences(reading, question);
  const spans = spanAnswers(reading, question, ranking);
  return spans.some(({ score }) => score >= MIN_SCORE) ? spans : sentenceAnswers(question, ranking);
}

function spanAnswers(reading: AskedText, question: Question, ranking: readonly Ranked[]): AnswerCandidate[] {
  return ranking.flatMap((ranked) => {
    const fit = ranked.coverage * (ranked.relates + (1 - ranked.relates) * unrelated(question));
    const least = question.general && question.type !== "place" ? MIN_GENERAL_COVERAGE : MIN_COVERAGE;
    if (fit < least) return [];
    const trust = reading.isForm && !ranked.sentence.prose ? FORM_LINE : PROSE;
    return spansOf(reading, ranked, question).map((span) => ({ ...span, score: trust * fit * span.score }));
  });
}

/** Sentences that say most of the question, though nothing in them has the form of the answer. */
function sentenceAnswers(question: Question, ranking: readonly Ranked[]): AnswerCandidate[] {
  if (question.unspecific || question.yesNo || !OPEN_TYPES.has(question.type)) return [];
  return ranking
    .filter(({ coverage, relates }) => coverage >= MIN_SENTENCE_COVERAGE && relates >= MIN_SENTENCE_RELATION)
    .filter((ranked) => !isTitle(ranked))
    .map(({ sentence: { start, end }, coverage }) => ({ start, end, score: SENTENCE * coverage }));
}

/** Whether a line only says what is spoken of, without anything behind a colon. */
const isTitle = ({ tokens, sentence }: Ranked): boolean =>
  !sentence.prose &&
  !tokens.some(({ text }) => text === ":" || /\d/.test(text)) &&
  tokens.filter(({ text }) => /^\p{L}/u.test(text)).length < MIN_SENTENCE_WORDS;

const unrelated = (question: Question): number =>
  question.type === "quantity" && /\bhow (?:long|big|large|far|often)\b/.test(question.lower)
    ? UNRELATED_MEASURE
    : UNRELATED;

function spansOf(reading: AskedText, ranked: Ranked, question: Question): AnswerCandidate[] {
  const { start: offset, end } = ranked.sentence;
  const text = reading.text.slice(offset, end);
  if (question.type === "any" || question.type === "reason") {
    const phrase = phraseAnswer(text, offset, ranked.tokens, question);
    return phrase === null || isTitle(ranked) ? [] : [phrase];
  }
  const worth = spanWorth(reading.text, ranked, question);
  return typedSpans(text, question, reading.vectors)
    .map((span) => ({ start: offset + span.start, end: offset + span.end }))
    .filter((span) => !repeatsQuestion(reading.text.slice(span.start, span.end), question))
    .map((span) => ({ ...span, score: worth(span) }));
}

/** "Who introduced her to Babbage" is not Babbage; "which bank" may be Northgate Bank. */
function repeatsQuestion(answer: string, question: Question): boolean {
  if (question.type === "organization") return false;
  const words = answer.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = words.filter((word) => question.keywords.some((keyword) => keyword.terms.get(word) === 1));
  return words.length > 0 && known.length >= words.length / 2;
}
