import { ApiError, isRecord, parse, toApiError } from "./api-error.ts";

/** What is used of `fetch`, so that a test or a service binding can stand in. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Where the server listens, for example `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly fetch?: Fetch;
  /** How often a call that may be repeated is tried again when nobody answers, or the server cannot now; 2 when left out. */
  readonly retries?: number;
  /** How long a call may take in all until it is answered; two minutes when left out. Uploads have no limit but one that is given. */
  readonly timeoutMs?: number;
  /** Waits before another try; a test passes its own. */
  readonly pause?: Sleep;
}

/** Resolves after `ms`, or rejects with the signal's reason. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** What follows a run takes a signal alone: `AbortSignal.timeout(ms)` limits it. */
export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's own. */
  readonly timeoutMs?: number | undefined;
}

/** What a message is sent with. */
export interface SendOptions extends CallOptions {
  /** The caller's own token of Hugging Face, for this message alone. */
  readonly hfToken?: string | undefined;
}

export interface StartOptions extends SendOptions {
  /**
   * A repeat with the same key within a day returns the same run instead of starting another. Left out, each call has
   * one of its own, so that no retry of the client's makes two runs; a key of yours lasts beyond the process.
   */
  readonly idempotencyKey?: string | undefined;
}

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
  remove(path: string, options?: CallOptions): Promise<void>;
  /**
   * The answer in JSON. The server is ours and describes its answers: enough is checked to tell them from those of
   * something else that listens at the address.
   * @param fields that the answer has
   * @throws {ApiError} `unexpected-answer` where it lacks one
   */
  json<T>(fields: readonly (keyof T & string)[], path: string, call?: Call): Promise<T>;
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
  const { retries = DEFAULT_RETRIES, timeoutMs = DEFAULT_TIMEOUT_MS, pause: wait = sleep } = options;

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
    remove: (path, options) => exchange(path, { ...options, method: "DELETE" }, async () => {}),
    json: <T>(fields: readonly (keyof T & string)[], path: string, call: Call = {}) =>
      exchange(path, call, async (response) => {
        const value = parse(await response.text());
        if (isRecord(value) && fields.every((field) => Object.hasOwn(value, field))) return value as T;
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

const BASE_MS = 400;
/** A server that asks for a longer wait is not waited for: the caller learns of it, and decides. */
const MAX_WAIT_MS = 20_000;
/** They stay as they are until a person has seen to them. */
const LASTING: ReadonlySet<string> = new Set(["misconfigured", "provider-rejected"]);

/** True for a fault that the same call may not meet again: the network's, and the server's own. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { code, status } = error;
  if (LASTING.has(code)) return false;
  // Without a status nobody answered, or a browser hides where it was sent on to.
  if (status === 0) return code !== "unexpected-answer";
  // What has no room now has none in a moment.
  return status < 300 || status === 429 || (status >= 500 && code !== "storage-full");
}

/**
 * How long to wait before a call that failed is tried again; null where it is not to be.
 * @param tries that have failed so far, from 1 on
 * @param chance from 0 to 1: those who failed together come back one by one
 */
export function waitBeforeRetry(fault: unknown, tries: number, chance: number): number | null {
  if (!isPassing(fault)) return null;
  const step = BASE_MS * 2 ** (tries - 1) * (0.5 + chance / 2);
  const wait = Math.max(step, fault instanceof ApiError ? (fault.retryAfterMs ?? 0) : 0);
  return wait > MAX_WAIT_MS ? null : wait;
}

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });

export interface Page {
  /** Up to 100. */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
}

type Value = string | number | boolean | readonly string[] | undefined;

/** `?` and what is given, lists with commas between; empty where nothing is. */
export function toQuery(values: { readonly [name: string]: Value }): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
