import type OpenAI from "openai";
import { readWhole } from "../answers/body.ts";
import { loadingMs } from "../answers/failures.ts";
import type { OpenAiSdk, SettingNames } from "./failures.ts";

/** The names of the settings of an OpenAI-compatible server. */
export const OPENAI_SETTINGS: SettingNames = {
  address: "OPENAI_BASE_URL",
  key: "OPENAI_API_KEY",
  model: "OPENAI_MODEL",
};

export interface OpenAiConnection {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** A server of one's own may want none. */
  readonly apiKey: string | null;
  readonly fetch: typeof globalThis.fetch;
  /** Until the head of an answer is there. */
  readonly timeoutMs: number;
}

/** The library wants a key even where none is sent. */
const NO_KEY = "none";

/** The client library, with every option set that it would otherwise read from the environment. */
export const connect = (sdk: OpenAiSdk, { baseUrl, apiKey, fetch, timeoutMs }: OpenAiConnection): OpenAI =>
  new sdk.OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    fetch: asPlatformFetch(fetch),
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: "off",
  });

/** A `fetch` with `Response` beside it: without, the library tests it on a data URL before the first upload. */
const asPlatformFetch = (fetch: typeof globalThis.fetch) =>
  Object.assign((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init), { Response });

/** A plan of 8,192 tokens in JSON is a tenth of it. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * A `fetch` whose answers are read whole before they are returned: the client library bounds the wait for the head of an
 * answer only, and lets its body stall or grow; so its bound is for both. Redirects are not followed, as the key is for
 * the server that was named.
 */
export const readingWhole =
  (fetch: typeof globalThis.fetch, model: string): typeof globalThis.fetch =>
  async (input, init) =>
    readBounded(await fetch(input, { ...init, redirect: "manual" }), model, init?.signal ?? NEVER);

/** The library gives a signal with every request; this one is for its types. */
const NEVER = new AbortController().signal;

/**
 * A `fetch` that passes on what succeeds as it comes, for a caller that bounds it, and reads whole what does not.
 * `signal` ends bodies too.
 */
export const readingFailures =
  (
    fetch: typeof globalThis.fetch,
    { model, signal }: { readonly model: string; readonly signal: AbortSignal },
  ): typeof globalThis.fetch =>
  async (input, init) => {
    const either = AbortSignal.any(init?.signal ? [signal, init.signal] : [signal]);
    const response = await fetch(input, { ...init, redirect: "manual", signal: either });
    return response.ok ? response : readBounded(response, model, either);
  };

async function readBounded(response: Response, model: string, signal: AbortSignal): Promise<Response> {
  const whole = await readWhole(response, { name: model, maxBytes: MAX_ANSWER_BYTES, signal });
  if (whole.ok || whole.headers.has("retry-after")) return whole;
  // Hugging Face's servers say it in the body, which the client library keeps to itself.
  const waitMs = loadingMs(await whole.clone().text());
  if (waitMs !== undefined) whole.headers.set("retry-after", String(Math.ceil(waitMs / 1_000)));
  return whole;
}
