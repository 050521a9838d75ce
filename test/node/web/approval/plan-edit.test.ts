import { describe, expect, it } from "vitest";
import {
  beginDraft,
  type Draft,
  dependentsOf,
  type Edit,
  editDraft,
  isEdited,
  resumeDraft,
  type Tasks,
  takesFrom,
} from "../../../../web/approval/plan-edit.ts";

const PROPOSED: Tasks = [
  { task: "optical-character-recognition", id: 0, dep: [-1], args: { image: "res_1" } },
  { task: "translation", id: 1, dep: [0], args: { text: "<resource>-0", "target-language": "French" } },
  { task: "summarization", id: 2, dep: [0], args: { text: "<resource>-0" } },
  { task: "text-to-speech", id: 3, dep: [2], args: { text: "<resource>-2" }, model: "embedded:flite-slt" },
];

describe("an edit that is gone on with", () => {
  it("is undone to what was proposed", () => {
    const kept = PROPOSED.slice(0, 3);
    const draft = resumeDraft(PROPOSED, kept);
    expect(draft.tasks).toEqual(kept);
    expect(isEdited(draft)).toBe(true);
    expect(editDraft(draft, { do: "undo" }).tasks).toEqual(PROPOSED);
  });

  it("is what was proposed where nothing was kept", () => {
    expect(resumeDraft(PROPOSED, null)).toEqual(beginDraft(PROPOSED));
  });
});

const edited = (...edits: readonly Edit[]): Draft => edits.reduce(editDraft, beginDraft(PROPOSED));
const task = ({ tasks }: Draft, id: number) => tasks.find((one) => one.id === id);

describe("an edit of a plan", () => {
  it.each<[string, Edit, number, object]>([
    [
      "binds an argument in its place",
      { do: "bind", task: 1, port: "target-language", value: { literal: "German" } },
      1,
      {
        task: "translation",
        id: 1,
        dep: [0],
        args: { text: "<resource>-0", "target-language": { literal: "German" } },
      },
    ],
    [
      "leaves an argument out",
      { do: "bind", task: 1, port: "target-language", value: null },
      1,
      { task: "translation", id: 1, dep: [0], args: { text: "<resource>-0" } },
    ],
    [
      "tells anew what a task waits for",
      { do: "bind", task: 3, port: "text", value: "<resource>-1.text" },
      3,
      { task: "text-to-speech", id: 3, dep: [1], args: { text: "<resource>-1.text" }, model: "embedded:flite-slt" },
    ],
    [
      "lets a task wait for nothing",
      { do: "type", task: 2, port: "text", value: { literal: "Hello" } },
      2,
      { task: "summarization", id: 2, dep: [-1], args: { text: { literal: "Hello" } } },
    ],
    [
      "insists on a model",
      { do: "cast", task: 2, model: "custom:our/summarizer" },
      2,
      { ...PROPOSED[2], model: "custom:our/summarizer" },
    ],
    [
      "leaves the model to the server",
      { do: "cast", task: 3, model: null },
      3,
      { task: "text-to-speech", id: 3, dep: [2], args: { text: "<resource>-2" } },
    ],
  ])("%s", (_, edit, id, expected) => {
    const draft = edited(edit);
    expect(task(draft, id)).toEqual(expected);
    expect(draft.tasks.filter((one) => one.id !== id)).toEqual(PROPOSED.filter((one) => one.id !== id));
    expect(isEdited(draft)).toBe(true);
  });

  it("removes tasks", () => {
    expect(edited({ do: "remove", tasks: [2, 3] }).tasks.map(({ id }) => id)).toEqual([0, 1]);
  });

  it("takes another plan, as far as it is one", () => {
    const planned = { task: "summarization", id: 7, dep: [-1], args: { text: "Hello" }, candidates: [] };
    expect(edited({ do: "take", tasks: [planned] }).tasks).toEqual([
      { task: "summarization", id: 7, dep: [-1], args: { text: "Hello" } },
    ]);
  });

  it("begins with what makes a plan of the tasks of a run", () => {
    const shown = { ...PROPOSED[0], status: "waiting", outputs: {} } as Tasks[number];
    expect(beginDraft([shown]).tasks).toEqual([PROPOSED[0]]);
  });
});

describe("undo", () => {
  const remove: Edit = { do: "remove", tasks: [3] };
  const typed = (text: string): Edit => ({ do: "type", task: 1, port: "target-language", value: { literal: text } });

  it("goes back step by step, and no further than to the beginning", () => {
    const draft = edited(remove, { do: "cast", task: 2, model: "a:b" }, { do: "undo" });
    expect(draft.tasks).toEqual(PROPOSED.slice(0, 3));
    expect(editDraft(editDraft(draft, { do: "undo" }), { do: "undo" }).tasks).toEqual(PROPOSED);
  });

  it("takes what was typed into one field in one step", () => {
    expect(edited(remove, typed("G"), typed("Ge"), typed("German"), { do: "undo" }).tasks).toEqual(
      PROPOSED.slice(0, 3),
    );
  });

  it("does not take back what was typed elsewhere meanwhile", () => {
    const other: Edit = { do: "type", task: 2, port: "text", value: { literal: "x" } };
    expect(task(edited(typed("G"), other, { do: "undo" }), 1)?.args).toHaveProperty("target-language", {
      literal: "G",
    });
  });

  it("takes a reset back as well", () => {
    const reset = edited(remove, { do: "reset" });
    expect(reset.tasks).toEqual(PROPOSED);
    expect(editDraft(reset, { do: "undo" }).tasks).toEqual(PROPOSED.slice(0, 3));
  });

  it("knows no step that changed nothing", () => {
    expect(edited({ do: "reset" }, { do: "cast", task: 2, model: null }).past).toEqual([]);
  });

  it("keeps a bounded number of steps", () => {
    const edits = Array.from({ length: 300 }, (_, place): Edit => ({ do: "cast", task: 2, model: `a:${place}` }));
    expect(edited(...edits).past.length).toBeLessThanOrEqual(100);
  });
});

describe("whether a plan is edited", () => {
  it.each<[string, readonly Edit[], boolean]>([
    ["as it was proposed", [], false],
    [
      "a text that is typed as it was",
      [{ do: "type", task: 1, port: "target-language", value: { literal: "French" } }],
      false,
    ],
    [
      "an argument that is left out and put back",
      [
        { do: "bind", task: 1, port: "text", value: null },
        { do: "bind", task: 1, port: "text", value: "<resource>-0" },
      ],
      false,
    ],
    [
      "a file in the place of a text of the same letters",
      [{ do: "bind", task: 0, port: "image", value: { literal: "res_1" } }],
      true,
    ],
    ["a model", [{ do: "cast", task: 0, model: "a:b" }], true],
  ])("%s: %s", (_, edits, expected) => {
    expect(isEdited(edited(...edits))).toBe(expected);
  });
});

describe("what depends on what", () => {
  it.each<[number, readonly number[]]>([
    [0, [1, 2, 3]],
    [1, []],
    [2, [3]],
    [9, []],
  ])("on task %i: %j", (id, expected) => {
    expect(dependentsOf(PROPOSED, id)).toEqual(expected);
  });

  it("ends in a circle", () => {
    const circle: Tasks = [
      { task: "a", id: 0, dep: [1], args: { text: "<resource>-1" } },
      { task: "b", id: 1, dep: [0], args: { text: "<resource>-0" } },
    ];
    expect(dependentsOf(circle, 0)).toEqual([1]);
  });

  it("is told from every item of a list, and from no literal", () => {
    expect(takesFrom({ args: { many: ["<resource>-3", "<resource>-1.text", "words"] } })).toEqual([3, 1]);
    expect(takesFrom({ args: { text: { literal: "<resource>-3" }, other: ["a", "b"] } })).toEqual([]);
  });
});
