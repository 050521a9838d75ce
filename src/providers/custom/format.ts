import { AppError } from "../../domain/errors.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import type { ExpertCall, ExpertResult, Inputs } from "../provider.ts";
import type { ProviderResponse } from "./response.ts";

export interface WireRequest {
  readonly body: BodyInit | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** What an endpoint made, and what the reader should know of it. */
export type Answer = Pick<ExpertResult, "outputs" | "notes">;

/** How one kind of endpoint wants a task, and how it answers. */
export interface WireFormat {
  /** Bytes of memory that writing and sending this call takes. @throws {AppError} `resource-too-large`. */
  memoryBytes(inputs: Inputs): number;
  write(call: ExpertCall, type: TaskType): Promise<WireRequest>;
  /** @throws {AppError} `provider-rejected` when the answer is not of this format. */
  read(response: ProviderResponse, type: TaskType, call: ExpertCall): Promise<Answer>;
}

/** All inputs of a request in JSON: they exist as bytes, base64, JSON and encoded body at once, in an isolate of 128 MB. */
export const MAX_ENCODED_INPUT_BYTES = 8 * 1024 * 1024;
/** One byte of input is one of bytes and four thirds each of base64, JSON and encoded body. */
const ENCODED_COPIES = 5;

/** @throws {AppError} `resource-too-large` when the inputs together are too large to be sent in JSON. */
export function encodedMemoryBytes(inputs: Inputs): number {
  const size = Object.values(inputs)
    .flat()
    .reduce((sum, value) => sum + value.size, 0);
  if (size > MAX_ENCODED_INPUT_BYTES) {
    throw new AppError(
      "resource-too-large",
      `The inputs have ${size} bytes; this endpoint is sent at most ${MAX_ENCODED_INPUT_BYTES} in one request`,
    );
  }
  return size * ENCODED_COPIES;
}
