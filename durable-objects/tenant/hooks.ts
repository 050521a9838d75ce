import { type Failure, failure } from "../../src/domain/errors.ts";
import {
  DELIVERY_MEMORY_MS,
  type Hook,
  KEYED_CONVERSATION_MEMORY,
  MAX_HOOKS,
  MAX_REMEMBERED_DELIVERIES,
  type SealedHook,
} from "../../src/domain/hooks/hook.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { AdmittedDelivery } from "../../src/rpc/registry.ts";

/** The inbound webhooks of a tenant. Rows hold what this class wrote, so they are parsed and not checked. */
export class Hooks {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  add({ sealedSecrets, ...hook }: SealedHook): Result<null> {
    if (this.#count() >= MAX_HOOKS) {
      return err(failure("conflict", `There are ${MAX_HOOKS} hooks: delete one first`));
    }
    const insert = "INSERT INTO hooks (id, facts, sealed_secrets) VALUES (?, ?, ?)";
    this.#sql.exec(insert, hook.id, JSON.stringify(hook), sealedSecrets);
    return ok(null);
  }

  /** Oldest first. */
  all(): readonly Hook[] {
    const rows = this.#sql.exec<{ facts: string }>("SELECT facts FROM hooks ORDER BY place").toArray();
    return rows.map(({ facts }) => JSON.parse(facts) as Hook);
  }

  find(id: string): SealedHook | null {
    type Row = { facts: string; sealed_secrets: string };
    const [row] = this.#sql.exec<Row>("SELECT facts, sealed_secrets FROM hooks WHERE id = ?", id).toArray();
    return row ? { ...(JSON.parse(row.facts) as Hook), sealedSecrets: row.sealed_secrets } : null;
  }

  /** With all that was remembered of its deliveries; false when there was none. */
  remove(id: string): boolean {
    this.#sql.exec("DELETE FROM hook_deliveries WHERE hook = ?", id);
    this.#sql.exec("DELETE FROM hook_conversations WHERE hook = ?", id);
    return this.#sql.exec("DELETE FROM hooks WHERE id = ? RETURNING id", id).toArray().length > 0;
  }

  /** Puts secrets in the place of those that were read; false when others have taken it since. */
  replaceSecrets(id: string, read: string, written: string): boolean {
    const update = "UPDATE hooks SET sealed_secrets = ? WHERE id = ? AND sealed_secrets = ? RETURNING id";
    return this.#sql.exec(update, written, id, read).toArray().length > 0;
  }

  /**
   * Why a delivery is not let in; null where it may be. For a day it is the same one whenever it comes, and an id that
   * was another body's by then is refused. One whose body alone is signed is good for ever to whoever caught it, so it
   * is a replay under another id, and later.
   */
  refusal({ hook, delivery, digest, isIdForgeable }: AdmittedDelivery, now: number): Failure | null {
    // It may have been deleted while the delivery was looked at.
    if (!this.#has(hook)) return failure("not-found", "There is no such hook");
    if (delivery === null) return null;
    const since = now - DELIVERY_MEMORY_MS;
    type Row = { digest: string };
    const byId = "SELECT digest FROM hook_deliveries WHERE hook = ? AND delivery = ? AND at > ?";
    const [known] = this.#sql.exec<Row>(byId, hook, delivery, since).toArray();
    if (known && known.digest !== digest) {
      return failure("idempotency-mismatch", "A delivery with this id came before, with another body");
    }
    if (known) return null;
    const byDigest = "SELECT 1 FROM hook_deliveries WHERE hook = ? AND digest = ? LIMIT 1";
    return isIdForgeable && this.#sql.exec(byDigest, hook, digest).toArray().length > 0
      ? failure("conflict", "This delivery came before, under another id or over a day ago: it is a replay")
      : null;
  }

  /** The conversation that the last delivery with this key went to, unless that was deleted; null for none. */
  conversationFor({ hook, key }: AdmittedDelivery, isListed: (conversation: string) => boolean): string | null {
    if (key === null) return null;
    const query = "SELECT conversation FROM hook_conversations WHERE hook = ? AND key = ?";
    const known = this.#sql.exec<{ conversation: string }>(query, hook, key).toArray()[0]?.conversation;
    return known !== undefined && isListed(known) ? known : null;
  }

  /** Remembers a delivery that was let in, and where it goes. Replacing moves a row to the end, away from what is forgotten. */
  remember({ hook, delivery, digest, key }: AdmittedDelivery, conversation: string, now: number): void {
    if (delivery !== null) {
      const insert = "INSERT OR REPLACE INTO hook_deliveries (hook, delivery, digest, at) VALUES (?, ?, ?, ?)";
      this.#sql.exec(insert, hook, delivery, digest, now);
      // By place, as counting would read all of them each time.
      const surplus = "DELETE FROM hook_deliveries WHERE place <= (SELECT max(place) FROM hook_deliveries) - ?";
      this.#sql.exec(surplus, MAX_REMEMBERED_DELIVERIES);
    }
    if (key !== null) {
      const insert = "INSERT OR REPLACE INTO hook_conversations (hook, key, conversation) VALUES (?, ?, ?)";
      this.#sql.exec(insert, hook, key, conversation);
      const surplus = "DELETE FROM hook_conversations WHERE place <= (SELECT max(place) FROM hook_conversations) - ?";
      this.#sql.exec(surplus, KEYED_CONVERSATION_MEMORY);
    }
  }

  /** Forgets a delivery that no run was made of. */
  forget({ hook, delivery }: AdmittedDelivery): void {
    this.#sql.exec("DELETE FROM hook_deliveries WHERE hook = ? AND delivery = ?", hook, delivery);
  }

  #count(): number {
    return this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM hooks").one().n;
  }

  #has(id: string): boolean {
    return this.#sql.exec("SELECT 1 FROM hooks WHERE id = ?", id).toArray().length > 0;
  }
}
