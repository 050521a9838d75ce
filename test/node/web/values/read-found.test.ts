import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/domain/json.ts";
import { readFound, readRegions, readScores } from "../../../../web/values/data/read-found.ts";

const BOX = { xmin: 1, ymin: 2, xmax: 3, ymax: 4 };

describe("what a model found", () => {
  it.each<readonly [string, JsonValue, unknown]>([
    ["objects", [{ label: "dog", score: 0.9, box: BOX }], [{ label: "dog", score: 0.9, box: BOX }]],
    ["objects without scores", [{ label: "dog", box: BOX }], [{ label: "dog", score: null, box: BOX }]],
    ["lines of text", [{ text: "Due", confidence: 0.8, box: BOX }], [{ label: "Due", score: 0.8, box: BOX }]],
    [
      "codes by their corners",
      [
        {
          format: "qr-code",
          text: "hello",
          corners: [
            { x: 1, y: 2 },
            { x: 3, y: 2 },
            { x: 3, y: 4 },
          ],
        },
      ],
      [{ label: "hello", score: null, box: BOX }],
    ],
    ["nothing", [], null],
    ["labels without boxes", [{ label: "dog", score: 0.9 }], null],
    ["a box of texts", [{ label: "dog", box: { ...BOX, xmin: "1" } }], null],
    ["something else among them", [{ label: "dog", box: BOX }, "cat"], null],
    ["no list", { label: "dog", box: BOX }, null],
  ])("reads %s", (_, data, found) => expect(readFound(data)).toEqual(found));

  it("reads regions, those of one colour together", () => {
    const data = [
      { label: "sky", score: 0.9, colour: "#0000ff" },
      { label: "person", score: 0.8, colour: "#ff0000" },
      { label: "person", score: 0.5, colour: "#ff0000" },
    ];
    expect(readRegions(data)).toEqual([
      { label: "sky", score: 0.9, colour: [0, 0, 255] },
      { label: "person (2)", score: 0.8, colour: [255, 0, 0] },
    ]);
    expect(readRegions([{ label: "sky", score: 1, colour: "blue" }])).toBeNull();
  });

  it.each<readonly [string, JsonValue, unknown]>([
    ["labels", [{ label: "positive", score: 0.96 }], [{ label: "positive", score: 0.96 }]],
    ["languages by their names", [{ label: "de", name: "German", score: 1 }], [{ label: "German", score: 1 }]],
    ["sentences", [{ sentence: "A dog.", score: 0.4 }], [{ label: "A dog.", score: 0.4 }]],
    ["scores that are none of a whole", [{ label: "a", score: 12 }], null],
    ["objects, which have boxes", [{ label: "dog", score: 0.9, box: BOX }], null],
    ["records without a score", [{ label: "a" }], null],
  ])("reads the scores of %s", (_, data, scores) => expect(readScores(data)).toEqual(scores));
});
