import * as z from "zod";
import { type AnswerSurroundings, answerQuestion } from "../../../src/providers/embedded/text/answer-question.ts";
import type { SentenceEncoder } from "../../../src/words/sentence-encoder.ts";

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

const plain = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase().replace(/\.$/, "");

/** An encoder that encodes no text twice, as many questions are asked of one. */
export function remembering(encoder: SentenceEncoder): SentenceEncoder {
  const known = new Map<string, Float32Array>();
  return {
    dimensions: encoder.dimensions,
    async embed(texts, work) {
      const unknown = [...new Set(texts)].filter((text) => !known.has(text));
      const vectors = await encoder.embed(unknown, work);
      for (const [at, text] of unknown.entries()) known.set(text, vectors[at] ?? new Float32Array());
      return texts.map((text) => known.get(text) ?? new Float32Array());
    },
  };
}
