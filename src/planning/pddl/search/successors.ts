import type { GroundTask } from "../ground-task.ts";

/** A node of the trie: its atom, where its subtree ends, and how many actions follow before its branches. */
const END = 1;
const COUNT = 2;
const HEADER = 3;

/**
 * Finds the actions applicable in a state, by a trie over their preconditions, so that an atom that does not hold
 * rules out everything behind it at one glance. Preconditions that few actions share come first, as they tell most.
 */
export class Successors {
  /** Where the trie of each atom begins, or -1. Actions that need nothing are apart. */
  readonly #roots: Int32Array;
  /** Node after node in depth-first order, each with its actions. */
  readonly #trie: Int32Array;
  readonly #always: Int32Array;

  constructor({ atoms, actions }: GroundTask) {
    const users = new Int32Array(atoms.length);
    for (const { preconditions } of actions)
      for (const atom of preconditions) users[atom] = (users[atom] as number) + 1;
    const paths = actions.map(({ preconditions }, action) => ({
      action,
      atoms: preconditions.toSorted((a, b) => (users[a] as number) - (users[b] as number) || a - b),
    }));
    paths.sort((one, other) => compare(one.atoms, other.atoms) || one.action - other.action);
    this.#always = Int32Array.from(paths.filter((path) => path.atoms.length === 0).map(({ action }) => action));
    this.#roots = new Int32Array(atoms.length).fill(-1);
    this.#trie = layOut(paths.slice(this.#always.length), this.#roots);
  }

  /** Writes the applicable actions to `into`, which has room for all actions, and returns how many. */
  find(state: Int32Array, into: Int32Array): number {
    const trie = this.#trie;
    let found = this.#always.length;
    into.set(this.#always);
    for (let word = 0; word < state.length; word++) {
      for (let bits = state[word] as number; bits !== 0; bits &= bits - 1) {
        const root = this.#roots[32 * word + 31 - Math.clz32(bits & -bits)] as number;
        const end = root < 0 ? root : (trie[root + END] as number);
        let at = root;
        while (at < end) {
          const atom = trie[at] as number;
          if ((((state[atom >>> 5] as number) >>> (atom & 31)) & 1) === 0) {
            at = trie[at + END] as number;
            continue;
          }
          const last = at + HEADER + (trie[at + COUNT] as number);
          for (at += HEADER; at < last; at++) into[found++] = trie[at] as number;
        }
      }
    }
    return found;
  }
}

interface Path {
  readonly action: number;
  readonly atoms: Int32Array;
}

/** The paths in lexicographic order become a trie: what one shares with the one before it is there already. */
function layOut(paths: readonly Path[], roots: Int32Array): Int32Array {
  const trie: number[] = [];
  /** The nodes on the way to the latest path. */
  const open: number[] = [];
  const close = (depth: number) => {
    for (const node of open.splice(depth)) trie[node + END] = trie.length;
  };
  let before: Int32Array = new Int32Array(0);
  for (const { action, atoms } of paths) {
    let depth = 0;
    while (depth < atoms.length && depth < before.length && atoms[depth] === before[depth]) depth++;
    close(depth);
    for (const atom of atoms.subarray(depth)) {
      if (open.length === 0) roots[atom] = trie.length;
      open.push(trie.push(atom, 0, 0) - HEADER);
    }
    const count = (open.at(-1) ?? 0) + COUNT;
    trie[count] = (trie[count] ?? 0) + 1;
    trie.push(action);
    before = atoms;
  }
  close(0);
  return Int32Array.from(trie);
}

function compare(one: Int32Array, other: Int32Array): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const difference = (one[index] as number) - (other[index] as number);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
