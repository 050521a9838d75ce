import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Step } from "../../../src/domain/goal/step.ts";
import { criticalEfforts, orderSteps, type Tree } from "../../../src/domain/goal/tree.ts";
import type { Kind } from "../../../src/domain/kinds.ts";

const step = (
  name: string,
  inputs: readonly string[],
  outputs: readonly string[],
  change: Partial<Step> = {},
): Step => ({
  ...{ name, parent: "goal", depth: 1, does: name, inputs, value: 5, effort: 1, action: { as: "program" } },
  outputs: outputs.map((output) => ({ name: output, kind: "text", description: "" })),
  ...change,
});

const tree = (leaves: readonly Step[], wanted: readonly string[], given: readonly string[] = ["file"]): Tree => ({
  leaves,
  wanted: wanted.map((name) => ({ name, kind: "text", description: "" })),
  given: new Map(given.map((name): [string, Kind] => [name, "text"])),
});

const names = (steps: readonly Step[]): readonly string[] => steps.map(({ name }) => name);

describe("the order of steps", () => {
  it("follows from inputs and outputs, whatever the order in which they are written", () => {
    const ordered = orderSteps(
      tree([step("last", ["b"], ["c"]), step("first", ["file"], ["a"]), step("next", ["a"], ["b"])], ["c"]),
    );
    expect(ordered.ok && names(ordered.value.order)).toEqual(["first", "next", "last"]);
  });

  it("leaves out, by name, what nobody needs directly or at the end", () => {
    const ordered = orderSteps(
      tree(
        [step("needed", ["file"], ["a"]), step("feeds-nobody", ["file"], ["b"]), step("feeds-that", ["b"], ["c"])],
        ["a"],
      ),
    );
    expect(ordered.ok && names(ordered.value.order)).toEqual(["needed"]);
    expect(ordered.ok && names(ordered.value.unneeded)).toEqual(["feeds-nobody", "feeds-that"]);
  });

  it.each<[string, Tree, RegExp]>([
    [
      "an input that nobody makes",
      tree([step("one", ["nowhere"], ["a"])], ["a"]),
      /takes "nowhere", which nobody makes/,
    ],
    [
      "an output that nobody makes",
      tree([step("one", ["file"], ["a"])], ["b"]),
      /"b" is asked for, and nobody makes it/,
    ],
    [
      "two makers",
      tree([step("one", [], ["a"]), step("two", [], ["a"])], ["a"]),
      /gives "a", which "one" gives as well/,
    ],
    ["a value that is there", tree([step("one", [], ["file"])], ["file"]), /gives "file", which is there already/],
    [
      "a circle",
      tree([step("one", ["b"], ["a"]), step("two", ["a"], ["b"])], ["a"]),
      /"one", "two" wait for each other/,
    ],
    ["a step that waits for itself", tree([step("one", ["a"], ["a"])], ["a"]), /"one" wait/],
    [
      "another kind than is asked for",
      { ...tree([step("one", [], ["a"])], []), wanted: [{ name: "a", kind: "table", description: "" }] },
      /gives "a" as text, and it is asked for as table/,
    ],
  ])("names %s", (_, faulty, message) => {
    const ordered = orderSteps(faulty);
    expect(ordered.ok).toBe(false);
    if (!ordered.ok) expect(ordered.error.map((fault) => `${fault.step} ${fault.message}`).join("\n")).toMatch(message);
  });

  it("takes it for no fault to need what is known to be out of reach", () => {
    const ordered = orderSteps(
      tree([step("one", ["lost"], ["a"]), step("two", ["file"], ["b"])], ["a", "b"]),
      new Set(["lost", "a"]),
    );
    expect(ordered.ok && names(ordered.value.order)).toEqual(["one", "two"]);
  });

  it("has every step after those that make its inputs, and each needed step once", () => {
    const anyTree = fc
      .array(fc.uniqueArray(fc.nat(30), { maxLength: 4 }), { minLength: 1, maxLength: 30 })
      .map((takes) => {
        const leaves = takes.map((inputs, n) => {
          const earlier = inputs.filter((one) => one < n).map((one) => `v${one}`);
          return step(`s${n}`, earlier.length > 0 ? earlier : ["file"], [`v${n}`]);
        });
        return tree(leaves.toReversed(), [`v${takes.length - 1}`]);
      });
    fc.assert(
      fc.property(anyTree, (some) => {
        const ordered = orderSteps(some);
        if (!ordered.ok) throw new Error(JSON.stringify(ordered.error));
        const there = new Set(some.given.keys());
        for (const { inputs, outputs } of ordered.value.order) {
          expect(inputs.filter((name) => !there.has(name))).toEqual([]);
          for (const { name } of outputs) there.add(name);
        }
        expect(ordered.value.order.length + ordered.value.unneeded.length).toBe(some.leaves.length);
        expect(new Set(ordered.value.order).size).toBe(ordered.value.order.length);
      }),
    );
  });
});

describe("the chain behind a step", () => {
  it("is as long as the efforts of the longest way to the end", () => {
    const order = [
      step("a", ["file"], ["x"], { effort: 2 }),
      step("b", ["x"], ["y"], { effort: 5 }),
      step("c", ["x"], ["z"], { effort: 1 }),
      step("d", ["y", "z"], ["w"], { effort: 3 }),
    ];
    expect([...criticalEfforts(order, ({ effort }) => effort)]).toEqual([
      ["d", 3],
      ["c", 4],
      ["b", 8],
      ["a", 10],
    ]);
  });
});
