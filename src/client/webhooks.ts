import type { JsonObject } from "../domain/json.ts";
import type { DeliveryState } from "../domain/webhooks/delivery.ts";
import type { NewHook } from "../http/hooks/schemas.ts";
import type { HookView, HookWithSecret } from "../http/hooks/views.ts";
import type { NewWebhook } from "../http/webhooks/schemas.ts";
import type {
  WebhookDeliveryPage,
  WebhookDeliveryView,
  WebhookView,
  WebhookWithSecret,
} from "../http/webhooks/views.ts";
import { type CallOptions, type Connection, type Page, toQuery } from "./connection.ts";

export function hookCalls({ remove, json }: Connection) {
  const path = (id: string): string => `/v1/hooks/${encodeURIComponent(id)}`;
  return {
    /** Is not tried again when nobody answers, as there would be two. */
    create: (hook: NewHook | JsonObject, options?: CallOptions): Promise<HookWithSecret> =>
      json(["id", "secret"], "/v1/hooks", { ...options, method: "POST", json: hook }),
    /** All of them, the oldest first. */
    list: async (options?: CallOptions): Promise<readonly HookView[]> =>
      (await json<{ hooks: readonly HookView[] }>(["hooks"], "/v1/hooks", options)).hooks,
    get: (id: string, options?: CallOptions): Promise<HookView> => json(["id", "url"], path(id), options),
    /** Puts another secret in the place of a hook's, which stays good for a day unless said otherwise. */
    rotate: (
      id: string,
      { secret, overlapSeconds, ...options }: SecretOptions & { readonly overlapSeconds?: number | undefined } = {},
    ): Promise<HookWithSecret> =>
      json(["id", "secret"], `${path(id)}/rotate`, { ...options, method: "POST", json: { secret, overlapSeconds } }),
    /** Its address is gone at once; the runs that it made stay. */
    remove: (id: string, options?: CallOptions): Promise<void> => remove(path(id), options),
  };
}

export interface SecretOptions extends CallOptions {
  readonly secret?: string | undefined;
}

const placeOf = (id: string): string => (id.startsWith("goal_") ? "/v1/goals" : "/v1/runs");

export function webhookCalls({ remove, json }: Connection) {
  const path = (id: string): string => `/v1/webhooks/${encodeURIComponent(id)}`;
  const page = (query: string, options?: CallOptions): Promise<WebhookDeliveryPage> =>
    json(["deliveries"], query, options);
  return {
    /** Is told of runs and goals that start from now on. Is not tried again when nobody answers, as there would be two. */
    add: (webhook: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret> =>
      json(["id", "secret"], "/v1/webhooks", { ...options, method: "POST", json: webhook }),
    list: async (options?: CallOptions): Promise<readonly WebhookView[]> =>
      (await json<{ webhooks: readonly WebhookView[] }>(["webhooks"], "/v1/webhooks", options)).webhooks,
    get: (id: string, options?: CallOptions): Promise<WebhookView> => json(["id", "events"], path(id), options),
    /** Another secret; deliveries are signed with both for a while. */
    rotate: (id: string, { secret, ...options }: SecretOptions = {}): Promise<WebhookWithSecret> =>
      json(["id", "secret"], `${path(id)}/rotate`, { ...options, method: "POST", json: { secret } }),
    /** Goes on with an endpoint that was disabled. */
    enable: (id: string, options?: CallOptions): Promise<WebhookView> =>
      json(["id", "events"], `${path(id)}/enable`, { ...options, method: "POST", repeatable: true }),
    remove: (id: string, options?: CallOptions): Promise<void> => remove(path(id), options),
    /** What could not be delivered, the newest first. */
    parked: (of: Page = {}, options?: CallOptions): Promise<WebhookDeliveryPage> =>
      page(`/v1/webhooks/deliveries${toQuery({ ...of })}`, options),
    /** What the webhooks of a run or goal were told, the newest first. */
    deliveries: async (
      of: string,
      { state, ...options }: CallOptions & { readonly state?: DeliveryState | undefined } = {},
    ): Promise<readonly WebhookDeliveryView[]> =>
      (await page(`${placeOf(of)}/${encodeURIComponent(of)}/deliveries${toQuery({ state })}`, options)).deliveries,
    /** Delivers again, under the same id, what was parked or delivered. */
    replay: (delivery: string, options?: CallOptions): Promise<WebhookDeliveryView> =>
      json(["id", "state"], `/v1/webhooks/deliveries/${encodeURIComponent(delivery)}/replay`, {
        ...{ ...options, method: "POST", repeatable: true },
      }),
  };
}
