import type { Raise } from "../domain/budget.ts";
import type { ConversationRecord, PostedMessage, RunRecord } from "../domain/conversation.ts";
import type { WorkId } from "../domain/events.ts";
import type { TenantModelFacts } from "../domain/experts.ts";
import type { CallLimits, CircuitHealth, PermitAsk, PermitOutcome } from "../domain/gate/permits.ts";
import type { Hook, SealedHook } from "../domain/hooks/hook.ts";
import type { JsonValue } from "../domain/json.ts";
import type { LogLevel } from "../domain/log-level.ts";
import type { OwnModel, SealedOwnModel } from "../domain/own-models.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import type { Result } from "../domain/result.ts";
import type { ToldOutcome } from "../domain/run/cost-settlement.ts";
import type { Candidate, SelectionOptions } from "../domain/selection.ts";
import type { PlanJob } from "../run/index.ts";
import type { Assignment, RunnerLine } from "../run/job.ts";
import type { GoalsRpc } from "./goals.ts";
import type { KeysRpc } from "./keys.ts";
import type { BookedGoal, Booking, PartitionNews, PartitionTerms, RegistryRpc } from "./registry.ts";
import type { DeliveriesRpc, TenantWebhooksRpc } from "./webhooks.ts";

/**
 * What the Worker may ask of the Durable Objects. Expected outcomes are values, as an error loses its
 * class on the way across RPC.
 */
export interface ConversationRpc extends DeliveriesRpc {
  /**
   * Makes a run of a message, once per run id. `queue-full` when eight wait already, `plan-unsound` for a bad plan.
   * @param models what the tenant knew of models as it admitted the run, which is then not asked again where the run begins
   * at once
   */
  post(message: PostedMessage, models?: TenantModelFacts): Promise<Result<RunRecord>>;
  /** The planning job of a dry run of this message. Nothing is kept, and no upload is adopted. */
  dryRunJob(message: DryRunMessage): Promise<Result<PlanJob>>;
  read(): Promise<Result<ConversationRecord>>;
  /** Deletes the conversation with all its data; runs under way end. */
  remove(): Promise<void>;
  /** Removes one that holds nothing, and is true then; any other sees from now on to its own end, where it is to have one. */
  goIfEmpty(): Promise<boolean>;
  /** @param since the `seq` of an event: tasks that none after it changed may be left out (`changed`) */
  run(run: string, since?: number): Promise<Result<RunRecord>>;
  /** The run once it has ended or waits for a person, paused or for approval; or as it is after `timeoutMs`. */
  waitForEnd(run: string, timeoutMs: number): Promise<Result<RunRecord>>;
  /**
   * The events after `afterSeq` as they become durable: one JSON `RunEvent` a line, a blank line as a
   * heartbeat. Ends after `run-end`. Leaving changes nothing.
   */
  events(run: string, afterSeq: number): Promise<Result<ReadableStream<Uint8Array>>>;
  approve(
    run: string,
    request: { planVersion: number; decision: "approve" | "reject"; plan?: JsonValue },
  ): Promise<Result<RunRecord>>;
  /** @param reason what the run's log says of why; "Cancelled on request" where it is left out */
  cancel(run: string, reason?: string): Promise<Result<RunRecord>>;
  pause(run: string): Promise<Result<RunRecord>>;
  /** Goes on with a paused run, with a higher budget where one is given. */
  resume(run: string, raise?: Raise): Promise<Result<RunRecord>>;
}

/** A message as it would be posted. */
export type DryRunMessage = Pick<PostedMessage, "text" | "attached" | "plan" | keyof SelectionOptions>;

/** Planning that is about to be done without a run. */
export interface PlanningWish {
  readonly keyId: string;
  /** What a run of it might spend by its own budget, in US dollars; null where that has no limit. */
  readonly budgetUsd: number | null;
  /** The most that its planning costs, in US dollars. */
  readonly planningUsd: number;
}

/** What is set aside for planning, until it is settled. */
export interface PlanningReservation {
  readonly work: string;
  /** What a run of it could spend at most, in US dollars. */
  readonly budgetUsd: number;
}

export interface AddedModel {
  /** True when it took the place of one with its id and task type. */
  readonly replaced: boolean;
}

/** The inbound webhooks of a tenant. */
export interface HooksRpc {
  /** `conflict` when there are too many. */
  addHook(hook: SealedHook): Promise<Result<null>>;
  /** Oldest first. */
  hooks(): Promise<readonly Hook[]>;
  findHook(id: string): Promise<SealedHook | null>;
  /** False when there was none. */
  removeHook(id: string): Promise<boolean>;
  /** Puts sealed secrets in the place of those that were read; false when others have taken it since. */
  replaceHookSecrets(id: string, read: string, written: string): Promise<boolean>;
}

/** The storage that a tenant's files take, in bytes. */
export interface StorageUsage {
  readonly usedBytes: number;
  /** For uploads under way: as much as each may come to. */
  readonly reservedBytes: number;
  readonly quotaBytes: number;
}

export interface AnnouncedUpload {
  readonly id: ResourceId;
  readonly keyId: string;
  /** The most that the file may hold, in bytes. */
  readonly mostBytes: number;
}

/** All uploads, as where it is left out, or those that no conversation or goal has adopted. */
export type WhichUploads = "all" | "unadopted";

export interface TenantRpc extends GoalsRpc, HooksRpc, KeysRpc, RegistryRpc, TenantWebhooksRpc {
  /** The budget that a run may be raised to, in US dollars: as much of `usd` as its key has left; `budget-exceeded` for nothing. */
  raiseRun(run: string, usd: number, keyId: string): Promise<Result<number>>;
  /**
   * Admits planning without a run, as a run is: rate limit, money of its key. Null where the key sets no limit to that;
   * else it is to be settled, or counts as spent after a while.
   */
  admitPlanning(wish: PlanningWish): Promise<Result<PlanningReservation | null>>;
  /** Settles what planning cost, in US dollars; null where nobody knows, so that all that was set aside is spent. */
  planningEnded(work: string, usd: number | null): Promise<void>;
  /** The run that was booked under an idempotency key within a day, or the goal that was opened under it; null for neither. */
  findStarted(key: string): Promise<Booking | BookedGoal | null>;
  /**
   * The same as `findStarted`; where there is neither, neither will be: `admit` and `openGoal`
   * refuse the key then (`cancelled`). Null past the rate of `keyId`.
   */
  forestall(key: string, keyId: string): Promise<Booking | BookedGoal | null>;
  /** Counts a call that is no run but costs as much to plan against the rate limit of its key; keeps nothing. */
  meter(keyId: string): Promise<Result<null>>;
  /**
   * Admits an upload before its first byte is fetched or stored, so that one cut off is cleaned up, and keeps room for it.
   * @returns `rate-limited` for a key with too many files this minute, `storage-full` where there is no room
   */
  announceUpload(upload: AnnouncedUpload): Promise<Result<null>>;
  /** Forgets uploads that came to nothing, and deletes what is stored of them. */
  abandonUploads(ids: readonly ResourceId[]): Promise<void>;
  /** The storage that the tenant's files take. */
  storage(): Promise<StorageUsage>;
  /** The upload is complete: it expires in a day unless a conversation adopts it. */
  recordUpload(resource: Resource): Promise<void>;
  findUpload(id: ResourceId): Promise<Resource | null>;
  /** Complete uploads that have not expired, the newest first; `before` is the last of the page before. */
  listUploads(limit: number, before: ResourceId | null, which?: WhichUploads): Promise<readonly Resource[]>;
  /** Keeps what a session of MCP wants to be told of. */
  setLogLevel(session: string, level: LogLevel): Promise<void>;
  /** Null where the session has set none. */
  logLevel(session: string): Promise<LogLevel | null>;
  /** Adds a model of the tenant's own, or replaces the one with its id and task type; `conflict` when it has too many. */
  addModel(model: SealedOwnModel): Promise<Result<AddedModel>>;
  /** Removes it for one task type, or with null for all; false when there was none. */
  removeModel(model: string, taskType: string | null): Promise<boolean>;
  /** In the order of their ids. */
  ownModels(): Promise<readonly OwnModel[]>;
  /** An endpoint of the tenant's own with its sealed credentials; null for an unknown one. */
  ownEndpoint(model: string, taskType: string): Promise<SealedOwnModel | null>;
  modelFacts(): Promise<TenantModelFacts>;
}

/** A tenant's object, as its partitions see it. */
export interface DividedTenantRpc extends TenantRpc {
  /** Whether a run was booked under an idempotency key within a day, or forestalled; not of its partitions. */
  knowsKey(key: string): Promise<boolean>;
  /** What a partition admits runs by, in exchange for what it has to tell. */
  terms(partition: string, news: PartitionNews): Promise<PartitionTerms>;
  /** Undoes the admission of a run that its partition has undone, however many requests were making it. */
  withdraw(run: string): Promise<void>;
}

export interface AttemptName {
  readonly work: WorkId;
  readonly attempt: number;
}

/** An attempt that was begun earlier, and for a task the model that it runs on. */
export interface BegunAttempt extends AttemptName {
  readonly candidate?: Pick<Candidate, "provider" | "model">;
}

/** A line from a conversation to a runner, in JSON. */
export type RunnerAsk =
  /** Begin this attempt, unless it is held already, and tell how it goes and ends. */
  | { readonly ask: "execute"; readonly assignment: Assignment }
  /** Tell how an attempt ends that was begun earlier; `lost` if nothing is known of it. */
  | ({ readonly ask: "attach"; readonly run: string } & BegunAttempt);

/** A line from a runner to a conversation, in JSON: an outcome with what the runner alone knows of it. */
export type RunnerSays =
  | Exclude<RunnerLine, { readonly say: "outcome" }>
  | { readonly run: string; readonly say: "outcome"; readonly outcome: ToldOutcome };

/** The interface of runners, for their conversation. */
export interface RunnerRpc {
  /**
   * Opens a channel: `RunnerAsk` lines in, `RunnerSays` lines out, until the caller closes its side and the
   * last attempt it asked for has ended. A message on an open channel costs a tenth of an RPC call.
   */
  openChannel(asks: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>>;
  /** Stops what is under way for a run, and drops its recorded outcomes. */
  forget(run: string): Promise<void>;
}

/** The interface of the gate before a provider, for runners: one object for each provider and key. */
export interface ProviderGateRpc {
  /**
   * Waits for a permit, which bears the id that was asked with; refused at once where it would take too long, and by
   * `maxWaitMs` in any case. The limits hold for all from now on.
   */
  take(ask: PermitAsk, limits: CallLimits): Promise<Result<null>>;
  /** Gives a permit back, or stops waiting for it; does nothing where neither is so. */
  give(id: string, outcome: PermitOutcome, tookMs: number): Promise<void>;
  health(): Promise<readonly CircuitHealth[]>;
}
