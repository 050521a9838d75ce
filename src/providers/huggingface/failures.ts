import { AppError, type DeniedAccess, type ErrorCode } from "../../domain/errors.ts";
import {
  brokenOff,
  causeOf,
  loadingMs,
  misshapen,
  readRefusal,
  readRetryAfter,
  retryAfter,
  tooSlow,
} from "../answers/failures.ts";

/** The client library, which is loaded when it is first needed. */
export type HuggingFaceSdk = typeof import("@huggingface/inference");

/** The model and the account of a call, for the messages of its failures. */
export interface CalledModel {
  /** The model, as a message names it. */
  readonly name: string;
  readonly token: string;
  /** The owner of the token. */
  readonly account: DeniedAccess["account"];
}

/** The setting or header that the token comes from. */
export const SETTINGS: Readonly<Record<CalledModel["account"], string>> = {
  caller: "the token in X-HF-Token",
  deployment: "HF_TOKEN",
};

/** A status that is no success. */
export class StatusError extends AppError {
  readonly status: number;

  constructor(status: number, code: ErrorCode, message: string, options: ConstructorParameters<typeof AppError>[2]) {
    super(code, message, options);
    this.status = status;
  }
}

/** The failure that an answer's status means. The server's words stay in the cause, without the token. */
export async function refusal(response: Response, asked: CalledModel): Promise<StatusError> {
  const { status } = response;
  const said = await readRefusal(response);
  const { account, name } = asked;
  const [code, why] = verdict(status, SETTINGS[account]);
  const retryable = code !== "provider-rejected";
  const waitMs = retryable ? (readRetryAfter(response.headers.get("retry-after")) ?? loadingMs(said)) : undefined;
  const to = DENIED[status];
  return new StatusError(status, code, `${name} ${why}`, {
    retryable,
    cause: causeOf(said, asked.token),
    ...(to ? { access: { account, to } } : {}),
    ...retryAfter(waitMs),
  });
}

/** Whether the server would not have a request as it was written; the same in other words may do. */
export const isRefusedRequest = (thrown: unknown): boolean =>
  thrown instanceof StatusError && (thrown.status === 400 || thrown.status === 422);

/** The statuses by which an account is denied a provider or a model. */
const DENIED: Readonly<Record<number, DeniedAccess["to"]>> = { 401: "provider", 402: "provider", 403: "model" };

const REJECTED: Readonly<Record<number, (token: string) => string>> = {
  401: (token) =>
    `did not accept the Hugging Face token (status 401); check ${token}, which has to have the right to "make calls to Inference Providers"`,
  402: (token) =>
    `has no credits left to run on (status 402); see https://huggingface.co/settings/billing of the account that ${token} is of`,
  403: (token) =>
    `is not allowed to the Hugging Face token (status 403); ${token} needs the right to "make calls to Inference Providers", a gated model also that its terms are accepted on its page, and the provider that the account has credits`,
  404: () => "was not found (status 404)",
};

/** @param token where it stands */
function verdict(status: number, token: string): readonly [ErrorCode, string] {
  if (status === 429) return ["rate-limited", "has had too many requests (status 429)"];
  if (status === 408 || status === 504) return ["timeout", `took too long (status ${status})`];
  if (status >= 500) return ["provider-unavailable", `answered with status ${status}`];
  return ["provider-rejected", REJECTED[status]?.(token) ?? `answered with status ${status}`];
}

/** The `AppError` for anything that a call through the library may throw. */
export function toAppError(
  thrown: unknown,
  asked: CalledModel,
  { sdk, signal }: { sdk: HuggingFaceSdk; signal: AbortSignal },
): AppError {
  if (signal.aborted) return tooSlow(asked.name, thrown);
  if (thrown instanceof AppError) return thrown;
  const { name } = asked;
  // What the library says may quote the answer, so that none of it is repeated.
  if (thrown instanceof sdk.InferenceClientInputError || thrown instanceof sdk.InferenceClientRoutingError) {
    return new AppError("provider-rejected", `${name} does not take this request`, { cause: thrown });
  }
  return thrown instanceof SyntaxError ? brokenOff(name, thrown) : misshapen(name, thrown);
}
