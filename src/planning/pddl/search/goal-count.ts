import type { GroundTask } from "../ground-task.ts";
import type { Watch } from "../watch.ts";
import { has } from "./bits.ts";
import type { Bounds } from "./memory.ts";

/** A goal, and the goals that should be achieved before it, by their place in the list. */
interface OrderedGoal {
  readonly atom: number;
  readonly after: readonly number[];
}

/** What an atom takes: whether it is a goal, and what its achievers share. */
const ATOM_BYTES = 32;
/** How far back we look for what a goal needs: `on` needs `holding`, which needs `clear`. */
const MAX_CHAIN = 3;
/** What more goals than this delete is a means that all of them use up, and says nothing of their order. */
const MAX_SPOILERS = 16;
/** Longer lists of preconditions are taken to share nothing: they would be compared for each action. */
const MAX_SHARED = 64;
/** Needs of one goal, at most: they are those of every way to achieve it, so commonly a few. */
const MAX_NEEDS = 64;

/**
 * #g: how many goals are yet to be achieved. One achieved too early is as good as none, as it must be undone: of
 * two goals, the second is the one whose every achiever deletes what the first one cannot do without (a reasonable
 * order in the sense of Koehler and Hoffmann, JAIR 2000, found as for landmarks: Hoffmann, Porteous and Sebastia,
 * JAIR 2004). Orders guide only: the count is 0 in the goal states and no others.
 */
export class GoalCount {
  /** As many as there are goals. */
  readonly max: number;
  readonly #isGoal: Uint8Array;
  readonly #goals: readonly OrderedGoal[];
  readonly #isInPlace: Uint8Array;

  constructor(task: GroundTask, { memory, watch }: Bounds) {
    memory.claim(ATOM_BYTES * task.atoms.length);
    this.#isGoal = new Uint8Array(task.atoms.length);
    for (const atom of task.goal) this.#isGoal[atom] = 1;
    this.#goals = inOrder([...new Set(task.goal)], ordersOf(task, watch), watch);
    this.max = this.#goals.length;
    this.#isInPlace = new Uint8Array(this.max);
  }

  of(state: Int32Array): number {
    let left = this.max;
    for (let index = 0; index < this.max; index++) {
      const { atom, after } = this.#goals[index] as OrderedGoal;
      const isInPlace = has(state, atom) && after.every((before) => this.#isInPlace[before] === 1);
      this.#isInPlace[index] = isInPlace ? 1 : 0;
      if (isInPlace) left--;
    }
    return left;
  }

  /** Whether a goal is among the first of the atoms. */
  concerns(atoms: Int32Array, count: number): boolean {
    for (let index = 0; index < count; index++) if (this.#isGoal[atoms[index] as number] === 1) return true;
    return false;
  }
}

/** By goal the goals that should come before it. */
function ordersOf(task: GroundTask, watch: Watch): ReadonlyMap<number, ReadonlySet<number>> {
  const { needs, deletes } = sharedByAchievers(task, watch);
  const spoilers = new Map<number, number[]>();
  for (const goal of task.goal) {
    for (const atom of deletes[goal] ?? []) {
      const known = spoilers.get(atom);
      if (known === undefined) spoilers.set(atom, [goal]);
      else known.push(goal);
    }
  }
  const init = new Set(task.init);
  const before = new Map<number, Set<number>>(Array.from(task.goal, (goal) => [goal, new Set()]));
  for (const first of spoilers.size > 0 ? task.goal : []) {
    for (const need of needsOf(first, needs, init)) {
      watch.tick();
      const seconds = spoilers.get(need) ?? [];
      if (seconds.length > MAX_SPOILERS) continue;
      for (const second of seconds) if (second !== first) before.get(second)?.add(first);
    }
  }
  for (const [second, firsts] of before) {
    for (const first of firsts) if (before.get(first)?.delete(second)) firsts.delete(first);
  }
  return before;
}

const NOTHING = new Int32Array(0);

/** By atom: what every way to add it needs, and what every one deletes. */
function sharedByAchievers({ atoms, actions }: GroundTask, watch: Watch) {
  const needs: (Int32Array | undefined)[] = atoms.map(() => undefined);
  const deletes: (Int32Array | undefined)[] = atoms.map(() => undefined);
  const narrow = (shared: (Int32Array | undefined)[], atom: number, to: Int32Array) => {
    watch.tick(to.length);
    if (to.length > MAX_SHARED) shared[atom] = NOTHING;
    else shared[atom] = shared[atom]?.filter((other) => to.includes(other)) ?? to;
  };
  for (const action of actions) {
    for (const atom of action.add) {
      narrow(needs, atom, action.preconditions);
      narrow(deletes, atom, action.delete);
    }
    for (const { condition, add } of action.conditional) {
      watch.tick(action.preconditions.length + condition.length);
      const both = Int32Array.from([...action.preconditions, ...condition]);
      for (const atom of add) {
        narrow(needs, atom, both);
        narrow(deletes, atom, action.delete);
      }
    }
  }
  return { needs, deletes };
}

/** What must have held for the goal to be achieved, looking back a few steps from it. */
function needsOf(
  goal: number,
  shared: readonly (Int32Array | undefined)[],
  init: ReadonlySet<number>,
): ReadonlySet<number> {
  const needs = new Set<number>();
  let latest: readonly number[] = [goal];
  for (let step = 0; step < MAX_CHAIN && needs.size < MAX_NEEDS; step++) {
    latest = latest.flatMap((atom) => [...(shared[atom] ?? [])]).filter((atom) => !needs.has(atom));
    for (const atom of latest) needs.add(atom);
    latest = latest.filter((atom) => !init.has(atom));
  }
  return needs;
}

/** Every goal after those that come before it. Orders that go round in a circle are dropped. */
function inOrder(
  goals: readonly number[],
  before: ReadonlyMap<number, ReadonlySet<number>>,
  watch: Watch,
): OrderedGoal[] {
  const placed = new Map<number, number>();
  const ordered: OrderedGoal[] = [];
  const place = (atom: number) => {
    placed.set(atom, ordered.length);
    ordered.push({ atom, after: [...(before.get(atom) ?? [])].flatMap((other) => placed.get(other) ?? []) });
  };
  for (let left = goals; left.length > 0; left = left.filter((atom) => !placed.has(atom))) {
    watch.tick(left.length);
    const free = left.filter((atom) => [...(before.get(atom) ?? [])].every((other) => placed.has(other)));
    for (const atom of free.length > 0 ? free : left) place(atom);
  }
  return ordered;
}
