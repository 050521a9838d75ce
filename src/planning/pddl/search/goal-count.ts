import type { GroundTask } from "../ground-task.ts";
import type { SearchBudget } from "./budget.ts";
import { holds, type State } from "./state.ts";

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
  readonly #goals: readonly OrderedGoal[];
  readonly #isInPlace: Uint8Array;
  /** By action. */
  readonly #changes: Uint8Array;

  constructor(task: GroundTask, budget: SearchBudget) {
    budget.claim(ATOM_BYTES * task.atoms.length + task.actions.length);
    const atoms = new Set(task.goal);
    this.#changes = Uint8Array.from(task.actions, (action) => {
      const effects = [action, ...action.conditional];
      return effects.some(({ add, delete: deleted }) =>
        [add, deleted].some((some) => some.some((atom) => atoms.has(atom))),
      )
        ? 1
        : 0;
    });
    this.#goals = inOrder([...atoms], ordersOf(task, budget), budget);
    this.max = this.#goals.length;
    this.#isInPlace = new Uint8Array(this.max);
  }

  /** Whether an action adds or deletes a goal. */
  isChangedBy(action: number): boolean {
    return this.#changes[action] === 1;
  }

  of(state: State): number {
    let left = this.max;
    for (let index = 0; index < this.max; index++) {
      const { atom, after } = this.#goals[index] as OrderedGoal;
      const isInPlace = holds(state, atom) && after.every((before) => this.#isInPlace[before] === 1);
      this.#isInPlace[index] = isInPlace ? 1 : 0;
      if (isInPlace) left--;
    }
    return left;
  }
}

/** By goal the goals that should come before it; two that should each come before the other come in any order. */
function ordersOf(task: GroundTask, budget: SearchBudget): ReadonlyMap<number, ReadonlySet<number>> {
  const { needs, deletes } = sharedByAchievers(task, budget);
  const spoilers = Map.groupBy(
    [...new Set(task.goal)].flatMap((goal) => Array.from(deletes[goal] ?? NOTHING, (atom) => ({ goal, atom }))),
    ({ atom }) => atom,
  );
  const init = new Set(task.init);
  const before = new Map<number, Set<number>>(Array.from(task.goal, (goal) => [goal, new Set()]));
  for (const first of spoilers.size > 0 ? task.goal : []) {
    for (const need of needsOf(first, needs, init)) {
      budget.tick();
      const seconds = spoilers.get(need) ?? [];
      if (seconds.length > MAX_SPOILERS) continue;
      for (const { goal } of seconds) if (goal !== first) before.get(goal)?.add(first);
    }
  }
  for (const [second, firsts] of before) {
    for (const first of firsts) if (before.get(first)?.delete(second)) firsts.delete(first);
  }
  return before;
}

const NOTHING = new Int32Array(0);

/** By atom: what every way to add it needs, and what every one deletes. */
function sharedByAchievers({ atoms, actions }: GroundTask, budget: SearchBudget) {
  const needs: (Int32Array | undefined)[] = atoms.map(() => undefined);
  const deletes: (Int32Array | undefined)[] = atoms.map(() => undefined);
  const narrow = (shared: (Int32Array | undefined)[], atom: number, to: Int32Array) => {
    budget.tick(to.length);
    if (to.length > MAX_SHARED) shared[atom] = NOTHING;
    else shared[atom] = shared[atom]?.filter((other) => to.includes(other)) ?? to;
  };
  for (const action of actions) {
    for (const { condition, add } of [{ condition: NOTHING, add: action.add }, ...action.conditional]) {
      const all = condition.length === 0 ? action.preconditions : joined(action.preconditions, condition);
      budget.tick(all.length);
      for (const atom of add) {
        narrow(needs, atom, all);
        narrow(deletes, atom, action.delete);
      }
    }
  }
  return { needs, deletes };
}

function joined(one: Int32Array, other: Int32Array): Int32Array {
  return Int32Array.from([...one, ...other]);
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
  budget: SearchBudget,
): OrderedGoal[] {
  const placed = new Map<number, number>();
  const ordered: OrderedGoal[] = [];
  const place = (atom: number) => {
    placed.set(atom, ordered.length);
    ordered.push({ atom, after: [...(before.get(atom) ?? [])].flatMap((other) => placed.get(other) ?? []) });
  };
  for (let left = goals; left.length > 0; left = left.filter((atom) => !placed.has(atom))) {
    budget.tick(left.length);
    const free = left.filter((atom) => [...(before.get(atom) ?? [])].every((other) => placed.has(other)));
    for (const atom of free.length > 0 ? free : left) place(atom);
  }
  return ordered;
}
