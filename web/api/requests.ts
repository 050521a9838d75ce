import { useSyncExternalStore } from "react";
import { watchedFetch } from "./connection.ts";

/** A call of the API that this page made, without the key. */
export interface MadeRequest {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  /** With the query, from the root of the server. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as it was sent; `file` for the bytes of an upload; null without a body. */
  readonly body: { readonly json: string } | { readonly file: string } | null;
  /** Null until it is answered. */
  readonly status: number | "no answer" | "given up" | null;
}

/** Enough to find what was just done. */
const MAX_REQUESTS = 100;
/** Left out: the key, and what every browser or client adds. */
const UNSHOWN: ReadonlySet<string> = new Set(["authorization", "x-hf-token"]);

let requests: readonly MadeRequest[] = [];
let made = 0;
const listeners = new Set<() => void>();

const change = (next: readonly MadeRequest[]): void => {
  requests = next;
  for (const listener of listeners) listener();
};

/** `fetch`, with a note of every call made through it. */
export async function recordedFetch(url: string, init: RequestInit): Promise<Response> {
  made += 1;
  const { pathname, search } = new URL(url);
  const headers = [...new Headers(init.headers)].filter(([name]) => !UNSHOWN.has(name));
  const number = made;
  const request: MadeRequest = {
    number,
    at: Date.now(),
    method: init.method ?? "GET",
    path: pathname + search,
    headers: Object.fromEntries(headers),
    body: bodyOf(init.body, new Headers(init.headers).get("x-filename")),
    status: null,
  };
  change([...requests, request].slice(-MAX_REQUESTS));
  const answered = (status: MadeRequest["status"]): void =>
    change(requests.map((one) => (one.number === number ? { ...one, status } : one)));
  try {
    const response = await watchedFetch(url, init);
    answered(response.status);
    return response;
  } catch (fault) {
    answered(init.signal?.aborted ? "given up" : "no answer");
    throw fault;
  }
}

function bodyOf(body: BodyInit | null | undefined, fileName: string | null): MadeRequest["body"] {
  if (body === null || body === undefined) return null;
  return typeof body === "string" ? { json: body } : { file: decodeURIComponent(fileName ?? "file") };
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const requestsNow = (): readonly MadeRequest[] => requests;
/** The calls made since the page was opened, the latest last. */
export const useRequests = (): readonly MadeRequest[] => useSyncExternalStore(subscribe, requestsNow);
