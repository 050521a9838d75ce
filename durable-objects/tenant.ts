import { DurableObject } from "cloudflare:workers";
import type { Resource, ResourceId } from "../src/domain/resources.ts";
import type { Result } from "../src/domain/result.ts";
import { type Wiring, wire } from "../src/wiring.ts";
import type { Admission, Admitted, ConversationIndexEntry, TenantRpc } from "./rpc.ts";
import { ADMISSIONS_SCHEMA, Admissions } from "./tenant/admissions.ts";
import { UPLOADS_SCHEMA, Uploads } from "./tenant/uploads.ts";

const SCHEMA = `
${ADMISSIONS_SCHEMA}
${UPLOADS_SCHEMA}
CREATE TABLE IF NOT EXISTS conversations (
  place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, title TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS revoked_keys (key_id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
`;

/** Expired records are swept this often while there are any. */
const SWEEP_MS = 60 * 60_000;
const MAX_SWEPT = 500;

/** What belongs to a tenant as a whole: its index of conversations, uploads, bookings and revoked keys. */
export class Tenant extends DurableObject<Env> implements TenantRpc {
  readonly #wiring: Wiring;
  readonly #admissions: Admissions;
  readonly #uploads: Uploads;
  #ready = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#wiring = wire(env);
    this.#admissions = new Admissions(ctx.storage.sql, this.#wiring.config.deployment.limits);
    this.#uploads = new Uploads(ctx.storage.sql);
  }

  async admit(admission: Admission): Promise<Result<Admitted>> {
    await this.#prepare();
    return this.#admissions.admit(admission, Date.now());
  }

  async runEnded(run: string): Promise<void> {
    await this.#prepare();
    this.#admissions.ended(run);
  }

  async openConversation(id: string, title: string): Promise<void> {
    await this.#prepare();
    const query = "INSERT OR IGNORE INTO conversations (id, created_at, title) VALUES (?, ?, ?)";
    this.ctx.storage.sql.exec(query, id, Date.now(), title);
  }

  async findConversation(id: string): Promise<ConversationIndexEntry | null> {
    return this.#conversations("WHERE id = ?", id)[0] ?? null;
  }

  async listConversations(limit: number, before: number | null): Promise<readonly ConversationIndexEntry[]> {
    return this.#conversations("WHERE place < ? ORDER BY place DESC LIMIT ?", before ?? Number.MAX_SAFE_INTEGER, limit);
  }

  async closeConversation(id: string): Promise<void> {
    if (!this.#exists()) return;
    const orphans = this.#uploads.release(id);
    this.ctx.storage.sql.exec("DELETE FROM conversations WHERE id = ?", id);
    await this.#delete(orphans);
  }

  async announceUpload(id: ResourceId): Promise<void> {
    await this.#prepare();
    this.#uploads.announce(id, Date.now());
  }

  async recordUpload(resource: Resource): Promise<void> {
    await this.#prepare();
    this.#uploads.record(resource);
  }

  async findUpload(id: ResourceId): Promise<Resource | null> {
    return this.#exists() ? this.#uploads.find(id, Date.now()) : null;
  }

  async adopt(ids: readonly ResourceId[], conversation: string): Promise<Result<readonly Resource[]>> {
    await this.#prepare();
    return this.#uploads.adopt(ids, conversation, Date.now());
  }

  async unadopt(ids: readonly ResourceId[], conversation: string): Promise<void> {
    if (this.#exists()) this.#uploads.unadopt(ids, conversation);
  }

  async revokeKey(keyId: string): Promise<void> {
    await this.#prepare();
    this.ctx.storage.sql.exec("INSERT OR IGNORE INTO revoked_keys (key_id, at) VALUES (?, ?)", keyId, Date.now());
  }

  async isRevoked(keyId: string): Promise<boolean> {
    if (!this.#exists()) return false;
    return this.ctx.storage.sql.exec("SELECT 1 FROM revoked_keys WHERE key_id = ?", keyId).toArray().length > 0;
  }

  override async alarm(): Promise<void> {
    try {
      const now = Date.now();
      this.#admissions.expire(now);
      await this.#delete(this.#uploads.expired(now, MAX_SWEPT));
    } catch (thrown) {
      console.error("A sweep of expired records failed", thrown);
    }
    await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS);
  }

  #conversations(where: string, ...bindings: readonly (string | number)[]): readonly ConversationIndexEntry[] {
    if (!this.#exists()) return [];
    type Row = { place: number; id: string; created_at: number; title: string };
    const rows = this.ctx.storage.sql.exec<Row>(
      `SELECT place, id, created_at, title FROM conversations ${where}`,
      ...bindings,
    );
    return rows.toArray().map((row) => ({ place: row.place, id: row.id, createdAt: row.created_at, title: row.title }));
  }

  async #delete(ids: readonly ResourceId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#wiring.resources.remove(this.ctx.id.name ?? "", ids);
    this.#uploads.drop(ids);
  }

  /** Asking about a tenant that has nothing writes nothing. */
  #exists(): boolean {
    this.#ready ||=
      this.ctx.storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'uploads'").toArray().length > 0;
    return this.#ready;
  }

  async #prepare(): Promise<void> {
    if (this.#exists()) return;
    this.ctx.storage.sql.exec(SCHEMA);
    this.#ready = true;
    await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS);
  }
}
