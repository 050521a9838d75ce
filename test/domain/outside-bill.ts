import type { Price } from "../../src/domain/catalogue.ts";
import { costOf } from "../../src/domain/costs.ts";
import type { OutcomeResult } from "../../src/domain/events.ts";
import type { JobWord } from "../../src/domain/run/cost-settlement.ts";
import type { Measured } from "../../src/domain/usage.ts";

/** A call of a model for a task, as whoever bills it sees it. */
export interface BilledCall {
  readonly task: number;
  readonly attempt: number;
  readonly model: string;
  readonly prices: readonly Price[];
  /** The attempt that began the job which this one goes on with; null where it calls anew. */
  readonly goesOnWith: number | null;
}

/**
 * What providers bill, by their own knowledge: the ledger never sees it. Every call that was sent is billed, whether or
 * not anybody hears its answer, but for those that the provider refused, or failed at, itself.
 */
export class OutsideBill {
  /** In US dollars, by attempt. */
  readonly #calls = new Map<string, number>();
  /** Attempts of which it is known how they ended: what is said of them later is not true. */
  readonly #known = new Set<string>();
  readonly #goesOnWith = new Map<string, number>();
  readonly #took: Measured;

  /** @param took what each call takes, told or not */
  constructor(took: Measured) {
    this.#took = took;
  }

  sent({ task, attempt, prices, goesOnWith }: BilledCall): void {
    const key = keyOf(task, attempt);
    if (goesOnWith !== null) this.#goesOnWith.set(key, goesOnWith);
    else this.#calls.set(key, costOf(prices, this.#took) ?? 0);
  }

  /** The end of an attempt; the first word on it is the true one. */
  ended(task: number, attempt: number, result: OutcomeResult, job: JobWord | undefined): void {
    const key = keyOf(task, attempt);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (!isUnbilled(result, job)) return;
    const since = this.#goesOnWith.get(key);
    if (since === undefined) this.#calls.delete(key);
    else if (result.as === "failed" && result.error.code === "provider-rejected")
      this.#calls.delete(keyOf(task, since));
  }

  of(task: number): number {
    const own = [...this.#calls].filter(([key]) => key.startsWith(`${task}:`));
    return own.reduce((sum, [, usd]) => sum + usd, 0);
  }
}

const keyOf = (task: number, attempt: number): string => `${task}:${attempt}`;

/** Whether it was refused, or failed before anything was made. */
function isUnbilled(result: OutcomeResult, job: JobWord | undefined): boolean {
  if (result.as !== "failed" || result.measured || job?.open) return false;
  const { code, unheard, notCalled } = result.error;
  return notCalled === true || (code !== "timeout" && unheard !== true);
}
