import { DurableObject } from "cloudflare:workers";
import { type KeyLimits, type KnownKey, type NewKey, UNKNOWN_KEY, UNLIMITED } from "../src/domain/api-key.ts";
import type { EndpointCall, TenantModelFacts } from "../src/domain/experts.ts";
import type { GoalStatus } from "../src/domain/goal/state.ts";
import type { Hook, SealedHook } from "../src/domain/hooks/hook.ts";
import type { LogLevel } from "../src/domain/log-level.ts";
import type { OwnModel, SealedOwnModel } from "../src/domain/own-models.ts";
import { PARTITIONS, shareOf } from "../src/domain/partitions.ts";
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
  PartitionRpc,
  PartitionTerms,
} from "../src/rpc/registry.ts";
import type { PlacedDelivery } from "../src/rpc/webhooks.ts";
import type { Built } from "../src/wiring/built.ts";
import { wire } from "../src/wiring.ts";
import { Tables } from "./tables.ts";
import { Admissions, type Limits } from "./tenant/admissions.ts";
import { AfterGoals } from "./tenant/after-goals.ts";
import { AfterRuns, ASK_AFTER_MS } from "./tenant/after-runs.ts";
import { Conversations, mergedByPlace } from "./tenant/conversations.ts";
import { Deletion } from "./tenant/deletion.ts";
import { ExpiredUploads } from "./tenant/expired-uploads.ts";
import { GoalAdmission } from "./tenant/goal-admission.ts";
import { Goals } from "./tenant/goals.ts";
import { HealthRecords } from "./tenant/health.ts";
import { Hooks } from "./tenant/hooks.ts";
import { IdleConversations } from "./tenant/idle-conversations.ts";
import { KeyRuns } from "./tenant/key-limits.ts";
import { Keys } from "./tenant/keys.ts";
import { LogLevels } from "./tenant/log-levels.ts";
import { PARTITIONS_SCHEMA, TENANT_SCHEMA } from "./tenant/migrations.ts";
import { OwnModels } from "./tenant/own-models.ts";
import { Partitions } from "./tenant/partitions.ts";
import { RunAdmission } from "./tenant/run-admission.ts";
import { Storage } from "./tenant/storage.ts";
import { LOOK_THROUGH_MS, Sweep } from "./tenant/sweep.ts";
import { Uploads } from "./tenant/uploads.ts";
import { Webhooks } from "./tenant/webhooks.ts";

/**
 * What belongs to a tenant as a whole: its indexes of conversations and goals, uploads, bookings, revoked keys, models of its own,
 * and how the endpoints did that it called.
 */
export class Tenant extends DurableObject<Env> implements DividedTenantRpc {
  readonly #wiring: Built;
  readonly #tables: Tables;
  readonly #conversations: Conversations;
  readonly #partitions: Partitions;
  readonly #goals: Goals;
  readonly #admissions: Admissions;
  readonly #runAdmission: RunAdmission;
  readonly #goalAdmission: GoalAdmission;
  readonly #uploads: Uploads;
  readonly #storage: Storage;
  readonly #deletion: Deletion;
  readonly #quotaBytes: number;
  readonly #models: OwnModels;
  readonly #logLevels: LogLevels;
  readonly #health: HealthRecords;
  readonly #hooks: Hooks;
  readonly #idle: IdleConversations;
  readonly #keys: Keys;
  readonly #keyRuns: KeyRuns;
  readonly #webhooks: Webhooks;
  readonly #sweep: Sweep;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    this.#wiring = wire(env);
    this.#tables = new Tables(ctx.storage, TENANT_SCHEMA, PARTITIONS_SCHEMA);
    this.#conversations = new Conversations(sql, 0);
    this.#partitions = new Partitions(sql, this.#tables, (partition) =>
      this.#wiring.partition(ctx.id.name ?? "", partition),
    );
    this.#goals = new Goals(sql);
    this.#keys = new Keys(sql);
    this.#keyRuns = new KeyRuns(sql, (keyId) => (this.#tables.exist() ? this.#keys.limits(keyId) : UNLIMITED));
    const { limits } = this.#wiring.config.deployment;
    this.#admissions = new Admissions(sql, limits.partitioned ? ownShareOf(limits) : limits, this.#keyRuns);
    this.#uploads = new Uploads(sql);
    this.#quotaBytes = limits.storageBytes;
    this.#storage = new Storage(sql, this.#quotaBytes, () => this.#partitions.storedBytes());
    this.#models = new OwnModels(sql);
    this.#logLevels = new LogLevels(sql);
    this.#health = new HealthRecords(sql);
    this.#hooks = new Hooks(sql);
    this.#webhooks = new Webhooks(sql);
    this.#deletion = new Deletion({
      ...{ conversations: this.#conversations, goals: this.#goals, storage: this.#storage, uploads: this.#uploads },
      deleteFiles: (ids) => this.#wiring.resources.remove(ctx.id.name ?? "", ids),
      armSweep: () => this.#sweep.arm(),
    });
    const admission = { admissions: this.#admissions, uploads: this.#uploads, webhooks: this.#webhooks };
    this.#goalAdmission = new GoalAdmission({ ...admission, goals: this.#goals });
    this.#runAdmission = new RunAdmission({
      ...{ ...admission, conversations: this.#conversations, deletion: this.#deletion },
      ...{ hooks: this.#hooks, storage: this.#storage },
    });
    const around = { tenant: ctx.id.name ?? "", wiring: this.#wiring };
    this.#idle = new IdleConversations(sql, this.#wiring.config.retention.idleMs, {
      ...{ ...around, closeConversation: (id) => this.#deletion.closeConversation(id) },
    });
    this.#sweep = new Sweep(ctx.storage, [
      this.#keyRuns,
      this.#webhooks,
      new ExpiredUploads(this.#uploads, this.#deletion),
      new AfterRuns({
        ...{ ...around, admissions: this.#admissions },
        abandonLost: (run) => this.#runAdmission.abandonLost(run),
      }),
      new AfterGoals({ ...around, goals: this.#goals, closeGoal: (id) => this.#deletion.closeGoal(id) }),
      this.#idle,
    ]);
  }

  async admit(admission: Admission): Promise<Result<Admitted | GoesElsewhere>> {
    this.#tables.prepare();
    const { idempotency, title, delivery } = admission;
    if (idempotency && title !== undefined && !delivery && this.#partitions.areAny()) {
      const isKnown = this.#admissions.knows(idempotency.key, Date.now());
      const partition = isKnown ? null : await this.#partitions.bookedUnder(idempotency.key);
      if (partition) return partition.admit(admission);
    }
    const admitted = this.ctx.storage.transactionSync(() => this.#runAdmission.admit(admission, Date.now()));
    if (!admitted.ok || !("replay" in admitted.value) || admitted.value.replay) return admitted;
    await this.#sweep.arm();
    return ok({ ...admitted.value, models: this.#modelFacts() });
  }

  async adopt(run: string, ids: readonly ResourceId[], title?: string): Promise<Result<readonly Resource[]>> {
    this.#tables.prepare();
    return this.#runAdmission.adopt(run, ids, title, Date.now());
  }

  async abandon(run: string): Promise<boolean> {
    this.#tables.prepare();
    return this.#runAdmission.abandon(run);
  }

  async findBooking(key: string): Promise<Booking | null> {
    return this.#tables.exist() ? this.#admissions.booked(key, Date.now()) : null;
  }

  async findStarted(key: string): Promise<Booking | BookedGoal | null> {
    if (!this.#tables.exist()) return null;
    const here = this.#goals.under(key, Date.now()) ?? this.#admissions.booked(key, Date.now());
    return here ?? firstOf(this.#partitions.all().map((partition) => partition.findBooking(key)));
  }

  async forestall(key: string, keyId: string): Promise<Booking | BookedGoal | null> {
    this.#tables.prepare();
    const goal = this.#goals.under(key, Date.now());
    if (goal) return goal;
    const booked = this.#admissions.forestall(key, keyId, Date.now());
    await this.#sweep.arm();
    return booked ?? firstOf(this.#allPartitions().map((partition) => partition.forestall(key, keyId)));
  }

  async withdraw(run: string): Promise<void> {
    if (this.#tables.exist()) await this.#runAdmission.withdraw(run);
  }

  async terms(partition: string, { calls, storedBytes }: PartitionNews): Promise<PartitionTerms> {
    this.#tables.prepare();
    const now = Date.now();
    this.#partitions.heard(partition, storedBytes, now);
    this.#health.record(calls, now);
    return {
      ...{ limitedKeys: this.#keys.limited(), endpoints: this.#webhooks.listening(), models: this.#modelFacts() },
      ...{
        full: this.#storage.refusal(1),
        hasOlderKeys: this.#admissions.hasBookedUnderKey(this.#partitions.since() + DEPLOYING_MS),
      },
    };
  }

  async meter(keyId: string): Promise<Result<null>> {
    return this.#admissions.meter(keyId, Date.now());
  }

  async raiseRun(run: string, usd: number, keyId: string): Promise<Result<number>> {
    return this.#tables.exist() ? this.#keyRuns.raise(run, usd, keyId, Date.now()) : ok(usd);
  }

  async admitPlanning(wish: PlanningWish): Promise<Result<PlanningReservation | null>> {
    const reserved = this.#admissions.plan(wish, Date.now());
    if (reserved.ok && reserved.value) await this.#sweep.arm();
    return reserved;
  }

  async planningEnded(work: string, usd: number | null): Promise<void> {
    if (this.#tables.exist()) this.#keyRuns.planned(work, usd);
  }

  async runEnded(run: string, calls: readonly EndpointCall[] = [], usd = 0, made?: MadeFiles): Promise<void> {
    this.#tables.prepare();
    if (made && made.bytes > 0 && this.#isKept(made)) this.#storage.made(run, made.conversation, made.bytes);
    this.#keyRuns.ended(run, usd);
    this.#admissions.ended(run);
    this.#health.record(calls, Date.now());
  }

  async openConversation(id: string, title: string): Promise<void> {
    this.#tables.prepare();
    this.#conversations.open(id, title, Date.now());
    if (this.#idle.mayCome()) await this.#sweep.arm(LOOK_THROUGH_MS);
  }

  async renameConversation(id: string, title: string): Promise<ConversationIndexEntry | null> {
    if (!this.#tables.exist()) return null;
    this.#conversations.retitle(id, title);
    return this.#conversations.find(id);
  }

  async findConversation(id: string): Promise<ConversationIndexEntry | null> {
    return this.#tables.exist() ? this.#conversations.find(id) : null;
  }

  async listConversations(limit: number, before: number | null): Promise<readonly ConversationIndexEntry[]> {
    if (!this.#tables.exist()) return [];
    const others = await Promise.all(
      this.#partitions.all().map((partition) => partition.listConversations(limit, before)),
    );
    return mergedByPlace([this.#conversations.list(limit, before), ...others], limit);
  }

  async closeConversation(id: string): Promise<void> {
    if (this.#tables.exist()) await this.#deletion.closeConversation(id);
  }

  async openGoal(opening: GoalOpening): Promise<Result<OpenedGoal>> {
    this.#tables.prepare();
    const opened = this.ctx.storage.transactionSync(() => this.#goalAdmission.open(opening, Date.now()));
    if (opened.ok && !opened.value.replay) await this.#sweep.arm(ASK_AFTER_MS);
    return opened;
  }

  async openedGoal(idempotency: NonNullable<GoalOpening["idempotency"]>): Promise<Result<OpenedGoal | null>> {
    return this.#tables.exist() ? this.#goalAdmission.opened(idempotency, Date.now()) : ok(null);
  }

  async goalChanged(id: string, status: GoalStatus): Promise<void> {
    if (this.#tables.exist()) this.#goals.changed(id, status);
  }

  async findGoal(id: string): Promise<GoalIndexEntry | null> {
    return this.#tables.exist() ? this.#goals.find(id) : null;
  }

  async listGoals(limit: number, before: number | null): Promise<readonly GoalIndexEntry[]> {
    return this.#tables.exist() ? this.#goals.list(limit, before) : [];
  }

  async closeGoal(id: string): Promise<void> {
    if (this.#tables.exist()) await this.#deletion.closeGoal(id);
  }

  async announceUpload({ id, keyId, mostBytes }: AnnouncedUpload): Promise<Result<null>> {
    this.#tables.prepare();
    const admitted = this.#admissions.admitFile(keyId, Date.now());
    if (!admitted.ok) return admitted;
    const refusal = this.#storage.refusal(mostBytes);
    if (refusal) return err(refusal);
    this.#storage.reserve(id, mostBytes);
    this.#uploads.announce(id, Date.now());
    await this.#sweep.arm();
    return ok(null);
  }

  async abandonUploads(ids: readonly ResourceId[]): Promise<void> {
    if (this.#tables.exist()) await this.#deletion.deleteUploads(this.#uploads.unadopted(ids));
  }

  async storage(): Promise<StorageUsage> {
    if (!this.#tables.exist()) return { usedBytes: 0, reservedBytes: 0, quotaBytes: this.#quotaBytes };
    const elsewhere = await this.#partitions.askStoredBytes();
    const usage = this.#storage.usage();
    return { ...usage, usedBytes: usage.usedBytes - this.#partitions.storedBytes() + elsewhere };
  }

  async recordUpload(resource: Resource): Promise<void> {
    this.#tables.prepare();
    this.#uploads.record(resource);
    this.#storage.settle(resource);
  }

  async findUpload(id: ResourceId): Promise<Resource | null> {
    return this.#tables.exist() ? this.#uploads.find(id, Date.now()) : null;
  }

  async setLogLevel(session: string, level: LogLevel): Promise<void> {
    this.#tables.prepare();
    this.#logLevels.set(session, level, Date.now());
  }

  async logLevel(session: string): Promise<LogLevel | null> {
    return this.#tables.exist() ? this.#logLevels.find(session) : null;
  }

  async listUploads(limit: number, before: ResourceId | null, which?: WhichUploads): Promise<readonly Resource[]> {
    return this.#tables.exist() ? this.#uploads.list({ limit, before, which, now: Date.now() }) : [];
  }

  async addKey(key: NewKey): Promise<Result<null>> {
    this.#tables.prepare();
    const added = this.#keys.add(key, Date.now());
    await this.#partitions.changed();
    return added;
  }

  async keys(): Promise<readonly KnownKey[]> {
    return this.#tables.exist() ? this.#keys.all(Date.now()) : [];
  }

  async findKey(keyId: string): Promise<KnownKey | null> {
    return this.#tables.exist() ? this.#keys.find(keyId, Date.now()) : null;
  }

  async limitKey(keyId: string, limits: Partial<KeyLimits>): Promise<KeyLimits | null> {
    if (!this.#tables.exist()) return null;
    const limited = this.#keys.limit(keyId, limits, Date.now());
    await this.#partitions.changed();
    return limited;
  }

  async rotateKey(keyId: string, newId: string, until: number): Promise<Result<KnownKey>> {
    if (!this.#tables.exist()) return err(UNKNOWN_KEY);
    const rotated = this.#keys.rotate(keyId, newId, until, Date.now());
    await this.#partitions.changed();
    return rotated;
  }

  async revokeKey(keyId: string, at = Date.now()): Promise<void> {
    this.#tables.prepare();
    this.#keys.revoke(keyId, at);
  }

  async isRevoked(keyId: string): Promise<boolean> {
    return this.#tables.exist() && this.#keys.isRevoked(keyId, Date.now());
  }

  async addModel(model: SealedOwnModel): Promise<Result<AddedModel>> {
    this.#tables.prepare();
    const added = this.#models.add(model);
    if (added.ok) this.#health.forget(model.endpoint);
    await this.#partitions.changed();
    return added;
  }

  async removeModel(model: string, taskType: string | null): Promise<boolean> {
    if (!this.#tables.exist()) return false;
    const taskTypes = this.#models.remove(model, taskType);
    for (const one of taskTypes) this.#health.forget({ provider: "custom", model, taskType: one });
    await this.#partitions.changed();
    return taskTypes.length > 0;
  }

  async ownModels(): Promise<readonly OwnModel[]> {
    return this.#tables.exist() ? this.#models.all() : [];
  }

  async ownEndpoint(model: string, taskType: string): Promise<SealedOwnModel | null> {
    return this.#tables.exist() ? this.#models.find(model, taskType) : null;
  }

  async modelFacts(): Promise<TenantModelFacts> {
    return this.#tables.exist() ? this.#modelFacts() : { endpoints: [], health: [] };
  }

  async addHook(hook: SealedHook): Promise<Result<null>> {
    this.#tables.prepare();
    return this.#hooks.add(hook);
  }

  async hooks(): Promise<readonly Hook[]> {
    return this.#tables.exist() ? this.#hooks.all() : [];
  }

  async findHook(id: string): Promise<SealedHook | null> {
    return this.#tables.exist() ? this.#hooks.find(id) : null;
  }

  async removeHook(id: string): Promise<boolean> {
    return this.#tables.exist() && this.#hooks.remove(id);
  }

  async replaceHookSecrets(id: string, read: string, written: string): Promise<boolean> {
    return this.#tables.exist() && this.#hooks.replaceSecrets(id, read, written);
  }

  async addWebhook(endpoint: SealedWebhookEndpoint): Promise<Result<null>> {
    this.#tables.prepare();
    const added = this.#webhooks.add(endpoint);
    await this.#partitions.changed();
    return added;
  }

  async webhooks(): Promise<readonly WebhookEndpoint[]> {
    return this.#tables.exist() ? this.#webhooks.all() : [];
  }

  async findWebhook(id: string): Promise<SealedWebhookEndpoint | null> {
    return this.#tables.exist() ? this.#webhooks.find(id) : null;
  }

  async removeWebhook(id: string): Promise<boolean> {
    const isRemoved = this.#tables.exist() && this.#webhooks.remove(id);
    if (isRemoved) await this.#partitions.changed();
    return isRemoved;
  }

  async rotateWebhook(id: string, sealedSecret: string): Promise<WebhookEndpoint | null> {
    const rotated = this.#tables.exist() ? this.#webhooks.rotate(id, sealedSecret, Date.now()) : null;
    if (rotated) await this.#sweep.arm(LOOK_THROUGH_MS);
    return rotated;
  }

  async switchWebhook(id: string, disabledBecause: string | null): Promise<WebhookEndpoint | null> {
    const switched = this.#tables.exist() ? this.#webhooks.switch(id, disabledBecause, Date.now()) : null;
    if (switched) await this.#partitions.changed();
    return switched;
  }

  async setParked(keeper: string, parked: readonly Delivery[]): Promise<void> {
    this.#tables.prepare();
    this.#webhooks.setParked(keeper, parked);
    if (parked.length > 0) await this.#sweep.arm(LOOK_THROUGH_MS);
  }

  async parkedDeliveries(limit: number, before: number | null): Promise<readonly PlacedDelivery[]> {
    return this.#tables.exist() ? this.#webhooks.parked(limit, before, Date.now()) : [];
  }

  override async alarm(): Promise<void> {
    if (!this.#tables.areReadyForAlarm()) return;
    this.#tables.prepare();
    await this.#sweep.run(Date.now());
  }

  /** Those that were heard of, and where the deployment divides tenants all that may come to be. */
  #allPartitions(): readonly PartitionRpc[] {
    const { limits } = this.#wiring.config.deployment;
    const tenant = this.ctx.id.name ?? "";
    return limits.partitioned ? PARTITIONS.map((one) => this.#wiring.partition(tenant, one)) : this.#partitions.all();
  }

  /** False where the files went with their conversation, or are about to: nobody would ever free what they take. */
  #isKept({ conversation, goal }: MadeFiles): boolean {
    return this.#conversations.has(conversation) || (goal !== undefined && this.#goals.find(goal) !== null);
  }

  #modelFacts(): TenantModelFacts {
    return { endpoints: this.#models.all().map(({ endpoint }) => endpoint), health: this.#health.all(Date.now()) };
  }
}

/** For so long after the first partition, what admits runs may still be from before the deployment divided its tenants. */
const DEPLOYING_MS = 60 * 60_000;

/** What the object of a divided tenant admits itself within, beside its partitions. */
const ownShareOf = (limits: Limits): Limits => ({
  ...{ ...limits, runsPerMinute: shareOf(limits.runsPerMinute), activeRuns: shareOf(limits.activeRuns) },
  exceptPartitions: true,
});

/** The first of what was found, where anything was. */
const firstOf = async <Found>(asked: readonly Promise<Found | null>[]): Promise<Found | null> =>
  (await Promise.all(asked)).find((found) => found !== null) ?? null;
