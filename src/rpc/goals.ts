import type { GoalBudget, GoalEvent, GoalEventData } from "../domain/goal/events.ts";
import type { CheckInAnswer } from "../domain/goal/requests.ts";
import type { GoalState, GoalStatus } from "../domain/goal/state.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import type { Result } from "../domain/result.ts";
import type { Subscriber } from "../domain/webhooks/delivery.ts";
import type { DeliveriesRpc, ListeningEndpoint } from "./webhooks.ts";

/** A goal as it begins. */
export interface StartedGoal {
  /** The key whose limits its runs are admitted under. */
  readonly keyId: string;
  readonly start: GoalEventData["goal-start"];
  /** Who is told of it; left out for nobody. */
  readonly subscribers?: readonly Subscriber[];
}

/** A goal as its object knows it. */
export interface GoalRecord {
  /** Public id. */
  readonly id: string;
  readonly state: GoalState;
}

/** What may be asked of a goal. `not-found` where there is none. */
export interface GoalRpc extends DeliveriesRpc {
  /** Begins a goal, once: a repeat gives it as it is. */
  start(goal: StartedGoal): Promise<Result<GoalRecord>>;
  read(): Promise<Result<GoalRecord>>;
  /** The goal once it has ended or waits for a person; or as it is after `timeoutMs`. */
  waitForRest(timeoutMs: number): Promise<Result<GoalRecord>>;
  /**
   * The events after `afterSeq` as they become durable: one JSON `GoalEvent` a line, a blank line as a heartbeat. Ends after
   * `goal-end`. Leaving changes nothing.
   */
  events(afterSeq: number): Promise<Result<ReadableStream<Uint8Array>>>;
  /** The newest events of the log, oldest first, without the results of steps, which the state has. */
  log(): Promise<Result<readonly GoalEvent[]>>;
  pause(): Promise<Result<GoalRecord>>;
  /** Goes on with a paused goal, with a higher budget where one is given. */
  resume(raise?: Partial<GoalBudget>): Promise<Result<GoalRecord>>;
  cancel(): Promise<Result<GoalRecord>>;
  /** Answers the question that it waits with. */
  answer(answer: CheckInAnswer): Promise<Result<GoalRecord>>;
  /** Deletes the goal with all that it made; what is under way is stopped. */
  remove(): Promise<void>;
  /** Sees to it that a goal which has not begun never will, and is true then; false for one that has. */
  goIfUnbegun(): Promise<boolean>;
  /**
   * A run of this goal has ended, waits for a person, goes on, or is gone with its conversation: which of these, its
   * conversation tells. Told at least once for each; the conversation tells nobody anything else until this returns.
   * @param run public id
   */
  runChanged(run: string): Promise<void>;
}

/** A goal about to begin. */
export interface GoalOpening {
  readonly keyId: string;
  /** Public id made for it; an earlier opening under the same idempotency key returns its own instead. */
  readonly goal: string;
  readonly title: string;
  /** What the goal keeps as long as it is listed, in the order they are meant. */
  readonly uploads: readonly ResourceId[];
  readonly idempotency?: { readonly key: string; readonly fingerprint: string };
  /** What it may spend by its own budget, in US dollars; left out where that has no limit. */
  readonly budgetUsd?: number;
}

export interface OpenedGoal {
  readonly goal: string;
  /** True when the idempotency key was seen before: the goal may have begun already. */
  readonly replay: boolean;
  /** The files that `uploads` named. */
  readonly resources: readonly Resource[];
  /** Of the tenant's own, to be told of it. */
  readonly endpoints: readonly ListeningEndpoint[];
}

export interface GoalIndexEntry {
  /** Its place in the index: counts up, so a page goes on after the last entry of the one before. */
  readonly place: number;
  readonly id: string;
  readonly createdAt: number;
  readonly title: string;
  /** As the goal last told it. */
  readonly status: GoalStatus;
}

/** The index of a tenant's goals. Ids are public ones. */
export interface GoalsRpc {
  /**
   * Lists a goal, counts it against the rate of its key as the start of a run, and keeps its uploads: all of it or
   * nothing. One that has not begun after a quarter of an hour is closed again. What its runs may cost is set aside when each is admitted.
   * @returns `rate-limited`, also for too many open goals, `budget-exceeded` for a key that has spent what it may,
   *   `not-found` for the first upload that is not there, `idempotency-mismatch` for another body, `cancelled` where its idempotency key was forestalled
   */
  openGoal(opening: GoalOpening): Promise<Result<OpenedGoal>>;
  /** The goal that an earlier request under an idempotency key opened, as `openGoal` gives it; null for none. */
  openedGoal(idempotency: NonNullable<GoalOpening["idempotency"]>): Promise<Result<OpenedGoal | null>>;
  /** How a goal stands now; one that has ended frees its place among the open ones. */
  goalChanged(id: string, status: GoalStatus): Promise<void>;
  findGoal(id: string): Promise<GoalIndexEntry | null>;
  /** Newest first; `before` is the `place` of the last entry of the page before. */
  listGoals(limit: number, before: number | null): Promise<readonly GoalIndexEntry[]>;
  /** Forgets the goal and its idempotency key, and deletes uploads that nothing else has adopted. */
  closeGoal(id: string): Promise<void>;
}
