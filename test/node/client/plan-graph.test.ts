import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DrawnNode, drawGraph } from "../../../src/client/command-line/plan-graph.ts";

const draw = (dependsOn: readonly (readonly number[])[]): string =>
  drawGraph(dependsOn.map((sources, id) => ({ id, dependsOn: sources })))
    .rows.map(({ id, before, after }) => `${before}${id}${after}`.trimEnd())
    .join("\n");

describe("the graph of a plan", () => {
  it.each([
    ["nothing", [], ""],
    ["tasks side by side", [[], [], []], "0\n1\n2"],
    ["a fan and a step", [[], [0], [0], [2]], "0\n├▶1\n└▶2\n  └▶3"],
    ["a fan-in", [[], [], [], [0, 1, 2]], "0\n│ 1\n│ │ 2\n└─┴─┴▶3"],
    ["a diamond", [[], [0], [0], [1, 2]], "0\n├▶1\n└─│▶2\n  └─┴▶3"],
    ["a late root, drawn where there is room", [[], [], [0], [1, 2]], "0\n└▶2\n1 │\n└─┴▶3"],
    [
      "a long chain, which starts from the left again",
      [[], [0], [1], [2], [3], [4], [5]],
      "0\n└▶1\n  └▶2\n    └▶3\n      └▶4\n        └▶5\n6◀────────┘",
    ],
  ])("shows %s", (_, dependsOn, drawing) => {
    expect(draw(dependsOn)).toBe(drawing);
  });

  it("gives up its lanes, but no task, when too many would be open at once", () => {
    const wide = [...Array.from({ length: 40 }, () => []), Array.from({ length: 40 }, (_, id) => id)];
    const graph = drawGraph(wide.map((dependsOn, id) => ({ id, dependsOn })));
    expect(graph.width).toBe(1);
    expect(graph.rows).toHaveLength(41);
  });

  it("draws nodes that wait for each other, or for nobody there, all the same", () => {
    const graph = drawGraph([
      { id: 1, dependsOn: [2] },
      { id: 2, dependsOn: [1] },
      { id: 3, dependsOn: [99] },
    ]);
    expect(graph.rows.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
  });

  const dags = fc
    .array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 30 })
    .map((lists): readonly DrawnNode[] =>
      lists.map((list, id) => ({ id, dependsOn: id === 0 ? [] : [...new Set(list.map((any) => any % id))] })),
    );

  it("has every task once, after what it takes from, in rows of one width", () => {
    fc.assert(
      fc.property(dags, (nodes) => {
        const { rows, width } = drawGraph(nodes);
        const place = new Map(rows.map(({ id }, index) => [id, index]));
        expect(place.size).toBe(nodes.length);
        for (const { id, dependsOn } of nodes) {
          for (const source of dependsOn) expect(place.get(source)).toBeLessThan(place.get(id) ?? -1);
        }
        for (const { before, after } of rows) expect(before.length + 1 + after.length).toBe(width);
      }),
    );
  });

  it("can be read back: the lines lead from each task to those it takes from, and to no other", () => {
    fc.assert(
      fc.property(dags, (nodes) => {
        const { rows, width } = drawGraph(nodes);
        fc.pre(nodes.length < 2 || width > 1);
        const read = readBack(rows);
        for (const { id, dependsOn } of nodes) expect(read.get(id)).toEqual([...dependsOn].sort((a, b) => a - b));
      }),
    );
  });
});

/** Follows the lanes as an eye would: down along verticals, and to a node along its arrow. */
function readBack(rows: ReturnType<typeof drawGraph>["rows"]): ReadonlyMap<number, readonly number[]> {
  const carried = new Map<number, number>();
  const read = new Map<number, readonly number[]>();
  for (const { id, before, after } of rows) {
    const cells = [...before, "●", ...after];
    const own = before.length;
    const sources: number[] = [];
    for (let column = 0; column < cells.length; column += 2) {
      const cell = cells[column] ?? " ";
      const source = carried.get(column);
      if ("└├┘┤┴┼".includes(cell) && source !== undefined) sources.push(source);
      if (column !== own && !"│├┤┼".includes(cell)) carried.delete(column);
    }
    read.set(
      id,
      sources.sort((a, b) => a - b),
    );
    carried.set(own, id);
  }
  return read;
}
