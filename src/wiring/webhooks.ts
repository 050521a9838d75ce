import { AppError, toFailure } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import { signLink } from "../domain/links.ts";
import { describeFault } from "../domain/telemetry/fault.ts";
import {
  type DeliveryKeeper,
  deliveryId,
  type Receiver,
  type SealedWebhookEndpoint,
} from "../domain/webhooks/delivery.ts";
import { idOf, type WebhookFacts } from "../domain/webhooks/facts.ts";
import { FORMATS, payloadOf, type WebhookFormat } from "../domain/webhooks/payload.ts";
import { derivedSecret, webhookHeaders } from "../domain/webhooks/sign.ts";
import { PATIENCE_MS } from "../domain/webhooks/turns.ts";
import type { TenantRpc } from "../rpc/index.ts";
import { openWebhookSecret, type Sealer, type SecretUse } from "../secrets/seal.ts";
import { unlessAborted } from "../waiting.ts";
import type { Built } from "./built.ts";

/** The timeout that Standard Webhooks recommends, for all of a try, with looking up the host. */
const TRY_TIMEOUT_MS = 15_000;

/** One try at a delivery. */
export interface Outgoing {
  readonly own: string;
  readonly receiver: Receiver;
  readonly facts: WebhookFacts;
  /** True where its files still exist. */
  readonly hasFiles: boolean;
}

/** The outcome of a try; `status` is null where nothing was answered. */
export type DeliveryOutcome =
  | { readonly as: "delivered"; readonly status: number }
  | { readonly as: "failed"; readonly status: number | null; readonly error: string }
  /** The receiver wants no more of this, now or later. */
  | { readonly as: "refused"; readonly status: number; readonly error: string }
  /** It cannot be sent before somebody changes something here. */
  | { readonly as: "unsendable"; readonly error: string };

/** @param hurry breaks the try off, as others wait for its place */
export type WebhookSender = (outgoing: Outgoing, hurry: AbortSignal) => Promise<DeliveryOutcome>;

export interface WebhookSenderParts {
  readonly identity: { readonly tenant: string; readonly keeper: DeliveryKeeper };
  readonly ids: Ids;
  readonly sealer: Sealer;
  /** @throws {AppError} `unsafe-url` for what may not be called, or why it cannot be told. */
  readonly vetUrl: (url: string, signal: AbortSignal) => Promise<unknown>;
  readonly fetch: typeof fetch;
  readonly tenant: () => Pick<TenantRpc, "findWebhook">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The sender of a conversation or goal of a tenant. */
export function webhookSenderOf(built: Built, tenant: string, keeper: DeliveryKeeper): WebhookSender {
  const { ids, sealer, vetUrl, surroundings } = built;
  return createWebhookSender({
    ...{ identity: { tenant, keeper }, ids, sealer, vetUrl, fetch: surroundings.fetch },
    tenant: () => built.tenant(tenant),
    now: () => Date.now(),
  });
}

interface Addressed {
  readonly url: string;
  readonly format: WebhookFormat;
  readonly origin: string;
  /** Each opened, or null where it cannot be. */
  readonly secrets: readonly (string | null)[];
}

/** Sends what happened to whoever wants to know, once: when to try again is not decided here. Never rejects. */
export function createWebhookSender(parts: WebhookSenderParts): WebhookSender {
  const { ids, now } = parts;
  const { tenant, keeper } = parts.identity;

  return async (outgoing, hurry) => {
    const late = AbortSignal.timeout(TRY_TIMEOUT_MS);
    const signal = AbortSignal.any([late, hurry]);
    try {
      return await unlessAborted(send(outgoing, signal), signal);
    } catch (thrown) {
      return { as: "failed", status: null, error: whyNot(thrown, late, hurry) };
    }
  };

  async function send({ own, receiver, facts, hasFiles }: Outgoing, signal: AbortSignal): Promise<DeliveryOutcome> {
    const to = await address(receiver, idOf(facts));
    if (typeof to === "string") return { as: "unsendable", error: to };
    const secrets = to.secrets.filter((secret) => secret !== null);
    if (secrets.length < to.secrets.length) return { as: "unsendable", error: "Its secret can no longer be read" };
    const format = FORMATS[to.format];
    const payload = await payloadOf(facts, {
      conversation: () => ids.conversationId(tenant, keeper.part),
      origin: to.origin,
      link: async ({ id }) => (hasFiles ? signLink(ids, tenant, id, to.origin, now()) : null),
    });
    const body = JSON.stringify(format.body(payload));
    const id = await deliveryId(ids, tenant, keeper, own);
    const signed = await webhookHeaders({ id, at: now(), body }, format.isSigned ? secrets : []);
    return post(to.url, body, signed, signal);
  }

  /** The address and secrets of a delivery's receiver, or why it has none. @param of public id of the run or goal */
  async function address(receiver: Receiver, of: string): Promise<Addressed | string> {
    if (receiver.by === "endpoint") {
      const endpoint = await parts.tenant().findWebhook(receiver.id);
      if (!endpoint) return "The endpoint was deleted";
      return endpoint.disabled ? `The endpoint is disabled: ${endpoint.disabled.reason}` : ofEndpoint(endpoint);
    }
    const { url, format, origin, sealedSecret } = receiver;
    if (!FORMATS[format].isSigned) return { url, format, origin, secrets: [] };
    const secret = sealedSecret === null ? derivedSecret(ids, tenant, of) : open({ tenant, of }, sealedSecret);
    return { url, format, origin, secrets: [await secret] };
  }

  async function ofEndpoint(endpoint: SealedWebhookEndpoint): Promise<Addressed> {
    const { id, url, origin, sealedSecret, sealedOldSecret, oldSecretUntil } = endpoint;
    const isOverlapping = oldSecretUntil !== null && now() < oldSecretUntil;
    const sealed = isOverlapping && sealedOldSecret !== null ? [sealedSecret, sealedOldSecret] : [sealedSecret];
    const secrets = await Promise.all(sealed.map((one) => open({ tenant, endpoint: id }, one)));
    return { url, format: "standard", origin, secrets };
  }

  function open(use: SecretUse, sealed: string): Promise<string | null> {
    return openWebhookSecret(parts.sealer, use, sealed);
  }

  async function post(
    url: string,
    body: string,
    signed: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> {
    await parts.vetUrl(url, signal);
    const headers = { "content-type": "application/json", "user-agent": "Impresario-Webhooks/1", ...signed };
    const response = await reach(url, { method: "POST", headers, body, redirect: "manual", signal });
    // What it says besides its status is nobody's business: it might be a server that is not meant to be read.
    void response.body?.cancel().catch(() => undefined);
    return outcomeOf(response.status);
  }

  async function reach(url: string, request: RequestInit): Promise<Response> {
    // Called bare: the platform's own `fetch` refuses to be called as a method of something else.
    const { fetch: call } = parts;
    try {
      return await call(url, request);
    } catch (cause) {
      throw new AppError("unreadable-resource", "The receiver could not be reached", { retryable: true, cause });
    }
  }
}

function whyNot(thrown: unknown, late: AbortSignal, hurry: AbortSignal): string {
  if (late.aborted) return `No answer within ${TRY_TIMEOUT_MS / 1000} s`;
  if (hurry.aborted) return `No answer within ${PATIENCE_MS / 1000} s, while others waited`;
  const { code, message } = toFailure(thrown);
  if (code === "internal") console.warn("A webhook could not be sent:", describeFault(thrown));
  return message;
}

const GONE = 410;

function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return { as: "delivered", status };
  const error = `The receiver answered ${status}`;
  return status === GONE ? { as: "refused", status, error } : { as: "failed", status, error };
}
