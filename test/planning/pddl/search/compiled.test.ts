import { describe, expect, it } from "vitest";
import { ApplicableActions } from "../../../../src/planning/pddl/search/applicable.ts";
import { SearchBudget, SearchExhausted } from "../../../../src/planning/pddl/search/budget.ts";
import { GoalCount } from "../../../../src/planning/pddl/search/goal-count.ts";
import { RelaxedPlans } from "../../../../src/planning/pddl/search/relaxed-plan.ts";

const budget = (maxBytes: number, isOverdue: () => boolean = () => false) =>
  new SearchBudget({ maxNodes: 1_000_000, maxBytes, isOverdue });

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
  const parts = { ApplicableActions, RelaxedPlans, GoalCount };

  it.each(Object.entries(parts))("keeps to the time: %s", (_, Part) => {
    expect(
      () =>
        new Part(
          task,
          budget(2 ** 26, () => true),
        ),
    ).toThrow(new SearchExhausted("time"));
  });

  it.each(Object.entries(parts))("claims its memory: %s", (_, Part) => {
    expect(() => new Part(task, budget(1000))).toThrow(new SearchExhausted("memory"));
  });
});
