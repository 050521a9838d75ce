import { DurableObject } from "cloudflare:workers";
import type { CastingFacts } from "../src/domain/casting-facts.ts";
import type { EndpointCall } from "../src/domain/health.ts";
import type { Hook, SealedHook } from "../src/domain/hooks/hook.ts";
import { type KeyLimits, type KnownKey, type NewKey, UNLIMITED } from "../src/domain/key-limits.ts";
import type { OwnModel, SealedOwnModel } from "../src/domain/own-models.ts";
import type { Resource, ResourceId } from "../src/domain/resources.ts";
import { ok, type Result } from "../src/domain/result.ts";
import type { Delivery, SealedWebhookEndpoint, WebhookEndpoint } from "../src/domain/webhooks/delivery.ts";
import { type Wiring, wire } from "../src/wiring.ts";
import type {
  AddedModel,
  Admission,
  Admitted,
  Adoption,
  Booking,
  ConversationIndexEntry,
  DeliveryNote,
  KeyedConversation,
  NotedDelivery,
  TenantRpc,
} from "./rpc.ts";
import { ADMISSIONS_SCHEMA, Admissions } from "./tenant/admissions.ts";
import { HEALTH_SCHEMA, HealthRecords } from "./tenant/health.ts";
import { HOOKS_SCHEMA, Hooks } from "./tenant/hooks.ts";
import { IDLE_CONVERSATIONS_SCHEMA, IdleConversations, LOOK_THROUGH_MS } from "./tenant/idle-conversations.ts";
import { KEY_LIMITS_SCHEMA, KeyRuns } from "./tenant/key-limits.ts";
import { KEYS_SCHEMA, Keys } from "./tenant/keys.ts";
import { OWN_MODELS_SCHEMA, OwnModels } from "./tenant/own-models.ts";
import { UPLOADS_SCHEMA, Uploads } from "./tenant/uploads.ts";
import { WEBHOOKS_SCHEMA, Webhooks } from "./tenant/webhooks.ts";
import type { PlacedDelivery } from "./webhooks-rpc.ts";

const SCHEMA = `
${ADMISSIONS_SCHEMA}
${UPLOADS_SCHEMA}
${OWN_MODELS_SCHEMA}
${HEALTH_SCHEMA}
${HOOKS_SCHEMA}
${IDLE_CONVERSATIONS_SCHEMA}
${KEYS_SCHEMA}
${KEY_LIMITS_SCHEMA}
${WEBHOOKS_SCHEMA}
CREATE TABLE IF NOT EXISTS conversations (
  place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, title TEXT NOT NULL
);
`;

/** Expired records are swept this often while there are any. */
const SWEEP_MS = 60 * 60_000;
const MAX_SWEPT = 500;
/** A run under way this long is asked about: its end may have got lost on the way here. */
const ASK_AFTER_MS = 15 * 60_000;
const MAX_ASKED_AFTER = 50;

/**
 * What belongs to a tenant as a whole: its index of conversations, uploads, bookings, revoked keys, models of its own,
 * and how the endpoints did that it called.
 */
export class Tenant extends DurableObject<Env> implements TenantRpc {
  readonly #wiring: Wiring;
  readonly #admissions: Admissions;
  readonly #uploads: Uploads;
  readonly #models: OwnModels;
  readonly #health: HealthRecords;
  readonly #hooks: Hooks;
  readonly #idle: IdleConversations;
  readonly #keys: Keys;
  readonly #keyRuns: KeyRuns;
  readonly #webhooks: Webhooks;
  #ready = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#wiring = wire(env);
    this.#keys = new Keys(ctx.storage.sql);
    this.#keyRuns = new KeyRuns(ctx.storage.sql, (keyId) => (this.#exists() ? this.#keys.limits(keyId) : UNLIMITED));
    this.#admissions = new Admissions(ctx.storage.sql, this.#wiring.config.deployment.limits, this.#keyRuns);
    this.#uploads = new Uploads(ctx.storage.sql);
    this.#models = new OwnModels(ctx.storage.sql);
    this.#health = new HealthRecords(ctx.storage.sql);
    this.#hooks = new Hooks(ctx.storage.sql);
    this.#idle = new IdleConversations(ctx.storage.sql, this.#wiring.config.retention.idleMs);
    this.#webhooks = new Webhooks(ctx.storage.sql);
  }

  async admit(admission: Admission): Promise<Result<Admitted>> {
    this.#prepare();
    const admitted = this.#admissions.admit(admission, Date.now());
    await this.#armSweep();
    const endpoints = this.#webhooks.listening();
    return admitted.ok && endpoints.length > 0 ? ok({ ...admitted.value, endpoints }) : admitted;
  }

  async findBooking(key: string): Promise<Booking | null> {
    return this.#exists() ? this.#admissions.booked(key, Date.now()) : null;
  }

  async forestall(key: string, keyId: string): Promise<Booking | null> {
    this.#prepare();
    const booked = this.#admissions.forestall(key, keyId, Date.now());
    await this.#armSweep();
    return booked;
  }

  async meter(keyId: string): Promise<Result<null>> {
    return this.#admissions.meter(keyId, Date.now());
  }

  async runEnded(run: string, calls: readonly EndpointCall[] = [], usd = 0): Promise<void> {
    this.#prepare();
    this.#keyRuns.ended(run, usd, Date.now());
    this.#admissions.ended(run);
    this.#health.record(calls, Date.now());
  }

  async openConversation(id: string, title: string): Promise<void> {
    this.#prepare();
    const query = "INSERT OR IGNORE INTO conversations (id, created_at, title) VALUES (?, ?, ?)";
    this.ctx.storage.sql.exec(query, id, Date.now(), title);
    if (this.#idle.mayCome()) await this.#armSweep(LOOK_THROUGH_MS);
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
    if (orphans.length > 0) await this.#armSweep();
    this.ctx.storage.sql.exec("DELETE FROM conversations WHERE id = ?", id);
    await this.#delete(orphans);
  }

  async announceUpload(id: ResourceId): Promise<void> {
    this.#prepare();
    this.#uploads.announce(id, Date.now());
    await this.#armSweep();
  }

  async recordUpload(resource: Resource): Promise<void> {
    this.#prepare();
    this.#uploads.record(resource);
  }

  async findUpload(id: ResourceId): Promise<Resource | null> {
    return this.#exists() ? this.#uploads.find(id, Date.now()) : null;
  }

  async adopt(ids: readonly ResourceId[], conversation: string): Promise<Result<Adoption>> {
    this.#prepare();
    return this.#uploads.adopt(ids, conversation, Date.now());
  }

  async unadopt(ids: readonly ResourceId[], conversation: string): Promise<void> {
    if (this.#exists()) this.#uploads.unadopt(ids, conversation);
  }

  async addKey(key: NewKey): Promise<Result<null>> {
    this.#prepare();
    return this.#keys.add(key, Date.now());
  }

  async keys(): Promise<readonly KnownKey[]> {
    return this.#exists() ? this.#keys.all(Date.now()) : [];
  }

  async findKey(keyId: string): Promise<KnownKey | null> {
    return this.#exists() ? this.#keys.find(keyId, Date.now()) : null;
  }

  async limitKey(keyId: string, limits: Partial<KeyLimits>): Promise<KeyLimits> {
    this.#prepare();
    return this.#keys.limit(keyId, limits);
  }

  async revokeKey(keyId: string, at = Date.now()): Promise<void> {
    this.#prepare();
    this.#keys.revoke(keyId, at);
  }

  async isRevoked(keyId: string): Promise<boolean> {
    if (!this.#exists()) return false;
    if (this.#keys.isRevoked(keyId, Date.now())) return true;
    this.#keys.used(keyId, Date.now());
    return false;
  }

  async addModel(model: SealedOwnModel): Promise<Result<AddedModel>> {
    this.#prepare();
    const added = this.#models.add(model);
    if (added.ok) this.#health.forget(model.endpoint);
    return added;
  }

  async removeModel(model: string, taskType: string | null): Promise<boolean> {
    if (!this.#exists()) return false;
    const taskTypes = this.#models.remove(model, taskType);
    for (const one of taskTypes) this.#health.forget({ provider: "custom", model, taskType: one });
    return taskTypes.length > 0;
  }

  async ownModels(): Promise<readonly OwnModel[]> {
    return this.#exists() ? this.#models.all() : [];
  }

  async ownEndpoint(model: string, taskType: string): Promise<SealedOwnModel | null> {
    return this.#exists() ? this.#models.find(model, taskType) : null;
  }

  async castingFacts(): Promise<CastingFacts> {
    if (!this.#exists()) return { endpoints: [], health: [] };
    return { endpoints: this.#models.all().map(({ endpoint }) => endpoint), health: this.#health.all(Date.now()) };
  }

  async addHook(hook: SealedHook): Promise<Result<null>> {
    this.#prepare();
    return this.#hooks.add(hook);
  }

  async hooks(): Promise<readonly Hook[]> {
    return this.#exists() ? this.#hooks.all() : [];
  }

  async findHook(id: string): Promise<SealedHook | null> {
    return this.#exists() ? this.#hooks.find(id) : null;
  }

  async removeHook(id: string): Promise<boolean> {
    return this.#exists() && this.#hooks.remove(id);
  }

  async replaceHookSecrets(id: string, read: string, written: string): Promise<boolean> {
    return this.#exists() && this.#hooks.replaceSecrets(id, read, written);
  }

  async noteDelivery(note: DeliveryNote): Promise<Result<NotedDelivery>> {
    this.#prepare();
    return this.#hooks.note(note, Date.now());
  }

  async keyedConversation({ hook, key, proposed, title }: KeyedConversation): Promise<string> {
    this.#prepare();
    const known = this.#hooks.conversation(hook, key);
    const isOpen = known !== null && this.#conversations("WHERE id = ?", known).length > 0;
    const conversation = isOpen ? known : proposed;
    await this.openConversation(conversation, title);
    this.#hooks.keepConversation(hook, key, conversation);
    return conversation;
  }

  async addWebhook(endpoint: SealedWebhookEndpoint): Promise<Result<null>> {
    this.#prepare();
    return this.#webhooks.add(endpoint);
  }

  async webhooks(): Promise<readonly WebhookEndpoint[]> {
    return this.#exists() ? this.#webhooks.all() : [];
  }

  async findWebhook(id: string): Promise<SealedWebhookEndpoint | null> {
    return this.#exists() ? this.#webhooks.find(id) : null;
  }

  async removeWebhook(id: string): Promise<boolean> {
    return this.#exists() && this.#webhooks.remove(id);
  }

  async rotateWebhook(id: string, sealedSecret: string): Promise<WebhookEndpoint | null> {
    return this.#exists() ? this.#webhooks.rotate(id, sealedSecret, Date.now()) : null;
  }

  async switchWebhook(id: string, disabledBecause: string | null): Promise<WebhookEndpoint | null> {
    return this.#exists() ? this.#webhooks.switch(id, disabledBecause, Date.now()) : null;
  }

  async setParked(conversation: string, parked: readonly Delivery[]): Promise<void> {
    this.#prepare();
    this.#webhooks.setParked(conversation, parked);
  }

  async parkedDeliveries(limit: number, before: number | null): Promise<readonly PlacedDelivery[]> {
    return this.#exists() ? this.#webhooks.parked(limit, before, Date.now()) : [];
  }

  override async alarm(): Promise<void> {
    this.#prepare();
    const now = Date.now();
    let isFull = false;
    try {
      this.#admissions.expire(now);
      this.#keyRuns.expire(now);
      const expired = this.#uploads.expired(now, MAX_SWEPT);
      await this.#delete(expired);
      isFull = expired.length === MAX_SWEPT;
      await this.#askAfterRuns(now);
      if (await this.#lookForIdle(now)) isFull = true;
    } catch (thrown) {
      console.error("A sweep of expired records failed", thrown);
    }
    if (isFull) await this.ctx.storage.setAlarm(now);
    else if (!this.#admissions.isEmpty() || !this.#uploads.areAllKept())
      await this.ctx.storage.setAlarm(now + SWEEP_MS);
    else if (this.#idle.mayCome()) await this.ctx.storage.setAlarm(now + LOOK_THROUGH_MS);
  }

  #lookForIdle(now: number): Promise<boolean> {
    const tenant = this.ctx.id.name ?? "";
    return this.#idle.lookOn(now, {
      goIfEmpty: async (id) => {
        const part = await this.#wiring.ids.readConversation(tenant, id);
        return part === null || this.#wiring.conversation(tenant, part).goIfEmpty();
      },
      close: (id) => this.closeConversation(id),
    });
  }

  /** Frees the places of runs that have ended, or never were, without anybody telling. */
  async #askAfterRuns(now: number): Promise<void> {
    const tenant = this.ctx.id.name ?? "";
    for (const run of this.#admissions.longUnderWay(now - ASK_AFTER_MS, MAX_ASKED_AFTER)) {
      if (await this.#isUnderWay(tenant, run)) this.#admissions.confirm(run, now);
      else this.#admissions.ended(run);
    }
  }

  /** A run whose conversation does not answer counts as under way, and is asked about again. */
  async #isUnderWay(tenant: string, run: string): Promise<boolean> {
    const parts = await this.#wiring.ids.readRun(tenant, run);
    if (!parts) return false;
    try {
      const found = await this.#wiring.conversation(tenant, parts.conversation).run(run);
      return found.ok && !found.value.state?.end;
    } catch (thrown) {
      console.warn("A conversation did not answer for its run", thrown);
      return true;
    }
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

  /** Asking about a tenant that has nothing writes nothing; one that has something gets the tables that came since. */
  #exists(): boolean {
    if (this.#ready) return true;
    const tables = this.ctx.storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'uploads'").toArray();
    if (tables.length > 0) this.#create();
    return this.#ready;
  }

  #prepare(): void {
    if (!this.#exists()) this.#create();
  }

  #create(): void {
    this.ctx.storage.sql.exec(SCHEMA);
    this.#ready = true;
  }

  /** What expires is swept by the hour, as long as there is any. */
  async #armSweep(withinMs = SWEEP_MS): Promise<void> {
    const [armed, at] = [await this.ctx.storage.getAlarm(), Date.now() + withinMs];
    if (armed === null || armed > at) await this.ctx.storage.setAlarm(at);
  }
}
