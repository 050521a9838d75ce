import { failure } from "../../src/domain/errors.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import {
  DELIVERY_RETENTION_MS,
  type Delivery,
  MAX_WEBHOOK_ENDPOINTS,
  type ParkedDelivery,
  SECRET_OVERLAP_MS,
  type SealedWebhookEndpoint,
  type WebhookEndpoint,
} from "../../src/domain/webhooks/delivery.ts";
import type { ListeningEndpoint, PlacedDelivery } from "../../src/rpc/webhooks.ts";
import { type Chore, LOOK_THROUGH_MS } from "./sweep.ts";

/** Of a tenant, over all its conversations and goals; the oldest go first. */
const MAX_PARKED = 1_000;

interface Row {
  readonly [column: string]: SqlStorageValue;
  readonly facts: string;
  readonly sealed_secret: string;
  readonly sealed_old_secret: string | null;
}

/**
 * Where a tenant wants to be told of its runs and goals, and what could not be told. Rows hold what this class wrote, so they are
 * parsed and not checked.
 */
export class Webhooks implements Chore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  add({ sealedSecret, sealedOldSecret, ...endpoint }: SealedWebhookEndpoint): Result<null> {
    if (this.all().length >= MAX_WEBHOOK_ENDPOINTS) {
      return err(failure("conflict", `There are ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints: remove one first`));
    }
    this.#sql.exec(
      "INSERT INTO webhook_endpoints (id, facts, sealed_secret, sealed_old_secret) VALUES (?, ?, ?, ?)",
      endpoint.id,
      JSON.stringify(endpoint),
      sealedSecret,
      sealedOldSecret,
    );
    return ok(null);
  }

  /** Oldest first. */
  all(): readonly WebhookEndpoint[] {
    const rows = this.#sql.exec<{ facts: string }>("SELECT facts FROM webhook_endpoints ORDER BY n");
    return rows.toArray().map(({ facts }) => JSON.parse(facts) as WebhookEndpoint);
  }

  /** Those that are sent anything. */
  listening(): readonly ListeningEndpoint[] {
    return this.all().flatMap(({ id, events, disabled }) => (disabled ? [] : [{ id, events }]));
  }

  find(id: string): SealedWebhookEndpoint | null {
    const query = "SELECT facts, sealed_secret, sealed_old_secret FROM webhook_endpoints WHERE id = ?";
    const [row] = this.#sql.exec<Row>(query, id).toArray();
    if (!row) return null;
    const endpoint = JSON.parse(row.facts) as WebhookEndpoint;
    return { ...endpoint, sealedSecret: row.sealed_secret, sealedOldSecret: row.sealed_old_secret };
  }

  remove(id: string): boolean {
    return this.#sql.exec("DELETE FROM webhook_endpoints WHERE id = ? RETURNING id", id).toArray().length > 0;
  }

  rotate(id: string, sealedSecret: string, now: number): WebhookEndpoint | null {
    const found = this.find(id);
    if (!found) return null;
    const query = "UPDATE webhook_endpoints SET sealed_secret = ?, sealed_old_secret = ? WHERE id = ?";
    this.#sql.exec(query, sealedSecret, found.sealedSecret, id);
    return this.#change(found, { oldSecretUntil: now + SECRET_OVERLAP_MS });
  }

  /** @param reason null to go on with it; what is switched off already keeps its first reason */
  switch(id: string, reason: string | null, now: number): WebhookEndpoint | null {
    const found = this.find(id);
    if (!found) return null;
    if (reason === null) return this.#change(found, { disabled: null });
    return this.#change(found, { disabled: found.disabled ?? { at: now, reason } });
  }

  #change(found: SealedWebhookEndpoint, change: Partial<WebhookEndpoint>): WebhookEndpoint {
    const { sealedSecret: _secret, sealedOldSecret: _oldSecret, ...endpoint } = { ...found, ...change };
    this.#sql.exec("UPDATE webhook_endpoints SET facts = ? WHERE id = ?", JSON.stringify(endpoint), endpoint.id);
    return endpoint;
  }

  /** Takes what is parked in a conversation or goal, oldest first, for all that is; none for one that is gone. */
  setParked(keeper: string, parked: readonly Delivery[]): void {
    const others = "conversation = ? AND own NOT IN (SELECT value FROM json_each(?))";
    const owns = JSON.stringify(parked.map(({ own }) => own));
    this.#sql.exec(`DELETE FROM parked_deliveries WHERE ${others}`, keeper, owns);
    for (const delivery of parked) {
      this.#sql.exec(
        // What is listed already keeps its place, so that nobody who turns the pages misses any.
        `INSERT INTO parked_deliveries (conversation, own, delivery, ended_at) VALUES (?, ?, ?, ?)
          ON CONFLICT (own) DO UPDATE SET delivery = excluded.delivery, ended_at = excluded.ended_at`,
        keeper,
        delivery.own,
        JSON.stringify(delivery),
        delivery.endedAt ?? delivery.at,
      );
    }
    const tooMany = "SELECT place FROM parked_deliveries ORDER BY place DESC LIMIT -1 OFFSET ?";
    this.#sql.exec(`DELETE FROM parked_deliveries WHERE place IN (${tooMany})`, MAX_PARKED);
  }

  /** Newest first; what its keeper has dropped by now is left out. */
  parked(limit: number, before: number | null, now: number): readonly PlacedDelivery[] {
    type Parked = { place: number; conversation: string; delivery: string };
    const query = `SELECT place, conversation, delivery FROM parked_deliveries
      WHERE place < ? AND ended_at > ? ORDER BY place DESC LIMIT ?`;
    return this.#sql
      .exec<Parked>(query, before ?? Number.MAX_SAFE_INTEGER, now - DELIVERY_RETENTION_MS, limit)
      .toArray()
      .map(({ place, conversation, delivery }) => {
        const parked: ParkedDelivery = { ...(JSON.parse(delivery) as Delivery), keeper: conversation };
        return { ...parked, place };
      });
  }

  /** Drops what its keeper has dropped by now, and secrets that sign no more. */
  run(now: number): boolean {
    this.#sql.exec("DELETE FROM parked_deliveries WHERE ended_at <= ?", now - DELIVERY_RETENTION_MS);
    const isOld = "sealed_old_secret IS NOT NULL AND facts ->> '$.oldSecretUntil' <= ?";
    this.#sql.exec(`UPDATE webhook_endpoints SET sealed_old_secret = NULL WHERE ${isOld}`, now);
    return false;
  }

  dueInMs(): number | null {
    const query = `SELECT EXISTS (SELECT 1 FROM parked_deliveries)
      OR EXISTS (SELECT 1 FROM webhook_endpoints WHERE sealed_old_secret IS NOT NULL) AS any`;
    return this.#sql.exec<{ any: number }>(query).one().any === 1 ? LOOK_THROUGH_MS : null;
  }
}
