import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphView } from "../../../../src/client/client.ts";
import {
  degreesOf,
  layoutJob,
  nameOf,
  neighboursOf,
  radiusOf,
  startAt,
} from "../../../../web/catalogue/graph/picture.ts";

const node = (id: string): GraphView["nodes"][number] => ({
  id,
  kind: id.startsWith("model:") ? "model" : "task",
  name: nameOf(id),
  distance: 1,
});

const graphOf = (ids: readonly string[], edges: readonly (readonly [string, string])[]): GraphView => ({
  snapshot: "starter",
  center: ids[0] ?? "",
  depth: 1,
  nodes: ids.map(node),
  edges: edges.map(([from, to]) => ({ from, relation: "does", to })),
  truncated: false,
});

const GRAPH = graphOf(
  ["task:asr", "model:a/b", "model:c:d"],
  [
    ["model:a/b", "task:asr"],
    ["model:c:d", "task:asr"],
    ["model:a/b", "task:not-there"],
    ["model:a/b", "model:a/b"],
  ],
);

describe("the picture of a graph", () => {
  it("has its edges by the places of their ends, without those that lead nowhere", () => {
    const { sizes, edges } = layoutJob(GRAPH);
    expect([...edges]).toEqual([1, 0, 2, 0]);
    expect(sizes).toHaveLength(3);
    expect(sizes[0]).toBeGreaterThan(sizes[1] ?? 0);
  });

  it("draws what has more edges larger, up to a bound", () => {
    expect(degreesOf(GRAPH).get("task:asr")).toBe(2);
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(20_000), (one, other) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)];
        expect(radiusOf(few, false)).toBeLessThanOrEqual(radiusOf(many, false));
        expect(radiusOf(many, false)).toBeLessThanOrEqual(radiusOf(0, true));
      }),
    );
  });

  it("starts with no two nodes in one place", () => {
    const places = Array.from({ length: 5_000 }, (_, place) =>
      startAt(place)
        .map((at) => at.toFixed(3))
        .join(),
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it("is told in words as well: a node's neighbours, kind by kind", () => {
    expect([...neighboursOf(GRAPH, "task:asr")]).toEqual([["model", ["model:a/b", "model:c:d"]]]);
    expect([...neighboursOf(GRAPH, "model:c:d")]).toEqual([["task", ["task:asr"]]]);
    expect(nameOf("model:c:d")).toBe("c:d");
  });
});
