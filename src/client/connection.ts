import { ApiError, parse, toApiError } from "./api-error.ts";
import type { CallOptions, ClientOptions, Fetch } from "./options.ts";
import { pause } from "./pause.ts";
import { waitBeforeRetry } from "./retry.ts";

export interface Call extends CallOptions {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Whether to send it twice comes to the same as once; true for GET and DELETE unless said otherwise. */
  readonly repeatable?: boolean;
}

export interface Connection {
  readonly baseUrl: string;
  /** The response to a call of the API by its path. @throws {ApiError} for any status that is not a success. */
  send(path: string, call?: Call): Promise<Response>;
  text(path: string, call?: Call): Promise<string>;
  /** The answer in JSON. @throws {ApiError} `unexpected-answer` where it is not what was asked for */
  json<T>(is: (value: unknown) => value is T, path: string, call?: Call): Promise<T>;
}

const DEFAULT_RETRIES = 2;
/** A language model may plan for a minute. */
const DEFAULT_TIMEOUT_MS = 120_000;
/** What `setTimeout` takes: a longer wait would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws {TypeError} when `baseUrl` is not an http or https URL, or holds a name or password, which `fetch` refuses */
export function createConnection(options: ClientOptions): Connection {
  const base = new URL(options.baseUrl);
  if (base.protocol !== "http:" && base.protocol !== "https:") {
    throw new TypeError(`${options.baseUrl} is not an http or https URL`);
  }
  if (base.username !== "" || base.password !== "") {
    throw new TypeError(`The address of ${base.host} may hold no name or password: a key goes as \`apiKey\``);
  }
  const prefix = base.href.replace(/[?#].*$/, "").replace(/\/+$/, "");
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const { retries = DEFAULT_RETRIES, timeoutMs = DEFAULT_TIMEOUT_MS, pause: wait = pause } = options;

  const exchange = async <T>(path: string, call: Call, read: (response: Response) => Promise<T>): Promise<T> => {
    const url = `${prefix}${path}`;
    const { method = "GET", repeatable = method === "GET" || method === "DELETE" } = call;
    const limit = Math.min(call.timeoutMs ?? timeoutMs, MAX_TIMEOUT_MS);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), limit);
    const signal = call.signal ? AbortSignal.any([call.signal, late.signal]) : late.signal;
    try {
      signal.throwIfAborted();
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(fetch, url, { ...toInit(call, options.apiKey), signal }, read);
        } catch (fault) {
          const waitMs = repeatable && tries <= retries ? waitBeforeRetry(fault, tries, Math.random()) : null;
          if (signal.aborted || waitMs === null) throw fault;
          await wait(waitMs, signal);
        }
      }
    } catch (fault) {
      call.signal?.throwIfAborted();
      if (!late.signal.aborted) throw fault;
      throw new ApiError("timeout", 0, `No answer from ${base.origin} within ${limit / 1000} s`, { cause: fault });
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    baseUrl: prefix,
    send: (path, call = {}) => exchange(path, call, async (response) => response),
    text: (path, call = {}) => exchange(path, call, (response) => response.text()),
    json: (is, path, call = {}) =>
      exchange(path, call, async (response) => {
        const value = parse(await response.text());
        if (is(value)) return value;
        const detail = `${prefix}${path} is not Impresario's API, or another version`;
        throw new ApiError("unexpected-answer", response.status, detail);
      }),
  };
}

function toInit(call: Call, apiKey: string | undefined): RequestInit {
  const headers = new Headers({ accept: "application/json", ...call.headers });
  // Followed, a redirect would take the message and a token to another server, or make a GET of a POST.
  if (apiKey !== undefined) headers.set("authorization", `Bearer ${apiKey}`);
  // `duplex` is what the Fetch standard asks for with a body that is a stream; not every type library knows it.
  const init: RequestInit & { duplex?: "half" } = { method: call.method ?? "GET", headers, redirect: "manual" };
  if (call.json !== undefined) {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(call.json);
  } else if (call.body !== undefined) {
    init.body = call.body;
    if (call.body instanceof ReadableStream) init.duplex = "half";
  }
  return init;
}

async function attempt<T>(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    const response = await fetch(url, init);
    if (!response.ok) throw await toApiError(response, url);
    return await read(response);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("unreachable", 0, `No answer from ${new URL(url).origin}`, { cause });
  }
}
