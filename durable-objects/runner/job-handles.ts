import type { Stages } from "../../src/run/index.ts";

type JobSlotOf = Stages["jobSlot"];
type JobOwner = Parameters<JobSlotOf>[0];

interface Stored {
  readonly handle: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The handles of jobs that were begun at providers, in the runner's own SQLite: another attempt at the task, with the
 * same model, finds the job that is paid for already. `OutcomeStore` drops them with the outcomes of their run, as they
 * stand under its id and say when they were saved.
 */
export class JobHandles {
  readonly #storage: DurableObjectStorage;
  readonly #onSave: () => void;

  /** @param onSave called when something is kept that will have to be dropped one day */
  constructor(storage: DurableObjectStorage, onSave: () => void) {
    this.#storage = storage;
    this.#onSave = onSave;
  }

  slot(owner: JobOwner): ReturnType<JobSlotOf> {
    const key = keyOf(owner);
    return {
      load: async () => this.#storage.kv.get<Stored>(key)?.handle ?? null,
      save: async (handle) => {
        if (handle === null) this.#storage.kv.delete(key);
        else this.#storage.kv.put<Stored>(key, { handle, at: Date.now() });
        this.#onSave();
        // A job that is looked at before its handle is on disk could be lost by a crash, and paid for twice.
        await this.#storage.sync();
      },
    };
  }
}

const keyOf = ({ run, task, candidate: { provider, model } }: JobOwner): string =>
  `${run}:job:${task}:${provider}:${model}`;
