import type { JobWord } from "../src/domain/run/cost-settlement.ts";
import type { BegunAttempt } from "../src/rpc/index.ts";
import type { Stages } from "../src/run/index.ts";

type JobSlot = ReturnType<Stages["jobSlot"]>;

/** A task's attempt with a model. */
export interface JobOwner {
  readonly run: string;
  readonly task: number;
  readonly attempt: number;
  readonly candidate: NonNullable<BegunAttempt["candidate"]>;
}

interface Stored {
  readonly handle: string;
  /** The attempt that began it. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The handles of jobs that were begun at providers, in the SQLite of the object that performs the attempt: another one
 * at the task, with the same model, finds the job that is paid for already. They stand under the id of their run and say
 * when they were saved: of a runner `OutcomeStore` drops them, with all that is kept of a run.
 */
export class JobHandles {
  readonly #storage: DurableObjectStorage;
  readonly #onSave: () => void;
  /** By attempts that are under way. */
  readonly #begun = new Set<string>();

  /** @param onSave called when something is kept that will have to be dropped one day */
  constructor(storage: DurableObjectStorage, onSave: () => void) {
    this.#storage = storage;
    this.#onSave = onSave;
  }

  slot(owner: JobOwner): JobSlot {
    const key = keyOf(owner);
    return {
      load: async () => this.#find(owner)?.handle ?? null,
      save: async (handle) => {
        if (handle === null) this.#storage.kv.delete(key);
        else this.#storage.kv.put<Stored>(key, { handle, attempt: owner.attempt, at: Date.now() });
        if (handle !== null) this.#begun.add(attemptKeyOf(owner));
        this.#onSave();
        // A job that is looked at before its handle is on disk could be lost by a crash, and paid for twice.
        await this.#storage.sync();
      },
    };
  }

  /**
   * To be called as an attempt begins, and what it gives once the attempt is over: what there was of a job, or nothing.
   */
  watch(owner: JobOwner): () => JobWord | undefined {
    const before = this.#find(owner);
    return () => {
      const begun = this.#begun.delete(attemptKeyOf(owner));
      return this.word(owner) ?? (before || begun ? { resumed: !begun, open: false } : undefined);
    };
  }

  /** The job that an attempt can go on with, begun by it or before; undefined where there is none. */
  word(owner: JobOwner): JobWord | undefined {
    const stored = this.#find(owner);
    return stored && { resumed: stored.attempt !== owner.attempt, open: true };
  }

  /** Drops those of a run. */
  forget(run: string): void {
    dropKeys(this.#storage, `${run}${JOB}`);
  }

  /** Drops all, in an object that keeps nothing else under keys. */
  clear(): void {
    dropKeys(this.#storage, "");
  }

  #find(owner: JobOwner): Stored | undefined {
    return this.#storage.kv.get<Stored>(keyOf(owner));
  }
}

const JOB = ":job:";
const keyOf = ({ run, task, candidate: { provider, model } }: JobOwner): string =>
  `${run}${JOB}${task}:${provider}:${model}`;
const attemptKeyOf = (owner: JobOwner): string => `${keyOf(owner)}:${owner.attempt}`;

/** Deletes all that is kept under keys that begin so. */
export function dropKeys({ kv }: DurableObjectStorage, prefix: string): void {
  for (const key of [...kv.list({ prefix })].map(([one]) => one)) kv.delete(key);
}

/** True for a storage key of a job handle. */
export const isJobKey = (key: string): boolean => key.includes(JOB);
