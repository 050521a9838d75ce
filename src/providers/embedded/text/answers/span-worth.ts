import type { TextToken } from "../english.ts";
import type { Ranked } from "./passage.ts";
import type { Keyword, Question } from "./question.ts";
import { CHANGE } from "./typed-spans.ts";
import type { AnswerSpan } from "./values.ts";
import { sayingBest } from "./widen.ts";

/** Words between the answer and what it belongs to that halve its worth. */
const HALF_DISTANCE = 14;
/** What the other words of the question count beside the one that relates the answer. */
const OTHERS = 0.25;

/**
 * How well a span of the right type answers, from 0 to 1: how near it stands to the word that relates it to the
 * question and to the question's other words, and whether its surroundings suit. Offsets in the whole text.
 */
export function spanWorth(text: string, ranked: Ranked, question: Question): (span: AnswerSpan) => number {
  const matching = (keyword: Keyword): readonly TextToken[] => sayingBest(keyword, ranked.tokens);
  const related = question.relation === null ? [] : matching(question.relation);
  const others = question.keywords
    .filter((keyword) => keyword !== question.relation)
    .map((keyword) => matching(keyword));
  const mentioned = others.filter((tokens) => tokens.length > 0);
  const anchors = related.length > 0 ? related : mentioned.flat();
  const position = new Map(ranked.tokens.map((token, index) => [token, index]));
  const at = (list: readonly TextToken[]): number[] => list.map((token) => position.get(token) ?? 0);
  const anchorsAt = at(anchors);
  const mentionedAt = mentioned.map(at);
  return (span) => {
    const distance = distanceTo(ranked.tokens, span, anchorsAt);
    const far =
      mentionedAt.reduce((sum, list) => sum + distanceTo(ranked.tokens, span, list), 0) / Math.max(1, mentioned.length);
    const nearness = anchors.length === 0 ? 0.8 : HALF_DISTANCE / (HALF_DISTANCE + distance + OTHERS * far);
    return nearness * fitness(text, ranked.sentence.start, span, question, anchors);
  };
}

/** Words between a span and the nearest of the positions. */
function distanceTo(words: readonly TextToken[], span: AnswerSpan, positions: readonly number[]): number {
  const first = words.findIndex((word) => word.end > span.start);
  const last = words.findLastIndex((word) => word.start < span.end);
  return positions.reduce((least, position) => {
    const distance = position < first ? first - position - 1 : Math.max(0, position - last - 1);
    return Math.min(least, distance);
  }, words.length);
}

function fitness(
  text: string,
  from: number,
  span: AnswerSpan,
  question: Question,
  anchors: readonly TextToken[],
): number {
  const before = text.slice(Math.max(from, span.start - 24), span.start).replace(/\s/g, " ");
  const anchor = anchors[0];
  const behindAnchor = anchor === undefined || anchor.start < span.start;
  switch (question.type) {
    case "party":
      if (/\bby (?:the |his |her |an? )?(?:\w+ )?$/.test(before)) return 1;
      return behindAnchor && anchor?.pos === "VERB" ? 0.7 : 0.95;
    case "place":
      return /\b(?:in|at|on|near|to|from) (?:the )?$/.test(before) ? 1 : 0.8;
    case "date":
      if (outdated(text, from, span, question)) return 0.7;
      if (/\bby when\b|\bdeadline\b|\blatest\b/.test(question.lower)) {
        return /\b(?:by|before|until|till|than|latest|due|on) (?:the )?$/.test(before) ? 1 : 0.7;
      }
      return behindAnchor ? 1 : 0.9;
    case "number":
      // "340 people": the thing counted stands right behind its number.
      return question.relation !== null && anchors.some((word) => word.start >= span.end && word.start - span.end < 24)
        ? 1
        : 0.45;
    case "money":
      return outdated(text, from, span, question) ? 0.7 : 1;
    default:
      return 1;
  }
}

/** The first of "from NOK 14,500 to NOK 15,200", unless that is what is asked for. */
function outdated(text: string, from: number, span: AnswerSpan, question: Question): boolean {
  const before = text.slice(from, span.start);
  return (
    CHANGE.test(before) &&
    /\bfrom (?:the )?$/i.test(before) &&
    /^\s+to\s/.test(text.slice(span.end, span.end + 8)) &&
    !/\b(?:old|previous|before|original|originally|used)\b/.test(question.lower)
  );
}
