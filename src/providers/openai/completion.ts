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
  const reject = (why: string): AppError => new AppError("provider-rejected", `${model} ${why}`);
  const parsed = Completion.safeParse(completion);
  if (!parsed.success) throw reject("answered with something that is no chat completion");
  const [choice] = parsed.data.choices;
  if (!choice) throw reject("answered without any choice");
  const { message, finish_reason: end } = choice;
  if (message.refusal || end === "content_filter") throw reject("refused to answer");
  // Half a plan would look like a whole one once it is mended.
  if (end === "length") throw reject("did not come to an end within the tokens allowed");
  if (!message.content?.trim()) throw reject("answered with nothing");
  return message.content;
}
