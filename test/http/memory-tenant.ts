import { type KeyLimits, type KnownKey, type NewKey, UNKNOWN_KEY } from "../../src/domain/api-key.ts";
import { type Failure, failure } from "../../src/domain/errors.ts";
import type { TenantModelFacts } from "../../src/domain/experts.ts";
import type { GoalStatus } from "../../src/domain/goal/state.ts";
import type { LogLevel } from "../../src/domain/log-level.ts";
import type { OwnModel, SealedOwnModel } from "../../src/domain/own-models.ts";
import type { Resource, ResourceId } from "../../src/domain/resources.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { GoalIndexEntry, GoalOpening, OpenedGoal } from "../../src/rpc/goals.ts";
import type {
  AddedModel,
  AnnouncedUpload,
  PlanningReservation,
  PlanningWish,
  StorageUsage,
  TenantRpc,
  WhichUploads,
} from "../../src/rpc/index.ts";
import type {
  Admission,
  Admitted,
  BookedGoal,
  Booking,
  ConversationIndexEntry,
  GoesElsewhere,
} from "../../src/rpc/registry.ts";
import { START_AT } from "./start-at.ts";
import { MemoryWebhooks } from "./webhooks/memory-webhooks.ts";

/** A tenant as its object keeps it, without limits. */
export class MemoryTenant extends MemoryWebhooks implements TenantRpc {
  readonly admissions: Admission[] = [];
  readonly endedRuns: string[] = [];
  /** Runs that were not made, and whose bookings were taken back. */
  readonly abandonedRuns = new Set<string>();
  /** Runs that other requests under the same idempotency key may still make. */
  readonly othersMayMake = new Set<string>();
  /** What every key has left of the day, in US dollars; null for no limit. */
  leftUsd: number | null = null;
  readonly planning: PlanningWish[] = [];
  readonly planned: { readonly work: string; readonly usd: number | null }[] = [];
  /** The keys whose calls were counted though they were no runs. */
  readonly metered: string[] = [];
  /** Idempotency keys whose requests were cancelled before they came. */
  readonly forestalled = new Set<string>();
  readonly index: ConversationIndexEntry[] = [];
  readonly goals: (GoalIndexEntry & { readonly opening: GoalOpening })[] = [];
  readonly announced: ResourceId[] = [];
  readonly abandonedUploads: ResourceId[] = [];
  /** Why no upload is admitted; null while there is room. */
  uploadRefusal: Failure | null = null;
  readonly uploads = new Map<ResourceId, Resource>();
  readonly logLevels = new Map<string, LogLevel>();
  readonly adoptions = new Map<ResourceId, Set<string>>();
  readonly revoked = new Set<string>();
  readonly known = new Map<string, KnownKey>();
  readonly models: SealedOwnModel[] = [];
  readonly #opened = new Map<string, string>();
  readonly #adopted: { readonly run: string; readonly id: ResourceId; readonly conversation: string }[] = [];
  revocationChecks = 0;
  /** What the next admission answers instead. */
  refuses: Result<Admitted> | null = null;

  async admit(admission: Admission): Promise<Result<Admitted | GoesElsewhere>> {
    const { idempotency, delivery, uploads = [], title } = admission;
    const unwanted = delivery ? this.refusal(delivery) : null;
    if (unwanted) return err(unwanted);
    if (this.refuses) return this.refuses;
    if (idempotency && this.forestalled.has(idempotency.key)) return err(failure("cancelled", "It was cancelled"));
    const known = idempotency && this.#bookedUnder(idempotency.key);
    if (known && known.idempotency?.fingerprint !== idempotency.fingerprint) {
      return err(failure("idempotency-mismatch", "This Idempotency-Key was used for another request"));
    }
    const { conversation, run } = known ?? admission;
    if (known && run !== admission.unmade) return ok({ conversation, run, replay: true, adopted: [], endpoints: [] });
    const home = delivery && !known ? await this.conversationFor(delivery) : null;
    if (home !== null && home !== conversation) return ok({ goesTo: home });
    const found = this.#findAll(uploads);
    if (!found.ok) return found;
    if (!known) this.admissions.push(admission);
    if (title !== undefined && !(await this.findConversation(conversation))) {
      await this.openConversation(conversation, title);
      this.#opened.set(run, conversation);
    }
    this.#adopt(run, uploads, conversation);
    if (delivery) this.remember(delivery, conversation);
    const limit = this.#limit(admission.budgetUsd ?? null);
    return ok({ conversation, run, replay: false, adopted: found.value, endpoints: [], ...limit });
  }
  async adopt(run: string, uploads: readonly ResourceId[]): Promise<Result<readonly Resource[]>> {
    const found = this.#findAll(uploads);
    const conversation = this.admissions.find((one) => one.run === run)?.conversation;
    if (found.ok && conversation !== undefined) this.#adopt(run, uploads, conversation);
    return found;
  }
  #findAll(ids: readonly ResourceId[]): Result<readonly Resource[]> {
    const missing = ids.find((id) => !this.uploads.has(id));
    if (missing !== undefined) return err(failure("not-found", `There is no resource ${missing}`));
    return ok(ids.flatMap((id) => this.uploads.get(id) ?? []));
  }
  #adopt(run: string, ids: readonly ResourceId[], conversation: string): void {
    for (const id of ids) {
      const by = this.adoptions.get(id) ?? new Set();
      if (by.has(conversation)) continue;
      this.adoptions.set(id, by.add(conversation));
      this.#adopted.push({ run, id, conversation });
    }
  }
  #bookedUnder(key: string): Admission | undefined {
    return this.admissions.findLast(({ run, idempotency }) => idempotency?.key === key && !this.abandonedRuns.has(run));
  }
  #limit(wantedUsd: number | null): { readonly budgetUsd?: number } {
    return this.leftUsd === null ? {} : { budgetUsd: Math.min(this.leftUsd, wantedUsd ?? this.leftUsd) };
  }
  async findBooking(key: string): Promise<Booking | null> {
    const known = this.#bookedUnder(key);
    return known ? { conversation: known.conversation, run: known.run } : null;
  }
  async abandon(run: string): Promise<boolean> {
    if (this.othersMayMake.has(run)) return false;
    this.abandonedRuns.add(run);
    const opened = this.#opened.get(run);
    if (opened !== undefined) await this.closeConversation(opened);
    for (const one of this.#adopted) if (one.run === run) this.adoptions.get(one.id)?.delete(one.conversation);
    return true;
  }
  async raiseRun(_run: string, usd: number): Promise<Result<number>> {
    if (this.refuses && !this.refuses.ok) return this.refuses;
    return ok(this.leftUsd === null ? usd : Math.min(usd, this.leftUsd));
  }
  async admitPlanning(wish: PlanningWish): Promise<Result<PlanningReservation | null>> {
    this.metered.push(wish.keyId);
    if (this.refuses && !this.refuses.ok) return this.refuses;
    const { budgetUsd } = this.#limit(wish.budgetUsd);
    if (budgetUsd === undefined) return ok(null);
    this.planning.push(wish);
    return ok({ work: `plan ${this.planning.length}`, budgetUsd });
  }
  async planningEnded(work: string, usd: number | null): Promise<void> {
    this.planned.push({ work, usd });
  }
  async findStarted(key: string): Promise<Booking | BookedGoal | null> {
    const goal = this.goals.find(({ opening }) => opening.idempotency?.key === key);
    return goal ? { goal: goal.id } : this.findBooking(key);
  }
  async forestall(key: string): Promise<Booking | BookedGoal | null> {
    const started = await this.findStarted(key);
    if (!started) this.forestalled.add(key);
    return started;
  }
  async meter(keyId: string): Promise<Result<null>> {
    this.metered.push(keyId);
    return this.refuses && !this.refuses.ok ? this.refuses : ok(null);
  }
  async runEnded(run: string): Promise<void> {
    this.endedRuns.push(run);
  }
  async openConversation(id: string, title: string): Promise<void> {
    if (this.index.every((entry) => entry.id !== id))
      this.index.push({ place: this.index.length + 1, id, createdAt: START_AT + this.index.length, title });
  }
  async renameConversation(id: string, title: string): Promise<ConversationIndexEntry | null> {
    const at = this.index.findIndex((entry) => entry.id === id);
    const entry = this.index[at];
    if (!entry) return null;
    this.index[at] = { ...entry, title };
    return this.index[at];
  }
  async findConversation(id: string): Promise<ConversationIndexEntry | null> {
    return this.index.find((entry) => entry.id === id) ?? null;
  }
  async listConversations(limit: number, before: number | null): Promise<readonly ConversationIndexEntry[]> {
    return this.index
      .filter((entry) => entry.place < (before ?? Number.POSITIVE_INFINITY))
      .toSorted((a, b) => b.place - a.place)
      .slice(0, limit);
  }
  async closeConversation(id: string): Promise<void> {
    const at = this.index.findIndex((entry) => entry.id === id);
    if (at >= 0) this.index.splice(at, 1);
  }
  async openGoal(opening: GoalOpening): Promise<Result<OpenedGoal>> {
    if (this.refuses && !this.refuses.ok) return this.refuses;
    const { goal: id, title, idempotency } = opening;
    if (idempotency && this.forestalled.has(idempotency.key)) return err(failure("cancelled", "It was cancelled"));
    const earlier = idempotency ? await this.openedGoal(idempotency) : ok(null);
    if (!earlier.ok) return earlier;
    if (earlier.value) return ok(earlier.value);
    const resources = this.#findAll(opening.uploads);
    if (!resources.ok) return resources;
    this.goals.push({ place: this.goals.length + 1, id, createdAt: START_AT, title, status: "refining", opening });
    return ok({ goal: id, replay: false, resources: resources.value, endpoints: this.endpoints });
  }
  async openedGoal(idempotency: NonNullable<GoalOpening["idempotency"]>): Promise<Result<OpenedGoal | null>> {
    const known = this.goals.find((one) => one.opening.idempotency?.key === idempotency.key)?.opening;
    if (!known) return ok(null);
    if (known.idempotency?.fingerprint !== idempotency.fingerprint) {
      return err(failure("idempotency-mismatch", "This key was used for another request"));
    }
    const resources = this.#findAll(known.uploads);
    if (!resources.ok) return resources;
    return ok({ goal: known.goal, replay: true, resources: resources.value, endpoints: this.endpoints });
  }
  async goalChanged(id: string, status: GoalStatus): Promise<void> {
    this.goals.splice(0, this.goals.length, ...this.goals.map((one) => (one.id === id ? { ...one, status } : one)));
  }
  async findGoal(id: string): Promise<GoalIndexEntry | null> {
    return this.goals.find((goal) => goal.id === id) ?? null;
  }
  async listGoals(limit: number, before: number | null): Promise<readonly GoalIndexEntry[]> {
    const older = this.goals.filter(({ place }) => before === null || place < before);
    return older.toReversed().slice(0, limit);
  }
  async closeGoal(id: string): Promise<void> {
    const at = this.goals.findIndex((goal) => goal.id === id);
    if (at >= 0) this.goals.splice(at, 1);
  }
  async announceUpload({ id }: AnnouncedUpload): Promise<Result<null>> {
    if (this.uploadRefusal) return err(this.uploadRefusal);
    this.announced.push(id);
    return ok(null);
  }
  async abandonUploads(ids: readonly ResourceId[]): Promise<void> {
    this.abandonedUploads.push(...ids);
    for (const id of ids) if (!this.adoptions.get(id)?.size) this.uploads.delete(id);
  }
  async storage(): Promise<StorageUsage> {
    return { usedBytes: 5_000_000, reservedBytes: 0, quotaBytes: 10 * 2 ** 30 };
  }
  async recordUpload(resource: Resource): Promise<void> {
    this.uploads.set(resource.id, resource);
  }
  async findUpload(id: ResourceId): Promise<Resource | null> {
    return this.uploads.get(id) ?? null;
  }
  async setLogLevel(session: string, level: LogLevel): Promise<void> {
    this.logLevels.set(session, level);
  }
  async logLevel(session: string): Promise<LogLevel | null> {
    return this.logLevels.get(session) ?? null;
  }
  async listUploads(limit: number, before: ResourceId | null, which?: WhichUploads): Promise<readonly Resource[]> {
    const isWanted = ({ id }: Resource): boolean => which !== "unadopted" || (this.adoptions.get(id)?.size ?? 0) === 0;
    const newest = [...this.uploads.values()].filter(isWanted).toReversed();
    const from = before === null ? 0 : newest.findIndex(({ id }) => id === before) + 1;
    return newest.slice(from, from + limit);
  }
  async addKey({ id, name, limits }: NewKey): Promise<Result<null>> {
    const rest = { createdAt: START_AT, usedAt: null, revokedAt: null, spentTodayUsd: 0 };
    this.known.set(id, { id, name, limits, ...rest });
    return ok(null);
  }
  async keys(): Promise<readonly KnownKey[]> {
    return [...this.known.values()];
  }
  async findKey(keyId: string): Promise<KnownKey | null> {
    return this.known.get(keyId) ?? null;
  }
  async limitKey(keyId: string, limits: Partial<KeyLimits>): Promise<KeyLimits | null> {
    const known = this.known.get(keyId);
    if (!known) return null;
    const all = { ...known.limits, ...limits };
    this.known.set(keyId, { ...known, limits: all });
    return all;
  }
  async rotateKey(keyId: string, newId: string, until: number): Promise<Result<KnownKey>> {
    const old = this.known.get(keyId);
    if (!old) return err(UNKNOWN_KEY);
    if (old.revokedAt !== null) return err(failure("conflict", "The key is revoked"));
    const made = { ...old, id: newId, usedAt: null, spentTodayUsd: 0 };
    this.known.set(newId, made);
    await this.revokeKey(keyId, until);
    return ok(made);
  }
  async revokeKey(keyId: string, at = START_AT): Promise<void> {
    const known = this.known.get(keyId);
    if (known) this.known.set(keyId, { ...known, revokedAt: at });
    if (at > Date.now()) return;
    this.revoked.add(keyId);
  }
  async isRevoked(keyId: string): Promise<boolean> {
    this.revocationChecks++;
    return this.revoked.has(keyId);
  }
  async addModel(model: SealedOwnModel): Promise<Result<AddedModel>> {
    const replaced = await this.removeModel(model.endpoint.model, model.endpoint.taskType);
    this.models.push(model);
    return ok({ replaced });
  }
  async removeModel(id: string, taskType: string | null): Promise<boolean> {
    const found = this.models.findIndex(
      ({ endpoint }) => endpoint.model === id && (taskType === null || endpoint.taskType === taskType),
    );
    return found >= 0 && this.models.splice(found, 1).length > 0;
  }
  async ownModels(): Promise<readonly OwnModel[]> {
    return this.models;
  }
  async ownEndpoint(id: string, taskType: string): Promise<SealedOwnModel | null> {
    return this.models.find(({ endpoint }) => endpoint.model === id && endpoint.taskType === taskType) ?? null;
  }
  async modelFacts(): Promise<TenantModelFacts> {
    return { endpoints: this.models.map(({ endpoint }) => endpoint), health: [] };
  }
}
