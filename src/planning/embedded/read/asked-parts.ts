import type { Clause } from "./clauses.ts";
import { plainly } from "./openings.ts";
import type { MaskedRequest, MaterialPart } from "./parts.ts";
import { isQuestion } from "./questions.ts";

/** True for quoted or pasted words that are a question to be answered. */
export const isAskedPart = (part: MaterialPart): boolean =>
  (part.as === "quote" || part.as === "passage") &&
  part.asked &&
  (part.as === "passage" || looksLikeQuestion(part.text));

const looksLikeQuestion = (words: string): boolean =>
  /\?\s*$/.test(words) || (isQuestion(plainly(words)) && words.split(/\s+/).length > 2);

/** Whether a clause asks something, by itself or by what it quotes. */
export const asksSomething = ({ as, parts }: Clause): boolean =>
  as === "question" || parts.some(({ part }) => isAskedPart(part));

/** Shorter quotations are names and labels more often than texts. */
const MIN_TEXT_WORDS = 3;

/** Quoted and pasted words that a clause before them may mean; questions are put, not worked on. */
export const quotedTexts = (parts: MaskedRequest["parts"]): readonly string[] =>
  parts.flatMap(({ part }) =>
    (part.as === "quote" || part.as === "passage") &&
    !isAskedPart(part) &&
    part.text.split(/\s+/, MIN_TEXT_WORDS).length === MIN_TEXT_WORDS
      ? [part.text]
      : [],
  );
