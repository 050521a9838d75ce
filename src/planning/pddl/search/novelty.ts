import { wordsFor } from "./bits.ts";
import type { Memory } from "./memory.ts";
import { RowStore } from "./rows.ts";
import type { Transition } from "./transition.ts";

/** The share of the memory that pairs may take: the states of a long search need the other half. */
const PAIRS_SHARE = 0.5;
/** What a partition or a row costs beside its bits: an entry of a map. */
const ENTRY_BYTES = 40;

/**
 * How new a state is among those of its partition: 1 when an atom is, 2 when a pair of atoms is, else 3. A table
 * holds a row of bits for each partition, and pairs a row for each atom of a partition: those it was seen with.
 * When there is no memory for another row of pairs, its pairs count as seen.
 *
 * Of pairs, only those with an atom that the step added are looked at, also where the partition is another than
 * before: all of them took three times as long and led to the same plans.
 */
export class Novelty {
  readonly #arity: 1 | 2;
  readonly #atoms: number;
  readonly #partitions = new Map<number, number>();
  readonly #seen: RowStore;
  readonly #pairRows = new Map<number, number>();
  readonly #pairs: RowStore;
  #isComplete = true;

  constructor(arity: 1 | 2, atoms: number, memory: Memory) {
    this.#arity = arity;
    this.#atoms = atoms;
    this.#seen = new RowStore(wordsFor(atoms), memory, ENTRY_BYTES);
    this.#pairs = new RowStore(wordsFor(atoms), memory.share(PAIRS_SHARE), ENTRY_BYTES);
  }

  /** Every pair was told apart so far. */
  get hasPairs(): boolean {
    return this.#arity === 2 && this.#isComplete;
  }

  /**
   * The novelty of the state after a step, which is then seen. In the partition of the state before, only atoms that
   * the step added are looked at: the others were seen with that state, or, where it got a relaxed plan and so a
   * partition of its own, are common to all that follow it. With arity 1, all that is not 1 is 2.
   */
  of(step: Transition, partition: number, isSamePartition: boolean): number {
    const row = this.#partitionRow(partition);
    const isNewAtom = isSamePartition ? this.#addAtoms(row, step) : this.#addState(row, step.state);
    if (this.#arity === 1) return isNewAtom ? 1 : 2;
    const isNewPair = this.#addPairs(row, step);
    return isNewAtom ? 1 : isNewPair ? 2 : 3;
  }

  #partitionRow(partition: number): number {
    let row = this.#partitions.get(partition);
    if (row === undefined) {
      row = this.#seen.add();
      this.#partitions.set(partition, row);
    }
    return row;
  }

  #addAtoms(row: number, { added, addedCount }: Transition): boolean {
    const chunk = this.#seen.chunk(row);
    const offset = this.#seen.offset(row);
    let isNew = false;
    for (let index = 0; index < addedCount; index++) {
      const atom = added[index] as number;
      const word = chunk[offset + (atom >>> 5)] as number;
      const bit = 1 << (atom & 31);
      if ((word & bit) !== 0) continue;
      isNew = true;
      chunk[offset + (atom >>> 5)] = word | bit;
    }
    return isNew;
  }

  #addState(row: number, state: Int32Array): boolean {
    return merge(this.#seen.chunk(row), this.#seen.offset(row), state);
  }

  #addPairs(row: number, { state, added, addedCount }: Transition): boolean {
    let isNew = false;
    for (let index = 0; index < addedCount; index++) {
      if (this.#addPairsOf(row, added[index] as number, state)) isNew = true;
    }
    return isNew;
  }

  #addPairsOf(row: number, atom: number, state: Int32Array): boolean {
    const key = row * this.#atoms + atom;
    let pairs = this.#pairRows.get(key);
    if (pairs === undefined) {
      if (!this.#pairs.hasRoom) {
        this.#isComplete = false;
        return false;
      }
      pairs = this.#pairs.add();
      this.#pairRows.set(key, pairs);
    }
    return merge(this.#pairs.chunk(pairs), this.#pairs.offset(pairs), state);
  }
}

/** Adds the bits, and says whether one was missing. */
function merge(into: Int32Array, offset: number, bits: Int32Array): boolean {
  let isNew = 0;
  for (let word = 0; word < bits.length; word++) {
    const before = into[offset + word] as number;
    const after = before | (bits[word] as number);
    isNew |= after ^ before;
    into[offset + word] = after;
  }
  return isNew !== 0;
}
