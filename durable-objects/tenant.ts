import { DurableObject } from "cloudflare:workers";
import { type KeyLimits, type KnownKey, type NewKey, UNKNOWN_KEY } from "../src/domain/api-key.ts";
import type { EndpointCall, TenantModelFacts } from "../src/domain/experts.ts";
import type { GoalStatus } from "../src/domain/goal/state.ts";
import type { Hook, SealedHook } from "../src/domain/hooks/hook.ts";
import type { LogLevel } from "../src/domain/log-level.ts";
import type { OwnModel, SealedOwnModel } from "../src/domain/own-models.ts";
import type { Resource, ResourceId } from "../src/domain/resources.ts";
import { err, ok, type Result } from "../src/domain/result.ts";
import type { Delivery, SealedWebhookEndpoint, WebhookEndpoint } from "../src/domain/webhooks/delivery.ts";
import type { GoalIndexEntry, GoalOpening, OpenedGoal } from "../src/rpc/goals.ts";
import type {
  AddedModel,
  AnnouncedUpload,
  DividedTenantRpc,
  PlanningReservation,
  PlanningWish,
  StorageUsage,
  WhichUploads,
} from "../src/rpc/index.ts";
import type {
  Admission,
  Admitted,
  BookedGoal,
  Booking,
  ConversationIndexEntry,
  GoesElsewhere,
  MadeFiles,
  PartitionNews,
  PartitionTerms,
} from "../src/rpc/registry.ts";
import type { PlacedDelivery } from "../src/rpc/webhooks.ts";
import { wire } from "../src/wiring.ts";
import { ASK_AFTER_MS } from "./tenant/after-runs.ts";
import { type TenantParts, tenantParts } from "./tenant/parts.ts";
import { LOOK_THROUGH_MS } from "./tenant/sweep.ts";

/**
 * What belongs to a tenant as a whole: its indexes of conversations and goals, uploads, bookings, revoked keys, models of its own,
 * and how the endpoints did that it called.
 */
export class Tenant extends DurableObject<Env> implements DividedTenantRpc {
  readonly #parts: TenantParts;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#parts = tenantParts(ctx, wire(env));
  }

  async admit(admission: Admission): Promise<Result<Admitted | GoesElsewhere>> {
    this.#parts.tables.prepare();
    const { idempotency, title, delivery } = admission;
    if (idempotency && title !== undefined && !delivery && this.#parts.partitions.areAny()) {
      const isKnown = this.#parts.admissions.knows(idempotency.key, Date.now());
      const partition = isKnown ? null : await this.#parts.partitions.knowing(idempotency.key);
      if (partition) return partition.admit(admission);
    }
    const partitionsAsk = !idempotency || this.#partitionsAsk();
    const admitted = this.ctx.storage.transactionSync(() => this.#parts.runAdmission.admit(admission, Date.now()));
    if (!admitted.ok || !("replay" in admitted.value) || admitted.value.replay) return admitted;
    await this.#parts.sweep.arm();
    if (!partitionsAsk) await this.#parts.partitions.changed();
    return ok({ ...admitted.value, models: this.#modelFacts() });
  }

  async adopt(run: string, ids: readonly ResourceId[], title?: string): Promise<Result<readonly Resource[]>> {
    this.#parts.tables.prepare();
    return this.#parts.runAdmission.adopt(run, ids, title, Date.now());
  }

  async abandon(run: string): Promise<boolean> {
    this.#parts.tables.prepare();
    return this.#parts.runAdmission.abandon(run);
  }

  async findBooking(key: string): Promise<Booking | null> {
    return this.#parts.tables.exist() ? this.#parts.admissions.booked(key, Date.now()) : null;
  }

  async knowsKey(key: string): Promise<boolean> {
    return this.#parts.tables.exist() && this.#parts.admissions.knows(key, Date.now());
  }

  async findStarted(key: string): Promise<Booking | BookedGoal | null> {
    if (!this.#parts.tables.exist()) return null;
    const here = this.#parts.goals.under(key, Date.now()) ?? this.#parts.admissions.booked(key, Date.now());
    return here ?? this.#parts.partitions.findBooking(key);
  }

  async forestall(key: string, keyId: string): Promise<Booking | BookedGoal | null> {
    this.#parts.tables.prepare();
    const goal = this.#parts.goals.under(key, Date.now());
    if (goal) return goal;
    const partitionsAsk = this.#partitionsAsk();
    const booked = this.#parts.admissions.forestall(key, keyId, Date.now());
    await this.#parts.sweep.arm();
    if (!partitionsAsk) await this.#parts.partitions.changed();
    return booked ?? this.#parts.partitions.forestall(key, keyId);
  }

  async withdraw(run: string): Promise<void> {
    if (this.#parts.tables.exist()) await this.#parts.runAdmission.withdraw(run);
  }

  async terms(partition: string, { calls, storedBytes }: PartitionNews): Promise<PartitionTerms> {
    const { tables, partitions, health, keys, webhooks, storage, admissions } = this.#parts;
    tables.prepare();
    partitions.heard(partition, storedBytes, Date.now());
    health.record(calls, Date.now());
    return {
      ...{ limitedKeys: keys.limited(), endpoints: webhooks.listening(), models: this.#modelFacts() },
      ...{ full: storage.refusal(1), hasKeys: admissions.knowsAnyKey(Date.now()) },
    };
  }

  async meter(keyId: string): Promise<Result<null>> {
    return this.#parts.admissions.meter(keyId, Date.now());
  }

  async raiseRun(run: string, usd: number, keyId: string): Promise<Result<number>> {
    return this.#parts.tables.exist() ? this.#parts.keyRuns.raise(run, usd, keyId, Date.now()) : ok(usd);
  }

  async admitPlanning(wish: PlanningWish): Promise<Result<PlanningReservation | null>> {
    const reserved = this.#parts.admissions.plan(wish, Date.now());
    if (reserved.ok && reserved.value) await this.#parts.sweep.arm();
    return reserved;
  }

  async planningEnded(work: string, usd: number | null): Promise<void> {
    if (this.#parts.tables.exist()) this.#parts.keyRuns.planned(work, usd);
  }

  async runEnded(run: string, calls: readonly EndpointCall[] = [], usd = 0, made?: MadeFiles): Promise<void> {
    this.#parts.tables.prepare();
    if (made && made.bytes > 0 && this.#isKept(made)) this.#parts.storage.made(run, made.conversation, made.bytes);
    this.#parts.keyRuns.ended(run, usd);
    this.#parts.admissions.ended(run);
    this.#parts.health.record(calls, Date.now());
  }

  async openConversation(id: string, title: string): Promise<void> {
    this.#parts.tables.prepare();
    this.#parts.conversations.open(id, title, Date.now());
    if (this.#parts.idle.mayCome()) await this.#parts.sweep.arm(LOOK_THROUGH_MS);
  }

  async renameConversation(id: string, title: string): Promise<ConversationIndexEntry | null> {
    if (!this.#parts.tables.exist()) return null;
    this.#parts.conversations.retitle(id, title);
    return this.#parts.conversations.find(id);
  }

  async findConversation(id: string): Promise<ConversationIndexEntry | null> {
    return this.#parts.tables.exist() ? this.#parts.conversations.find(id) : null;
  }

  async listConversations(limit: number, before: number | null): Promise<readonly ConversationIndexEntry[]> {
    if (!this.#parts.tables.exist()) return [];
    return this.#parts.partitions.list(this.#parts.conversations.list(limit, before), limit, before);
  }

  async closeConversation(id: string): Promise<void> {
    if (this.#parts.tables.exist()) await this.#parts.deletion.closeConversation(id);
  }

  async openGoal(opening: GoalOpening): Promise<Result<OpenedGoal>> {
    this.#parts.tables.prepare();
    const opened = this.ctx.storage.transactionSync(() => this.#parts.goalAdmission.open(opening, Date.now()));
    if (opened.ok && !opened.value.replay) await this.#parts.sweep.arm(ASK_AFTER_MS);
    return opened;
  }

  async openedGoal(idempotency: NonNullable<GoalOpening["idempotency"]>): Promise<Result<OpenedGoal | null>> {
    return this.#parts.tables.exist() ? this.#parts.goalAdmission.opened(idempotency, Date.now()) : ok(null);
  }

  async goalChanged(id: string, status: GoalStatus): Promise<void> {
    if (this.#parts.tables.exist()) this.#parts.goals.changed(id, status);
  }

  async findGoal(id: string): Promise<GoalIndexEntry | null> {
    return this.#parts.tables.exist() ? this.#parts.goals.find(id) : null;
  }

  async listGoals(limit: number, before: number | null): Promise<readonly GoalIndexEntry[]> {
    return this.#parts.tables.exist() ? this.#parts.goals.list(limit, before) : [];
  }

  async closeGoal(id: string): Promise<void> {
    if (this.#parts.tables.exist()) await this.#parts.deletion.closeGoal(id);
  }

  async announceUpload({ id, keyId, mostBytes }: AnnouncedUpload): Promise<Result<null>> {
    this.#parts.tables.prepare();
    const admitted = this.#parts.admissions.admitFile(keyId, Date.now());
    if (!admitted.ok) return admitted;
    const refusal = this.#parts.storage.refusal(mostBytes);
    if (refusal) return err(refusal);
    this.#parts.storage.reserve(id, mostBytes);
    this.#parts.uploads.announce(id, Date.now());
    await this.#parts.sweep.arm();
    return ok(null);
  }

  async abandonUploads(ids: readonly ResourceId[]): Promise<void> {
    if (this.#parts.tables.exist()) await this.#parts.deletion.deleteUploads(this.#parts.uploads.unadopted(ids));
  }

  async storage(): Promise<StorageUsage> {
    const { tables, storage, partitions } = this.#parts;
    if (!tables.exist()) return storage.unused();
    const elsewhere = await partitions.askStoredBytes();
    const usage = storage.usage();
    return { ...usage, usedBytes: usage.usedBytes - partitions.storedBytes() + elsewhere };
  }

  async recordUpload(resource: Resource): Promise<void> {
    this.#parts.tables.prepare();
    this.#parts.uploads.record(resource);
    this.#parts.storage.settle(resource);
  }

  async findUpload(id: ResourceId): Promise<Resource | null> {
    return this.#parts.tables.exist() ? this.#parts.uploads.find(id, Date.now()) : null;
  }

  async setLogLevel(session: string, level: LogLevel): Promise<void> {
    this.#parts.tables.prepare();
    this.#parts.logLevels.set(session, level, Date.now());
  }

  async logLevel(session: string): Promise<LogLevel | null> {
    return this.#parts.tables.exist() ? this.#parts.logLevels.find(session) : null;
  }

  async listUploads(limit: number, before: ResourceId | null, which?: WhichUploads): Promise<readonly Resource[]> {
    return this.#parts.tables.exist() ? this.#parts.uploads.list({ limit, before, which, now: Date.now() }) : [];
  }

  async addKey(key: NewKey): Promise<Result<null>> {
    this.#parts.tables.prepare();
    const added = this.#parts.keys.add(key, Date.now());
    await this.#parts.partitions.changed();
    return added;
  }

  async keys(): Promise<readonly KnownKey[]> {
    return this.#parts.tables.exist() ? this.#parts.keys.all(Date.now()) : [];
  }

  async findKey(keyId: string): Promise<KnownKey | null> {
    return this.#parts.tables.exist() ? this.#parts.keys.find(keyId, Date.now()) : null;
  }

  async limitKey(keyId: string, limits: Partial<KeyLimits>): Promise<KeyLimits | null> {
    if (!this.#parts.tables.exist()) return null;
    const limited = this.#parts.keys.limit(keyId, limits, Date.now());
    await this.#parts.partitions.changed();
    return limited;
  }

  async rotateKey(keyId: string, newId: string, until: number): Promise<Result<KnownKey>> {
    if (!this.#parts.tables.exist()) return err(UNKNOWN_KEY);
    const rotated = this.#parts.keys.rotate(keyId, newId, until, Date.now());
    await this.#parts.partitions.changed();
    return rotated;
  }

  async revokeKey(keyId: string, at = Date.now()): Promise<void> {
    this.#parts.tables.prepare();
    this.#parts.keys.revoke(keyId, at);
  }

  async isRevoked(keyId: string): Promise<boolean> {
    return this.#parts.tables.exist() && this.#parts.keys.isRevoked(keyId, Date.now());
  }

  async addModel(model: SealedOwnModel): Promise<Result<AddedModel>> {
    this.#parts.tables.prepare();
    const added = this.#parts.models.add(model);
    if (added.ok) this.#parts.health.forget(model.endpoint);
    await this.#parts.partitions.changed();
    return added;
  }

  async removeModel(model: string, taskType: string | null): Promise<boolean> {
    if (!this.#parts.tables.exist()) return false;
    const taskTypes = this.#parts.models.remove(model, taskType);
    for (const one of taskTypes) this.#parts.health.forget({ provider: "custom", model, taskType: one });
    await this.#parts.partitions.changed();
    return taskTypes.length > 0;
  }

  async ownModels(): Promise<readonly OwnModel[]> {
    return this.#parts.tables.exist() ? this.#parts.models.all() : [];
  }

  async ownEndpoint(model: string, taskType: string): Promise<SealedOwnModel | null> {
    return this.#parts.tables.exist() ? this.#parts.models.find(model, taskType) : null;
  }

  async modelFacts(): Promise<TenantModelFacts> {
    return this.#parts.tables.exist() ? this.#modelFacts() : { endpoints: [], health: [] };
  }

  async addHook(hook: SealedHook): Promise<Result<null>> {
    this.#parts.tables.prepare();
    return this.#parts.hooks.add(hook);
  }

  async hooks(): Promise<readonly Hook[]> {
    return this.#parts.tables.exist() ? this.#parts.hooks.all() : [];
  }

  async findHook(id: string): Promise<SealedHook | null> {
    return this.#parts.tables.exist() ? this.#parts.hooks.find(id) : null;
  }

  async removeHook(id: string): Promise<boolean> {
    return this.#parts.tables.exist() && this.#parts.hooks.remove(id);
  }

  async replaceHookSecrets(id: string, read: string, written: string): Promise<boolean> {
    return this.#parts.tables.exist() && this.#parts.hooks.replaceSecrets(id, read, written);
  }

  async addWebhook(endpoint: SealedWebhookEndpoint): Promise<Result<null>> {
    this.#parts.tables.prepare();
    const added = this.#parts.webhooks.add(endpoint);
    await this.#parts.partitions.changed();
    return added;
  }

  async webhooks(): Promise<readonly WebhookEndpoint[]> {
    return this.#parts.tables.exist() ? this.#parts.webhooks.all() : [];
  }

  async findWebhook(id: string): Promise<SealedWebhookEndpoint | null> {
    return this.#parts.tables.exist() ? this.#parts.webhooks.find(id) : null;
  }

  async removeWebhook(id: string): Promise<boolean> {
    const isRemoved = this.#parts.tables.exist() && this.#parts.webhooks.remove(id);
    if (isRemoved) await this.#parts.partitions.changed();
    return isRemoved;
  }

  async rotateWebhook(id: string, sealedSecret: string): Promise<WebhookEndpoint | null> {
    const rotated = this.#parts.tables.exist() ? this.#parts.webhooks.rotate(id, sealedSecret, Date.now()) : null;
    if (rotated) await this.#parts.sweep.arm(LOOK_THROUGH_MS);
    return rotated;
  }

  async switchWebhook(id: string, disabledBecause: string | null): Promise<WebhookEndpoint | null> {
    const switched = this.#parts.tables.exist() ? this.#parts.webhooks.switch(id, disabledBecause, Date.now()) : null;
    if (switched) await this.#parts.partitions.changed();
    return switched;
  }

  async setParked(keeper: string, parked: readonly Delivery[]): Promise<void> {
    this.#parts.tables.prepare();
    this.#parts.webhooks.setParked(keeper, parked);
    if (parked.length > 0) await this.#parts.sweep.arm(LOOK_THROUGH_MS);
  }

  async parkedDeliveries(limit: number, before: number | null): Promise<readonly PlacedDelivery[]> {
    return this.#parts.tables.exist() ? this.#parts.webhooks.parked(limit, before, Date.now()) : [];
  }

  override async alarm(): Promise<void> {
    if (!this.#parts.tables.areReadyForAlarm()) return;
    this.#parts.tables.prepare();
    await this.#parts.sweep.run(Date.now());
  }

  /** False where the files went with their conversation, or are about to: nobody would ever free what they take. */
  #isKept({ conversation, goal }: MadeFiles): boolean {
    return this.#parts.conversations.has(conversation) || (goal !== undefined && this.#parts.goals.find(goal) !== null);
  }

  /** Whether those that there are ask here about idempotency keys that they do not know. */
  #partitionsAsk(): boolean {
    return !this.#parts.partitions.areAny() || this.#parts.admissions.knowsAnyKey(Date.now());
  }

  #modelFacts(): TenantModelFacts {
    return {
      endpoints: this.#parts.models.all().map(({ endpoint }) => endpoint),
      health: this.#parts.health.all(Date.now()),
    };
  }
}
