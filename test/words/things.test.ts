import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COCO_NAMES } from "../../src/words/things/coco.ts";
import { readThingsAsked } from "../../src/words/things/index.ts";

const kindsIn = (question: string): readonly string[] =>
  readThingsAsked(question).things.flatMap(({ kinds, relation }) => kinds.map((kind) => `${relation}: ${kind}`));

describe("the things that a question asks for", () => {
  it.each<[string, readonly string[]]>([
    ["Is there a dog?", ["same: dog"]],
    ["how many puppies are in the picture?", ["kind: dog"]],
    ["Is there a sofa or an aeroplane?", ["same: couch", "same: airplane"]],
    ["Do you see any wine glasses?", ["same: wine glass"]],
    ["count the traffic lights", ["same: traffic light"]],
    ["are there sheep, knives and children?", ["same: sheep", "same: knife", "kind: person"]],
    ["any fruit in it?", ["group: banana", "group: apple", "group: orange"]],
    ["In which of the three is the dog?", ["same: dog"]],
    ["How many objects are in the picture?", []],
  ])("are told by their words: %s", (question, kinds) => {
    expect(kindsIn(question)).toEqual(kinds);
    expect(readThingsAsked(question).others).toEqual([]);
  });

  it.each([
    ["Is there a lion?", ["lion"]],
    ["What colour is the dog?", ["colour"]],
    ["what is the man doing?", ["doing"]],
    ["Gibt es hier Hunde?", ["gibt", "es", "hier", "hunde"]],
  ])("leave over what is not known: %s", (question, others) => {
    expect(readThingsAsked(question).others).toEqual(others);
  });

  it("are found for every kind, one or several of it", () => {
    for (const name of COCO_NAMES) expect(kindsIn(`is there a ${name}?`)).toEqual([`same: ${name}`]);
  });

  it("are read from any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (question) => {
        for (const { kinds } of readThingsAsked(question).things)
          for (const kind of kinds) expect(COCO_NAMES).toContain(kind);
      }),
    );
    expect(readThingsAsked("__proto__ toString valueOf hasOwnProperty").things).toEqual([]);
  });
});
