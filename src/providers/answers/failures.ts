import type * as z from "zod";
import { AppError, type AppErrorOptions } from "../../domain/errors.ts";
import { unlessAborted } from "../../waiting.ts";

/** Longer waits are cut to this: nobody waits so long, and the scheduler goes on to another model. */
const MAX_WAIT_SECONDS = 3_600;
/** Documented error bodies are one line of JSON. */
const MAX_REFUSAL_CHARS = 16 * 1024;
/** The wait for a refusal's words is short: the status has told what matters. */
const REFUSAL_PATIENCE_MS = 1_000;

/** The failure of a call whose time ran out. */
export const tooSlow = (name: string, cause: unknown): AppError =>
  new AppError("timeout", `${name} took too long`, { retryable: true, cause });

/** The failure of a call whose answer ended too early. */
export const brokenOff = (name: string, cause?: unknown): AppError =>
  new AppError("provider-unavailable", `${name} broke off its answer`, { retryable: true, unheard: true, cause });

/** The messages of workerd and Node about a lost connection; workerd has no other for one that was never made. */
const LOST = /connection lost|ECONNRESET|other side closed|socket hang up/i;

/** The failure of a call that got no answer. Where its connection was lost, the request may have arrived: `unheard`. */
export const unreachable = (name: string, cause: unknown, toCheck = ""): AppError =>
  new AppError("provider-unavailable", `${name} cannot be reached${toCheck}`, {
    retryable: true,
    cause,
    ...(isLost(cause) ? { unheard: true } : {}),
  });

export const isLost = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (LOST.test(`${thrown.message} ${"code" in thrown ? thrown.code : ""}`) || isLost(thrown.cause));

/**
 * The answer to a request.
 * @throws {AppError} `timeout` once the signal is aborted, `provider-unavailable` where there is no connection
 */
export async function reach(
  name: string,
  signal: AbortSignal | null | undefined,
  request: () => Promise<Response>,
): Promise<Response> {
  try {
    return await request();
  } catch (cause) {
    throw signal?.aborted ? tooSlow(name, cause) : unreachable(name, cause);
  }
}

/**
 * Rethrows the failure of a request that costs nothing, such as where a model is served or how far a job is: that its
 * answer was lost leaves nothing to pay for.
 */
export function throwUnpaid(thrown: unknown): never {
  if (!(thrown instanceof AppError) || !thrown.unheard) throw thrown;
  const { code, message, retryable, retryAfterMs } = thrown;
  throw new AppError(code, message, { retryable, cause: thrown, ...retryAfter(retryAfterMs) });
}

/** The part of `fetch` that is used here. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * A `fetch` that follows no redirect, as what is sent is for the server that was named, and that fails as `reach` does. All
 * but a `POST` costs nothing.
 */
export const sending =
  (fetch: typeof globalThis.fetch, name: string): Send =>
  async (url, init) => {
    const answer = reach(name, init.signal, () => fetch(url, { ...init, redirect: "manual" }));
    return init.method === "POST" ? answer : answer.catch(throwUnpaid);
  };

/** The option of a failure that says how long to wait; empty where that is unknown. */
export const retryAfter = (retryAfterMs: number | undefined): Pick<AppErrorOptions, "retryAfterMs"> =>
  retryAfterMs === undefined ? {} : { retryAfterMs };

/**
 * The failure of a call that was answered with any status but a success: `rate-limited` or `provider-unavailable`, both
 * retryable, or `provider-rejected`.
 * @param advice what to look at, for a status that does not pass by itself
 */
export function statusFailure(
  name: string,
  status: number,
  {
    advice = "",
    retryAfterMs,
    cause,
  }: { readonly advice?: string; readonly retryAfterMs?: number | undefined; readonly cause?: unknown },
): AppError {
  const message = `${name} answered with status ${status}`;
  const passing = { retryable: true, cause, ...retryAfter(retryAfterMs) };
  if (status === 429) return new AppError("rate-limited", message, passing);
  if (status >= 500) return new AppError("provider-unavailable", message, passing);
  return new AppError("provider-rejected", `${message}${advice}`, { cause });
}

/** Enough of a server's words to know what it complains of. */
const MAX_CAUSE_CHARS = 500;

/** A server's words about a failure, as its cause in the log: cut, and without the secret that the server was sent. */
export const causeOf = (said: string, secret: string | null): Error =>
  new Error((secret ? said.replaceAll(secret, "…") : said).slice(0, MAX_CAUSE_CHARS));

/** The failure of a call that was answered in another shape than is documented. */
export const misshapen = (name: string, cause?: unknown): AppError =>
  new AppError("provider-rejected", `${name} answered in a shape that is not documented`, { cause });

/** What an answer holds, read by its documented shape. @throws {AppError} as `misshapen`, for any other. */
export function shaped<T>(answer: unknown, shape: z.ZodType<T>, name: string): T {
  const parsed = shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw misshapen(name, parsed.error);
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3), in milliseconds from now. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_WAIT_SECONDS) * 1_000 : undefined;
}

/**
 * Milliseconds until a cold model is loaded, from its answer:
 * `{"error": "Model … is currently loading", "estimated_time": 20.0}`, in seconds → 20000
 * (https://huggingface.co/docs/api-inference/faq; as seen in github.com/huggingface/transformers/issues/32665).
 */
export function loadingMs(said: string): number | undefined {
  const seconds = Number(/"estimated_time"\s*:\s*([\d.]+)/.exec(said)?.[1] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.ceil(Math.min(seconds, MAX_WAIT_SECONDS) * 1_000) : undefined;
}

/** The beginning of a refusal's body; of one that breaks off or stalls, the part that came. */
export async function readRefusal({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const patience = AbortSignal.timeout(REFUSAL_PATIENCE_MS);
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length < MAX_REFUSAL_CHARS) {
      const { done, value } = await unlessAborted(reader.read(), patience);
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What came is what there is.
  }
  reader.cancel().catch(() => undefined);
  return text;
}
