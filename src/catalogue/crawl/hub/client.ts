import type { Wait } from "../../../waiting.ts";

/** Network, clock and randomness of the crawler, injected so that tests control them. */
export interface Outside {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: Wait;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** The Hub counts requests to its API and for files apart (https://huggingface.co/docs/hub/rate-limits). */
type Bucket = "api" | "resolvers" | "router";

interface HubRequest<T> {
  readonly url: URL;
  readonly bucket: Bucket;
  readonly token: string | null;
  readonly maxBytes: number;
  /** Whether a longer reply is cut at `maxBytes` instead of refused. */
  readonly isCut?: boolean;
  /** Parses the reply. If it throws, the reply counts as incomplete and is requested again. */
  readonly read: (text: string) => T;
}

export type HubReply<T> =
  | { readonly status: "ok"; readonly value: T; readonly headers: Headers }
  /** Not found, forbidden or not usable: retrying would not help. */
  | { readonly status: "none"; readonly why: string }
  /** Nothing may be sent until `until`, which is after the deadline. */
  | { readonly status: "wait"; readonly until: number }
  /** All attempts failed. */
  | { readonly status: "failed"; readonly why: string };

export interface HubClient {
  get<T>(request: HubRequest<T>): Promise<HubReply<T>>;
}

/** A page of a thousand models takes the Hub some seconds. */
const REQUEST_TIMEOUT_MS = 60_000;
/** With the waits in between about half a minute; a longer outage is left to the next call. */
const MAX_ATTEMPTS = 6;
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
/** `/resolve/` redirects once, within the Hub. */
const MAX_REDIRECTS = 3;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Asking again would not help. */
class Refused extends Error {}

/** The server asks to be asked again, after a wait of so many milliseconds if it says so. */
class NotNow extends Error {
  readonly afterMs: number | null;
  constructor(why: string, afterMs: number | null) {
    super(why);
    this.afterMs = afterMs;
  }
}

/** The reason of a failed fetch: Node's message is only "fetch failed", its cause says why. */
const reasonOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? `${thrown.message} (${thrown.cause.message})` : thrown.message;
};

/**
 * A client that keeps to the Hub's rate limits: it waits for the next window after the last request of one, as long as
 * told after a 429, and with exponential backoff after server errors and broken connections. A wait that would end after
 * `deadline` (milliseconds since the epoch) is not started but returned as `wait`. @throws only the reason of `signal`
 */
export function createHubClient(outside: Outside, deadline: number, signal: AbortSignal): HubClient {
  const blockedUntil = new Map<Bucket, number>();
  const block = (bucket: Bucket, ms: number): void => {
    blockedUntil.set(bucket, Math.max(blockedUntil.get(bucket) ?? 0, outside.now() + ms));
  };

  /** Waits until the bucket may be used. @returns null then, or the time if it is after the deadline */
  async function awaitTurn(bucket: Bucket): Promise<number | null> {
    const until = blockedUntil.get(bucket) ?? 0;
    const waitMs = until - outside.now();
    if (waitMs <= 0) return null;
    if (until > deadline) return until;
    await outside.sleep(waitMs, signal);
    signal.throwIfAborted();
    return null;
  }

  /** @throws {Refused} for a redirect that is not followed */
  async function send(request: HubRequest<unknown>): Promise<Response> {
    let url = request.url;
    for (let redirect = 0; redirect <= MAX_REDIRECTS; redirect += 1) {
      const response = await outside.fetch(url.href, {
        headers: request.token === null ? {} : { authorization: `Bearer ${request.token}` },
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      const limit = readRateLimit(response.headers.get("ratelimit"));
      if (limit?.remaining === 0) block(request.bucket, limit.resetMs);
      if (!REDIRECTS.has(response.status)) return response;
      await response.body?.cancel();
      const target = URL.parse(response.headers.get("location") ?? "", url.href);
      if (target === null || target.origin !== request.url.origin) throw new Refused("it leads to another server");
      url = target;
    }
    throw new Refused("it leads in a circle");
  }

  /** @throws {Refused} or anything else, after which the request may be sent again */
  async function attempt<T>(request: HubRequest<T>): Promise<HubReply<T>> {
    const response = await send(request);
    const { status, headers } = response;
    if (response.ok) {
      const value = request.read(await readBody(response, request.maxBytes, request.isCut ?? false));
      return { status: "ok", value, headers };
    }
    await response.body?.cancel();
    const retryAfter = readRetryAfter(headers.get("retry-after"), outside.now());
    if (status === 429) {
      throw new NotNow("too many requests", retryAfter ?? readRateLimit(headers.get("ratelimit"))?.resetMs ?? null);
    }
    if (status === 408 || status >= 500) throw new NotNow(`status ${status}`, retryAfter);
    throw new Refused(
      status === 401 && request.token !== null ? "status 401: the token is refused" : `status ${status}`,
    );
  }

  /** Half fixed and half random, so that crawlers that failed together do not return together. */
  const backoffMs = (failures: number): number =>
    Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS) * (0.5 + outside.random() / 2);

  return {
    async get(request) {
      let why = "";
      for (let failures = 0; failures < MAX_ATTEMPTS; failures += 1) {
        signal.throwIfAborted();
        const until = await awaitTurn(request.bucket);
        if (until !== null) return { status: "wait", until };
        try {
          return await attempt(request);
        } catch (thrown) {
          signal.throwIfAborted();
          if (thrown instanceof Refused) return { status: "none", why: thrown.message };
          why = reasonOf(thrown);
          const askedMs = thrown instanceof NotNow ? thrown.afterMs : null;
          block(request.bucket, Math.min(askedMs ?? backoffMs(failures), MAX_WAIT_MS));
        }
      }
      return { status: "failed", why: `${MAX_ATTEMPTS} times: ${why}` };
    },
  };
}

/** What is left of a rate limit's window: `remaining` requests for the next `resetMs` milliseconds. */
export interface RateLimit {
  readonly remaining: number;
  readonly resetMs: number;
}

/** Upper bound for waits that a server asks for; the Hub's windows are five minutes. */
const MAX_WAIT_MS = 60 * 60_000;
const MAX_HEADER_CHARS = 1_000;
const SECOND_MS = 1_000;

/**
 * The tightest limit of a `RateLimit` header of the IETF's draft 9, as the Hub sends it: `"api";r=489;t=286`. A
 * `RateLimit-Policy` beside it (`"fixed window";"api";q=500;w=300`) only says where these figures come from.
 * See https://huggingface.co/docs/hub/rate-limits, "HTTP Headers".
 */
export function readRateLimit(header: string | null): RateLimit | null {
  const items = (header ?? "").slice(0, MAX_HEADER_CHARS).split(",");
  const limits = items.flatMap((item) => {
    const remaining = parameter(item, "r");
    const reset = parameter(item, "t");
    return remaining === null || reset === null
      ? []
      : [{ remaining, resetMs: Math.min(reset * SECOND_MS, MAX_WAIT_MS) }];
  });
  return limits.toSorted((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs)[0] ?? null;
}

function parameter(item: string, name: string): number | null {
  const digits = new RegExp(`;\\s*${name}=(\\d{1,9})\\s*(?:;|$)`).exec(`;${item}`)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** How long `Retry-After` asks to wait: seconds, or a date (RFC 9110, section 10.2.3). In milliseconds. */
function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * SECOND_MS, MAX_WAIT_MS);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), MAX_WAIT_MS);
}

/**
 * The text of a body, or with `isCut` of its first `maxBytes`.
 * @throws {Refused} without `isCut`, as soon as there are more bytes, without reading the rest
 */
async function readBody(response: Response, maxBytes: number, isCut: boolean): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  // Leaving the loop cancels the transfer of what is not needed any more.
  for await (const chunk of response.body ?? []) {
    const room = maxBytes - bytes;
    bytes += chunk.byteLength;
    if (bytes > maxBytes && !isCut) throw new Refused(`a reply of more than ${maxBytes} bytes`);
    parts.push(decoder.decode(chunk.subarray(0, room), { stream: true }));
    if (bytes >= maxBytes && isCut) break;
  }
  parts.push(decoder.decode());
  return parts.join("");
}
