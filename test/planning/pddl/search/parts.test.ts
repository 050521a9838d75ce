import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApplicableActions } from "../../../../src/planning/pddl/search/applicable.ts";
import { SearchBudget } from "../../../../src/planning/pddl/search/budget.ts";
import { GoalCount } from "../../../../src/planning/pddl/search/goal-count.ts";
import { Novelty } from "../../../../src/planning/pddl/search/novelty.ts";
import { RankQueue } from "../../../../src/planning/pddl/search/queue.ts";
import { RelaxedPlans } from "../../../../src/planning/pddl/search/relaxed-plan.ts";
import { shortened } from "../../../../src/planning/pddl/search/shorten.ts";
import { holds, stateOf, stepInto } from "../../../../src/planning/pddl/search/state.ts";
import { execute, faultOf, isMet, reachableStates, type State } from "./executor.ts";
import { anyGroundTask } from "./random-task.ts";

const budget = () => new SearchBudget({ maxNodes: 1_000_000, maxBytes: 2 ** 26 });
const atomsIn = (state: Int32Array) =>
  Array.from({ length: 32 * state.length }, (_, atom) => atom).filter((atom) => holds(state, atom));

describe("applicable actions", () => {
  it("are those whose preconditions hold", () => {
    fc.assert(
      fc.property(anyGroundTask, (task) => {
        const applicable = new ApplicableActions(task, budget());
        for (const state of reachableStates(task).values()) {
          const expected = task.actions.flatMap((action, at) => (isMet(action.preconditions, state) ? [at] : []));
          const found = applicable.in(stateOf(state, task.atoms.length));
          expect(found.toSorted((a, b) => a - b)).toEqual(expected);
        }
      }),
    );
  });
});

describe("a step", () => {
  it("changes the state as PDDL says, and tells what it added", () => {
    fc.assert(
      fc.property(anyGroundTask, (task) => {
        const before = stateOf(task.init, task.atoms.length);
        const state = before.slice();
        for (const action of task.actions) {
          const expected = execute(action, new Set(task.init));
          const added = stepInto(state, action, before);
          expect(atomsIn(state)).toEqual([...expected].sort((a, b) => a - b));
          expect(added.toSorted((a, b) => a - b)).toEqual(
            [...expected.difference(new Set(task.init))].sort((a, b) => a - b),
          );
        }
      }),
    );
  });
});

describe("a relaxed plan", () => {
  it("is there whenever a plan is", () => {
    fc.assert(
      fc.property(anyGroundTask, (task) => {
        const plans = new RelaxedPlans(task, budget());
        const isSolvable = [...reachableStates(task).values()].some((state) => isMet(task.goal, state));
        const added = plans.added(stateOf(task.init, task.atoms.length));
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
        const queue = new RankQueue<number>();
        let expected: { rank: number; number: number }[] = [];
        operations.forEach((rank, number) => {
          if (rank === "pop") {
            const least = expected.toSorted((a, b) => a.rank - b.rank)[0] ?? null;
            expect(queue.pop()).toBe(least?.number ?? null);
            expected = expected.filter((open) => open !== least);
          } else {
            queue.push(rank, number);
            expected.push({ rank, number });
          }
        });
      }),
    );
  });
});

describe("novelty", () => {
  const state = (...atoms: number[]) => stateOf([0, ...atoms], 40);

  it.each<[string, [added: number[], partition: number][], boolean[]]>([
    [
      "told where an atom is new",
      [
        [[1], 0],
        [[2], 0],
        [[33], 0],
      ],
      [true, true, true],
    ],
    [
      "missing where none is",
      [
        [[1], 0],
        [[1], 0],
        [[2], 0],
        [[1, 2], 0],
      ],
      [true, false, true, false],
    ],
    [
      "counted apart in each partition",
      [
        [[1], 0],
        [[1], 9],
        [[1], 9],
        [[2], 9],
        [[1, 2], 9],
      ],
      [true, true, false, true, false],
    ],
  ])("is %s", (_, steps, expected) => {
    const novelty = new Novelty(budget());
    expect(steps.map(([added, at]) => novelty.isNew(state(...added), added, at, at === 0))).toEqual(expected);
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
    expect(new GoalCount(task, budget()).of(stateOf(state, 7))).toBe(expected);
  });

  it("is 0 where all goals hold, and nowhere else", () => {
    fc.assert(
      fc.property(anyGroundTask, (any) => {
        const count = new GoalCount(any, budget());
        for (const state of reachableStates(any).values()) {
          expect(count.of(stateOf(state, any.atoms.length)) === 0).toBe(isMet(any.goal, state));
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
        expect(faultOf(reached, steps)).toBeNull();
        expect(steps.length).toBeLessThanOrEqual(plan.length);
        expect(shortened({ ...task, goal: new Int32Array(0) }, plan)).toEqual([]);
      }),
    );
  });
});
