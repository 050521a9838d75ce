import type { JsonObject } from "../../../domain/json.ts";
import type { SentenceEncoder } from "../../../words/sentence-encoder.ts";
import type { WordVectors } from "../../../words/vectors.ts";
import type { Outputs } from "../../provider.ts";
import type { WorkBudget } from "../work.ts";
import { MAX_QUESTION_CHARS, MAX_TEXT_CHARS } from "./input.ts";
import { type Chosen, choose, shown, unitShares } from "./questions/choose.ts";
import { jsonLines } from "./questions/json-lines.ts";
import { questionModel } from "./questions/model.ts";
import { type AskedText, readForQuestions } from "./questions/reading.ts";
import { splitQuestions } from "./questions/split-questions.ts";
import type { Span } from "./questions/values.ts";
import { probabilities, type UnderstoodQuestion, weigh } from "./questions/weigh.ts";
import { AS_LIKELY_AS_NOT } from "./worth-saying.ts";

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
  /** The sentences or lines that it stands in. */
  readonly sentence?: string;
  /** Where it stands in the text, in UTF-16 units; absent for several questions, and for JSON. */
  readonly span?: Span;
  /** Where there is no answer: the two passages that come nearest. */
  readonly passages?: readonly NearPassage[];
}

/** What understanding a question and a text takes besides them. */
export interface AnswerSurroundings {
  readonly vectors: WordVectors;
  readonly sentences: SentenceEncoder;
  readonly work: Pick<WorkBudget, "admit" | "spend">;
}

const PASSAGES = 2;
const MAX_PASSAGE_CHARS = 300;
const rounded = (score: number): number => Math.round(score * 1_000) / 1_000;

/**
 * Answers a question from a text: prose, or a business paper as OCR gives it. Values of the type that is asked for,
 * names, and stretches of lines are weighed by what announces them, what stands near and what their sentence says.
 * Several questions in one ("who sent it and what has to be paid") are answered one by one. English questions; labels
 * also in German and French. Of more than `MAX_TEXT_CHARS`, or `MAX_QUESTION_CHARS`, only the start is read.
 * @param leastScore less probable answers are not given
 * @throws {AppError} as `by.work` does
 */
export async function answerQuestion(
  question: string,
  context: string,
  by: AnswerSurroundings,
  leastScore = AS_LIKELY_AS_NOT,
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
  text: string,
  by: AnswerSurroundings,
  leastScore = AS_LIKELY_AS_NOT,
): Promise<readonly FoundAnswer[]> {
  const reading = await readForQuestions(text.slice(0, MAX_TEXT_CHARS), by.vectors, by.work);
  const understood: UnderstoodQuestion = new Map();
  const found: FoundAnswer[] = [];
  for (const question of questions) found.push(await answerOne(reading, question, understood, by, leastScore));
  return found;
}

function withoutSpan({ span: _, ...rest }: FoundAnswer): FoundAnswer {
  return rest;
}

async function answerOne(
  reading: AskedText,
  question: string,
  understood: UnderstoodQuestion,
  by: AnswerSurroundings,
  leastScore: number,
): Promise<FoundAnswer> {
  const model = await questionModel();
  const weighed = await weigh(reading, question, understood, { ...by, kinds: model.kinds });
  const shares = probabilities(weighed, model.weights);
  const best = choose(reading, weighed.candidates, shares, leastScore);
  if (best !== null && best.score >= leastScore) return given(reading, best);
  const units = unitShares(weighed.candidates, shares);
  const passages = units.slice(0, PASSAGES).map(([place, share]) => ({
    text: (reading.units[place]?.text ?? "").replace(/\s+/g, " ").slice(0, MAX_PASSAGE_CHARS),
    score: rounded(share),
  }));
  return { answer: null, score: rounded(best?.score ?? 0), passages };
}

const given = (reading: AskedText, { span: { start, end }, unit, score }: Chosen): FoundAnswer => ({
  answer: shown(reading, { start, end }),
  score: rounded(Math.min(1, score)),
  sentence: reading.units[unit]?.text ?? "",
  span: { start, end },
});

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
export const answerOutputs = (found: FoundAnswer): Outputs => ({
  answer: { as: "text", text: asText(found) },
  evidence: { as: "data", data: asData(found) },
});

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
