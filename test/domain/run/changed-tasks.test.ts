import { describe, expect, it } from "vitest";
import { changedTasks } from "../../../src/domain/run/changed-tasks.ts";
import { taskWork } from "../../../src/domain/run/state.ts";
import { always } from "../always.ts";
import { planOf, Simulation } from "../simulate.ts";
import { foldStored } from "../stored-log.ts";

describe("the tasks that events changed", () => {
  always("are all those that are another than before", ({ log }) => {
    // Every stretch of a log would take time quadratic in it: these lie all over it.
    const step = Math.max(1, Math.floor(log.length / 6));
    for (let since = 1; since < log.length; since += step) {
      const stretch = log.slice(since, since + step);
      const changed = changedTasks(stretch);
      if (changed === null) continue;
      const before = foldStored(log.slice(0, since));
      const after = foldStored(log.slice(0, since + stretch.length));
      expect(after.plan).toEqual(before.plan);
      for (const { id } of after.plan?.tasks ?? []) {
        if (changed.includes(id)) continue;
        expect(taskWork(after, id)).toEqual(taskWork(before, id));
        expect(after.selection?.[id]).toEqual(before.selection?.[id]);
      }
    }
  });

  it("are those that the events name, and any where there is another plan or the run has ended", () => {
    const run = new Simulation({ plan: planOf({ 0: [], 1: [], 2: [0] }) });
    run.finish(100);
    const starts = run.log.filter(({ type }) => type === "task-start");
    expect(changedTasks(starts)).toEqual([0, 1, 2]);
    expect(changedTasks(starts.slice(0, 1))).toEqual([0]);
    expect(changedTasks(run.log.filter(({ type }) => type === "answer-start"))).toEqual([]);
    for (const type of ["plan-end", "selection-end", "run-end"])
      expect(changedTasks(run.log.filter((event) => event.type === type))).toBeNull();
  });
});
