import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Meaning, meaningsOf, readArguments } from "../../../src/planning/wire/meanings.ts";
import { indexResources } from "../../../src/planning/wire/resource-index.ts";
import { RESOURCES } from "../plans.ts";

const shelf = indexResources(RESOURCES);

/** A meaning in one word and what it is about. */
function told(meaning: Meaning): string {
  switch (meaning.is) {
    case "task":
      return `task ${meaning.task}${meaning.output === null ? "" : ` ${meaning.output}`}`;
    case "resource":
      return `file ${meaning.resources.map((resource) => resource.name).join(" ")}`;
    case "literal":
      return `literal ${JSON.stringify(meaning.value)}`;
    case "missing-file":
      return `missing ${meaning.name}`;
    case "slot":
      return `slot ${meaning.words}`;
  }
}
const meant = (value: unknown): string[] => meaningsOf(value, shelf).map(told);

const VALUES: readonly (readonly [value: unknown, ...meant: string[]])[] = [
  // Nothing.
  [null],
  [undefined],
  [""],
  // References to tasks.
  ["<resource>-0", "task 0"],
  ["<GENERATED>-3.text", "task 3 text"],
  ["'<resource>-0'", "task 0"],
  ["<output_of_node_3>", "task 3"],
  ["<Node-1>.output", "task 1 output"],
  ["$[0]", "task 0"],
  ["node-4", "task 4"],
  ["the words of <resource>-2 there", "task 2"],
  ["<resource>-0, <resource>-1", "task 0", "task 1"],
  [["<resource>-0", "<node-1>"], "task 0", "task 1"],
  [[["<resource>-0"], [["<node-1>"]]], "task 0", "task 1"],
  // Words that only look like one.
  ["Step 1: open the box", 'literal "Step 1: open the box"'],
  ["$20", 'literal "$20"'],
  ["node-5 is down", 'literal "node-5 is down"'],
  ["our node-5", 'literal "our node-5"'],
  ["2 < 3 and 5 > 4", 'literal "2 < 3 and 5 > 4"'],
  ["I like a <b>nice</b> dog", 'literal "I like a <b>nice</b> dog"'],
  // Files.
  ["photo.jpg", "file photo.jpg"],
  ["PHOTO.JPG", "file photo.jpg"],
  ["./images/photo.jpg", "file photo.jpg"],
  ["res_photo.jpg", "file photo.jpg"],
  ["https://example.org/far.jpg", "file far.jpg"],
  ["photo.jpg, speech.wav", "file photo.jpg", "file speech.wav"],
  [["photo.jpg", "<resource>-0"], "file photo.jpg", "task 0"],
  ["gone.png", "missing gone.png"],
  ["res_gone", "missing res_gone"],
  // Words that only look like one.
  ["Node.js", 'literal "Node.js"'],
  ["v2.0", 'literal "v2.0"'],
  ["we read photo.jpg", 'literal "we read photo.jpg"'],
  // Slots of a template.
  ["<translated_text>", "slot <translated_text>"],
  ["<input text here>", "slot <input text here>"],
  // Values as they are.
  ["a dog", 'literal "a dog"'],
  [7, "literal 7"],
  [false, "literal false"],
  [{ a: 1 }, 'literal {"a":1}'],
  [{ literal: "<resource>-0" }, 'literal "<resource>-0"'],
  [[]],
  [["cat", "dog"], 'literal ["cat","dog"]'],
  [["cat", "<resource>-0"], 'literal "cat"', "task 0"],
  [Number.NaN, "slot a value that is no JSON"],
  [() => 1, "slot a value that is no JSON"],
];

describe("meaningsOf", () => {
  it.each(VALUES)("reads %j", (value, ...expected) => {
    expect(meant(value)).toEqual(expected);
  });

  it("gives every file of one name, the newest first", () => {
    const [photo] = RESOURCES;
    if (!photo) throw new Error("no resource");
    const older = { ...photo, id: "res_older", createdAt: photo.createdAt - 1 };
    expect(meaningsOf("photo.jpg", indexResources([older, photo]))).toEqual([
      { is: "resource", resources: [photo, older] },
    ]);
  });

  it("means something bounded by anything, and never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(meaningsOf(value, shelf).length).toBeLessThanOrEqual(256);
      }),
      { numRuns: 300 },
    );
  });

  it("comes to an end with values nested without end", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(5_000)}"<resource>-0"${"]".repeat(5_000)}`);
    expect(meaningsOf(deep, shelf)).toHaveLength(1);
  });
});

describe("readArguments", () => {
  const named = (given: unknown): (string | null)[][] =>
    readArguments(given, shelf).map(({ name, meanings }) => [name, ...meanings.map(told)]);

  it.each<[what: string, given: unknown, ...read: (string | null)[][]]>([
    ["an object", { text: "a", image: "photo.jpg" }, ["text", 'literal "a"'], ["image", "file photo.jpg"]],
    ["a list", ["a", "<node-0>"], [null, 'literal "a"'], [null, "task 0"]],
    [
      "TaskBench's names and values",
      [
        { name: "text", value: "a" },
        { name: "image", value: "<node-0>" },
      ],
      ["text", 'literal "a"'],
      ["image", "task 0"],
    ],
    ["a value under the name", [{ name: "<node-0>" }], [null, "task 0"]],
    ["one value alone", "photo.jpg", [null, "file photo.jpg"]],
    ["nothing", {}],
    ["unused slots of the template", { text: "", image: null }],
    ["a name that every object has", { constructor: "a" }, ["constructor", 'literal "a"']],
  ])("reads %s", (_, given, ...read) => {
    expect(named(given)).toEqual(read);
  });

  it("reads no more arguments than any task type has", () => {
    const given = Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`text${number}`, "a"]));
    expect(readArguments(given, shelf)).toHaveLength(64);
  });
});
