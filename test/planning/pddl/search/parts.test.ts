import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitsOf, has } from "../../../../src/planning/pddl/search/bits.ts";
import { Closed, NOBODY } from "../../../../src/planning/pddl/search/closed.ts";
import { GoalCount } from "../../../../src/planning/pddl/search/goal-count.ts";
import { Memory, SearchExhausted } from "../../../../src/planning/pddl/search/memory.ts";
import { Novelty } from "../../../../src/planning/pddl/search/novelty.ts";
import { Queue } from "../../../../src/planning/pddl/search/queue.ts";
import { RelaxedPlans } from "../../../../src/planning/pddl/search/relaxed-plan.ts";
import { RowStore } from "../../../../src/planning/pddl/search/rows.ts";
import { shortened } from "../../../../src/planning/pddl/search/shorten.ts";
import { Successors } from "../../../../src/planning/pddl/search/successors.ts";
import { Transition } from "../../../../src/planning/pddl/search/transition.ts";
import { Watch } from "../../../../src/planning/pddl/watch.ts";
import { execute, faultOf, isMet, reachableStates, type State } from "./executor.ts";
import { anyGroundTask } from "./random-task.ts";

const memory = (bytes = 2 ** 26) => new Memory(bytes);
const bounds = () => ({ memory: memory(), watch: new Watch(undefined, () => new SearchExhausted("time")) });
const bits = (state: State, size: number) => bitsOf(state, size);
const atomsIn = (state: Int32Array) =>
  Array.from({ length: 32 * state.length }, (_, atom) => atom).filter((atom) => has(state, atom));

describe("successors", () => {
  it("are the actions whose preconditions hold", () => {
    fc.assert(
      fc.property(anyGroundTask, (task) => {
        const successors = new Successors(task, bounds());
        const into = new Int32Array(task.actions.length);
        for (const state of reachableStates(task).values()) {
          const count = successors.find(bits(state, task.atoms.length), into);
          const expected = task.actions.flatMap((action, at) => (isMet(action.preconditions, state) ? [at] : []));
          expect([...into.subarray(0, count)].sort((a, b) => a - b)).toEqual(expected);
        }
      }),
    );
  });
});

describe("a step", () => {
  it("changes the state as PDDL says, tells what changed, and is taken back", () => {
    fc.assert(
      fc.property(anyGroundTask, (task) => {
        const at = new Transition(task);
        const before = { atoms: atomsIn(at.state), hash: at.hash };
        task.actions.forEach((action, index) => {
          const after = execute(action, new Set(before.atoms));
          at.step(index);
          expect(atomsIn(at.state)).toEqual([...after].sort((a, b) => a - b));
          const added = [...at.added.subarray(0, at.addedCount)];
          const deleted = [...at.deleted.subarray(0, at.deletedCount)];
          expect(new Set(added)).toEqual(new Set(atomsIn(at.state)).difference(new Set(before.atoms)));
          expect(new Set(deleted)).toEqual(new Set(before.atoms).difference(new Set(atomsIn(at.state))));
          at.undo();
          expect({ atoms: atomsIn(at.state), hash: at.hash }).toEqual(before);
        });
      }),
    );
  });
});

describe("a relaxed plan", () => {
  it("is there whenever a plan is", () => {
    fc.assert(
      fc.property(anyGroundTask, (task) => {
        const plans = new RelaxedPlans(task, bounds());
        const isSolvable = [...reachableStates(task).values()].some((state) => isMet(task.goal, state));
        const added = plans.added(bitsOf(task.init, task.atoms.length));
        if (isSolvable) expect(added).not.toBeNull();
        const unmet = [...task.goal].filter((atom) => !task.init.includes(atom));
        if (added !== null) expect([...added]).toEqual(expect.arrayContaining(unmet));
      }),
    );
  });
});

describe("the queue", () => {
  it("gives the least rank first, and what came first within it", () => {
    const operation = fc.oneof(fc.nat(5), fc.constant("pop" as const));
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
        const queue = new Queue(memory());
        let expected: { rank: number; parent: number; action: number }[] = [];
        operations.forEach((rank, number) => {
          if (rank === "pop") {
            const least = expected.toSorted((a, b) => a.rank - b.rank)[0] ?? null;
            expect(queue.pop()).toEqual(least);
            expected = expected.filter((open) => open !== least);
          } else {
            queue.push(rank, number, number + 1);
            expected.push({ rank, parent: number, action: number + 1 });
          }
        });
      }),
    );
  });
});

describe("the closed states", () => {
  it("tell states apart even where their hashes are the same", () => {
    const closed = new Closed(1, memory());
    const state = (atom: number) => ({ state: Int32Array.of(atom), hash: 7 });
    for (let atom = 0; atom < 3000; atom++) {
      expect(closed.has(state(atom))).toBe(false);
      closed.add(state(atom), { parent: atom - 1, action: 2 * atom, goals: 3, isOwner: atom % 5 === 0 });
    }
    expect(closed.has(state(2999))).toBe(true);
    expect(closed.has(state(3000))).toBe(false);
    expect([closed.parent(0), closed.parent(1234), closed.action(1234)]).toEqual([NOBODY, 1233, 2468]);
    expect([closed.depth(1234), closed.owner(1234), closed.goals(1234)]).toEqual([1234, 1230, 3]);
    const into = new Int32Array(1);
    expect([closed.read(1234, into), into[0]]).toEqual([7, 1234]);
  });
});

describe("novelty", () => {
  const task = { atoms: Array.from({ length: 40 }, String), init: Int32Array.of(0), goal: Int32Array.of(1) };
  const add = (...atoms: number[]) => ({
    name: "(act)",
    preconditions: new Int32Array(0),
    add: Int32Array.from(atoms),
    delete: new Int32Array(0),
    conditional: [],
    cost: 1,
    hidden: false,
  });
  const actions = [add(1), add(2), add(1, 2), add(33), add(1, 33)];

  /** Steps from the initial state, each with its partition; the initial state is in partition 0. */
  const noveltiesOf = (
    arity: 1 | 2,
    steps: readonly (readonly [action: number, partition: number])[],
    bytes = 2 ** 24,
  ) => {
    const at = new Transition({ ...task, actions });
    const novelty = new Novelty(arity, task.atoms.length, memory(bytes));
    return steps.map(([action, partition]) => {
      at.step(action);
      const found = novelty.of(at, partition, partition === 0);
      at.undo();
      return found;
    });
  };

  it.each<[string, 1 | 2, [number, number][], number[]]>([
    [
      "1 for a new atom",
      1,
      [
        [0, 0],
        [1, 0],
        [3, 0],
      ],
      [1, 1, 1],
    ],
    [
      "more than 1 for none",
      1,
      [
        [0, 0],
        [0, 0],
        [1, 0],
        [2, 0],
      ],
      [1, 2, 1, 2],
    ],
    [
      "2 for a new pair, and 3 for none",
      2,
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 0],
        [0, 0],
      ],
      [1, 1, 2, 3, 3],
    ],
    [
      "counted apart in each partition",
      2,
      [
        [0, 0],
        [0, 9],
        [0, 9],
        [2, 9],
        [1, 9],
      ],
      [1, 1, 3, 1, 3],
    ],
  ])("is %s", (_, arity, steps, expected) => {
    expect(noveltiesOf(arity, steps)).toEqual(expected);
  });

  it("takes pairs for seen when their tables don't fit", () => {
    expect(
      noveltiesOf(
        2,
        [
          [0, 0],
          [1, 0],
          [2, 0],
        ],
        70_000,
      ),
    ).toEqual([1, 1, 3]);
  });
});

describe("the goal count", () => {
  // Three blocks on a table, in a tower in the end: 0 on 1, and 1 on 2. The others of a block: clear, held, alone.
  const [on01, on12, clear0, clear1, clear2, held0, held1] = [0, 1, 2, 3, 4, 5, 6];
  const stack = (block: number, held: number, clear: number, on: number) => ({
    name: `(stack ${block})`,
    preconditions: Int32Array.of(held, clear),
    add: Int32Array.of(on),
    delete: Int32Array.of(held, clear),
    conditional: [],
    cost: 1,
    hidden: false,
  });
  const lift = (block: number, clear: number, held: number) => ({
    ...stack(block, held, clear, held),
    name: `(lift ${block})`,
    preconditions: Int32Array.of(clear),
    delete: new Int32Array(0),
  });
  const task = {
    atoms: Array.from({ length: 7 }, (_, atom) => `(atom ${atom})`),
    init: Int32Array.of(clear0, clear1, clear2),
    goal: Int32Array.of(on01, on12),
    actions: [
      stack(0, held0, clear1, on01),
      stack(1, held1, clear2, on12),
      lift(0, clear0, held0),
      lift(1, clear1, held1),
    ],
  };

  it.each<[string, number[], number]>([
    ["counts what is yet to be achieved", [], 2],
    ["counts what was achieved before what must come first", [on01], 2],
    ["counts down when the first is achieved", [on12], 1],
    ["is 0 when all are", [on01, on12], 0],
  ])("%s", (_, state, expected) => {
    expect(new GoalCount(task, bounds()).of(bitsOf(state, 7))).toBe(expected);
  });

  it("is 0 where all goals hold, and nowhere else", () => {
    fc.assert(
      fc.property(anyGroundTask, (any) => {
        const count = new GoalCount(any, bounds());
        for (const state of reachableStates(any).values()) {
          expect(count.of(bits(state, any.atoms.length)) === 0).toBe(isMet(any.goal, state));
        }
      }),
    );
  });
});

describe("a plan made shorter", () => {
  it("is still one, and loses what nobody needs", () => {
    fc.assert(
      fc.property(anyGroundTask, fc.array(fc.nat(7), { maxLength: 12 }), (task, numbers) => {
        let state: State = new Set(task.init);
        const plan = numbers.filter((number) => {
          const action = task.actions[number];
          if (action === undefined || !isMet(action.preconditions, state)) return false;
          state = execute(action, state);
          return true;
        });
        const reached = { ...task, goal: Int32Array.from(state) };
        const steps = shortened(reached, plan);
        expect(
          faultOf(
            reached,
            steps.flatMap((step) => reached.actions[step] ?? []),
          ),
        ).toBeNull();
        expect(steps.length).toBeLessThanOrEqual(plan.length);
        expect(shortened({ ...task, goal: new Int32Array(0) }, plan)).toEqual([]);
      }),
    );
  });
});

describe("rows", () => {
  it("keep their numbers, and claim memory before they take it", () => {
    const bounded = memory(200_000);
    const rows = new RowStore(3, bounded);
    expect(() => {
      for (let row = 0; row < 1_000_000; row++) rows.set(rows.add(), 2, row);
    }).toThrow(new SearchExhausted("memory"));
    expect(rows.hasRoom).toBe(false);
    expect([rows.get(0, 2), rows.get(9000, 2), rows.get(9000, 1)]).toEqual([0, 9000, 0]);
    expect(bounded.peak).toBeLessThanOrEqual(200_000);
  });
});
