import { AppError } from "../../domain/errors.ts";
import { ANSWER_DEMONSTRATIONS } from "./answer-demonstrations.ts";

/** So many words in a row are a demonstration's own; fewer are how one speaks of any result. */
const ECHO_WORDS = 8;
/** Longer than so many words of a demonstration; languages without blanks would be held back to their end. */
const MAX_HELD_CHARS = 400;

/** The words of a text and the blanks between, by turns. */
const turnsOf = (text: string): readonly string[] => text.split(/(\s+)/);
const spaced = (text: string): string => ` ${text.toLowerCase().trim().replaceAll(/\s+/g, " ")} `;

const ANSWERS = ANSWER_DEMONSTRATIONS.map(({ answer }) => spaced(answer));
/** What ran in the demonstrations. */
const MODELS = ANSWER_DEMONSTRATIONS.flatMap(({ request }) => request.tasks.flatMap(({ model }) => model ?? []));

/**
 * An answer as it comes, until it repeats a demonstration of its prompt in place of what ran: small models tell of other
 * people's horses. Its last words are held back until it is known that they are not from there.
 * @param material what the answer is made of: a model's name that stands there may be said
 * @throws {AppError} `provider-rejected` where it repeats one
 */
export async function* withoutEcho(words: AsyncIterable<string>, material: string): AsyncGenerator<string> {
  const strangers = MODELS.filter((model) => !material.includes(model));
  let held = "";
  for await (const piece of words) {
    held += piece;
    if (isEcho(held, strangers))
      throw new AppError("provider-rejected", "it repeated an example in place of what was done");
    const kept = turnsOf(held)
      .slice(-2 * ECHO_WORDS)
      .join("")
      .slice(-MAX_HELD_CHARS);
    if (kept.length < held.length) yield held.slice(0, held.length - kept.length);
    held = kept;
  }
  if (held !== "") yield held;
}

function isEcho(text: string, strangers: readonly string[]): boolean {
  const words = turnsOf(text.trim()).filter((_, turn) => turn % 2 === 0);
  const runs = words.slice(ECHO_WORDS - 1).map((_, from) => spaced(words.slice(from, from + ECHO_WORDS).join(" ")));
  return (
    strangers.some((model) => text.includes(model)) || runs.some((run) => ANSWERS.some((one) => one.includes(run)))
  );
}
