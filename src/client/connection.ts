import { ApiError, toApiError } from "./api-error.ts";

/** What is used of `fetch`, so that a test or a service binding can stand in. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Call {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
}

export interface Connection {
  readonly baseUrl: string;
  /** The response to a call of the API by its path. @throws {ApiError} for any status that is not a success. */
  send(path: string, call?: Call): Promise<Response>;
}

/** @throws {TypeError} when `baseUrl` is not an http or https URL. */
export function createConnection(baseUrl: string, apiKey: string | undefined, fetch: Fetch): Connection {
  const base = new URL(baseUrl);
  if (base.protocol !== "http:" && base.protocol !== "https:") {
    throw new TypeError(`${baseUrl} is not an http or https URL`);
  }
  const prefix = base.href.replace(/[?#].*$/, "").replace(/\/+$/, "");
  return {
    baseUrl: prefix,
    send: async (path, call = {}) => {
      const response = await reach(fetch, `${prefix}${path}`, toInit(call, apiKey));
      if (!response.ok) throw await toApiError(response);
      return response;
    },
  };
}

function toInit(call: Call, apiKey: string | undefined): RequestInit {
  const headers = new Headers({ accept: "application/json", ...call.headers });
  if (apiKey !== undefined) headers.set("authorization", `Bearer ${apiKey}`);
  // `duplex` is what the Fetch standard asks for with a body that is a stream; not every type library knows it.
  const init: RequestInit & { duplex?: "half" } = { method: call.method ?? "GET", headers };
  if (call.json !== undefined) {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(call.json);
  } else if (call.body !== undefined) {
    init.body = call.body;
    if (call.body instanceof ReadableStream) init.duplex = "half";
  }
  if (call.signal) init.signal = call.signal;
  return init;
}

async function reach(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new ApiError("unreachable", 0, `No answer from ${new URL(url).origin}`, { cause });
  }
}
