import type { WordVectors } from "../../../words/vectors.ts";
import { type AnswerCandidate, fieldAnswers } from "./answers/field-answers.ts";
import { type AskedText, lineAt, readForQuestions } from "./answers/form.ts";
import { jsonLines } from "./answers/json-lines.ts";
import { paperAnswer } from "./answers/paper-answer.ts";
import { MIN_SCORE, passageAnswers } from "./answers/passage-answers.ts";
import { type Question, readQuestion } from "./answers/question.ts";
import { splitQuestions } from "./answers/split-questions.ts";
import { valuesOf } from "./answers/values.ts";
import { widen } from "./answers/widen.ts";
import { MAX_QUESTION_CHARS, MAX_TEXT_CHARS } from "./input.ts";

export interface FoundAnswer {
  /** In the words of the context; several questions' answers are joined by "; ". */
  readonly answer: string;
  /** How sure it is, from 0 to 1: a rule of thumb, no probability. */
  readonly score: number;
  /** The sentence or line it stands in. */
  readonly sentence: string;
}

/**
 * Answers a question from a text: a passage, or a business paper as OCR gives it. Labels, letterheads and
 * addresses come first, then BM25 over the sentences with the type of answer that the question wants.
 * Several questions in one ("who sent it and what has to be paid") are answered one by one. English only.
 * Of a longer context than `MAX_TEXT_CHARS`, or question than `MAX_QUESTION_CHARS`, only the start is read.
 * @returns `null` when the text does not seem to hold an answer.
 */
export function answerQuestion(question: string, context: string, vectors: WordVectors): FoundAnswer | null {
  const text = context.slice(0, MAX_TEXT_CHARS);
  const reading = readForQuestions(jsonLines(text) ?? text, vectors);
  const parts = splitQuestions(question.slice(0, MAX_QUESTION_CHARS));
  const found = parts.map((part) => answerOne(reading, widen(readQuestion(part), reading)));
  const given = found.filter((answer) => answer !== null);
  if (given.length === 0) return null;
  const answers = found.map((answer, index) => answer?.answer ?? `not found in the text: ${parts[index] ?? ""}`);
  return {
    answer: answers.join("; "),
    score: given.reduce((least, answer) => Math.min(least, answer.score), 1) * (given.length / found.length),
    sentence: [...new Set(given.map((answer) => answer.sentence))].join("\n"),
  };
}

function answerOne(reading: AskedText, question: Question): FoundAnswer | null {
  // Of running text only such questions as can mean nothing else: "by when must it be paid".
  const paper = !question.yesNo && (reading.isForm || question.unspecific) ? paperAnswer(reading, question) : null;
  if (paper !== null) return present(reading, paper);
  const candidates = [
    ...(!question.yesNo ? fieldAnswers(reading, question) : []),
    ...contactAnswers(reading, question),
    ...passageAnswers(reading, question),
  ];
  const best = candidates.reduce<AnswerCandidate | null>(
    (top, next) => (top === null || next.score > top.score ? next : top),
    null,
  );
  return best === null || best.score < MIN_SCORE ? null : present(reading, best);
}

/** Addresses and numbers that are told by their form wherever they stand. */
function contactAnswers(reading: AskedText, question: Question): AnswerCandidate[] {
  const { type } = question;
  if (type !== "email" && type !== "phone" && type !== "iban" && type !== "url") return [];
  return valuesOf(type, reading.text).map((span) => ({ ...span, score: 0.7 }));
}

function present(reading: AskedText, { start, end, score }: AnswerCandidate): FoundAnswer {
  const sentence = reading.sentences.find((other) => other.start <= start && start < other.end);
  const line = lineAt(reading, start);
  return {
    answer: reading.text.slice(start, end).replace(/\s+/g, " ").trim(),
    score: Math.round(score * 1_000) / 1_000,
    sentence: sentence?.text ?? line?.text ?? "",
  };
}
