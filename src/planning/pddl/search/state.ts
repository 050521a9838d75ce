import type { GroundAction } from "../ground-task.ts";

/** A state as bits, 32 to a word: one for each atom that holds. */
export type State = Int32Array;

export function stateOf(atoms: Iterable<number>, size: number): State {
  const state = new Int32Array(Math.max(1, Math.ceil(size / 32)));
  for (const atom of atoms) put(state, atom);
  return state;
}

export function holds(state: State, atom: number): boolean {
  return (((state[atom >>> 5] as number) >>> (atom & 31)) & 1) === 1;
}

export function holdAll(state: State, atoms: Int32Array): boolean {
  for (let index = 0; index < atoms.length; index++) if (!holds(state, atoms[index] as number)) return false;
  return true;
}

export function put(state: State, atom: number): void {
  state[atom >>> 5] = (state[atom >>> 5] as number) | (1 << (atom & 31));
}

export function take(state: State, atom: number): void {
  state[atom >>> 5] = (state[atom >>> 5] as number) & ~(1 << (atom & 31));
}

/** Adds the bits, and says whether one was missing. */
export function merge(into: State, bits: State): boolean {
  let missing = 0;
  for (let word = 0; word < bits.length; word++) {
    missing |= (bits[word] as number) & ~(into[word] as number);
    into[word] = (into[word] as number) | (bits[word] as number);
  }
  return missing !== 0;
}

const NONE: readonly never[] = [];

/**
 * Writes the state after an action, and returns the atoms that hold in it and did not before. An atom both deleted and
 * added is added; conditions are those of the state before.
 */
export function stepInto(after: State, action: GroundAction, before: State): readonly number[] {
  const { conditional } = action;
  const happening = conditional.length === 0 ? NONE : conditional.filter((effect) => holdAll(before, effect.condition));
  const added: number[] = [];
  const add = (atoms: Int32Array) => {
    for (const atom of atoms) {
      if (!holds(before, atom) && !holds(after, atom)) added.push(atom);
      put(after, atom);
    }
  };
  after.set(before);
  for (const atom of action.delete) take(after, atom);
  for (const effect of happening) for (const atom of effect.delete) take(after, atom);
  add(action.add);
  for (const effect of happening) add(effect.add);
  return added;
}
