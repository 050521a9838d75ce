import { describe, expect, it } from "vitest";
import type { ResourceView } from "../../../../src/client/client.ts";
import type { Kind } from "../../../../src/domain/kinds.ts";
import { type AvailableValues, optionsFor } from "../../../../web/approval/options.ts";
import type { Tasks } from "../../../../web/approval/plan-edit.ts";
import { taskType } from "./task-type.ts";

const TASKS: Tasks = [
  { task: "drawing", id: 0, dep: [-1], args: { text: "a cat" } },
  { task: "edging", id: 1, dep: [0], args: { image: "<resource>-0" } },
  { task: "guided", id: 2, dep: [1], args: { image: "<resource>-1", text: "a dog" } },
];
const file = (id: string, kind: Kind): ResourceView => ({
  ...{ id, kind, name: `${id}.x`, mediaType: "", bytes: 1, sha256: "", createdAt: "", url: "", urlExpiresAt: "" },
});
const STOCK: AvailableValues = {
  tasks: TASKS,
  titles: new Map(TASKS.map(({ id }) => [id, `Do ${id}`])),
  types: new Map([
    [
      "drawing",
      taskType(
        "drawing",
        [["text", "text"]],
        [
          ["image", "image"],
          ["note", "text"],
        ],
      ),
    ],
    [
      "edging",
      taskType(
        "edging",
        [["image", "image"]],
        [
          ["image", "image/canny"],
          ["other", "image"],
        ],
      ),
    ],
    [
      "guided",
      taskType(
        "guided",
        [
          ["image", "image/canny"],
          ["text", "text"],
        ],
        [["image", "image"]],
      ),
    ],
  ]),
  files: [file("res_1", "image"), file("res_2", "image/canny"), file("res_3", "text")],
};

const portOf = (type: string, name: string) => {
  const port = STOCK.types.get(type)?.inputs.find((one) => one.name === name);
  if (!port) throw new Error(`${type} has no ${name}`);
  return port;
};

describe("an input may be filled", () => {
  it.each<[string, string, string, number, object]>([
    [
      "from files and outputs of a kind that fits",
      "edging",
      "image",
      1,
      { mayWrite: false, files: ["res_1", "res_2"], outputs: ["<resource>-0"] },
    ],
    [
      "by a subkind alone where it asks for one",
      "guided",
      "image",
      2,
      { mayWrite: false, files: ["res_2"], outputs: ["<resource>-1"] },
    ],
    [
      "by a text, and by an output that is not the first",
      "guided",
      "text",
      2,
      { mayWrite: true, files: ["res_3"], outputs: ["<resource>-0"] },
    ],
    ["never from what waits for it", "drawing", "text", 0, { mayWrite: true, files: ["res_3"], outputs: [] }],
  ])("%s", (_, type, port, task, expected) => {
    const { mayWrite, files, outputs } = optionsFor(portOf(type, port), task, STOCK);
    expect({ mayWrite, files: files.map(({ value }) => value), outputs: outputs.map(({ value }) => value) }).toEqual(
      expected,
    );
  });

  it("by a further output that is named", () => {
    const { outputs } = optionsFor({ ...portOf("edging", "image"), kinds: ["image"] }, 2, STOCK);
    expect(outputs).toEqual([
      { value: "<resource>-0", words: "1 Do 0: its image" },
      { value: "<resource>-1", words: "2 Do 1: its image" },
      { value: "<resource>-1.other", words: "2 Do 1: its other" },
    ]);
  });
});
