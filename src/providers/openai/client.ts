import type OpenAI from "openai";
import type { OpenAiSdk, SettingNames } from "./failures.ts";

/** What a deployment calls an OpenAI-compatible server's settings, for error messages. */
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

/** Whatever the library would else read from the environment is set here: the configuration alone decides. */
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

/** A `fetch` without its `Response` beside it is tried out on an address of the library's own, before the first upload. */
const asPlatformFetch = (fetch: typeof globalThis.fetch) =>
  Object.assign((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init), { Response });
