import type { DeliveryState } from "../domain/webhooks/delivery.ts";
import type { WebhookEvent } from "../domain/webhooks/facts.ts";
import { isRecord } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import type { CallOptions } from "./options.ts";
import { type Page, toQuery } from "./query.ts";

/** Who is told of runs, as Standard Webhooks has it. */
export interface NewWebhook {
  readonly url: string;
  /** What is told; left out, all of a run and nothing of its tasks. */
  readonly events?: readonly WebhookEvent[];
  /** `whsec_…`; one is made where it is left out. */
  readonly secret?: string;
  readonly description?: string;
}

export interface WebhookEntry {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: string;
  /** Until when the secret before signs as well. */
  readonly oldSecretUntil: string | null;
  /** Since when nothing is sent, and why; null while deliveries are. */
  readonly disabled: { readonly at: string; readonly reason: string } | null;
}

/** The secret is shown this once. */
export type WebhookWithSecret = WebhookEntry & { readonly secret: string };

export interface WebhookDelivery {
  /** The `webhook-id` of every try. */
  readonly id: string;
  readonly run: string;
  readonly type: WebhookEvent;
  readonly state: DeliveryState;
  /** The endpoint; null for the webhook of a run, which has `url`. */
  readonly webhook: string | null;
  readonly url: string | null;
  readonly at: string;
  readonly tries: number;
  readonly nextTryAt: string | null;
  readonly endedAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly next: string | null;
}

export interface WebhookCalls {
  /** Is told of runs that start from now on. Is not tried again when nobody answers, as there would be two. */
  add(webhook: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret>;
  list(options?: CallOptions): Promise<readonly WebhookEntry[]>;
  get(id: string, options?: CallOptions): Promise<WebhookEntry>;
  /** Another secret; deliveries are signed with both for a while. */
  rotate(id: string, options?: CallOptions & { readonly secret?: string | undefined }): Promise<WebhookWithSecret>;
  /** Goes on with an endpoint that was disabled. */
  enable(id: string, options?: CallOptions): Promise<WebhookEntry>;
  remove(id: string, options?: CallOptions): Promise<void>;
  /** What could not be delivered, the newest first. */
  parked(page?: Page, options?: CallOptions): Promise<DeliveryPage>;
  /** What the webhooks of a run were told, the newest first. */
  deliveries(
    run: string,
    options?: CallOptions & { readonly state?: DeliveryState | undefined },
  ): Promise<readonly WebhookDelivery[]>;
  /** Delivers again, under the same id, what was parked or delivered. */
  replay(delivery: string, options?: CallOptions): Promise<WebhookDelivery>;
}

export const webhookCalls = ({ send, json }: Connection): WebhookCalls => ({
  add: (webhook, options = {}) => json(isWithSecret, "/v1/webhooks", { ...options, method: "POST", json: webhook }),
  list: async (options = {}) => (await json(isList, "/v1/webhooks", options)).webhooks,
  get: (id, options = {}) => json(isWebhook, path(id), options),
  rotate: (id, { secret, ...options } = {}) =>
    json(isWithSecret, `${path(id)}/rotate`, { ...options, method: "POST", json: { secret } }),
  enable: (id, options = {}) => json(isWebhook, `${path(id)}/enable`, { ...options, method: "POST", repeatable: true }),
  remove: async (id, options = {}) => {
    await send(path(id), { ...options, method: "DELETE" });
  },
  parked: (page = {}, options = {}) => json(isPage, `/v1/webhooks/deliveries${toQuery({ ...page })}`, options),
  deliveries: async (run, { state, ...options } = {}) =>
    (await json(isPage, `/v1/runs/${encodeURIComponent(run)}/deliveries${toQuery({ state })}`, options)).deliveries,
  replay: (delivery, options = {}) =>
    json(isDelivery, `/v1/webhooks/deliveries/${encodeURIComponent(delivery)}/replay`, {
      ...{ ...options, method: "POST", repeatable: true },
    }),
});

const path = (id: string): string => `/v1/webhooks/${encodeURIComponent(id)}`;

const isWebhook = (value: unknown): value is WebhookEntry =>
  isRecord(value) && typeof value.id === "string" && Array.isArray(value.events);
const isWithSecret = (value: unknown): value is WebhookWithSecret =>
  isWebhook(value) && "secret" in value && typeof value.secret === "string";
const isList = (value: unknown): value is { readonly webhooks: readonly WebhookEntry[] } =>
  isRecord(value) && Array.isArray(value.webhooks) && value.webhooks.every(isWebhook);
const isDelivery = (value: unknown): value is WebhookDelivery =>
  isRecord(value) && typeof value.id === "string" && typeof value.state === "string";
const isPage = (value: unknown): value is DeliveryPage =>
  isRecord(value) && Array.isArray(value.deliveries) && value.deliveries.every(isDelivery);
