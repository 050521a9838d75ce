import * as z from "zod";
import { type AnswerSurroundings, answerQuestion } from "../../../src/providers/embedded/text/answer-question.ts";
import type { AnswerBounds, Reader } from "../../../src/providers/embedded/text/questions/reader.ts";

/** A text with what people ask about it; `answers` is null where it does not say. */
export const askedText = z.object({
  text: z.string(),
  questions: z.array(z.object({ question: z.string(), answers: z.array(z.string()).readonly().nullable() })).readonly(),
});
export type AskedText = z.infer<typeof askedText>;

/** Counts of questions. */
export interface AnswersScore {
  readonly answerable: number;
  readonly right: number;
  /** Of those right, the ones that say no more than the answer. */
  readonly exact: number;
  readonly wrong: number;
  readonly silent: number;
  readonly unanswerable: number;
  readonly silentRightly: number;
}

type Verdict = "exact" | "holds" | "wrong" | "silent";

/** Asks all questions, and counts what comes back. @param threshold less probable answers are not given */
export async function scoreAnswers(
  texts: readonly AskedText[],
  by: AnswerSurroundings,
  threshold: number,
): Promise<AnswersScore> {
  const [ofAnswerable, ofOthers]: [Verdict[], Verdict[]] = [[], []];
  for (const { text, questions } of texts) {
    for (const { question, answers } of questions) {
      const { answer } = await answerQuestion(question, text, by, threshold);
      (answers === null ? ofOthers : ofAnswerable).push(verdictOn(answer, answers ?? []));
    }
  }
  const count = (verdict: Verdict): number => ofAnswerable.filter((one) => one === verdict).length;
  return {
    answerable: ofAnswerable.length,
    right: count("exact") + count("holds"),
    exact: count("exact"),
    wrong: count("wrong"),
    silent: count("silent"),
    unanswerable: ofOthers.length,
    silentRightly: ofOthers.filter((one) => one === "silent").length,
  };
}

/** A sentence that holds the answer counts as right, a longer stretch does not. */
const MAX_ANSWER_CHARS = 200;

function verdictOn(answer: string | null, answers: readonly string[]): Verdict {
  if (answer === null) return "silent";
  const given = plain(answer);
  if (answers.some((right) => plain(right) === given)) return "exact";
  return given.length <= MAX_ANSWER_CHARS && answers.some((right) => given.includes(plain(right))) ? "holds" : "wrong";
}

/** Whether what is said is an answer, or a sentence that holds it; nothing is where there is none. */
export const isRightAnswer = (said: string, answers: readonly string[] | null): boolean =>
  answers !== null && verdictOn(said, answers) !== "wrong";

const plain = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase().replace(/\.$/, "");

/** A reader that reads nothing twice, as each question is asked at several thresholds. */
export function remembering(reader: Reader): Reader {
  const known = new Map<string, Promise<AnswerBounds>>();
  return {
    ...reader,
    boundsOf(question, words, work) {
      const name = JSON.stringify([question, words]);
      const bounds = known.get(name) ?? reader.boundsOf(question, words, work);
      known.set(name, bounds);
      return bounds;
    },
  };
}
