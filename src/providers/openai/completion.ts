import * as z from "zod";
import { AppError } from "../../domain/errors.ts";

/** What is read of a chat completion; servers leave out what they have not, or send null. */
const Completion = z.object({
  choices: z.array(
    z.object({
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      finish_reason: z.string().nullish(),
    }),
  ),
});

/**
 * The text of a chat completion.
 * @throws {AppError} `provider-rejected` when it is none, refuses, says nothing or is cut off.
 */
export function textOf(completion: unknown, model: string): string {
  const parsed = Completion.safeParse(completion);
  if (!parsed.success) throw rejected(model, "answered with something that is no chat completion");
  const [choice] = parsed.data.choices;
  if (!choice) throw rejected(model, "answered without any choice");
  const { message, finish_reason: end } = choice;
  return whole({ text: message.content ?? "", refuses: Boolean(message.refusal), end: end ?? null }, model);
}

/** An answer, and why it ends where it does. */
export interface Ended {
  readonly text: string;
  readonly refuses: boolean;
  /** The server's `finish_reason`. */
  readonly end: string | null;
}

/** The text of an answer that came to a good end. @throws {AppError} `provider-rejected` for any other. */
export function whole({ text, refuses, end }: Ended, model: string): string {
  if (refuses || end === "content_filter") throw rejected(model, "refused to answer");
  // Half a plan would look like a whole one once it is mended.
  if (end === "length") throw rejected(model, "did not come to an end within the tokens allowed");
  if (text.trim() === "") throw rejected(model, "answered with nothing");
  return text;
}

const rejected = (model: string, why: string): AppError => new AppError("provider-rejected", `${model} ${why}`);
