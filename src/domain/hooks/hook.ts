import type { Budget } from "../budget.ts";
import { type Ids, randomHex } from "../ids.ts";
import type { JsonValue } from "../json.ts";
import type { SelectionOptions } from "../selection.ts";
import type { WebhookEvent } from "../webhooks/facts.ts";

/** Hooks per tenant. */
export const MAX_HOOKS = 50;
/** Deliveries that are remembered of all hooks of a tenant; of more, the oldest are forgotten first. */
export const MAX_REMEMBERED_DELIVERIES = 50_000;
/** Uses of keys for which a key's conversation is remembered, over all hooks of a tenant; a key not used within them starts a new one. */
export const KEYED_CONVERSATION_MEMORY = 50_000;
/** How long a delivery that comes again is the same run: as long as an idempotency key makes it one. */
export const DELIVERY_MEMORY_MS = 24 * 60 * 60_000;

/** The kinds of senders, each with its own way of signing. */
export const SOURCE_NAMES = ["github", "slack", "standard", "hmac", "shared-secret"] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** Where a value of a delivery stands: in a header, whole or behind a prefix, or in the body, at a path. */
export type Place = { readonly header: string; readonly prefix?: string } | { readonly path: string };

export const ENCODINGS = ["hex", "base64"] as const;

/** How a sender signs: HMAC-SHA-256 of a text that is made of the delivery. Facts of the sender, and no code. */
export interface SignatureScheme {
  /** The header with the signature. It may hold several, parted by spaces, commas or semicolons. */
  readonly header: string;
  /** What each signature begins with there, such as `sha256=`. */
  readonly prefix: string;
  readonly encoding: (typeof ENCODINGS)[number];
  /** The text that is signed: words with `{body}`, and with `{timestamp}` and `{id}` where those are signed. */
  readonly signed: string;
  /** When it was signed: seconds or milliseconds since the epoch, or RFC 3339. Null where the sender does not say. */
  readonly timestamp: Place | null;
  readonly toleranceSeconds: number;
  /** The sender's own id of a delivery, the same on each try. */
  readonly id: Place | null;
  readonly event: Place | null;
}

/** How far a sender's clock may be from ours, and how long a delivery may be under way, unless a hook says otherwise. */
export const TOLERANCE_S = 5 * 60;

/** How a delivery is treated that lacks a field: as an error, without the field, or ignored. */
export const MISSING_POLICIES = ["refuse", "empty", "skip"] as const;
export type MissingPolicy = (typeof MISSING_POLICIES)[number];

/** Values that fields can be compared with. */
export type Scalar = string | number | boolean;

/** How a delivery becomes a message; templates are stored as written. */
export interface Recipe {
  readonly template: string;
  /** Addresses of files. */
  readonly resources: readonly string[];
  readonly missing: MissingPolicy;
  /** By path: only deliveries where each of these fields has one of its values become runs. */
  readonly only: Readonly<Record<string, readonly Scalar[]>>;
  /** By path: fields that stand in the request as words, and the only words that each may be. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** Deliveries whose fields here are alike go to one conversation; left out: each has its own. */
  readonly conversationKey?: string;
  /** A plan of the owner's own, in which a text that is a field alone stands for its value. */
  readonly plan?: JsonValue;
}

/** An inbound webhook as its owner created it. Immutable, except for its secrets. */
export interface Hook extends Recipe {
  /** `hook_…`: routes itself and carries a MAC; see `hook-id.ts`. */
  readonly id: string;
  readonly name: string;
  readonly source: SourceName;
  /** For a plain shared secret: the header that it comes in, in lower case. */
  readonly header: string | null;
  /** For `hmac`: how its sender signs. */
  readonly signature?: SignatureScheme;
  readonly casting: SelectionOptions;
  readonly budget: Budget;
  /** The webhook to which its runs are reported. */
  readonly webhook?: { readonly url: string; readonly events: readonly WebhookEvent[] };
  /** The id of the API key that created it; its runs count against that key. */
  readonly keyId: string;
  /** The server's origin when it was created, for links to files. Older hooks have none. */
  readonly origin?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** A hook with its secrets sealed. */
export interface SealedHook extends Hook {
  readonly sealedSecrets: string;
}

/** The secrets of a hook: for its deliveries, and for the webhook that reports its runs. */
export interface HookSecrets {
  /** The newest first. */
  readonly inbound: readonly HookSecret[];
  /** Only if it has a webhook. */
  readonly outbound?: string;
}

interface HookSecret {
  readonly secret: string;
  /** When it stops being good, in milliseconds since the epoch; null for the newest. */
  readonly until: number | null;
}

/** Several are good at once only while a sender changes over. */
export const MAX_SECRETS = 4;

/** The secrets that a delivery may be signed with. */
export const secretsAt = ({ inbound }: HookSecrets, now: number): readonly string[] =>
  inbound.filter(({ until }) => until === null || until > now).map(({ secret }) => secret);

/** The secrets once another has taken the place of the newest, which stays good for `overlapMs`. */
export function rotate(secrets: HookSecrets, secret: string, overlapMs: number, now: number): HookSecrets {
  const end = now + overlapMs;
  const before = secrets.inbound
    .map((one) => ({ secret: one.secret, until: Math.min(one.until ?? end, end) }))
    .filter((one) => one.until > now && one.secret !== secret);
  return { ...secrets, inbound: [{ secret, until: null }, ...before].slice(0, MAX_SECRETS) };
}

/** A hook's id, which contains its tenant. */
const HOOK_ID = /^hook_([0-9a-f]{16})([0-9a-f]{20})([0-9a-f]{16})$/;
const OWN_BYTES = 10;
/** 64 bits, as every public id has. */
const MAC_BYTES = 8;

/** A new id: `hook_<tenant:16><own:20><mac:16>`, in hexadecimal. Who calls a hook has no key, so the id tells whose it is. */
export async function newHookId(ids: Pick<Ids, "mac">, tenant: string): Promise<string> {
  const own = randomHex(OWN_BYTES);
  return `hook_${tenant}${own}${await ids.mac("hook", [tenant, own], MAC_BYTES)}`;
}

/** The tenant of a hook, or null for any string that is no hook's id of this deployment. */
export async function readHookId(ids: Pick<Ids, "check">, id: string): Promise<string | null> {
  const [, tenant, own, mac] = HOOK_ID.exec(id) ?? [];
  if (tenant === undefined || own === undefined || mac === undefined) return null;
  return (await ids.check("hook", [tenant, own], mac)) ? tenant : null;
}
