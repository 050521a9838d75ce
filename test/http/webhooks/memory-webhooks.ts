import { ok, type Result } from "../../../src/domain/result.ts";
import {
  type Delivery,
  SECRET_OVERLAP_MS,
  type SealedWebhookEndpoint,
  type WebhookEndpoint,
} from "../../../src/domain/webhooks/delivery.ts";
import type { PlacedDelivery, TenantWebhooksRpc } from "../../../src/rpc/webhooks.ts";
import { MemoryHooks } from "../hooks/memory-hooks.ts";

/** The endpoints of a tenant as its object keeps them, without a limit, beside its inbound webhooks. */
export abstract class MemoryWebhooks extends MemoryHooks implements TenantWebhooksRpc {
  readonly endpoints: SealedWebhookEndpoint[] = [];
  readonly parked: PlacedDelivery[] = [];

  async addWebhook(endpoint: SealedWebhookEndpoint): Promise<Result<null>> {
    this.endpoints.push(endpoint);
    return ok(null);
  }
  async webhooks(): Promise<readonly WebhookEndpoint[]> {
    return this.endpoints;
  }
  async findWebhook(id: string): Promise<SealedWebhookEndpoint | null> {
    return this.endpoints.find((endpoint) => endpoint.id === id) ?? null;
  }
  async removeWebhook(id: string): Promise<boolean> {
    const at = this.endpoints.findIndex((endpoint) => endpoint.id === id);
    return at >= 0 && this.endpoints.splice(at, 1).length > 0;
  }
  async rotateWebhook(id: string, sealedSecret: string): Promise<WebhookEndpoint | null> {
    const found = await this.findWebhook(id);
    const oldSecretUntil = Date.now() + SECRET_OVERLAP_MS;
    return found && this.#replace({ ...found, sealedSecret, sealedOldSecret: found.sealedSecret, oldSecretUntil });
  }
  async switchWebhook(id: string, disabledBecause: string | null): Promise<WebhookEndpoint | null> {
    const found = await this.findWebhook(id);
    const disabled = disabledBecause === null ? null : { at: Date.now(), reason: disabledBecause };
    return found && this.#replace({ ...found, disabled });
  }
  async setParked(keeper: string, parked: readonly Delivery[]): Promise<void> {
    for (const delivery of parked) this.parked.push({ ...delivery, keeper, place: this.parked.length + 1 });
  }
  async parkedDeliveries(limit: number, before: number | null): Promise<readonly PlacedDelivery[]> {
    return this.parked
      .filter(({ place }) => place < (before ?? Number.POSITIVE_INFINITY))
      .toSorted((one, other) => other.place - one.place)
      .slice(0, limit);
  }

  #replace(endpoint: SealedWebhookEndpoint): WebhookEndpoint {
    this.endpoints.splice(
      this.endpoints.findIndex(({ id }) => id === endpoint.id),
      1,
      endpoint,
    );
    return endpoint;
  }
}
