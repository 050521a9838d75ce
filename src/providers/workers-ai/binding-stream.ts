import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Measured } from "../../domain/usage.ts";
import type { StreamPart } from "../../planning/language/language-model.ts";
import { whole } from "../openai/completion.ts";
import { usageOf } from "./shape.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** The longest answer allowed, a word of it in each event of some hundreds of bytes, and twice that. */
const MAX_STREAM_BYTES = 8 * 1024 * 1024;

/**
 * A part of an answer: older models give `response`, a piece that is all figures as a number; newer ones a part of a
 * chat completion.
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
 * The server-sent events of a model of Workers AI:
 * https://developers.cloudflare.com/workers-ai/features/streaming/ (as `stream: true` of the binding gives them).
 * @throws {AppError} `provider-unavailable` where the answer breaks off, `provider-rejected` where it has no good end.
 */
export async function* partsOf(
  body: ReadableStream<Uint8Array>,
  { model, signal }: { readonly model: string; readonly signal: AbortSignal },
): AsyncGenerator<StreamPart> {
  let text = "";
  let refuses = false;
  let end: string | null = null;
  let usage: Measured = {};
  let isDone = false;
  for await (const data of eventsOf(body, model, signal)) {
    if (data === "[DONE]") {
      isDone = true;
      break;
    }
    const json = parse(data);
    const part = Part.safeParse(json).data;
    if (!part) throw new AppError("provider-rejected", `${model} answered with something that is no part of an answer`);
    usage = { ...usage, ...usageOf({ body: { as: "json", json }, neurons: null }) };
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
  if (!isDone && end === null)
    throw new AppError("provider-unavailable", `${model} broke off its answer`, { retryable: true });
  whole({ text, refuses, end }, model);
}

/** The data of each event, over as many lines as it has. */
async function* eventsOf(body: ReadableStream<Uint8Array>, model: string, signal: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let length = 0;
  let held = "";
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) return;
      length += value.byteLength;
      if (length > MAX_STREAM_BYTES) throw new AppError("provider-rejected", `${model} answered at too great a length`);
      const events = `${held}${decoder.decode(value, { stream: true })}`.split(/\r?\n\r?\n/);
      held = events.pop() ?? "";
      for (const event of events) {
        const data = event
          .split(/\r?\n/)
          .flatMap((line) => (line.startsWith("data:") ? [line.slice("data:".length).trimStart()] : []))
          .join("\n");
        if (data !== "") yield data;
      }
    }
  } finally {
    // A broken stream cannot be left any better.
    reader.cancel().catch(() => undefined);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
