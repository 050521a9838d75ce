import type { JsonObject } from "../../domain/json.ts";
import type { Measured } from "../../domain/usage.ts";

/** One turn of what a model is shown. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface Prompt {
  readonly messages: readonly ChatMessage[];
  /** The longest answer; one that is cut off there is a failure. */
  readonly maxTokens: number;
  /** Whether the answer is to be one JSON object, where the server can be held to that. */
  readonly json?: boolean;
  /** The JSON Schema of that object, for servers that can be held to one; every property is required in it. */
  readonly schema?: JsonObject;
  /** The schema is a caller's own: that a server refuses it says nothing of what the server takes. */
  readonly isCallers?: true;
  /** How long it is waited for the answer, with the wait for a turn; milliseconds. As long as for any where it is left out. */
  readonly timeoutMs?: number;
}

/** A part of an answer as it is written, or what all of it took: that comes once, at the end, where the server tells. */
export type StreamPart = { readonly text: string } | { readonly usage: Measured };

/** A model that goes on with a chat. What it says is as little to be trusted as what it was shown. */
export interface LanguageModel {
  /**
   * @param onUsage told what the answer took, where the server tells it; also of one that is of no use.
   * @throws {AppError} when there is no answer; safe to show, and free of keys and of what the server said.
   */
  complete(prompt: Prompt, signal: AbortSignal, onUsage?: (usage: Measured) => void): Promise<string>;
  /** The same, word by word. @throws {AppError} also in the middle of it, where the answer breaks off. */
  stream?(prompt: Prompt, signal: AbortSignal): AsyncIterable<StreamPart>;
}
