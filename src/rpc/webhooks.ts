import type { Result } from "../domain/result.ts";
import type {
  Delivery,
  DeliveryState,
  ParkedDelivery,
  SealedWebhookEndpoint,
  WebhookEndpoint,
} from "../domain/webhooks/delivery.ts";

/** An endpoint that is sent what it wants. */
export type ListeningEndpoint = Pick<WebhookEndpoint, "id" | "events">;

/** The endpoints of a tenant, and what could not be delivered. */
export interface TenantWebhooksRpc {
  /** `conflict` when it has too many. */
  addWebhook(endpoint: SealedWebhookEndpoint): Promise<Result<null>>;
  /** Oldest first. */
  webhooks(): Promise<readonly WebhookEndpoint[]>;
  /** With its secrets, as they are kept; null where there is none. */
  findWebhook(id: string): Promise<SealedWebhookEndpoint | null>;
  /** False when there was none. */
  removeWebhook(id: string): Promise<boolean>;
  /** Signs with another secret, and with the one before for a while; null where there is no such endpoint. */
  rotateWebhook(id: string, sealedSecret: string): Promise<WebhookEndpoint | null>;
  /** Sends nothing to it any more, for this reason, or with null goes on; null where there is no such endpoint. */
  switchWebhook(id: string, disabledBecause: string | null): Promise<WebhookEndpoint | null>;
  /** Replaces the parked deliveries of a conversation or goal, by its own part of the id. */
  setParked(keeper: string, parked: readonly Delivery[]): Promise<void>;
  /** The parked deliveries of all conversations and goals, newest first; `before` is the `place` of the last of the page before. */
  parkedDeliveries(limit: number, before: number | null): Promise<readonly PlacedDelivery[]>;
}

export interface PlacedDelivery extends ParkedDelivery {
  /** Its place in the list. */
  readonly place: number;
}

/** The deliveries of a conversation or goal. */
export interface DeliveriesRpc {
  /** Of a run of the conversation, or of the goal, by its public id; newest first, with null in any state. */
  deliveries(of: string, state: DeliveryState | null): Promise<Result<readonly Delivery[]>>;
  /** Delivers again what was delivered or parked, by its own part of the id; what is pending stays so. */
  replay(own: string): Promise<Result<Delivery>>;
}
