import * as z from "zod";
import { AppError } from "../domain/errors.ts";
import { checkUrl, isExempt, isIpAddress, isPublicAddress } from "./safe-url.ts";

/** Rules and network access for fetching users' URLs. */
export interface FetchRules {
  /** `host:port`s that may be fetched from although they are private. */
  readonly allowHosts: readonly string[];
  readonly resolve: ResolveHost;
  readonly fetch: typeof fetch;
}

/** Redirects followed; each costs another lookup and request. */
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Fetched {
  /** After all redirects. */
  readonly url: URL;
  readonly response: Response;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Fetches a URL that a user named, checking it and every redirect before a connection is made.
 *
 * A name is looked up first and refused when any of its addresses is private. The connection looks it up
 * again, so a name server that answers the two differently gets past this check: the platform offers no
 * way to connect to an address already looked up. On Cloudflare that leads nowhere, as a Worker has no
 * private network around it; on a machine of one's own a firewall has to close the gap.
 * @throws {AppError} `unsafe-url`, or `unreadable-resource` when the other side doesn't give the file.
 */
export async function fetchSafely(address: string, rules: FetchRules, signal: AbortSignal): Promise<Fetched> {
  let next = address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const url = await vetUrl(next, rules, signal);
    const response = await request(url, rules, signal);
    if (!REDIRECTS.has(response.status)) return opened(url, response);
    await response.body?.cancel();
    const target = response.headers.get("location");
    const resolved = target === null ? null : URL.parse(target, url.href);
    if (!resolved) throw new AppError("unreadable-resource", `${url.host} redirects to nowhere`);
    next = resolved.href;
  }
  throw new AppError("unreadable-resource", `The URL redirects more than ${MAX_REDIRECTS} times`);
}

/**
 * A URL that a user named, once its text and the addresses of its host show that it may be called.
 * @throws {AppError} `unsafe-url`, or `unreadable-resource` when the host cannot be looked up.
 */
export async function vetUrl(
  address: string,
  rules: Pick<FetchRules, "allowHosts" | "resolve">,
  signal: AbortSignal,
): Promise<URL> {
  const checked = checkUrl(address, rules.allowHosts);
  if (!checked.ok) throw new AppError("unsafe-url", checked.error.message);
  const url = checked.value;
  if (isExempt(url, rules.allowHosts) || isIpAddress(url.hostname)) return url;
  const addresses = await rules.resolve(url.hostname.replace(/\.+$/, ""), signal);
  if (!addresses.every(isPublicAddress)) {
    throw new AppError("unsafe-url", `${url.hostname} has a private or reserved address`);
  }
  return url;
}

async function request(url: URL, rules: FetchRules, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted();
  try {
    const headers = { accept: "*/*", "user-agent": "Impresario (fetches a file for its user)" };
    // Called bare: the platform's own `fetch` refuses to be called as a method of something else.
    const { fetch: send } = rules;
    return await send(url.href, { headers, redirect: "manual", signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new AppError("unreadable-resource", `${url.host} could not be reached`, { retryable: true, cause });
  }
}

async function opened(url: URL, response: Response): Promise<Fetched> {
  if (response.status === 200 && response.body) return { url, response, body: response.body };
  await response.body?.cancel();
  const retryable = response.status >= 500 || response.status === 429;
  throw new AppError("unreadable-resource", `${url.host} answered ${response.status}`, { retryable });
}

/** Resolves all IP addresses of a host name. @throws {AppError} if there are none, or the lookup fails */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const RESOLVER_HOST = "cloudflare-dns.com";
/** Of the types of record in RFC 1035 and RFC 3596, the two that hold addresses. */
const RECORD_TYPES = { A: 1, AAAA: 28 } as const;
/** Addresses read of a host; one with more is refused. */
const MAX_RECORDS = 256;

/** The response codes of RFC 1035 and RFC 2136 that answer the question: success, and no such name. */
const ANSWERED: ReadonlySet<number> = new Set([0, 3]);

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
const createAnswerSchema = () =>
  z.object({
    Status: z.number().refine((code) => ANSWERED.has(code)),
    Answer: z
      .array(z.object({ type: z.number(), data: z.string() }))
      .max(MAX_RECORDS)
      .default([]),
  });

/** Asks a public resolver over HTTPS, as a Worker has no other way to look a name up before it connects. */
export function createResolver(fetcher: typeof fetch): ResolveHost {
  let answerSchema: ReturnType<typeof createAnswerSchema> | undefined;
  const ask = async (host: string, type: keyof typeof RECORD_TYPES, signal: AbortSignal): Promise<string[]> => {
    const url = `https://${RESOLVER_HOST}/dns-query?name=${encodeURIComponent(host)}&type=${type}`;
    const response = await fetcher(url, { headers: { accept: "application/dns-json" }, signal });
    if (!response.ok) throw new Error(`The resolver answered ${response.status}`);
    answerSchema ??= createAnswerSchema();
    const { Answer: records } = answerSchema.parse(await response.json());
    return records.filter((record) => record.type === RECORD_TYPES[type]).map((record) => record.data);
  };
  return async (host, signal) => {
    const found = await Promise.all([ask(host, "A", signal), ask(host, "AAAA", signal)]).catch((cause: unknown) => {
      signal.throwIfAborted();
      const message = `The address of ${host} could not be looked up through DNS over HTTPS at ${RESOLVER_HOST}`;
      throw new AppError("unreadable-resource", message, { retryable: true, cause });
    });
    const addresses = found.flat();
    if (addresses.length === 0)
      throw new AppError("unreadable-resource", `There is no host ${host}, says DNS over HTTPS at ${RESOLVER_HOST}`);
    return addresses;
  };
}
