import { DurableObject } from "cloudflare:workers";
import type { EndpointCall } from "../src/domain/experts.ts";
import { PARTITIONS, shareOf } from "../src/domain/partitions.ts";
import type { Resource, ResourceId } from "../src/domain/resources.ts";
import { ok, type Result } from "../src/domain/result.ts";
import { describeFault } from "../src/domain/telemetry/fault.ts";
import type { DividedTenantRpc } from "../src/rpc/index.ts";
import type {
  Admission,
  Admitted,
  Booking,
  ConversationIndexEntry,
  GoesElsewhere,
  MadeFiles,
  PartitionRpc,
} from "../src/rpc/registry.ts";
import { wire } from "../src/wiring.ts";
import { PARTITION_SCHEMA } from "./partition/migrations.ts";
import { Terms } from "./partition/terms.ts";
import { ToldTenant } from "./partition/told-tenant.ts";
import { Tables } from "./tables.ts";
import { Admissions } from "./tenant/admissions.ts";
import { AfterRuns } from "./tenant/after-runs.ts";
import { Conversations } from "./tenant/conversations.ts";
import { IdleConversations } from "./tenant/idle-conversations.ts";
import type { KeyAccount } from "./tenant/key-limits.ts";
import { RunAdmission } from "./tenant/run-admission.ts";
import { Storage } from "./tenant/storage.ts";
import { LOOK_THROUGH_MS, Sweep } from "./tenant/sweep.ts";

/** Keys with limits of their own are the tenant's object's to watch. */
const NO_LIMITS: KeyAccount = {
  perMinute: () => Number.POSITIVE_INFINITY,
  begin: () => ok(null),
  granted: () => null,
  plan: () => ok(null),
  release: () => undefined,
  lost: () => undefined,
};

/** Deliveries, uploads and webhooks are as well. */
const OF_TENANT = {
  hooks: { refusal: () => null, conversationFor: () => null, remember: () => undefined, forget: () => undefined },
  uploads: { findAll: () => ok([]), adopt: () => [], unadopt: () => undefined },
  webhooks: { listening: () => [] },
} as const;

/**
 * A part of a tenant: it keeps the conversations whose ids begin with its letter, and admits their runs within its share
 * of the tenant's limits, by terms that the tenant's object gives it every ten seconds. What only one object can hold to,
 * it has that object admit as well: runs of keys with limits of their own, and runs with uploads.
 */
export class TenantPartition extends DurableObject<Env> implements PartitionRpc {
  readonly #tables: Tables;
  readonly #conversations: Conversations;
  readonly #admissions: Admissions;
  readonly #runAdmission: RunAdmission;
  readonly #storage: Storage;
  readonly #idle: IdleConversations;
  readonly #told: ToldTenant;
  readonly #terms: Terms;
  readonly #sweep: Sweep;
  readonly #tenant: () => DividedTenantRpc;
  /** False where the deployment no longer divides tenants: then their own objects hold to all limits. */
  readonly #hasShare: boolean;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    const wiring = wire(env);
    const [tenant = "", partition = ""] = (ctx.id.name ?? "").split(":");
    const { limits } = wiring.config.deployment;
    this.#tenant = () => wiring.tenant(tenant);
    this.#hasShare = limits.partitioned;
    this.#tables = new Tables(ctx.storage, PARTITION_SCHEMA);
    this.#conversations = new Conversations(sql, 1 + PARTITIONS.indexOf(partition));
    this.#storage = new Storage(sql, limits.storageBytes);
    this.#terms = new Terms((calls) => this.#tenant().terms(partition, { calls, storedBytes: this.#storedBytes() }));
    const share = (limit: number): number => (this.#hasShare ? shareOf(limit) : Number.POSITIVE_INFINITY);
    this.#admissions = new Admissions(
      sql,
      { ...limits, runsPerMinute: share(limits.runsPerMinute), activeRuns: share(limits.activeRuns), isShare: true },
      NO_LIMITS,
    );
    this.#runAdmission = new RunAdmission({
      ...OF_TENANT,
      ...{ admissions: this.#admissions, conversations: this.#conversations, storage: { refusal: () => this.#full } },
      deletion: { closeConversation: async (id) => this.#forget(id) },
    });
    const around = { tenant, wiring };
    this.#idle = new IdleConversations(sql, wiring.config.retention.idleMs, {
      ...{ ...around, closeConversation: (id) => this.closeConversation(id) },
    });
    this.#told = new ToldTenant(sql, (id) => this.#tenant().closeConversation(id));
    const afterRuns = new AfterRuns({
      ...{ ...around, admissions: this.#admissions },
      abandonLost: async (run) => {
        await this.#undo(run, async () => {
          await this.#runAdmission.abandonLost(run);
          return true;
        });
      },
    });
    this.#sweep = new Sweep(ctx.storage, [afterRuns, this.#idle, this.#told]);
  }

  /** Why no run begins for want of storage, by the terms that the next admission is made by. */
  #full: ReturnType<Storage["refusal"]> = null;

  async admit(admission: Admission): Promise<Result<Admitted | GoesElsewhere>> {
    this.#tables.prepare();
    let terms = await this.#terms.current(Date.now());
    const { keyId, idempotency, uploads = [], storesFiles } = admission;
    if (idempotency && terms.hasKeys && !this.#admissions.knows(idempotency.key, Date.now())) {
      const tenant = this.#tenant();
      if (await tenant.knowsKey(idempotency.key)) return tenant.admit(admission);
      terms = await this.#terms.current(Date.now());
    }
    this.#full = terms.full;
    const own = { ...admission, uploads: [] };
    const admitted = this.ctx.storage.transactionSync(() => this.#runAdmission.admit(own, Date.now()));
    if (!admitted.ok || !("replay" in admitted.value) || admitted.value.replay) return admitted;
    await this.#sweep.arm();
    const booked = { ...admitted.value, endpoints: terms.endpoints, models: terms.models };
    const isForBoth = !this.#hasShare || uploads.length > 0 || storesFiles || terms.limitedKeys.includes(keyId);
    return isForBoth ? this.#admitThere(admission, booked) : ok(booked);
  }

  async adopt(run: string, ids: readonly ResourceId[], title?: string): Promise<Result<readonly Resource[]>> {
    this.#tables.prepare();
    const retitled = this.#runAdmission.adopt(run, [], title, Date.now());
    return !retitled.ok || ids.length === 0 ? retitled : this.#tenant().adopt(run, ids);
  }

  async abandon(run: string): Promise<boolean> {
    this.#tables.prepare();
    return this.#undo(run, () => this.#runAdmission.abandon(run));
  }

  async runEnded(run: string, calls: readonly EndpointCall[] = [], usd = 0, made?: MadeFiles): Promise<void> {
    this.#tables.prepare();
    if (made && this.#conversations.has(made.conversation)) this.#storage.made(run, made.conversation, made.bytes);
    if (this.#told.has(run)) {
      await this.#tenant().runEnded(run, [], usd);
      this.#told.drop(run);
    }
    this.#admissions.ended(run);
    this.#terms.tell(calls);
    try {
      await this.#terms.current(Date.now());
    } catch (thrown) {
      console.warn("A tenant's object did not answer its partition:", describeFault(thrown));
    }
  }

  async openConversation(id: string, title: string): Promise<void> {
    this.#tables.prepare();
    // By them the tenant's object hears of this partition, before there is anything to be listed.
    await this.#terms.current(Date.now());
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
    return this.#tables.exist() ? this.#conversations.list(limit, before) : [];
  }

  async closeConversation(id: string): Promise<void> {
    if (!this.#tables.exist()) return;
    this.#forget(id);
    if (!this.#told.has(id)) return;
    await this.#tenant().closeConversation(id);
    this.#told.drop(id);
  }

  async findBooking(key: string): Promise<Booking | null> {
    return this.#tables.exist() ? this.#admissions.booked(key, Date.now()) : null;
  }

  async knowsKey(key: string): Promise<boolean> {
    return this.#tables.exist() && this.#admissions.knows(key, Date.now());
  }

  async forestall(key: string, keyId: string): Promise<Booking | null> {
    this.#tables.prepare();
    const booked = this.#admissions.forestall(key, keyId, Date.now());
    await this.#sweep.arm();
    return booked;
  }

  async storedBytes(): Promise<number> {
    return this.#storedBytes();
  }

  async forgetTerms(): Promise<void> {
    this.#terms.forget();
  }

  override async alarm(): Promise<void> {
    if (!this.#tables.areReadyForAlarm()) return;
    this.#tables.prepare();
    await this.#sweep.run(Date.now());
  }

  /** Has the tenant's object admit a run that is booked here; where it refuses, the run is undone here. */
  async #admitThere(admission: Admission, booked: Admitted): Promise<Result<Admitted>> {
    const { keyId, uploads = [], storesFiles, budgetUsd } = admission;
    const { conversation, run } = booked;
    this.#told.add(run, Date.now());
    if (uploads.length > 0 || storesFiles) this.#told.add(conversation, Date.now());
    const wanted = { keyId, conversation, run, uploads, ...(budgetUsd === undefined ? {} : { budgetUsd }) };
    // Should this break off, both have the run booked, and each finds out what became of it.
    const admitted = await this.#tenant().admit(wanted);
    if (!admitted.ok) {
      await this.abandon(run);
      return admitted;
    }
    if ("goesTo" in admitted.value) throw new Error("A run without a delivery was sent elsewhere");
    const { adopted, budgetUsd: granted } = admitted.value;
    return ok({ ...booked, adopted, ...(granted === undefined ? {} : { budgetUsd: granted }) });
  }

  /** Undoes a run here, and then with the tenant's object, if it knows of it. @param here whether it is undone here */
  async #undo(run: string, here: () => Promise<boolean>): Promise<boolean> {
    const isUndone = await here();
    if (!isUndone || !this.#told.has(run)) return isUndone;
    await this.#tenant().withdraw(run);
    this.#told.drop(run);
    return true;
  }

  #forget(conversation: string): void {
    this.#conversations.close(conversation);
    this.#storage.conversationClosed(conversation);
  }

  #storedBytes(): number {
    return this.#tables.exist() ? this.#storage.usage().usedBytes : 0;
  }
}
