import type { GroundTask } from "../ground-task.ts";
import { type Lists, listsOf, slice } from "./lists.ts";
import type { Bounds } from "./memory.ts";

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

  constructor({ atoms, actions }: GroundTask, bounds: Bounds) {
    const { memory, watch } = bounds;
    const before = memory.used;
    const needs = actions.reduce((sum, { preconditions }) => sum + preconditions.length, 0);
    // The paths, their order, and room for sorting it.
    memory.claim(4 * (atoms.length + needs + 4 * actions.length));
    const users = new Int32Array(atoms.length);
    for (const { preconditions } of actions) {
      watch.tick(1 + preconditions.length);
      for (const atom of preconditions) users[atom] = (users[atom] as number) + 1;
    }
    const paths = listsOf(actions.map(({ preconditions }) => preconditions));
    for (let action = 0; action < actions.length; action++) {
      const path = slice(paths, action);
      watch.tick(1 + path.length);
      path.sort((a, b) => (users[a] as number) - (users[b] as number) || a - b);
    }
    const order = Int32Array.from(actions.keys()).sort((one, other) => {
      watch.tick();
      return compare(slice(paths, one), slice(paths, other)) || one - other;
    });
    let always = 0;
    while (always < order.length && slice(paths, order[always] as number).length === 0) always++;
    this.#always = order.slice(0, always);
    memory.releaseTo(before);
    memory.claim(4 * (atoms.length + actions.length));
    this.#roots = new Int32Array(atoms.length).fill(-1);
    this.#trie = layOut(paths, order.subarray(always), this.#roots, bounds);
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

/** How many atoms the two paths begin with alike. */
function shared(one: Int32Array, other: Int32Array): number {
  let depth = 0;
  while (depth < one.length && depth < other.length && one[depth] === other[depth]) depth++;
  return depth;
}

/** The paths in lexicographic order become a trie: what one shares with the one before it is there already. */
function layOut(paths: Lists, order: Int32Array, roots: Int32Array, { memory, watch }: Bounds): Int32Array {
  let size = 0;
  let before: Int32Array = new Int32Array(0);
  for (const action of order) {
    const path = slice(paths, action);
    watch.tick(1 + path.length);
    size += HEADER * (path.length - shared(path, before)) + 1;
    before = path;
  }
  memory.claim(4 * size);
  const trie = new Int32Array(size);
  /** The nodes on the way to the latest path. */
  const open: number[] = [];
  let end = 0;
  const close = (depth: number) => {
    for (const node of open.splice(depth)) trie[node + END] = end;
  };
  before = new Int32Array(0);
  for (const action of order) {
    const path = slice(paths, action);
    const depth = shared(path, before);
    watch.tick(1 + path.length);
    close(depth);
    for (const atom of path.subarray(depth)) {
      if (open.length === 0) roots[atom] = end;
      open.push(end);
      trie[end] = atom;
      end += HEADER;
    }
    const count = (open.at(-1) ?? 0) + COUNT;
    trie[count] = (trie[count] as number) + 1;
    trie[end++] = action;
    before = path;
  }
  close(0);
  return trie;
}

function compare(one: Int32Array, other: Int32Array): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const difference = (one[index] as number) - (other[index] as number);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
