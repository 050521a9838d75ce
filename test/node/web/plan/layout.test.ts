import { describe, expect, test } from "vitest";
import { type Box, edgeKey, type Layout, labelWords, layOut, layoutsOf } from "../../../../web/plan/graph/layout.ts";
import { pathThrough } from "../../../../web/plan/graph/path.ts";
import { type GraphTask, structureOf } from "../../../../web/plan/graph/structure.ts";
import {
  beyond,
  boundsOf,
  directionFor,
  directionOfLarge,
  type Fit,
  firstView,
  fitFor,
  isSeen,
  wholeAt,
} from "../../../../web/plan/graph/view.ts";

const task = (id: number, dep: readonly number[]): GraphTask => ({
  id,
  task: "any",
  dep,
  args: Object.fromEntries(dep.filter((one) => one >= 0).map((one) => [`port-${one}`, `<resource>-${one}`])),
});
const DIAMOND = structureOf([task(0, [-1]), task(1, [0]), task(2, [0]), task(3, [1, 2])], new Map());
/** As many tasks as a plan may have, in ranks of eight. */
const LARGEST = structureOf(
  Array.from({ length: 256 }, (_, id) => task(id, id < 8 ? [-1] : [id - 8, id - 8 - (id % 8 === 0 ? 0 : 1)])),
  new Map(),
);

const boxOf = ({ nodes }: Layout, id: number): Box => {
  const box = nodes.get(id);
  if (!box) throw new Error(`No box for ${id}`);
  return box;
};
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe("a layout", () => {
  test("to the right has later tasks further right, and those side by side one above the other", () => {
    const layout = layOut(DIAMOND, "right");
    expect(boxOf(layout, 1).x).toBeGreaterThan(boxOf(layout, 0).x + boxOf(layout, 0).width);
    expect(boxOf(layout, 3).x).toBeGreaterThan(boxOf(layout, 2).x + boxOf(layout, 2).width);
    expect(boxOf(layout, 1).x).toBe(boxOf(layout, 2).x);
    expect(boxOf(layout, 1).y).not.toBe(boxOf(layout, 2).y);
  });

  test("down has later tasks further down", () => {
    const layout = layOut(DIAMOND, "down");
    expect(boxOf(layout, 1).y).toBeGreaterThan(boxOf(layout, 0).y + boxOf(layout, 0).height);
    expect(boxOf(layout, 1).y).toBe(boxOf(layout, 2).y);
  });

  test.each(["right", "down"] as const)("%s is read in the order of the tasks", (direction) => {
    const fan = structureOf([task(0, [-1]), ...[1, 2, 3, 4].map((id) => task(id, [0])), task(5, [4])], new Map());
    const layout = layOut(fan, direction);
    const across = [1, 2, 3, 4].map((id) => boxOf(layout, id)[direction === "right" ? "y" : "x"]);
    expect(across).toEqual(across.toSorted((a, b) => a - b));
    // What is drawn is turned with the boxes: lines and their labels go where the boxes are.
    const [from, way] = [boxOf(layout, 4), layout.edges.get(edgeKey(0, 4))];
    const middle = direction === "right" ? from.y + from.height / 2 : from.x + from.width / 2;
    expect(way?.label?.[direction === "right" ? "y" : "x"]).toBeCloseTo(middle);
  });

  test("has lines from the edge of one box to the edge of the other, and a place for each label", () => {
    const layout = layOut(DIAMOND, "right");
    const way = layout.edges.get(edgeKey(0, 1));
    const [from, to] = [boxOf(layout, 0), boxOf(layout, 1)];
    expect(way?.points[0]).toEqual({ x: from.x + from.width, y: from.y + from.height / 2 });
    expect(way?.points.at(-1)).toEqual({ x: to.x, y: to.y + to.height / 2 });
    expect(way?.label?.x).toBeGreaterThan(from.x + from.width);
    expect(way?.label?.x).toBeLessThan(to.x);
  });

  test("of the largest plan puts no box over another", () => {
    const boxes = [...layOut(LARGEST, "down").nodes.values()];
    expect(boxes).toHaveLength(256);
    expect(boxes.some((one, index) => boxes.slice(index + 1).some((other) => overlap(one, other)))).toBe(false);
  });

  test("bears a circle, as an edit may have one", () => {
    const circle = structureOf([task(0, [1]), task(1, [0])], new Map());
    expect(layOut(circle, "right").nodes.size).toBe(2);
  });
});

describe("the first view", () => {
  test("shows a small plan whole, and no larger than it is", () => {
    const layout = layOut(DIAMOND, "right");
    const size = { width: 1600, height: 900 };
    const view = firstView(layout, size, "right");
    expect(view.zoom).toBe(1);
    expect([...layout.nodes.values()].every((box) => isSeen(box, view, size))).toBe(true);
  });

  test("shows the beginning of a large one, legibly", () => {
    const layout = layOut(LARGEST, "down");
    const size = { width: 500, height: 700 };
    const view = firstView(layout, size, "down");
    expect(view.zoom).toBeGreaterThan(0.5);
    expect(boundsOf(layout).y * view.zoom + view.y).toBeGreaterThan(0);
    expect(isSeen(boxOf(layout, 0), view, size)).toBe(true);
  });

  test.each(["right", "down"] as const)(
    "wastes no room beside the first of many side by side, going %s",
    (direction) => {
      const alone = structureOf(
        Array.from({ length: 12 }, (_, id) => task(id, [-1])),
        new Map(),
      );
      const layout = layOut(alone, direction);
      const size = { width: 500, height: 700 };
      const view = firstView(layout, size, direction);
      const bounds = boundsOf(layout);
      const [from, room] =
        direction === "right"
          ? [bounds.y * view.zoom + view.y, size.height]
          : [bounds.x * view.zoom + view.x, size.width];
      expect(from).toBeLessThan(room / 10);
      expect(isSeen(boxOf(layout, 0), view, size)).toBe(true);
    },
  );

  test("goes along the longer side where a plan is seen whole in neither direction, and stays so", () => {
    expect(directionOfLarge({ width: 900, height: 500 })).toBe("right");
    expect(directionOfLarge({ width: 360, height: 700 })).toBe("down");
    expect(directionOfLarge({ width: 360, height: 700 }, "right")).toBe("right");
  });

  /** A task, as many that need it alone, and one that needs them all. */
  const fan = (width: number) => {
    const middle = Array.from({ length: width }, (_, id) => task(id + 1, [0]));
    const last = task(
      width + 1,
      middle.map(({ id }) => id),
    );
    const structure = structureOf([task(0, [-1]), ...middle, last], new Map());
    return { right: layOut(structure, "right"), down: layOut(structure, "down") };
  };
  const PANEL = { width: 500, height: 650 };

  test.each([
    ["a wide fan", fan(6), PANEL, "right"],
    ["a chain", fan(1), PANEL, "down"],
    ["a chain on a wide screen", fan(1), { width: 1200, height: 400 }, "right"],
  ] as const)("goes where more of %s is seen", (_, layouts, size, direction) => {
    expect(directionFor(layouts, size)).toBe(direction);
  });

  test("does not turn round for little", () => {
    const diamond = { right: layOut(DIAMOND, "right"), down: layOut(DIAMOND, "down") };
    for (let width = 300; width <= 1300; width += 50) {
      const size = { width, height: 700 };
      const gain = wholeAt(diamond.down, size) / wholeAt(diamond.right, size);
      expect(directionFor(diamond, size, "right")).toBe(gain > 1.4 ? "down" : "right");
      expect(directionFor(diamond, size, "down")).toBe(gain < 1 / 1.4 ? "right" : "down");
    }
    expect(directionFor(fan(1), { width: 390, height: 700 }, "right")).toBe("down");
  });
});

describe("a plan in a small panel", () => {
  /** Something is read, four things are asked of it, and one of the answers goes on. */
  const demo = structureOf([task(0, [-1]), ...[1, 2, 3, 4, 6].map((id) => task(id, [0])), task(5, [4])], new Map());
  const both = (of: typeof demo) => ({ roomy: layoutsOf(of), compact: layoutsOf(of, "compact") });
  const PANEL = { width: 503, height: 648 };

  test("is laid out compactly, and seen whole", () => {
    const layouts = both(demo);
    const fit = fitFor(layouts, PANEL);
    const layout = layouts[fit.density][fit.direction];
    const view = firstView(layout, PANEL, fit.direction);
    expect(fit.density).toBe("compact");
    expect(view.zoom).toBeGreaterThanOrEqual(0.55);
    expect([...layout.nodes.values()].every((box) => isSeen(box, view, PANEL))).toBe(true);
    expect(beyond(layout, view, PANEL)).toBe("");
  });

  test("is roomy where there is room", () => {
    expect(fitFor(both(demo), { width: 1200, height: 800 })).toEqual({ direction: "right", density: "roomy" });
  });

  test("is roomy where it is too large to be seen whole in any way", () => {
    expect(fitFor(both(LARGEST), PANEL).density).toBe("roomy");
  });

  test.each([
    ["the demo", demo],
    ["a diamond", DIAMOND],
  ])("of %s comes to rest at every size, whatever it was before", (_, structure) => {
    const layouts = both(structure);
    const befores: readonly Fit[] = (["right", "down"] as const).flatMap((direction) =>
      (["roomy", "compact"] as const).map((density) => ({ direction, density })),
    );
    for (let width = 200; width <= 1400; width += 40) {
      for (const before of befores) {
        const size = { width, height: 600 };
        const settled = fitFor(layouts, size, fitFor(layouts, size, fitFor(layouts, size, before)));
        expect(fitFor(layouts, size, settled)).toEqual(settled);
      }
    }
  });

  test("fades where more follows", () => {
    const layout = layOut(DIAMOND, "right");
    const { width, height } = boundsOf(layout);
    const view = { x: 0, y: 0, zoom: 1 };
    expect(beyond(layout, view, { width: width - 50, height })).toBe("right");
    expect(beyond(layout, { ...view, x: -50, y: -50 }, { width, height: height - 100 })).toBe("left top bottom");
  });
});

test.each([
  ["context: text, question: text", "roomy", "context: text, question: text"],
  ["context: text", "compact", "context"],
  ["image/canny", "compact", "image/canny"],
  ["context: text, question: text", "compact", "context, qu…"],
  ["", "compact", ""],
] as const)("the label %j is told as %s as %j", (label, density, words) => {
  expect(labelWords(label, density)).toBe(words);
});

test("a line bends in the direction of the picture", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 40 },
  ];
  expect(pathThrough(points, "right")).toBe("M0,0C50,0 50,40 100,40");
  expect(pathThrough(points, "down")).toBe("M0,0C0,20 100,20 100,40");
  expect(pathThrough([], "down")).toBe("");
});
