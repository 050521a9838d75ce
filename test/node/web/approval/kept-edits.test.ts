import { describe, expect, it } from "vitest";
import { keptEditsIn } from "../../../../web/approval/kept-edits.ts";
import type { Tasks } from "../../../../web/approval/plan-edit.ts";

const tasks = (text: string): Tasks => [{ task: "summarization", id: 0, dep: [-1], args: { text } }];
const PLAN = { id: "run_1", planVersion: 1 };

function storageOf(items = new Map<string, string>()) {
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
  return { items, edits: keptEditsIn(() => storage) };
}

describe("an edit of a plan", () => {
  it("is there when one comes back, and gone when it is decided on", () => {
    const { items, edits } = storageOf();
    edits.write(PLAN, tasks("mine"));
    expect(edits.read(PLAN)).toEqual(tasks("mine"));
    edits.write(PLAN, null);
    expect(edits.read(PLAN)).toBeNull();
    expect(items.size).toBe(0);
  });

  it("is of one version of one run", () => {
    const { edits } = storageOf();
    edits.write(PLAN, tasks("mine"));
    expect(edits.read({ ...PLAN, planVersion: 2 })).toBeNull();
    expect(edits.read({ ...PLAN, id: "run_2" })).toBeNull();
  });

  it("takes bounded room: the oldest goes first, and one that is too large is not kept", () => {
    const { items, edits } = storageOf();
    for (let version = 1; version <= 20; version++) edits.write({ ...PLAN, planVersion: version }, tasks("mine"));
    expect(edits.read(PLAN)).toBeNull();
    expect(edits.read({ ...PLAN, planVersion: 20 })).toEqual(tasks("mine"));
    edits.write({ ...PLAN, id: "run_2" }, tasks("x".repeat(1_000_000)));
    expect(edits.read({ ...PLAN, id: "run_2" })).toBeNull();
    expect([...items.values()].join("").length).toBeLessThan(1_000_000);
  });

  it.each(["{", "null", "{}", '[{"plan":"run_1/1","tasks":[{"task":1}]}]', '[{"plan":"run_1/1","tasks":"x"}]'])(
    "is none where the storage holds %s",
    (text) => {
      const { edits } = storageOf(new Map([["impresario.plan-edits", text]]));
      expect(edits.read(PLAN)).toBeNull();
    },
  );

  it("is none where storage is forbidden", () => {
    const edits = keptEditsIn(() => {
      throw new Error("forbidden");
    });
    edits.write(PLAN, tasks("mine"));
    expect(edits.read(PLAN)).toBeNull();
  });
});
