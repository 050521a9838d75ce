import { AppError } from "../../domain/errors.ts";
import type { JsonObject, JsonValue } from "../../domain/json.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import {
  type BodyReading,
  boundedBody,
  checkParts,
  declaredLength,
  MAX_STREAMED_ANSWER_BYTES,
  mediaTypeOf,
  useWhole,
} from "../answers/body.ts";
import { loadingMs, readRefusal, readRetryAfter, statusFailure } from "../answers/failures.ts";
import { ENCODED_COPIES, MAX_ENCODED_INPUT_BYTES, sizeOf } from "../inputs.ts";
import type { ExpertCall, ExpertResult, Inputs } from "../provider.ts";

export interface WireRequest {
  readonly body: BodyInit | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** The outputs of an endpoint, with notes for the answer. */
export type Answer = Pick<ExpertResult, "outputs" | "notes">;

/** Writes the requests and reads the answers of one kind of endpoint. */
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

/** A successful answer; its body is read once, whole or as a stream, within bounds. */
export interface ProviderResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly mediaType: string;
  /** The body whole, read and turned into outputs by `use`, which must ask for no memory itself, while its share is held. */
  whole<T>(use: (body: Uint8Array<ArrayBuffer>) => T | Promise<T>): Promise<T>;
  /** The body as it comes, and its length where the endpoint told it. */
  stream(): { readonly stream: ReadableStream<Uint8Array>; readonly length: number | null };
}

/** @throws {AppError} for any status but 2xx. */
export async function readResponse(
  response: Response,
  reading: Omit<BodyReading, "maxBytes">,
): Promise<ProviderResponse> {
  if (!response.ok) throw await refusal(response, reading.name);
  const length = declaredLength(response);
  const { status, headers } = response;
  return {
    status,
    headers,
    mediaType: mediaTypeOf(response),
    whole: (use) => useWhole(response, reading, use),
    stream: () => ({
      stream: boundedBody(response.body, { ...reading, maxBytes: MAX_STREAMED_ANSWER_BYTES }),
      length,
    }),
  };
}

/** Advice for a failure's message, by status. */
const ADVICE: Readonly<Record<number, string>> = {
  401: "; check the `headers` or `auth` that the endpoint is set up with",
  402: "; the account behind the endpoint's key has no credit left",
  403: "; check what the `headers` or `auth` of the endpoint have the right to",
};

async function refusal(response: Response, model: string): Promise<AppError> {
  const { status, headers } = response;
  const retryAfterMs = readRetryAfter(headers.get("retry-after")) ?? loadingMs(await readRefusal(response));
  return statusFailure(model, status, { advice: ADVICE[status] ?? "", retryAfterMs });
}

/** JSON that came within another answer, as if it were one. */
export function responseOf(value: JsonValue): ProviderResponse {
  const body = new Blob([JSON.stringify(value)]);
  return {
    status: 200,
    headers: new Headers(),
    mediaType: "application/json",
    whole: async (use) => use(new Uint8Array(await body.arrayBuffer())),
    stream: () => ({ stream: body.stream(), length: body.size }),
  };
}

/**
 * Parses a body in JSON, in UTF-8.
 * @param otherwise the message of the failure for invalid JSON
 * @throws {AppError} `provider-rejected`
 */
export function parseAnswer(body: Uint8Array, otherwise: string): JsonValue {
  checkParts(body, "The endpoint");
  try {
    return finite(JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body)));
  } catch (cause) {
    throw new AppError("provider-rejected", otherwise, { cause });
  }
}

/** A parsed value as it is. @throws {Error} for one with a number that is too large to be written down again */
function finite(parsed: unknown): JsonValue {
  const left = [parsed];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "number" && !Number.isFinite(value)) throw new Error("A number is too large");
    if (typeof value === "object" && value !== null) for (const part of Object.values(value)) left.push(part);
  }
  // Nothing else than JSON comes out of `JSON.parse`.
  return parsed as JsonValue;
}

/** A value that is an object; null for any other. (`Array.isArray` does not narrow the type of what is no array.) */
export const fieldsOf = (value: JsonValue | undefined): JsonObject | null => (isObject(value) ? value : null);

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
