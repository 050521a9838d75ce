import type { Failure } from "../domain/errors.ts";
import type { EndpointCall, TenantModelFacts } from "../domain/experts.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import type { Result } from "../domain/result.ts";
import type { ListeningEndpoint } from "./webhooks.ts";

/** A message about to become a run. */
export interface Admission {
  readonly keyId: string;
  /** Ids made for it; an earlier admission under the same idempotency key returns its own instead. */
  readonly conversation: string;
  readonly run: string;
  /** Opens the conversation where it is not listed yet; left out for one that is, or never will be, as those of goals. */
  readonly title?: string;
  /** What the conversation adopts with the run; left out for nothing. */
  readonly uploads?: readonly ResourceId[];
  /** Files are stored for it once it is booked, which `adopt` names then. */
  readonly storesFiles?: true;
  readonly idempotency?: { readonly key: string; readonly fingerprint: string };
  /** A run that an earlier admission under the idempotency key gave, and that its conversation does not have. */
  readonly unmade?: string;
  /** What the run may spend by its own budget, in US dollars; left out where that has no limit. */
  readonly budgetUsd?: number;
  /** The delivery that it is made of, where it is. */
  readonly delivery?: AdmittedDelivery;
}

/** What was booked under an idempotency key. */
export interface Booking {
  readonly conversation: string;
  readonly run: string;
}

/** A goal that was opened under an idempotency key, by its public id. */
export interface BookedGoal {
  readonly goal: string;
}

export interface Admitted {
  readonly conversation: string;
  readonly run: string;
  /** True when the idempotency key was seen before: the run may exist already. Nothing is booked for it then. */
  readonly replay: boolean;
  /** What the run may spend at most, in US dollars; left out where its key sets no limit. */
  readonly budgetUsd?: number;
  /** The files that `uploads` names. */
  readonly adopted: readonly Resource[];
  /** Whom the tenant wants to be told of its runs. */
  readonly endpoints: readonly ListeningEndpoint[];
  /** What it knows of models now, to plan the run with; left out for a run that exists already. */
  readonly models?: TenantModelFacts;
}

/** Nothing is booked: the delivery goes to a conversation that another with its key opened. */
export interface GoesElsewhere {
  readonly goesTo: string;
}

export interface ConversationIndexEntry {
  /** Its place in the index: counts up, so a page goes on after the last entry of the one before. */
  readonly place: number;
  readonly id: string;
  readonly createdAt: number;
  readonly title: string;
}

/** A delivery that an inbound webhook got. */
export interface AdmittedDelivery {
  readonly hook: string;
  /** The sender's id of it; null where each try makes a run. */
  readonly delivery: string | null;
  /** SHA-256 of its body, in hexadecimal. */
  readonly digest: string;
  /** True where the body alone proves that the delivery is genuine. */
  readonly isIdForgeable: boolean;
  /** Deliveries of a hook with equal keys share a conversation; null for a new one. */
  readonly key: string | null;
}

/** Files that a run made or fetched, which stay as long as its conversation. */
export interface MadeFiles {
  /** Public id. */
  readonly conversation: string;
  /** Public id of the goal that the run works for: its conversations are in no index. Left out for a run without one. */
  readonly goal?: string;
  readonly bytes: number;
}

/**
 * What a tenant keeps of its conversations and their runs. The tenant's own object keeps it, or the partition that their
 * ids name (src/domain/partitions.ts).
 */
export interface RegistryRpc {
  /**
   * Books a run, within the limits of its key, opens its conversation and has that adopt the uploads: all of it or
   * nothing.
   * @returns `rate-limited`, `budget-exceeded`, `storage-full`, `not-found` for an upload that is not there or a hook
   *   that is gone, `idempotency-mismatch` for another body, `conflict` for a delivery that is replayed
   */
  admit(admission: Admission): Promise<Result<Admitted | GoesElsewhere>>;
  /**
   * Has the conversation of a booked run adopt further uploads; `not-found` names the first that is not there.
   * @param title in place of the one that the conversation was opened with for this run
   */
  adopt(run: string, uploads: readonly ResourceId[], title?: string): Promise<Result<readonly Resource[]>>;
  /**
   * Undoes an admission whose run was not made, with all that came with it.
   * @returns false where another request under its idempotency key may still make it: then everything stays
   */
  abandon(run: string): Promise<boolean>;
  /** Frees the place of a run that has ended, and remembers how its calls came out, what it cost as far as that is known, and what it stored. */
  runEnded(run: string, calls?: readonly EndpointCall[], usd?: number, made?: MadeFiles): Promise<void>;
  /** The run that was booked under an idempotency key within a day, or null. */
  findBooking(key: string): Promise<Booking | null>;
  openConversation(id: string, title: string): Promise<void>;
  /** @returns null where it is not listed */
  renameConversation(id: string, title: string): Promise<ConversationIndexEntry | null>;
  findConversation(id: string): Promise<ConversationIndexEntry | null>;
  /** Newest first; `before` is the `place` of the last entry of the page before. */
  listConversations(limit: number, before: number | null): Promise<readonly ConversationIndexEntry[]>;
  /** Forgets the conversation, and deletes uploads that no other conversation has adopted. */
  closeConversation(id: string): Promise<void>;
}

/** What a partition tells its tenant's object. */
export interface PartitionNews {
  /** How calls came out since it last told: the newest of them, where there were many. */
  readonly calls: readonly EndpointCall[];
  /** What the runs of its conversations have stored. */
  readonly storedBytes: number;
}

/** What a partition knows of its tenant while it admits runs. */
export interface PartitionTerms {
  /** The keys with limits of their own: the tenant's object admits their runs as well. */
  readonly limitedKeys: readonly string[];
  readonly endpoints: readonly ListeningEndpoint[];
  readonly models: TenantModelFacts;
  /** Why no run begins for want of storage; null while there is room. */
  readonly full: Failure | null;
  /** True while the tenant's object knows of idempotency keys: from while it was not divided, of hooks, or forestalled. */
  readonly hasKeys: boolean;
}

/** What a tenant's object may ask of its partitions, besides what anybody may. */
export interface PartitionRpc extends RegistryRpc {
  /** Whether a run was booked under an idempotency key within a day, or forestalled. */
  knowsKey(key: string): Promise<boolean>;
  /** As `TenantRpc.forestall`, for runs of this partition. */
  forestall(key: string, keyId: string): Promise<Booking | null>;
  /** What the runs of its conversations have stored, in bytes. */
  storedBytes(): Promise<number>;
  /** Has it ask for new terms before it admits another run. */
  forgetTerms(): Promise<void>;
}
