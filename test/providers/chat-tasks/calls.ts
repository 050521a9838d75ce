import { AppError } from "../../../src/domain/errors.ts";
import type { JsonValue } from "../../../src/domain/json.ts";
import type { Kind } from "../../../src/domain/kinds.ts";
import { BUILT_IN_TASK_TYPES, type TaskType } from "../../../src/domain/task-types/index.ts";
import type { ChatCall, ChatLimits, ChatPart, ChatTask } from "../../../src/providers/chat-tasks/chat-task.ts";
import { chatTaskFor } from "../../../src/providers/chat-tasks/index.ts";
import type { Inputs, InputValue, OutputDraft } from "../../../src/providers/provider.ts";
import { pngFile } from "../embedded/vision/make-png.ts";

export type Given = string | Uint8Array | readonly string[];

export const LIMITS: ChatLimits = { contextTokens: 32_000, maxInputBytes: null };

export function value(content: string | Uint8Array, kind: Kind = "text"): InputValue {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const bounded = (maxBytes = Number.POSITIVE_INFINITY): void => {
    if (bytes.length > maxBytes) throw new AppError("resource-too-large", `It takes at most ${maxBytes} bytes.`);
  };
  const text = async (maxBytes?: number): Promise<string> => {
    bounded(maxBytes);
    return new TextDecoder().decode(bytes);
  };
  return {
    kind,
    mediaType: "application/octet-stream",
    name: "a file",
    size: bytes.length,
    text,
    json: async (maxBytes) => JSON.parse(await text(maxBytes)) as JsonValue,
    bytes: async (maxBytes) => {
      bounded(maxBytes);
      return bytes;
    },
    stream: async () => new Blob([new Uint8Array(bytes)]).stream(),
  };
}

export const inputsOf = (given: Readonly<Record<string, Given>>): Inputs =>
  Object.fromEntries(
    Object.entries(given).map(([port, content]) => [
      port,
      (content instanceof Uint8Array ? [content] : [content].flat()).map((one) => value(one)),
    ]),
  );

export function typeOf(name: string): TaskType {
  const type = BUILT_IN_TASK_TYPES.find((candidate) => candidate.name === name);
  if (type === undefined) throw new Error(`There is no task type ${name}.`);
  return type;
}

export function taskOf(name: string): ChatTask {
  const task = chatTaskFor(typeOf(name));
  if (task === null) throw new Error(`No chat model does ${name}.`);
  return task;
}

export const prepare = (
  name: string,
  given: Readonly<Record<string, Given>>,
  limits: ChatLimits = LIMITS,
): Promise<ChatCall> => taskOf(name).prepare(inputsOf(given), limits);

/** What a call's messages say: our rules, the material as it was sent, and the picture beside it. */
export function saidBy({ messages }: ChatCall): { rules: string; material: string; picture: string | null } {
  const [system, user, ...others] = messages;
  if (typeof system?.content !== "string" || system.role !== "system" || user?.role !== "user" || others.length > 0)
    throw new Error("These are not our messages.");
  if (typeof user.content === "string") return { rules: system.content, material: user.content, picture: null };
  const parts: readonly ChatPart[] = user.content;
  const [material, picture] = parts;
  if (material?.type !== "text" || picture?.type !== "image_url" || parts.length !== 2)
    throw new Error("These are not our parts.");
  return { rules: system.content, material: material.text, picture: picture.image_url.url };
}

export const wordsIn = (draft: OutputDraft | undefined): string => {
  if (draft?.as !== "text") throw new Error("This output is not a text.");
  return draft.text;
};

export const dataIn = (draft: OutputDraft | undefined): JsonValue => {
  if (draft?.as !== "data") throw new Error("This output is not data.");
  return draft.data;
};

/** What a failure is, as a table says it: "provider-rejected, retryable". */
export function failureOf(act: () => unknown): string {
  try {
    act();
    return "none";
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.retryable ? `${thrown.code}, retryable` : thrown.code;
  }
}

/** A PNG whose header says this size; no one looks at its pixels. */
export const picture = (width = 640, height = 480): Uint8Array =>
  pngFile({ width, height, depth: 8, colour: 2 }, new Uint8Array(8));
