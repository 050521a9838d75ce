import { AppError } from "../../domain/errors.ts";
import type { AnswerRequest } from "../controller.ts";
import { ANSWER_DEMONSTRATIONS } from "./answer-demonstrations.ts";

/** So many words in a row are a demonstration's own; fewer are how one speaks of any result. */
const DEMONSTRATED_WORDS = 8;
/** So many in a row of what was asked are no answer; fewer may be a sentence that is told of. */
const ASKED_WORDS = 20;
/** Of what stands between blanks, some holds no word. */
const HELD_TURNS = 2 * ASKED_WORDS;
/** A few lines; languages without blanks would be held back to their end. */
const MAX_HELD_CHARS = 400;

/** The words of a text and nothing else, each with a blank on either side. */
const spaced = (words: readonly string[]): string => ` ${words.join(" ")} `;
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const saidIn = (value: object): string => spaced(wordsOf(JSON.stringify(value).replaceAll("\\n", " ")));

const ANSWERS = ANSWER_DEMONSTRATIONS.map(({ answer }) => spaced(wordsOf(answer)));
/** What ran in the demonstrations. */
const MODELS = ANSWER_DEMONSTRATIONS.flatMap(({ request }) => request.tasks.flatMap(({ model }) => model ?? []));

/**
 * An answer as it comes, until it repeats a demonstration of its prompt, or what was asked, in place of what came of it: so
 * do small models. Its last words are held back until it is known that they are not from there.
 * @throws {AppError} `provider-rejected` where it does
 */
export async function* withoutEcho(
  words: AsyncIterable<string>,
  { text, tasks }: Pick<AnswerRequest, "text" | "tasks">,
): AsyncGenerator<string> {
  const isEcho = echoesOf(text, tasks);
  let held = "";
  for await (const piece of words) {
    held += piece;
    if (isEcho(held)) throw new AppError("provider-rejected", "it repeated its instructions, or the request");
    const kept = held.split(/(\s+)/).slice(-HELD_TURNS).join("").slice(-MAX_HELD_CHARS);
    if (kept.length < held.length) yield held.slice(0, held.length - kept.length);
    held = kept;
  }
  if (held !== "") yield held;
}

/** Whether words are from elsewhere than from what came out: a model that ran, and a result, may be told. */
function echoesOf(text: string, tasks: AnswerRequest["tasks"]): (said: string) => boolean {
  const ran = JSON.stringify(tasks.map(({ model }) => model));
  const strangers = MODELS.filter((model) => !ran.includes(model));
  const asked = spaced(wordsOf(text));
  const found = saidIn(tasks.map(({ outputs }) => outputs));
  return (said) => {
    const words = wordsOf(said);
    return (
      strangers.some((model) => said.includes(model)) ||
      runsOf(words, DEMONSTRATED_WORDS).some((run) => ANSWERS.some((answer) => answer.includes(run))) ||
      runsOf(words, ASKED_WORDS).some((run) => asked.includes(run) && !found.includes(run))
    );
  };
}

const runsOf = (words: readonly string[], count: number): readonly string[] =>
  words.slice(count - 1).map((_, from) => spaced(words.slice(from, from + count)));
