import type { GroundTask } from "../ground-task.ts";
import type { Watch } from "../watch.ts";
import { has } from "./bits.ts";
import { type Lists, listsOf, slice, transposed } from "./lists.ts";
import type { Bounds } from "./memory.ts";

/** What an action or conditional effect takes beside its atoms: its counts, and where its two lists begin. */
const RULE_BYTES = 20;
/** What an atom takes: its lists of those that need it, and what is known of it. */
const ATOM_BYTES = 22;

/** The supporter of an atom that holds already. */
const NONE = -1;

/**
 * Plans without deletions, as in FF (Hoffmann and Nebel, JAIR 2001): actions count their unmet preconditions, so
 * atoms are reached layer by layer, each supported by the action of its layer whose preconditions lie in the
 * lowest layers. A conditional effect is an action of its own, which needs the condition too.
 */
export class RelaxedPlans {
  readonly #watch: Watch;
  readonly #goal: Int32Array;
  readonly #isGoal: Uint8Array;
  readonly #needs: Lists;
  readonly #adds: Lists;
  readonly #neededBy: Lists;
  /** By action: preconditions in all; those unmet; the sum of the layers of those met. */
  readonly #counts: Int32Array;
  readonly #unmet: Int32Array;
  readonly #difficulty: Int32Array;
  /** By atom. */
  readonly #isReached: Uint8Array;
  readonly #layer: Int32Array;
  readonly #supporter: Int32Array;
  /** Atoms in the order they are reached. */
  readonly #order: Int32Array;
  #orderCount = 0;
  #goalsLeft = 0;

  constructor(task: GroundTask, { memory, watch }: Bounds) {
    this.#watch = watch;
    const needs: Int32Array[] = [];
    const adds: Int32Array[] = [];
    for (const { preconditions, add, conditional } of task.actions) {
      watch.tick(1 + preconditions.length + add.length);
      memory.claim(RULE_BYTES + 8 * preconditions.length + 4 * add.length);
      needs.push(preconditions);
      adds.push(add);
      for (const effect of conditional) {
        watch.tick(preconditions.length + effect.condition.length + effect.add.length);
        memory.claim(RULE_BYTES + 8 * (preconditions.length + effect.condition.length) + 4 * effect.add.length);
        needs.push(Int32Array.from([...preconditions, ...effect.condition]));
        adds.push(effect.add);
      }
    }
    const atoms = task.atoms.length;
    memory.claim(ATOM_BYTES * atoms);
    this.#goal = task.goal;
    this.#isGoal = new Uint8Array(atoms);
    for (const atom of task.goal) this.#isGoal[atom] = 1;
    this.#needs = listsOf(needs);
    this.#adds = listsOf(adds);
    this.#neededBy = transposed(this.#needs, atoms);
    this.#counts = Int32Array.from(needs, ({ length }) => length);
    this.#unmet = new Int32Array(needs.length);
    this.#difficulty = new Int32Array(needs.length);
    this.#isReached = new Uint8Array(atoms);
    this.#layer = new Int32Array(atoms);
    this.#supporter = new Int32Array(atoms);
    this.#order = new Int32Array(atoms);
  }

  /** The atoms that a relaxed plan adds to the state (bits), or `null` when there is none: a dead end. */
  added(state: Int32Array): Int32Array | null {
    this.#explore(state);
    return this.#goalsLeft === 0 ? this.#extract() : null;
  }

  /** Until all goals are reached, and the layer in which the last one was is complete. */
  #explore(state: Int32Array): void {
    const { starts, values } = this.#neededBy;
    this.#start(state);
    for (let at = 0, lastLayer = 0; at < this.#orderCount; at++) {
      const atom = this.#order[at] as number;
      const layer = this.#layer[atom] as number;
      if (this.#goalsLeft === 0 && layer > lastLayer) return;
      lastLayer = layer;
      const end = starts[atom + 1] as number;
      for (let index = starts[atom] as number; index < end; index++) {
        const action = values[index] as number;
        const unmet = (this.#unmet[action] as number) - 1;
        this.#unmet[action] = unmet;
        this.#difficulty[action] = (this.#difficulty[action] as number) + layer;
        if (unmet === 0) this.#apply(action, layer + 1);
      }
    }
  }

  #start(state: Int32Array): void {
    this.#watch.tick(this.#counts.length);
    this.#unmet.set(this.#counts);
    this.#difficulty.fill(0);
    this.#isReached.fill(0);
    this.#orderCount = 0;
    this.#goalsLeft = 0;
    for (let atom = 0; atom < this.#isReached.length; atom++) {
      if (has(state, atom)) this.#reach(atom, 0, NONE);
      else this.#goalsLeft += this.#isGoal[atom] as number;
    }
    for (let action = 0; action < this.#counts.length; action++) if (this.#counts[action] === 0) this.#apply(action, 1);
  }

  #reach(atom: number, layer: number, supporter: number): void {
    this.#isReached[atom] = 1;
    this.#layer[atom] = layer;
    this.#supporter[atom] = supporter;
    this.#order[this.#orderCount++] = atom;
  }

  #apply(action: number, layer: number): void {
    const { starts, values } = this.#adds;
    const end = starts[action + 1] as number;
    for (let index = starts[action] as number; index < end; index++) {
      const atom = values[index] as number;
      if (this.#isReached[atom] === 0) {
        this.#goalsLeft -= this.#isGoal[atom] as number;
        this.#reach(atom, layer, action);
      } else if (this.#layer[atom] === layer && this.#isEasier(action, this.#supporter[atom] as number)) {
        this.#supporter[atom] = action;
      }
    }
  }

  #isEasier(action: number, than: number): boolean {
    return (this.#difficulty[action] as number) < (this.#difficulty[than] as number);
  }

  #extract(): Int32Array {
    const chosen = new Set<number>();
    const agenda = [...this.#goal];
    for (const atom of agenda) {
      const action = this.#supporter[atom] as number;
      if (action === NONE || chosen.has(action)) continue;
      chosen.add(action);
      for (const need of slice(this.#needs, action)) agenda.push(need);
    }
    const added = new Set<number>();
    for (const action of chosen) {
      for (const atom of slice(this.#adds, action)) if (this.#supporter[atom] !== NONE) added.add(atom);
    }
    return Int32Array.from(added);
  }
}
