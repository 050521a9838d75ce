import type { ConversationParts } from "../../src/wiring.ts";
import type { Timers } from "../timers.ts";
import type { Ledger } from "./ledger.ts";

/** Attempts may still be writing when a conversation goes: longer than any attempt may take. */
const LATE_WRITES_MS = 20 * 60_000;
/** R2 objects deleted in one go; the rest follows by alarm. */
const OBJECTS_PER_SWEEP = 1_000;

type Owner = Pick<ConversationParts, "identity" | "resources">;

/** Removes a conversation: its records at once, its files in batches. What remains is the mark that it was removed. */
export class Removal {
  readonly #ledger: Ledger;
  readonly #timers: Timers;
  readonly #owner: Owner;

  constructor(ledger: Ledger, timers: Timers, owner: Owner) {
    this.#ledger = ledger;
    this.#timers = timers;
    this.#owner = owner;
  }

  isRemoved(): boolean {
    return this.#ledger.isCreated() && this.#ledger.meta("removed") !== null;
  }

  /** Drops all that the ledger knows. `sweep` is to follow, and follows by alarm if this process dies. */
  begin(now: number): void {
    if (!this.#ledger.identity()) this.#ledger.create({ ...this.#owner.identity, createdAt: now });
    this.#ledger.clear();
    this.#ledger.setMeta("removed", "true");
    this.#ledger.setMeta("late-until", String(now + LATE_WRITES_MS));
    this.#timers.clear("reconcile");
    this.#timers.clear("retention");
    this.#timers.set("removal", now + LATE_WRITES_MS);
  }

  /** Deletes files, as many as may go at once, and comes back for the rest and for what is written late. */
  async sweep(now: number): Promise<void> {
    const { tenant, conversation } = this.#owner.identity;
    const isEmpty = await this.#owner.resources.removeConversation(tenant, conversation, OBJECTS_PER_SWEEP);
    const lateUntil = Number(this.#ledger.meta("late-until"));
    if (!isEmpty) this.#timers.set("removal", now);
    else if (now < lateUntil) this.#timers.set("removal", lateUntil);
    else this.#timers.clear("removal");
  }
}
