import fc from "fast-check";
import { expect, it } from "vitest";
import { utf16Offsets } from "../../../src/providers/huggingface/tasks/text.ts";

it("finds in a text what code points count to, whatever is before it", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, text, text, (before, name, after) => {
      const from = [...before].length;
      // What is cut in the middle of a character is another one.
      fc.pre([...(before + name + after)].length === from + [...name].length + [...after].length);
      const offset = utf16Offsets(before + name + after);
      expect((before + name + after).slice(offset(from), offset(from + [...name].length))).toBe(name);
    }),
  );
});

it("takes an offset behind the end for the end", () => {
  expect([utf16Offsets("ab")(9), utf16Offsets("a😀")(9)]).toEqual([2, 3]);
});
