import type { EndpointAuth } from "../../config/custom-endpoints.ts";
import { waitInTime } from "../../waiting.ts";
import { sending, throwUnpaid, tooSlow } from "../answers/failures.ts";
import { credentials } from "./credentials.ts";
import type { WireRequest } from "./format.ts";

/** What calls are made with, passed in so that tests can stand in for it. */
export interface HttpDependencies {
  readonly fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  now(): number;
  /** @throws {AppError} `timeout` when `signal` aborts first. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const PLATFORM: HttpDependencies = {
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
  wait: async (ms, signal) => {
    await waitInTime(ms, signal);
    if (signal.aborted) throw tooSlow("The job", signal.reason);
  },
};

/** The address, headers and credentials of an endpoint. */
interface EndpointTarget {
  readonly model: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth?: EndpointAuth;
  /** Called with the address before each request to it. @throws {AppError} for one that must not be asked. */
  readonly vet?: (url: string) => Promise<void>;
}

/** Sends the requests of one call to one endpoint, and returns answers whatever their status. */
export interface EndpointTransport {
  readonly model: string;
  readonly url: string;
  /** `write` is called again where the endpoint refused a token. */
  post(write: () => Promise<WireRequest>): Promise<Response>;
  get(url: string): Promise<Response>;
}

const GET: WireRequest = { body: null, headers: { accept: "*/*" } };

/**
 * The transport of one call. It follows no redirect, as an answer may be one, and replaces a token that the endpoint
 * refuses once.
 */
export function createEndpointTransport(
  target: EndpointTarget,
  dependencies: HttpDependencies,
  signal: AbortSignal,
): EndpointTransport {
  const { model, vet, auth } = target;
  const proof = auth ? credentials(auth, { model, dependencies, signal }) : null;

  const request = async (method: "POST" | "GET", url: string, write: () => Promise<WireRequest>): Promise<Response> => {
    await vet?.(url);
    const first = await send(method, url, await write());
    if (first.status !== 401 || !proof?.renew()) return first;
    await first.body?.cancel();
    return send(method, url, await write());
  };

  const send = async (method: string, url: string, { body, headers: own }: WireRequest): Promise<Response> => {
    const headers = new Headers(own);
    const set = { ...target.headers, ...(await proof?.headers().catch(throwUnpaid)) };
    for (const [name, value] of Object.entries(set)) headers.set(name, value);
    return sending(dependencies.fetch, model)(url, { method, headers, body, signal });
  };

  return {
    model,
    url: target.url,
    post: (write) => request("POST", target.url, write),
    get: (url) => request("GET", url, async () => GET),
  };
}
