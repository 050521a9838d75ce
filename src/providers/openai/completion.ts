import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Measured } from "../../domain/usage.ts";
import type { StreamPart } from "../../planning/language/language-model.ts";
import { brokenOff } from "../answers/failures.ts";
import { measuredIn } from "../answers/measured.ts";

/** The parts of a chat completion that are read; servers leave out what they do not have, or send null. */
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

/** An answer and the reason that it ended for. */
interface Ended {
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

/** The longest answer allowed, a word of it in each event of some hundreds of bytes, and twice that. */
export const MAX_STREAM_BYTES = 8 * 1024 * 1024;
/** An event is held until its end; a word with its metadata is hundreds of bytes. */
export const MAX_EVENT_BYTES = 256 * 1024;

/**
 * A part of an answer, as far as it is read; servers leave out what they have not, or send null. OpenAI's have it in
 * `choices`; older models of Workers AI in `response`, and a piece that is all figures as a number.
 */
const Part = z.object({
  response: z.union([z.string(), z.number().transform(String)]).nullish(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
});

/**
 * Yields the text of a streamed answer as it comes, and its usage at the end, from the data of the stream's events.
 * @param isComplete whether the stream came to its own end, for servers that name no reason for it
 * @throws {AppError} `provider-unavailable` where the answer breaks off, `provider-rejected` where it has no good end.
 */
export async function* partsOf(
  events: AsyncIterable<unknown>,
  model: string,
  isComplete: () => boolean = () => false,
): AsyncGenerator<StreamPart> {
  let text = "";
  let refuses = false;
  let end: string | null = null;
  let usage: Measured = {};
  for await (const event of events) {
    const part = Part.safeParse(event).data;
    if (!part) throw new AppError("provider-rejected", `${model} answered with something that is no part of an answer`);
    usage = { ...usage, ...measuredIn(event) };
    const choice = part.choices?.[0];
    end = choice?.finish_reason ?? end;
    refuses ||= Boolean(choice?.delta?.refusal);
    const said = part.response ?? choice?.delta?.content;
    if (!said) continue;
    text += said;
    yield { text: said };
  }
  // What was written has to be paid for, however it ends.
  if (Object.keys(usage).length > 0) yield { usage };
  if (end === null && !refuses && !isComplete()) throw brokenOff(model);
  whole({ text, refuses, end }, model);
}
