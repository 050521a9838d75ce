import { describe, expect, it } from "vitest";
import { GoalCount } from "../../../../src/planning/pddl/search/goal-count.ts";
import { Memory, SearchExhausted } from "../../../../src/planning/pddl/search/memory.ts";
import { RelaxedPlans } from "../../../../src/planning/pddl/search/relaxed-plan.ts";
import { Successors } from "../../../../src/planning/pddl/search/successors.ts";
import { Watch } from "../../../../src/planning/pddl/watch.ts";

const bounds = (bytes: number, isOverdue?: () => boolean) => ({
  memory: new Memory(bytes),
  watch: new Watch(isOverdue, () => new SearchExhausted("time")),
});

describe("what is made of a task before the search", () => {
  const actions = Array.from({ length: 10_000 }, (_, index) => ({
    name: `(act ${index})`,
    preconditions: Int32Array.of(index % 100, 100 + (index % 97)),
    add: Int32Array.of(index % 200),
    delete: new Int32Array(0),
    conditional: [],
    cost: 1,
    hidden: false,
  }));
  const task = {
    atoms: Array.from({ length: 200 }, String),
    init: Int32Array.of(0),
    goal: Int32Array.of(1),
    actions,
  };
  const parts = { Successors, RelaxedPlans, GoalCount };

  it.each(Object.entries(parts))("keeps to the time: %s", (_, Part) => {
    expect(
      () =>
        new Part(
          task,
          bounds(2 ** 26, () => true),
        ),
    ).toThrow(new SearchExhausted("time"));
  });

  it.each(Object.entries(parts))("claims its memory: %s", (_, Part) => {
    expect(() => new Part(task, bounds(1000))).toThrow(new SearchExhausted("memory"));
  });
});
