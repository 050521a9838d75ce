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
}

/** A model that goes on with a chat. What it says is as little to be trusted as what it was shown. */
export interface LanguageModel {
  /** @throws {AppError} when there is no answer; safe to show, and free of keys and of what the server said. */
  complete(prompt: Prompt, signal: AbortSignal): Promise<string>;
}
