import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainText } from "../../../../src/catalogue/crawl/card/plain-text.ts";
import {
  describe as describeModel,
  MAX_DESCRIPTION_CHARS,
  readCard,
} from "../../../../src/catalogue/crawl/card/read-card.ts";
import { cutAtWord, sentences } from "../../../../src/catalogue/crawl/card/sentences.ts";

describe("the prose of a card", () => {
  it.each<[string, string, readonly string[]]>([
    ["front matter", "---\nlicense: mit\n---\nText.", ["Text."]],
    ["front matter that never ends", "---\nlicense: mit\nText.", []],
    ["headings and rules", "# Title\n\nText.\n\n----\n## More\nMore.", ["Text.", "More."]],
    ["lines of one paragraph", "A line\nand its end.", ["A line and its end."]],
    ["list items", "- One.\n- Two.\n  goes on", ["One.", "Two. goes on"]],
    ["code", "Before.\n```python\nfrom x import y\n```\nAfter.\n\n    indented()", ["Before.", "After."]],
    ["a fence that never ends", "Before.\n```\nx", ["Before."]],
    ["code in a list", "- Before.\n\n       ```sh\n       code\n       ```\n\nAfter.", ["Before.", "After."]],
    ["marks of code in a line", "```code``` is in a line.", ["code is in a line."]],
    ["a fence within a longer one", "````md\n```\ncode\n```\n````\nAfter.", ["After."]],
    ["tables", "Before.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter.", ["Before.", "After."]],
    ["images and badges", "[![x](https://a/b.svg)](https://c) Text ![y](z).", ["Text ."]],
    ["links", "See [the (old) paper](https://a/b_(c)) and [it][1].\n\n[1]: https://x", ["See the (old) paper and it."]],
    ["emphasis", "**Bold** and _slanted_ `code`, snake_case stays.", ["Bold and slanted code, snake_case stays."]],
    ["comments", "<!-- This card was\nmade by a machine. -->Text.", ["Text."]],
    ["comments that never end", "Text.<!-- x", ["Text."]],
    ["HTML", '<p align="center"><img src="x.png"><b>Bold</b> text.</p>\nMore.', ["Bold text.", "More."]],
    ["what is never closed", "Text <b <style>x <b>More</b>", ["Text <b"]],
    ["scripts and styles", "<style>p { color: red }</style><script>alert(1)</script>Text.", ["Text."]],
    ["entities and what is no tag", "a &lt; b &amp; c, 1 < 2", ["a < b & c, 1 < 2"]],
    ["quotes and notes", "> [!NOTE]\n> Quoted.", ["Quoted."]],
    ["invisible signs", "A\u200b \u202eB 🤗", ["A B"]],
  ])("is without %s", (_, markdown, expected) => {
    expect(plainText(markdown)).toEqual(expected);
  });
});

describe("sentences", () => {
  it.each<[string, readonly string[]]>([
    ["One. Two! Three?", ["One.", "Two!", "Three?"]],
    ["See e.g. Whisper et al. for v2.0 of it.", ["See e.g. Whisper et al. for v2.0 of it."]],
    ["No end", ["No end"]],
    ['He said "Yes." Then he left.', ['He said "Yes."', "Then he left."]],
    ["", []],
  ])("of %j", (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it("are cut at a word", () => {
    expect(cutAtWord("one two three", 9)).toBe("one two…");
    expect(cutAtWord("one two", 7)).toBe("one two");
    expect(cutAtWord("x".repeat(20), 5)).toBe("xxxx…");
  });
});

describe("a description", () => {
  it.each<[string, readonly string[]]>([
    ["Whisper is a pre-trained model for automatic speech recognition (ASR).", []],
    [
      "This model is a fine-tuned version of BERT for sentiment.",
      [
        "Disclaimer: The team releasing BERT did not write a model card for this model.",
        "You can use this model with a pipeline.",
      ],
    ],
    ["A small network that tells cats from dogs.", ["See our paper for the model is a thing."]],
    ["XLM-R is a multilingual language model.", ["Read more at https://x.y: it is a model."]],
  ])("is %j", (sentence, before) => {
    expect(describeModel([...before, sentence, "This is another model entirely."])).toBe(sentence);
  });

  it.each([
    [[]],
    [["Usage"]],
    [["How is the model used?"]],
    [["Install it with pip install model, which is the best."]],
  ])("is empty where nothing says what it is: %j", (blocks) => {
    expect(describeModel(blocks)).toBe("");
  });

  it("is two hundred characters at most", () => {
    const long = `This model is a network ${"that goes on ".repeat(40)}`;
    const text = describeModel([long]);
    expect(text.length).toBeLessThanOrEqual(MAX_DESCRIPTION_CHARS);
    expect(text.endsWith("…")).toBe(true);
  });
});

describe("a card of any text", () => {
  it("gives a description and facts within their bounds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 2_000 }), (markdown) => {
        const { description, facts } = readCard(markdown);
        expect(description.length).toBeLessThanOrEqual(MAX_DESCRIPTION_CHARS);
        expect(facts.length).toBeLessThanOrEqual(40);
        expect(facts.every(({ object, sentence }) => object.length <= 120 && sentence.length <= 300)).toBe(true);
      }),
    );
  });

  /** What makes careless expressions take time that grows with the square: 64 KB of it is still read. */
  it.each([
    "[",
    "![",
    "<",
    "<a",
    "<a ",
    "<script>",
    "<style ",
    "<!--",
    "[a](",
    "`",
    "**",
    "_",
    "&",
    "a.b ",
    "trained on A ",
    "supports A, ",
    "(",
    "1,000 ",
  ])("is read in one go: %j over and over", (piece) => {
    const markdown = piece.repeat(Math.ceil(65_536 / piece.length));
    expect(readCard(markdown).facts.length).toBeLessThanOrEqual(40);
    expect(readCard(markdown.replaceAll(" ", "\n")).facts.length).toBeLessThanOrEqual(40);
  });
});
