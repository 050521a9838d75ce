import type { TaskId } from "../../../domain/plan.ts";

/**
 * Which tasks must end before which, kept as links are added: a set of bits for each task, so that asking costs
 * nothing and a link costs one pass over the tasks. What is taken away needs a new one.
 */
export class Ancestry {
  /** By task: its own bit, and those of all that must end before it. */
  readonly #bits = new Map<TaskId, bigint>();
  readonly #before = new Map<TaskId, bigint>();

  /** True when `earlier` must end before `later`. */
  isBefore(earlier: TaskId, later: TaskId): boolean {
    return this.anyBefore([earlier])(later);
  }

  /** Tells of a task whether one of these must end before it. */
  anyBefore(earlier: readonly TaskId[]): (later: TaskId) => boolean {
    const wanted = earlier.reduce((bits, id) => bits | (this.#bits.get(id) ?? 0n), 0n);
    return (later) => ((this.#before.get(later) ?? 0n) & wanted) !== 0n;
  }

  /** How many must end before this one. */
  countBefore(id: TaskId): number {
    return (this.#before.get(id) ?? 0n).toString(2).replaceAll("0", "").length;
  }

  /** Notes that `consumer` takes from `producer`; the two must not make a circle. */
  link(producer: TaskId, consumer: TaskId): void {
    const added = this.#bitOf(producer) | (this.#before.get(producer) ?? 0n);
    const own = this.#bitOf(consumer);
    for (const [id, before] of this.#before) {
      if (id === consumer || (before & own) !== 0n) this.#before.set(id, before | added);
    }
  }

  #bitOf(id: TaskId): bigint {
    const bit = this.#bits.get(id) ?? 1n << BigInt(this.#bits.size);
    this.#bits.set(id, bit);
    if (!this.#before.has(id)) this.#before.set(id, 0n);
    return bit;
  }
}
