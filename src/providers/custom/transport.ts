import type { EndpointAuth } from "../../config/custom-endpoints.ts";
import { unpaid } from "../answers/failures.ts";
import { credentials } from "./credentials.ts";
import { type HttpDependencies, reach } from "./dependencies.ts";
import type { WireRequest } from "./format.ts";

/** Where a call goes. */
export interface EndpointTarget {
  readonly model: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth?: EndpointAuth;
  /** Looks at an address before each request to it. @throws {AppError} for one that must not be asked. */
  readonly vet?: (url: string) => Promise<void>;
}

/** The way to one endpoint. Answers come as they are, whatever their status. */
export interface EndpointTransport {
  readonly model: string;
  readonly url: string;
  /** `write` is asked again where a token turned out to be void. */
  post(write: () => Promise<WireRequest>): Promise<Response>;
  get(url: string): Promise<Response>;
}

const throwUnpaid = (thrown: unknown): never => {
  throw unpaid(thrown);
};

const GET: WireRequest = { body: null, headers: { accept: "*/*" } };

/**
 * Opens the way to an endpoint for one call. No redirect is followed: an answer may be one. A token that the endpoint
 * refuses is replaced once.
 */
export function openLine(
  target: EndpointTarget,
  surroundings: HttpDependencies,
  signal: AbortSignal,
): EndpointTransport {
  const { model, vet, auth } = target;
  const proof = auth ? credentials(auth, { model, surroundings, signal }) : null;

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
    const sent = reach(model, signal, () =>
      surroundings.fetch(url, { method, headers, body, redirect: "manual", signal }),
    );
    return method === "POST" ? sent : sent.catch(throwUnpaid);
  };

  return {
    model,
    url: target.url,
    post: (write) => request("POST", target.url, write),
    get: (url) => request("GET", url, async () => GET),
  };
}
