import { MAX_PLAN_TASKS, type TaskId } from "../../../domain/plan.ts";

/** Tasks are dropped and put in: twice as many as a plan may have are never seen in one repair. */
const WORDS = (2 * MAX_PLAN_TASKS) / 32;

/**
 * Which tasks must end before which, kept as links are added: a row of bits for each task, so that asking costs
 * nothing and a link costs one pass over the rows. What is taken away needs a new one.
 */
export class Ancestry {
  readonly #places = new Map<TaskId, number>();
  readonly #rows: Uint32Array[] = [];

  /** True when `earlier` must end before `later`. */
  isBefore(earlier: TaskId, later: TaskId): boolean {
    const place = this.#places.get(earlier);
    const row = this.#rows[this.#places.get(later) ?? -1];
    return place !== undefined && row !== undefined && isSet(row, place);
  }

  /** Tells of a task whether one of these must end before it. */
  anyBefore(earlier: Iterable<TaskId>): (later: TaskId) => boolean {
    const wanted = new Uint32Array(WORDS);
    for (const id of earlier) {
      const place = this.#places.get(id);
      if (place !== undefined) set(wanted, place);
    }
    return (later) => {
      const row = this.#rows[this.#places.get(later) ?? -1];
      return row?.some((word, at) => (word & (wanted[at] ?? 0)) !== 0) ?? false;
    };
  }

  /** How many must end before this one. */
  countBefore(id: TaskId): number {
    const row = this.#rows[this.#places.get(id) ?? -1];
    return row?.reduce((sum, word) => sum + bitsIn(word), 0) ?? 0;
  }

  /** Notes that `consumer` takes from `producer`; the two must not make a circle. */
  link(producer: TaskId, consumer: TaskId): void {
    const from = this.#place(producer);
    const to = this.#place(consumer);
    const added = this.#rows[from]?.slice();
    if (!added) return;
    set(added, from);
    for (const [place, row] of this.#rows.entries()) {
      if (place === to || isSet(row, to)) merge(row, added);
    }
  }

  #place(id: TaskId): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.#rows.length;
    this.#places.set(id, place);
    this.#rows.push(new Uint32Array(WORDS));
    return place;
  }
}

const isSet = (row: Uint32Array, place: number): boolean => (((row[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;

function bitsIn(word: number): number {
  let count = 0;
  for (let bits = word; bits !== 0; bits &= bits - 1) count++;
  return count;
}

function set(row: Uint32Array, place: number): void {
  row[place >>> 5] = (row[place >>> 5] ?? 0) | (1 << (place & 31));
}

function merge(into: Uint32Array, from: Uint32Array): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] ?? 0) | (from[word] ?? 0);
}
