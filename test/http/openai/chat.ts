import * as z from "zod";
import type { EventBody } from "../../../src/domain/events.ts";
import { chatChunk } from "../../../src/http/openai/schemas.ts";
import { type CallInit, createCaller, expectStatus, post } from "../caller.ts";
import { type Backstage, createBackstage } from "../doubles.ts";
import type { MemoryConversation } from "../memory-conversation.ts";

export const PATH = "/openai/v1/chat/completions";
export const ANSWER = "Bees make honey.";
/** What runs do by themselves: answer. */
export const ANSWERS: readonly EventBody[] = [
  { type: "answer-start", data: { attempt: 1, deadline: 0, shard: 0 } },
  { type: "answer-delta", data: { attempt: 1, text: "Bees " } },
  { type: "answer-delta", data: { attempt: 1, text: "make honey." } },
  { type: "run-end", data: { status: "succeeded", answer: ANSWER } },
];

/** The app, with runs that follow a script from the moment they are posted. */
export function createChat(
  script: readonly EventBody[] = ANSWERS,
  backstage: Backstage = createBackstage(),
): ReturnType<typeof createCaller> {
  const conversation = (tenant: string, part: string): MemoryConversation => {
    const double = backstage.conversation(tenant, part);
    double.script = script;
    return double;
  };
  return createCaller({ ...backstage, wiring: { ...backstage.wiring, conversation } });
}

export const user = (content: unknown) => ({ role: "user", content });
export const assistant = (content: unknown) => ({ role: "assistant", content });

/** A request with these fields, for a model that is always there. */
export const chat = (body: object, headers: Record<string, string> = {}): CallInit =>
  post({ model: "impresario", messages: [user("Hello")], ...body }, headers);

export const openAiError = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string(),
  }),
});

export async function errorOf(response: Response, status: number): Promise<z.output<typeof openAiError>["error"]> {
  await expectStatus(response, status);
  return openAiError.parse(await response.json()).error;
}

/** The frames of a stream: chunks, an error, and `[DONE]`. */
export function framesIn(text: string): readonly unknown[] {
  return text
    .split("\n\n")
    .filter((frame) => frame.startsWith("data: "))
    .map((frame) => frame.slice("data: ".length))
    .map((data) => (data === "[DONE]" ? data : JSON.parse(data)));
}

const chunk = chatChunk.strict();
/** What all deltas of a stream come to. */
export function deltasIn(text: string) {
  const chunks = framesIn(text).flatMap((frame) => {
    const parsed = chunk.safeParse(frame);
    return parsed.success ? [parsed.data] : [];
  });
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  return {
    chunks,
    content: deltas.map((delta) => delta.content ?? "").join(""),
    reasoning: deltas.map((delta) => delta.reasoning_content ?? "").join(""),
  };
}

/** The conversations that there are now, and what was posted to them. */
export const posted = ({ backstage }: Pick<ReturnType<typeof createCaller>, "backstage">) =>
  [...backstage.conversations.values()].flatMap(({ runs }) => [...runs.values()].map(({ message }) => message));
