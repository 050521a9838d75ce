import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entriesOf } from "../../../../src/providers/embedded/text/entries-of.ts";

describe("the entries of a text", () => {
  it.each([
    ["quoted texts without brackets", '"Too loud", "Very clean"', ["Too loud", "Very clean"]],
    ["letters before lines", "a) Too loud\nb) Very clean", ["Too loud", "Very clean"]],
    ["numbers in one line", "1) Hvala lepa 2) Muito obrigado", ["Hvala lepa", "Muito obrigado"]],
    [
      "JSON Lines",
      '{"n": 1, "said": "It was far too loud"}\n{"n": 2, "said": "All was clean and nice"}',
      ["It was far too loud", "All was clean and nice"],
    ],
    [
      "an item over two lines, with items of its own",
      "- one thing\n  - and its part\n- another\n  of two lines",
      ["one thing - and its part", "another of two lines"],
    ],
    [
      "cells with the delimiter, out of quotes",
      "id,note\n1,It was loud, and dark\n2,All was well",
      ["It was loud, and dark", "All was well"],
    ],
  ])("%s", (_, text, entries) => {
    expect(entriesOf(text)?.map((entry) => entry.text)).toEqual(entries);
  });

  it.each([
    ["one item", "- a single thing"],
    ["a list inside of a text", "We need:\n- bread\n- milk\nPlease bring it along."],
    ["broken JSON", '["a", "b'],
    ["JSON that is no list", '{"a": "one", "b": "two"}'],
    ["lists of lists", '[["a", "b"], ["c", "d"]]'],
    [
      "lines that rhyme and have one comma each",
      "Roses are red, violets are blue\nSugar is sweet, and so are you\nHoney is gold, as the morning dew",
    ],
  ])("%s is none", (_, text) => {
    expect(entriesOf(text)).toBeNull();
  });

  it("names say whose they are", () => {
    expect(entriesOf("Priya: It was too long.\nTom: I liked it!\nElla: Never again.")).toEqual([
      { title: "Priya", text: "It was too long." },
      { title: "Tom", text: "I liked it!" },
      { title: "Ella", text: "Never again." },
    ]);
  });

  it("are the texts of any JSON list", () => {
    const texts = fc.array(fc.stringMatching(/^[a-z][a-z \n"]{0,20}[a-z]$/), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(texts, (all) => {
        expect(entriesOf(JSON.stringify(all))?.map(({ text }) => text)).toEqual(all);
      }),
    );
  });

  it("are none or at least two, of any text, and none is blank", () => {
    const piece = fc.constantFrom(
      "- ",
      "1) ",
      "\n",
      "\n\n",
      ",",
      ";",
      '"',
      "[",
      "{",
      "It is. ",
      "Ann: ",
      "…",
      "🙂",
      "a",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
        const found = entriesOf(parts.join(""));
        expect(found === null || found.length > 1).toBe(true);
        for (const { text } of found ?? []) expect(text.trim()).not.toBe("");
      }),
    );
  });
});
