import type { Timers } from "../timers.ts";
import type { Ledger } from "./ledger.ts";

/**
 * When a conversation has been idle for so long that it goes. One with a run that has not ended is never idle, and one
 * that a goal has goes with the goal.
 */
export class Retention {
  readonly #ledger: Ledger;
  readonly #timers: Timers;
  readonly #idleMs: number | null;

  /** @param idleMs null where conversations stay until they are deleted */
  constructor(ledger: Ledger, timers: Timers, idleMs: number | null) {
    this.#ledger = ledger;
    this.#timers = timers;
    this.#idleMs = idleMs;
  }

  /** Sees to it that somebody looks when the time is over. Writes only if nobody would: once in the life of most conversations. */
  arm(): void {
    if (this.#idleMs !== null && this.#hasAnEnd()) this.#timers.atLatest("retention", this.#idleSince() + this.#idleMs);
  }

  /** True where the conversation is to be deleted now; otherwise the timer is set for when it may be. */
  isOver(now: number): boolean {
    if (this.#idleMs === null || !this.#hasAnEnd()) {
      this.#timers.clear("retention");
      return false;
    }
    const isUnderWay = this.#ledger.openRuns().length > 0;
    const until = (isUnderWay ? now : this.#idleSince()) + this.#idleMs;
    if (until <= now) return true;
    this.#timers.set("retention", until);
    return false;
  }

  #hasAnEnd(): boolean {
    return this.#ledger.identity() !== null && this.#ledger.runs(1)[0]?.message.goal === undefined;
  }

  /** When the last run ended, or began if none has; without any, when the conversation began. */
  #idleSince(): number {
    const [last] = this.#ledger.log(1);
    return last?.at ?? this.#ledger.identity()?.createdAt ?? 0;
  }
}
