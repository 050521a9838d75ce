import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import { parsedJson } from "../../domain/json.ts";
import type { Measured } from "../../domain/usage.ts";
import type { StreamPart } from "../../planning/language/language-model.ts";
import { boundedBody } from "../answers/body.ts";
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
function whole({ text, refuses, end }: Ended, model: string): string {
  if (refuses || end === "content_filter") throw rejected(model, "refused to answer");
  // Half a plan would look like a whole one once it is mended.
  if (end === "length") throw rejected(model, "did not come to an end within the tokens allowed");
  if (text.trim() === "") throw rejected(model, "answered with nothing");
  return text;
}

const rejected = (model: string, why: string): AppError => new AppError("provider-rejected", `${model} ${why}`);

/** The longest answer allowed, a word of it in each event of some hundreds of bytes, and twice that. */
const MAX_STREAM_BYTES = 8 * 1024 * 1024;
/** An event is held until its end; a word with its metadata is hundreds of bytes. */
const MAX_EVENT_BYTES = 256 * 1024;

/**
 * A part of an answer, as far as it is read; servers leave out what they have not, or send null. OpenAI's have it in
 * `choices`; older models of Workers AI in `response`, and a piece that is all figures as a number.
 */
const Part = z.object({
  error: z.unknown().optional(),
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

interface Streaming {
  readonly model: string;
  readonly signal: AbortSignal;
  /** True where an answer is whole only if the server says why it ended, and one that is no JSON broke off. */
  readonly namesItsEnd: boolean;
}

/**
 * Yields the text of an answer in server-sent events as it comes, and its usage at the end: as
 * https://platform.openai.com/docs/api-reference/chat-streaming and
 * https://developers.cloudflare.com/workers-ai/features/streaming/ have them.
 * @throws {AppError} `provider-unavailable` where the answer breaks off, `provider-rejected` where it has no good end.
 */
export async function* partsOf(
  body: ReadableStream<Uint8Array>,
  { model, signal, namesItsEnd }: Streaming,
): AsyncGenerator<StreamPart> {
  let text = "";
  let refuses = false;
  let end: string | null = null;
  let isDone = false;
  let usage: Measured = {};
  for await (const data of eventsOf(body, { model, signal })) {
    isDone = data === DONE;
    if (isDone) break;
    const event = parsedJson(data);
    if (event === undefined && namesItsEnd) throw brokenOff(model);
    const part = Part.safeParse(event).data;
    if (!part) throw rejected(model, "answered with something that is no part of an answer");
    if (part.error) throw brokenOff(model);
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
  if (end === null && !refuses && (namesItsEnd || !isDone)) throw brokenOff(model);
  whole({ text, refuses, end }, model);
}

const DONE = "[DONE]";

/** The data of each event. */
async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  { model, signal }: Pick<Streaming, "model" | "signal">,
): AsyncGenerator<string> {
  const { createParser } = await import("eventsource-parser");
  const decoder = new TextDecoder();
  const come: string[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_BYTES,
    onEvent: ({ data }) => void come.push(data),
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded")
        throw rejected(model, `answered with an event of too great a length, more than ${MAX_EVENT_BYTES} bytes`);
    },
  });
  for await (const chunk of boundedBody(body, { name: model, maxBytes: MAX_STREAM_BYTES, signal })) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* come.splice(0);
  }
  // The blank line behind the last event may be missing; half an event is none.
  parser.feed("\n\n");
  yield* come.filter((data) => data === DONE || parsedJson(data) !== undefined);
}
