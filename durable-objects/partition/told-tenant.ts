import { type Chore, LOOK_THROUGH_MS } from "../tenant/sweep.ts";

/** In one sweep. */
const MAX_CLOSED = 50;
/** Of what is gone here, the tenant's object has undone its own part by then. */
const LEFT_OVER_MS = 24 * 60 * 60_000;
/** A run whose end nobody told: what was set aside for it counts as spent by then (`KeyRuns`). */
const FORGOTTEN_MS = 30 * LEFT_OVER_MS;

/**
 * The runs and conversations of which the tenant's object keeps something too: a booking under a key with limits of its
 * own, uploads. Written down before that is asked to, so that the end of one is told there whatever happens between.
 */
export class ToldTenant implements Chore {
  readonly #sql: SqlStorage;
  readonly #closeConversation: (id: string) => Promise<void>;

  /** @param closeConversation has the tenant's object let go of what a conversation kept there */
  constructor(sql: SqlStorage, closeConversation: (id: string) => Promise<void>) {
    this.#sql = sql;
    this.#closeConversation = closeConversation;
  }

  add(id: string, now: number): void {
    this.#sql.exec("INSERT OR IGNORE INTO told_tenant (id, at) VALUES (?, ?)", id, now);
  }

  has(id: string): boolean {
    return this.#sql.exec("SELECT 1 FROM told_tenant WHERE id = ?", id).toArray().length > 0;
  }

  drop(id: string): void {
    this.#sql.exec("DELETE FROM told_tenant WHERE id = ?", id);
  }

  /** Sees to what has been left over: conversations that were given up here, and runs that never ended. */
  async run(now: number): Promise<boolean> {
    this.#sql.exec("DELETE FROM told_tenant WHERE at <= ? AND id LIKE 'run!_%' ESCAPE '!'", now - FORGOTTEN_MS);
    const query = `SELECT id FROM told_tenant WHERE at <= ? AND id LIKE 'conv!_%' ESCAPE '!'
      AND NOT EXISTS (SELECT 1 FROM conversations WHERE conversations.id = told_tenant.id) LIMIT ?`;
    const gone = this.#sql.exec<{ id: string }>(query, now - LEFT_OVER_MS, MAX_CLOSED).toArray();
    for (const { id } of gone) {
      await this.#closeConversation(id);
      this.drop(id);
    }
    return gone.length === MAX_CLOSED;
  }

  dueInMs(): number | null {
    return this.#sql.exec("SELECT 1 FROM told_tenant LIMIT 1").toArray().length > 0 ? LOOK_THROUGH_MS : null;
  }
}
