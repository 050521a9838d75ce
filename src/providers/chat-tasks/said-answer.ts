import * as z from "zod";
import { rejected } from "./answer-words.ts";
import { jsonIn, Phrase, Score } from "./json-answer.ts";

/** An answer is a sentence or a few. */
const MAX_ANSWER_CHARS = 4_000;

/** What models write where they should have written null; "none" and "unknown" may be answers. */
const NOTHING =
  /^(?:null|n\/a|no answer(?: (?:was )?found)?|not (?:found|given|stated|mentioned|specified|available)(?: in the \w+)?)\.?$/i;

export interface SaidAnswer {
  /** `null` when the model says that there is none. */
  readonly answer: string | null;
  readonly score: number | null;
  /** Where the model says that it stands; empty where it does not say. */
  readonly sentence: string;
}

const Said = z.object({
  answer: z.union([Phrase, z.array(Phrase).transform((answers) => answers.join(", "))]).nullable(),
  score: Score,
  sentence: z.string().catch(""),
});

/**
 * The answer to a question, in JSON as was asked for, or else in plain words.
 * @throws {AppError} `provider-rejected` when it is neither.
 */
export function readSaid(words: string): SaidAnswer {
  const json = jsonIn(words);
  const said = Said.safeParse(json === undefined ? { answer: words } : Array.isArray(json) ? json[0] : json);
  if (!said.success) throw rejected("answered in another form than was asked for");
  const { answer } = said.data;
  if (answer === null || answer === "" || NOTHING.test(answer)) return { answer: null, score: 0, sentence: "" };
  if (answer.length > MAX_ANSWER_CHARS)
    throw rejected(`answered a question with more than ${MAX_ANSWER_CHARS} characters`);
  return said.data;
}
