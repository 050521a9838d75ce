import { describeFault } from "../../src/domain/telemetry/fault.ts";

/** Expired records are swept this often while there are any. */
export const SWEEP_MS = 60 * 60_000;

/** What is kept for days is looked through this often. */
export const LOOK_THROUGH_MS = 24 * 60 * 60_000;

/** Something that comes to an end without anybody asking for it. */
export interface Chore {
  /** @returns whether there is more to be done at once */
  run(now: number): Promise<boolean> | boolean;
  /** In how many milliseconds there may be something to do; null for never, as things are. */
  dueInMs(): number | null;
}

/** Sees by alarm to all such things. */
export class Sweep {
  readonly #storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">;
  readonly #chores: readonly Chore[];

  constructor(storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">, chores: readonly Chore[]) {
    this.#storage = storage;
    this.#chores = chores;
  }

  /** Arms the alarm for the next sweep, unless it is armed for earlier. */
  async arm(withinMs = SWEEP_MS): Promise<void> {
    const [armed, at] = [await this.#storage.getAlarm(), Date.now() + withinMs];
    if (armed === null || armed > at) await this.#storage.setAlarm(at);
  }

  /** To be called by the alarm, which it sets again as long as there is anything to see to. */
  async run(now: number): Promise<void> {
    let hasMore = false;
    for (const chore of this.#chores) {
      try {
        hasMore = (await chore.run(now)) || hasMore;
      } catch (thrown) {
        console.error("A sweep of expired records failed:", describeFault(thrown));
      }
    }
    const due = this.#chores.flatMap((chore) => chore.dueInMs() ?? []);
    if (hasMore || due.length > 0) await this.#storage.setAlarm(now + (hasMore ? 0 : Math.min(...due)));
  }
}
