import type { GroundTask } from "../ground-task.ts";
import type { SearchBudget } from "./budget.ts";
import { holds, type State } from "./state.ts";

/** What an operator and an atom take beside the atoms of their lists. */
const OPERATOR_BYTES = 40;
const ATOM_BYTES = 48;

/** The supporter of an atom that holds already. */
const NONE = -1;

/** An action, or one of its conditional effects, which needs the condition too. */
interface RelaxedOperator {
  readonly needs: Int32Array;
  readonly adds: Int32Array;
}

/**
 * Plans without deletions, as in FF (Hoffmann and Nebel, JAIR 2001): operators count their unmet preconditions, so
 * atoms are reached layer by layer, each supported by the operator of its layer whose preconditions lie in the
 * lowest layers.
 */
export class RelaxedPlans {
  readonly #budget: SearchBudget;
  readonly #goal: Int32Array;
  readonly #operators: RelaxedOperator[] = [];
  readonly #isGoal: Uint8Array;
  readonly #neededBy: readonly Int32Array[];
  /** By operator: preconditions in all; those unmet; the sum of the layers of those met. */
  readonly #counts: Int32Array;
  readonly #unmet: Int32Array;
  readonly #difficulty: Int32Array;
  /** By atom. */
  readonly #isReached: Uint8Array;
  readonly #layer: Int32Array;
  readonly #supporter: Int32Array;
  /** Atoms in the order they are reached. */
  #order: number[] = [];
  #goalsLeft = 0;

  constructor({ atoms, goal, actions }: GroundTask, budget: SearchBudget) {
    this.#budget = budget;
    this.#goal = goal;
    const neededBy: number[][] = atoms.map(() => []);
    const add = (needs: Int32Array, adds: Int32Array) => {
      budget.tick(1 + needs.length + adds.length);
      budget.claim(OPERATOR_BYTES + 8 * needs.length + 4 * adds.length);
      const operator = this.#operators.push({ needs, adds }) - 1;
      for (const atom of needs) neededBy[atom]?.push(operator);
    };
    for (const { preconditions, add: adds, conditional } of actions) {
      add(preconditions, adds);
      for (const effect of conditional) add(Int32Array.from([...preconditions, ...effect.condition]), effect.add);
    }
    budget.claim(ATOM_BYTES * atoms.length);
    this.#neededBy = neededBy.map((operators) => Int32Array.from(operators));
    this.#isGoal = new Uint8Array(atoms.length);
    for (const atom of goal) this.#isGoal[atom] = 1;
    this.#counts = Int32Array.from(this.#operators, ({ needs }) => needs.length);
    this.#unmet = new Int32Array(this.#operators.length);
    this.#difficulty = new Int32Array(this.#operators.length);
    this.#isReached = new Uint8Array(atoms.length);
    this.#layer = new Int32Array(atoms.length);
    this.#supporter = new Int32Array(atoms.length);
  }

  /** The atoms that a relaxed plan adds to the state, or `null` when there is none: a dead end. */
  added(state: State): readonly number[] | null {
    this.#explore(state);
    return this.#goalsLeft === 0 ? this.#extract() : null;
  }

  /** Until all goals are reached, and the layer in which the last one was is complete. */
  #explore(state: State): void {
    this.#start(state);
    let lastLayer = 0;
    for (const atom of this.#order) {
      const layer = this.#layer[atom] as number;
      if (this.#goalsLeft === 0 && layer > lastLayer) return;
      lastLayer = layer;
      for (const operator of this.#neededBy[atom] as Int32Array) {
        const unmet = (this.#unmet[operator] as number) - 1;
        this.#unmet[operator] = unmet;
        this.#difficulty[operator] = (this.#difficulty[operator] as number) + layer;
        if (unmet === 0) this.#apply(operator, layer + 1);
      }
    }
  }

  #start(state: State): void {
    this.#budget.tick(this.#counts.length);
    this.#unmet.set(this.#counts);
    this.#difficulty.fill(0);
    this.#isReached.fill(0);
    this.#order = [];
    this.#goalsLeft = 0;
    for (let atom = 0; atom < this.#isReached.length; atom++) {
      if (holds(state, atom)) this.#reach(atom, 0, NONE);
      else this.#goalsLeft += this.#isGoal[atom] as number;
    }
    this.#counts.forEach((count, operator) => {
      if (count === 0) this.#apply(operator, 1);
    });
  }

  #reach(atom: number, layer: number, supporter: number): void {
    this.#isReached[atom] = 1;
    this.#layer[atom] = layer;
    this.#supporter[atom] = supporter;
    this.#order.push(atom);
  }

  #apply(operator: number, layer: number): void {
    for (const atom of (this.#operators[operator] as RelaxedOperator).adds) {
      if (this.#isReached[atom] === 0) {
        this.#goalsLeft -= this.#isGoal[atom] as number;
        this.#reach(atom, layer, operator);
      } else if (this.#layer[atom] === layer && this.#isEasier(operator, this.#supporter[atom] as number)) {
        this.#supporter[atom] = operator;
      }
    }
  }

  #isEasier(operator: number, than: number): boolean {
    return (this.#difficulty[operator] as number) < (this.#difficulty[than] as number);
  }

  #extract(): readonly number[] {
    const chosen = new Set<number>();
    const added = new Set<number>();
    const agenda = [...this.#goal];
    for (const wanted of agenda) {
      const operator = this.#supporter[wanted] as number;
      if (operator === NONE || chosen.has(operator)) continue;
      chosen.add(operator);
      const { needs, adds } = this.#operators[operator] as RelaxedOperator;
      for (const atom of needs) agenda.push(atom);
      for (const atom of adds) if (this.#supporter[atom] !== NONE) added.add(atom);
    }
    return [...added];
  }
}
