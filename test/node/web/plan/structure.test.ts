import { describe, expect, test } from "vitest";
import {
  dependenciesOf,
  filesOf,
  type GraphTask,
  inOrder,
  type PortsOfType,
  structureOf,
} from "../../../../web/plan/graph/structure.ts";

const task = (id: number, args: GraphTask["args"], dep: readonly number[] = [-1], name = "any"): GraphTask => ({
  id,
  task: name,
  dep,
  args,
});

const TYPES: ReadonlyMap<string, PortsOfType> = new Map(
  (
    [
      { name: "draw", inputs: [{ name: "text", kinds: ["text"] }], outputs: [{ name: "image", kinds: ["image"] }] },
      {
        name: "edges",
        inputs: [{ name: "image", kinds: ["image"] }],
        outputs: [{ name: "image", kinds: ["image/canny"] }],
      },
      {
        name: "find",
        inputs: [{ name: "image", kinds: ["image"] }],
        outputs: [
          { name: "objects", kinds: ["data"] },
          { name: "image", kinds: ["image"] },
          { name: "text", kinds: ["text"] },
        ],
      },
      {
        name: "answer",
        inputs: [
          { name: "question", kinds: ["text"] },
          { name: "context", kinds: ["text"] },
        ],
        outputs: [{ name: "answer", kinds: ["text"] }],
      },
    ] as const satisfies readonly PortsOfType[]
  ).map((type) => [type.name, type]),
);

describe("dependencies", () => {
  test("come from the arguments and from `dep`, each once, without -1 and without itself", () => {
    const one = task(4, { image: "<resource>-1", text: ["<resource>-0", "<resource>-1"] }, [-1, 1, 2, 4]);
    expect(dependenciesOf(one)).toEqual([1, 0, 2]);
  });

  test("files are told each once", () => {
    const one = task(0, { image: "res_aa", mask: "res_aa", page: "https://example.com/" });
    expect(filesOf(one)).toEqual([
      { from: "file", id: "res_aa" },
      { from: "address", url: "https://example.com/" },
    ]);
  });
});

describe("the order of tasks", () => {
  const idsInOrder = (tasks: readonly GraphTask[]): readonly number[] => inOrder(tasks).map(({ id }) => id);

  test("has each after what it depends on, whatever the order on the wire", () => {
    expect(idsInOrder([task(2, {}, [1]), task(1, {}, [0]), task(0, {}), task(3, {})])).toEqual([0, 3, 1, 2]);
  });

  test("has tasks of a circle, and those behind it, last", () => {
    expect(idsInOrder([task(0, {}, [1]), task(1, {}, [0]), task(2, {}, [1]), task(3, {})])).toEqual([3, 0, 1, 2]);
  });

  test("does not wait for a task that is not there", () => {
    expect(idsInOrder([task(1, { text: "<resource>-9" })])).toEqual([1]);
  });
});

describe("what flows", () => {
  const cases: readonly (readonly [string, GraphTask, GraphTask, string])[] = [
    [
      "a kind of the port's name once",
      task(0, {}, [-1], "draw"),
      task(1, { image: "<resource>-0" }, [0], "edges"),
      "image",
    ],
    ["a subkind alone", task(0, {}, [-1], "edges"), task(1, { image: "<resource>-0" }, [0], "find"), "image/canny"],
    [
      "port and kind",
      task(0, {}, [-1], "answer"),
      task(1, { question: "<resource>-0" }, [0], "answer"),
      "question: text",
    ],
    [
      "the first output that fits the port",
      task(0, {}, [-1], "find"),
      task(1, { context: "<resource>-0" }, [0], "answer"),
      "context: text",
    ],
    [
      "the output that is named",
      task(0, {}, [-1], "find"),
      task(1, { context: "<resource>-0.objects" }, [0], "answer"),
      "context: data",
    ],
    [
      "all ports that one task feeds",
      task(0, {}, [-1], "answer"),
      task(1, { question: "<resource>-0", context: "<resource>-0" }, [0], "answer"),
      "question: text, context: text",
    ],
    [
      "a fan-in once",
      task(0, {}, [-1], "draw"),
      task(1, { image: ["<resource>-0", "<resource>-0"] }, [0], "find"),
      "image",
    ],
    [
      "the port alone for a type nobody knows",
      task(0, {}, [-1], "new"),
      task(1, { image: "<resource>-0" }, [0], "find"),
      "image",
    ],
    ["nothing for an order without an argument", task(0, {}, [-1], "draw"), task(1, {}, [0], "find"), ""],
  ];
  test.each(cases)("%s", (_, from, to, label) => {
    expect(structureOf([from, to], TYPES).edges).toEqual([{ from: 0, to: 1, label }]);
  });
});

test("statuses are no part of the structure, so that they cannot move the picture", () => {
  const before = [task(0, { image: "res_aa" }), task(1, { image: "<resource>-0" }, [0])];
  const after = before.map((one) => ({ ...one, status: "running" as const, attempts: [] }));
  expect(structureOf(after, TYPES)).toEqual(structureOf(before, TYPES));
});
