import type { JsonObject } from "../../domain/json.ts";
import type { ExpertResult, Inputs } from "../provider.ts";

/** A part of a message, as OpenAI's chat completions have them; an image is a data URL. */
export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** Parts only where there is a picture among them. */
export interface ChatTaskMessage {
  readonly role: "system" | "user";
  readonly content: string | readonly ChatPart[];
}

/** What a chat model is asked, in the shape of OpenAI's chat completions. */
export interface ChatRequest {
  readonly messages: readonly ChatTaskMessage[];
  /** JSON schema of the answer, an object without optional properties; null where plain text is wanted. */
  readonly schema: JsonObject | null;
  /** The longest answer; one that is cut off there is a failure. */
  readonly maxTokens: number;
  readonly temperature: 0;
}

/** What the model's endpoint takes, as the catalogue tells it; null is unknown. */
export interface ChatLimits {
  /** Of question and answer together. */
  readonly contextTokens: number | null;
  /** Of each picture, before it is encoded. */
  readonly maxInputBytes: number | null;
}

export type ChatReading = Pick<ExpertResult, "outputs" | "notes">;

/** A request, and how its answer is read: what was read of the inputs for the one is held for the other. */
export interface ChatCall extends ChatRequest {
  /**
   * The outputs of the task type that an answer holds, its first one always among them.
   * @throws {AppError} `provider-rejected`, retryable, when it holds none; never anything else.
   */
  read(answer: string): ChatReading;
}

/** How a chat model does one task type by instruction. */
export interface ChatTask {
  readonly needs: "text" | "vision";
  /**
   * @throws {AppError} `unsupported-input` or `unreadable-resource` for an input that no chat model takes,
   * `resource-too-large` for one that is longer or larger than the limits: nothing is ever cut.
   */
  prepare(inputs: Inputs, limits: ChatLimits): Promise<ChatCall>;
}
