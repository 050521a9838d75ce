import { AppError } from "../../domain/errors.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import { ENCODED_COPIES, MAX_ENCODED_INPUT_BYTES, sizeOf } from "../inputs.ts";
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

/** Bytes of memory that inputs sent in JSON take. @throws {AppError} `resource-too-large` for more than are sent. */
export function encodedMemoryBytes(inputs: Inputs): number {
  const size = sizeOf(inputs);
  if (size > MAX_ENCODED_INPUT_BYTES) {
    throw new AppError(
      "resource-too-large",
      `The inputs have ${size} bytes; this endpoint is sent at most ${MAX_ENCODED_INPUT_BYTES} in one request`,
    );
  }
  return size * ENCODED_COPIES;
}
