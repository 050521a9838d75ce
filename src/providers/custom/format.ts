import type { TaskType } from "../../domain/task-types/index.ts";
import type { ExpertCall, Outputs } from "../provider.ts";
import type { ProviderResponse } from "./response.ts";

/** How one kind of endpoint wants a task, and how it answers. */
export interface WireFormat {
  write(
    call: ExpertCall,
    type: TaskType,
  ): Promise<{ readonly body: BodyInit; readonly headers: Readonly<Record<string, string>> }>;
  /** @throws {AppError} `provider-rejected` when the answer is not of this format. */
  read(response: ProviderResponse, type: TaskType): Promise<Outputs>;
}

/** Inputs sent by value: an endpoint of one's own is asked in one request. */
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;
