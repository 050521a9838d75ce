import type { GroundTask } from "../ground-task.ts";
import type { Closed } from "./closed.ts";
import type { Memory } from "./memory.ts";
import type { RelaxedPlans } from "./relaxed-plan.ts";
import type { Transition } from "./transition.ts";

/** What a relaxed plan costs beside its atoms: an entry of a map and a typed array. */
const ENTRY_BYTES = 160;

/** Marks on atoms of the relaxed plan that guides the state at hand. */
const UNMARKED = 0;
const WANTED = 1;
const REACHED = 2;

/**
 * The relaxed plans that guide the search, each owned by a state, and #r: how many of the atoms of the nearest
 * one have been added on the path since.
 */
export class Guide {
  readonly #task: GroundTask;
  readonly #plans: RelaxedPlans;
  readonly #memory: Memory;
  readonly #closed: Closed;
  readonly #atoms = new Map<number, Int32Array>();
  readonly #marks: Uint8Array;
  #marked: Int32Array = new Int32Array(0);
  #reached = 0;

  constructor(task: GroundTask, plans: RelaxedPlans, closed: Closed, memory: Memory) {
    this.#task = task;
    this.#plans = plans;
    this.#closed = closed;
    this.#memory = memory;
    this.#marks = new Uint8Array(task.atoms.length);
    memory.claim(this.#marks.byteLength);
  }

  /** The atoms a relaxed plan adds, or `null` when there is none: a dead end. */
  plan(state: Int32Array): Int32Array | null {
    const atoms = this.#plans.added(state);
    if (atoms !== null) this.#memory.claim(atoms.byteLength + ENTRY_BYTES);
    return atoms;
  }

  give(owner: number, atoms: Int32Array): void {
    this.#atoms.set(owner, atoms);
  }

  /** Follows the path back to the owner; what is asked next is about this state. */
  turnTo(state: number): void {
    for (const atom of this.#marked) this.#marks[atom] = UNMARKED;
    const owner = this.#closed.owner(state);
    this.#marked = this.#atoms.get(owner) ?? new Int32Array(0);
    for (const atom of this.#marked) this.#marks[atom] = WANTED;
    this.#reached = 0;
    for (let on = state; on !== owner; on = this.#closed.parent(on)) {
      const action = this.#task.actions[this.#closed.action(on)];
      for (const atom of action?.add ?? []) this.#reach(atom);
      for (const { add } of action?.conditional ?? []) {
        for (const atom of add) if (this.#closed.holds(on, atom)) this.#reach(atom);
      }
    }
  }

  /** #r of the state turned to. */
  get reached(): number {
    return this.#reached;
  }

  /** How many atoms the relaxed plan has. */
  get length(): number {
    return this.#marked.length;
  }

  /** #r of its successor by the step. */
  reachedBy({ added, addedCount }: Transition): number {
    let reached = this.#reached;
    for (let index = 0; index < addedCount; index++) if (this.#marks[added[index] as number] === WANTED) reached++;
    return reached;
  }

  #reach(atom: number): void {
    if (this.#marks[atom] !== WANTED) return;
    this.#marks[atom] = REACHED;
    this.#reached++;
  }
}
