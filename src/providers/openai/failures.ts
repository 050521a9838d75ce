import type { APIError } from "openai";
import { AppError, type AppErrorOptions } from "../../domain/errors.ts";
import { brokenOff, causeOf, readRetryAfter, retryAfter, tooSlow, unreachable } from "../answers/failures.ts";

/** The client library, which is loaded when it is first needed. */
export type OpenAiSdk = typeof import("openai");

/** The names of a server's settings, for advice in failures. */
export interface SettingNames {
  readonly address: string;
  readonly key: string;
  readonly model: string;
}

export interface Server {
  readonly model: string;
  readonly apiKey: string | null;
  readonly settings: SettingNames;
}

/**
 * The `AppError` for anything that a call may throw. The server's words stay in the cause, without the key. A call
 * whose signal is aborted failed with `timeout`, whatever broke first.
 */
export function toAppError(
  thrown: unknown,
  server: Server,
  { sdk, signal }: { readonly sdk: OpenAiSdk; readonly signal: AbortSignal },
): AppError {
  const { model, settings } = server;
  if (signal.aborted) return tooSlow(model, thrown);
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof sdk.APIConnectionTimeoutError) return tooSlow(model, thrown);
  // The library wraps what `fetch` throws, and passes on what a stream throws.
  const cause = thrown instanceof sdk.APIConnectionError ? thrown.cause : thrown;
  if (cause instanceof AppError) return cause;
  if (thrown instanceof sdk.APIConnectionError) {
    return unreachable(model, thrown.cause, `; check ${settings.address}`);
  }
  if (thrown instanceof sdk.APIError && thrown.status !== undefined) return statusError(thrown, server);
  // What is left is a body that is no JSON although it says so: it broke off.
  return brokenOff(model, thrown);
}

/** A 429 that no waiting helps: OpenAI's, and Workers AI's used-up allocation (developers.cloudflare.com/workers-ai/platform/errors). */
const SPENT = /insufficient_quota|billing|\b3036\b|daily free allocation/i;

function statusError(thrown: APIError, server: Server): AppError {
  const { model, apiKey, settings } = server;
  const status = thrown.status ?? 0;
  const cause = causeOf(thrown.message, apiKey);
  const reject = (why: string, options: AppErrorOptions = {}): AppError =>
    new AppError("provider-rejected", `${model} ${why}`, { cause, ...options });
  const to = status === 403 ? "model" : "provider";
  const denied = { access: { account: "deployment", to } } as const;
  if (status === 401 || status === 403)
    return reject(`refused the key (status ${status}); check ${settings.key}`, denied);
  if (status === 402 || (status === 429 && SPENT.test(`${thrown.code} ${thrown.message}`)))
    return reject(`has nothing left to spend (status ${status}); check the account that ${settings.key} is of`, denied);
  if (status === 404)
    return reject(`was not found (status ${status}); check ${settings.model} and ${settings.address}`);
  if (status !== 408 && status !== 429 && status < 500) return reject(`answered with status ${status}`);
  const retryAfterMs = readRetryAfter(thrown.headers?.get("retry-after") ?? null);
  const how = { retryable: true, cause, ...retryAfter(retryAfterMs) };
  return status === 429
    ? new AppError("rate-limited", `${model} has had too many requests (status 429)`, how)
    : new AppError("provider-unavailable", `${model} answered with status ${status}`, how);
}
