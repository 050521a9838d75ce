import type { JsonObject } from "../../../domain/json.ts";
import type { Outputs } from "../../provider.ts";
import type { WorkBudget } from "../work.ts";
import { MAX_QUESTION_CHARS, MAX_TEXT_CHARS } from "./input.ts";
import { type AskedText, askedText, piecesToRead, spansFor } from "./questions/asked-text.ts";
import { choose, shown, unitShares } from "./questions/choose.ts";
import { jsonLines } from "./questions/json-lines.ts";
import type { Reader } from "./questions/reader.ts";
import type { LikelySpan } from "./questions/spans.ts";
import { splitQuestions } from "./questions/split-questions.ts";
import type { Span, Unit } from "./questions/units.ts";
import { withWholeWords } from "./questions/whole-words.ts";
import { WORTH_SAYING } from "./worth-saying.ts";

/** A sentence or line of a text, and how probable it is that the answer stands in it. */
export interface NearPassage {
  readonly text: string;
  readonly score: number;
}

/** What a text answers to a question: the evidence port of question-answering and document-question-answering. */
export interface FoundAnswer {
  /** In the words of the text; null where it does not seem to say. Several questions' answers stand on lines. */
  readonly answer: string | null;
  /** How probable it is that the answer is right, 0 to 1; of no answer, that the best one would be. */
  readonly score: number;
  /** Whether it is a whole sentence or line, as it is not sure which of its words answer. */
  readonly isSentence?: boolean;
  /** The sentences or lines that it stands in. */
  readonly sentence?: string;
  /** Where it stands in the text, in UTF-16 units; absent for several questions, and for JSON. */
  readonly span?: Span;
  /** Where there is no answer: the two passages that come nearest. */
  readonly passages?: readonly NearPassage[];
}

/** What answering takes besides a question and a text. */
export interface AnswerSurroundings {
  readonly reader: Reader;
  readonly work: Pick<WorkBudget, "admit" | "spend">;
}

const PASSAGES = 2;
const MAX_PASSAGE_CHARS = 300;
const rounded = (score: number): number => Math.round(score * 1_000) / 1_000;

/**
 * Answers a question from a text, prose or a business paper as OCR gives it, in the words of the text. Several questions
 * in one ("who sent it and what has to be paid") are answered one by one. English questions, mostly to English texts. Of
 * more than `MAX_TEXT_CHARS` only the start is read, of a long text what `likeliestWindows` takes, and of a long question the
 * end of its first `MAX_QUESTION_CHARS`.
 * @param leastScore less probable answers are not given
 * @throws {AppError} as `by.work` does
 */
export async function answerQuestion(
  question: string,
  context: string,
  by: AnswerSurroundings,
  leastScore = WORTH_SAYING,
): Promise<FoundAnswer> {
  const json = jsonLines(context.slice(0, MAX_TEXT_CHARS));
  const parts = splitQuestions(question.slice(0, MAX_QUESTION_CHARS));
  const found = await answersTo(parts, json ?? context, by, leastScore);
  const [only] = found;
  if (only !== undefined && found.length === 1) return json === null ? only : withoutSpan(only);
  return together(parts, found);
}

/** Answers each of some questions from a text, as `answerQuestion` does. */
export async function answersTo(
  questions: readonly string[],
  whole: string,
  { reader, work }: AnswerSurroundings,
  leastScore = WORTH_SAYING,
): Promise<readonly FoundAnswer[]> {
  const asked = await askedText(whole.slice(0, MAX_TEXT_CHARS), reader, work);
  work.admit("pieces", piecesToRead(asked, questions.length, reader), "What is to be read");
  const found: FoundAnswer[] = [];
  for (const question of questions)
    found.push(answerIn(asked, await spansFor(question, asked, reader, work), leastScore));
  return found;
}

function answerIn({ text, units }: AskedText, spans: readonly LikelySpan[], leastScore: number): FoundAnswer {
  const shares = unitShares(units, spans);
  const best = choose(text, spans, shares, leastScore);
  if (best !== null && best.score >= leastScore) {
    const { score, isSentence } = best;
    const span = isSentence ? best.span : withWholeWords(text, best.span);
    return { answer: shown(text, span), score: rounded(score), isSentence, sentence: unitsAround(span, units), span };
  }
  const passages = shares.slice(0, PASSAGES).map(({ unit, score }) => ({
    text: unit.text.replace(/\s+/g, " ").slice(0, MAX_PASSAGE_CHARS),
    score: rounded(score),
  }));
  return { answer: null, score: rounded(best?.score ?? 0), passages };
}

/** The sentences or lines that a stretch lies in. */
const unitsAround = (span: Span, units: readonly Unit[]): string =>
  units
    .filter(({ start, end }) => start < span.end && span.start < end)
    .map(({ text }) => text)
    .join("\n");

function withoutSpan({ span: _, ...rest }: FoundAnswer): FoundAnswer {
  return rest;
}

/** Several answers as one, each with its question where one of them is missing. */
function together(questions: readonly string[], found: readonly FoundAnswer[]): FoundAnswer {
  const given = found.filter(({ answer }) => answer !== null);
  const passages = found.flatMap((one) => one.passages ?? []).slice(0, PASSAGES);
  if (given.length === 0) return { answer: null, score: Math.max(0, ...found.map(({ score }) => score)), passages };
  const answers = found.map(({ answer }, at) => answer ?? `not found in the text: ${questions[at] ?? ""}`);
  return {
    answer: answers.join("; "),
    score: rounded(Math.min(...given.map(({ score }) => score)) * (given.length / found.length)),
    sentence: [...new Set(given.flatMap(({ sentence }) => sentence ?? []))].join("\n"),
    ...(passages.length > 0 ? { passages } : {}),
  };
}

/** The outputs of question-answering and of document-question-answering. */
export const answerOutputs = (found: FoundAnswer) =>
  ({
    answer: { as: "text", text: asText(found) },
    evidence: { as: "data", data: asData(found) },
  }) as const satisfies Outputs;

/** The answer; where there is none, a sentence that says so and what comes nearest. */
function asText({ answer, passages = [] }: FoundAnswer): string {
  if (answer !== null) return answer;
  if (passages.length === 0) return "The text does not say.";
  return ["The text does not clearly say. What comes nearest:", ...passages.map(({ text }) => `“${text}”`)].join("\n");
}

const asData = ({ answer, score, sentence, span, passages }: FoundAnswer): JsonObject => ({
  answer,
  score,
  ...(sentence === undefined ? {} : { sentence }),
  ...(span === undefined ? {} : { span: { start: span.start, end: span.end } }),
  ...(passages === undefined ? {} : { passages: passages.map(({ text, score: of }) => ({ text, score: of })) }),
});
