import { describe, expect, it } from "vitest";
import type { RunView } from "../../../../src/client/client.ts";
import { holdDrafts } from "../../../../web/approval/held-drafts.ts";

const TASK = { task: "summarization", id: 0, dep: [-1], args: { text: "res_1" } };
const runOf = (id: string, planVersion = 1) =>
  ({ id, planVersion, tasks: [TASK] }) as unknown as Pick<RunView, "id" | "planVersion" | "tasks">;
const NONE = { read: () => null };
const MANY = Array.from({ length: 30 }, (_, place) => runOf(`run_${place}`));

describe("the draft of a plan", () => {
  it("is the same for all that show it, who are told of each edit", () => {
    const drafts = holdDrafts(NONE);
    const told: number[] = [];
    const end = drafts.listen(runOf("run_1"), () => told.push(drafts.get(runOf("run_1")).tasks.length));
    drafts.edit(runOf("run_1"), { do: "remove", tasks: [0] });
    drafts.edit(runOf("run_2"), { do: "remove", tasks: [0] });
    end();
    drafts.edit(runOf("run_1"), { do: "undo" });
    expect(told).toEqual([0]);
    expect(drafts.get(runOf("run_1")).tasks).toHaveLength(1);
  });

  it("begins anew with another version of the plan", () => {
    const drafts = holdDrafts(NONE);
    drafts.edit(runOf("run_1"), { do: "remove", tasks: [0] });
    expect(drafts.get(runOf("run_1", 2)).tasks).toHaveLength(1);
  });

  it("stays the same as long as it is shown, however many are", () => {
    const drafts = holdDrafts(NONE);
    for (const run of MANY) drafts.listen(run, () => {});
    const before = MANY.map(drafts.get);
    MANY.forEach((run, place) => {
      expect(drafts.get(run)).toBe(before[place]);
    });
  });

  it("is forgotten once it has not been shown for long, and read again from what is kept", () => {
    const reads: string[] = [];
    const drafts = holdDrafts({
      read: ({ id }) => {
        reads.push(id);
        return null;
      },
    });
    for (const run of MANY) drafts.get(run);
    drafts.get(runOf("run_29"));
    expect(reads).toHaveLength(30);
    drafts.get(runOf("run_0"));
    expect(reads).toHaveLength(31);
  });
});
