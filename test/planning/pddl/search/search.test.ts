import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GroundAction, type GroundTask, type SearchLimits, search } from "../../../../src/planning/pddl/index.ts";
import { faultOf, isMet, reachableStates } from "./executor.ts";
import { anyGroundTask } from "./random-task.ts";

const LIMITS: SearchLimits = { maxNodes: 1_000_000, maxBytes: 64 * 2 ** 20 };

const action = (name: string, needs: number[], add: number[], deleted: number[] = [], more = {}): GroundAction => ({
  name,
  preconditions: Int32Array.from(needs),
  add: Int32Array.from(add),
  delete: Int32Array.from(deleted),
  conditional: [],
  cost: 1,
  hidden: false,
  ...more,
});

const task = (atoms: number, init: number[], goal: number[], actions: GroundAction[]): GroundTask => ({
  atoms: Array.from({ length: atoms }, (_, atom) => `(atom ${atom})`),
  init: Int32Array.from(init),
  goal: Int32Array.from(goal),
  actions,
});

/** A number of so many bits, counted up one by one: every state must be passed to set them all. */
function counter(bits: number): GroundTask {
  const all = Array.from({ length: bits }, (_, bit) => bit);
  const isZero = (bit: number) => bits + bit;
  return task(
    2 * bits,
    all.map(isZero),
    all,
    all.map((bit) => {
      const below = all.slice(0, bit);
      return action(`(carry ${bit})`, [isZero(bit), ...below], [bit, ...below.map(isZero)], [isZero(bit), ...below]);
    }),
  );
}

describe("search", () => {
  it("finds a sound plan of the cost it says exactly where there is one", () => {
    fc.assert(
      fc.property(anyGroundTask, (any) => {
        const result = search(any, LIMITS);
        const isSolvable = [...reachableStates(any).values()].some((state) => isMet(any.goal, state));
        expect(result.as).toBe(isSolvable ? "plan" : "no-plan");
        if (result.as !== "plan") return;
        expect(faultOf(any, result.steps)).toBeNull();
        expect(result.cost).toBe(result.steps.reduce((sum, { cost }) => sum + cost, 0));
      }),
      { numRuns: 1500 },
    );
  });

  it("finds the same plan every time", () => {
    fc.assert(
      fc.property(anyGroundTask, (any) => {
        expect(search(any, LIMITS)).toEqual(search(any, LIMITS));
      }),
    );
  });

  it("needs no step where the goal holds", () => {
    expect(search(task(1, [0], [0], []), LIMITS)).toMatchObject({ as: "plan", steps: [], cost: 0 });
  });

  it("finds what only the complete search finds", () => {
    const result = search(counter(8), LIMITS);
    expect(result).toMatchObject({ as: "plan", cost: 255, statistics: { search: "bfws" } });
  });

  it("leaves hidden actions out of the plan, and their cost", () => {
    const actions = [action("(act)", [], [0]), action("(hidden)", [0], [1], [], { hidden: true, cost: 5 })];
    const result = search(task(2, [], [1], actions), LIMITS);
    expect(result.as === "plan" && result.steps.map(({ name }) => name)).toEqual(["(act)"]);
    expect(result).toMatchObject({ cost: 1 });
  });

  it("says at once that there is no plan where even relaxed ones end", () => {
    const { statistics, as } = search(task(3, [0], [2], [action("(act)", [0], [1])]), LIMITS);
    expect(as).toBe("no-plan");
    expect(statistics).toMatchObject({ expanded: 0, generated: 0 });
  });

  it("says that there is no plan after the whole space, not before", () => {
    const either = [action("(left)", [0], [1], [0]), action("(right)", [0], [2], [0])];
    expect(search(task(3, [0], [1, 2], either), LIMITS)).toMatchObject({ as: "no-plan" });
  });

  it.each<["nodes" | "memory" | "time", SearchLimits]>([
    ["nodes", { ...LIMITS, maxNodes: 100 }],
    ["memory", { ...LIMITS, maxBytes: 2 ** 20 }],
    ["time", { ...LIMITS, isOverdue: () => true }],
  ])("stops at its bound on %s and names it", (limit, limits) => {
    const result = search(counter(18), limits);
    expect(result).toMatchObject({ as: "limits", limit });
    expect(result.statistics.generated).toBeLessThanOrEqual(limits.maxNodes + 1);
    expect(result.statistics.bytes).toBeLessThanOrEqual(limits.maxBytes);
  });
});
