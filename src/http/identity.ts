import type { MiddlewareHandler } from "hono";
import { type KeyHolder, OPEN_HOLDER, readApiKey } from "../domain/api-key.ts";
import { AppError } from "../domain/errors.ts";
import { readLink } from "../domain/links.ts";
import type { Wiring } from "../wiring.ts";
import { type AppContext, type AppEnv, originOf } from "./context.ts";
import type { RouteSpec } from "./route.ts";
import { createViews } from "./views.ts";

/** How long an isolate that has just seen a key may still accept it after it was revoked. */
const REVOCATION_CACHE_MS = 60_000;
/** In one isolate; some hundred bytes each. */
const MAX_CACHED_KEYS = 10_000;

/** Middleware by the access of a route: lets a request through if it may, and sets `holder` and `views`. */
export type Guard = Readonly<Record<RouteSpec["access"], MiddlewareHandler<AppEnv>>>;

export interface CallerIdentity {
  readonly guard: Guard;
  /** Lets a client through that may have its key elsewhere than in the header; `key` is null for none. */
  admitClient(c: AppContext, key: string | null): Promise<void>;
  /** Drops what is cached of a key, so that one revoked in this isolate is refused at once. */
  forget(holder: KeyHolder): void;
}

/** @param now milliseconds since the epoch */
export function createIdentity(now: () => number): CallerIdentity {
  const revocations = new Map<string, { readonly revoked: boolean; readonly until: number }>();

  const isRevoked = async (wiring: Wiring, { tenant, keyId }: KeyHolder): Promise<boolean> => {
    const known = revocations.get(`${tenant}:${keyId}`);
    if (known && known.until > now()) return known.revoked;
    const revoked = await wiring.tenant(tenant).isRevoked(keyId);
    if (revocations.size >= MAX_CACHED_KEYS) revocations.delete(revocations.keys().next().value ?? "");
    revocations.set(`${tenant}:${keyId}`, { revoked, until: now() + REVOCATION_CACHE_MS });
    return revoked;
  };

  const byKey = async (c: AppContext): Promise<KeyHolder> => {
    const wiring = c.get("wiring");
    const header = c.req.header("authorization");
    if (header === undefined) {
      if (wiring.config.auth === "open") return openHolder(c);
      throw new AppError("unauthorized", "Send your API key as `Authorization: Bearer imp_…`");
    }
    return byShownKey(wiring, bearerOf(header));
  };

  const byShownKey = async (wiring: Wiring, key: string | null): Promise<KeyHolder> => {
    const holder = key === null ? null : await readApiKey(wiring.ids, key);
    if (!holder) throw new AppError("unauthorized", "This is no API key of this deployment");
    if (await isRevoked(wiring, holder)) throw new AppError("unauthorized", "This API key has been revoked");
    return holder;
  };

  const byLink = async (c: AppContext): Promise<KeyHolder> => {
    const signature = c.req.query("signature");
    if (signature === undefined) return byKey(c);
    const link = { tenant: c.req.query("t"), expires: c.req.query("expires"), signature };
    const tenant = await readLink(c.get("wiring").ids, c.req.param("id") ?? "", link, now());
    return { tenant, keyId: OPEN_HOLDER.keyId };
  };

  const admit = (c: AppContext, holder: KeyHolder): void => {
    const { ids, ontology } = c.get("wiring");
    const origin = originOf(c);
    c.set("holder", holder);
    c.set("views", createViews({ ids, ontology, tenant: holder.tenant, origin, now: now() }));
  };

  return {
    guard: {
      public: (_, next) => next(),
      client: (_, next) => next(),
      key: async (c, next) => {
        admit(c, await byKey(c));
        await next();
      },
      link: async (c, next) => {
        admit(c, await byLink(c));
        await next();
      },
    },
    admitClient: async (c, key) => {
      const wiring = c.get("wiring");
      const isOpen = key === null && wiring.config.auth === "open";
      admit(c, isOpen ? openHolder(c) : await byShownKey(wiring, key));
    },
    forget: ({ tenant, keyId }) => revocations.delete(`${tenant}:${keyId}`),
  };
}

/** The key in an `Authorization: Bearer` header; null for any other scheme. */
export const bearerOf = (header: string): string | null => /^bearer +(\S+) *$/i.exec(header)?.[1] ?? null;

/** Names and addresses that always mean the machine itself (RFC 6761, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The holder for a request without a key. Whoever reaches such a server may use it, and any page open in a browser on
 * the same machine does, so requests from pages of other sites are refused; those that this machine serves itself, on
 * whatever port, are not. A site whose name resolves to this machine
 * (DNS rebinding) looks like the server's own, so only host names that always mean this machine are served.
 */
function openHolder(c: AppContext): KeyHolder {
  const url = new URL(c.req.url);
  const foreign = [url.host, ...hostsIn(c)].find((host) => !LOOPBACK.test(URL.parse(`http://${host}`)?.hostname ?? ""));
  if (foreign !== undefined) {
    const message = `With AUTH=open, this server answers as localhost or 127.0.0.1 only, not as ${foreign.slice(0, MAX_SHOWN_CHARS)}`;
    throw new AppError("forbidden", message);
  }
  const { frontSecret } = c.var.wiring.config;
  if (frontSecret !== null && c.req.header("x-impresario-front") !== frontSecret) {
    throw new AppError("forbidden", "With AUTH=open, this server is reached at the port that it was started on alone");
  }
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== url.origin && !isLocalPage(origin)) {
    throw new AppError("forbidden", "With AUTH=open, pages of other sites may not call this server");
  }
  return OPEN_HOLDER;
}

const MAX_SHOWN_CHARS = 100;

/**
 * The hosts that headers name. The URL of a request cannot be trusted alone: miniflare takes it from `MF-Original-URL`,
 * which a page may set, as it may any header that browsers do not reserve.
 */
function hostsIn(c: AppContext): readonly string[] {
  const original = c.req.header("mf-original-url");
  const named = [
    c.req.header("host"),
    c.req.header("x-forwarded-host"),
    original && (URL.parse(original)?.host ?? "?"),
  ];
  return named.filter((host) => host !== undefined);
}

/** True for the origin of a page from this machine; whatever serves that could call without a browser just as well. */
const isLocalPage = (origin: string): boolean => URL.canParse(origin) && LOOPBACK.test(new URL(origin).hostname);
