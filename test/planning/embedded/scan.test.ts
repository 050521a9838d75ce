import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/planning/embedded/read/parts.ts";
import { scan } from "../../../src/planning/embedded/read/scan.ts";
import { resource } from "../resources.ts";

const KNOWN = [
  resource("photo.jpg"),
  resource("image 6.jpg"),
  resource("notes.txt"),
  resource("a.jpg"),
  resource("data.jpg"),
  resource("photo", "image"),
  resource("far.jpg", "image", { by: "url", url: "https://example.org/far.jpg?x=1" }),
];

/** Request, what is left as instruction, and the parts: a file by its name (with ? when nobody has it), or the words. */
const TABLE: readonly (readonly [text: string, masked: string, parts: readonly string[]])[] = [
  ["Blur photo.jpg.", "Blur @image.", ["photo.jpg"]],
  ["Blur PHOTO.JPG", "Blur @image", ["photo.jpg"]],
  ["Blur 'photo.jpg'", "Blur @image", ["photo.jpg"]],
  ["Blur ./data/images/photo.jpg now", "Blur @image now", ["photo.jpg"]],
  ["How many? ./data/images/image 6.jpg", "How many? @image", ["image 6.jpg"]],
  ["Blur data.jpg", "Blur @image", ["data.jpg"]],
  ["Blur the photo", "Blur the photo", []],
  ["Blur gone.png", "Blur @image", ["gone.png?"]],
  ["Write about Node.js and e.g. v2.0", "Write about Node.js and e.g. v2.0", []],
  ["Get https://example.org/far.jpg?x=1.", "Get @image.", ["far.jpg"]],
  ["Get https://example.org/other.wav", "Get @audio", ["https://example.org/other.wav?"]],
  ['Say "hello there" aloud', "Say @quote aloud", ["hello there"]],
  ["Say “hello” and «bonjour»", "Say @quote and @quote", ["hello", "bonjour"]],
  ['Shorten “the tag <a b="c"> at /d.png ends”', "Shorten @quote", ['the tag <a b="c"> at /d.png ends']],
  ['Say “hello" aloud', "Say @quote aloud", ["hello"]],
  ["Look at //.png now", "Look at //.png now", []],
  ["Change it: 'the car's colour' now", "Change it: @quote now", ["the car's colour"]],
  ["The dogs' owner isn't here", "The dogs' owner isn't here", []],
  ["Complete [ the sky is ]", "Complete @quote", ["the sky is"]],
  ["An [optional] word", "An [optional] word", []],
  ["Run ```py\nprint(1)\n```", "Run @code", ["print(1)"]],
  ['an "unclosed quotation', 'an "unclosed quotation', []],
  ["what’s\u202e   this\t?", "what's this ?", []],
  ["Translate to French: Good morning.", "Translate to French: @passage", ["Good morning."]],
  ["Then: which language is it?", "Then: which language is it?", []],
  ["Compare these images: a.jpg, photo.jpg", "Compare these images: @image, @image", ["a.jpg", "photo.jpg"]],
  ["Compare these sentences: 'a b' and 'c d'", "Compare these sentences: @quote and @quote", ["a b", "c d"]],
  ["Context: Bob won. Question: Who won?", "Context: @passage Question: @passage", ["Bob won.", "Who won?"]],
  [
    "Summarize this:\n\nOne.\n\nTwo.\n\nThen read it aloud.",
    "Summarize this: @passage\nThen read it aloud.",
    ["One.\n\nTwo."],
  ],
  ["Read 'Ann 5, Bob 7, Cid 9'", "Read @quote", ["Ann 5, Bob 7, Cid 9"]],
  ["Read aloud: We sold hats 3, caps 4, ties 5.", "Read aloud: @passage", ["We sold hats 3, caps 4, ties 5."]],
  ["from room 12 to hall 14, at noon 10:30, 11:30", "from room 12 to hall 14, at noon 10:30, 11:30", []],
  [
    "Read aloud: Tea is at four. Please bring cups. Then we eat. All may come.",
    "Read aloud: @passage",
    ["Tea is at four. Please bring cups. Then we eat. All may come."],
  ],
  [
    "Summarize this: It rained.\nWe stayed. Please translate it. Then read it aloud.",
    "Summarize this: @passage Please translate it. Then read it aloud.",
    ["It rained.\nWe stayed."],
  ],
  [
    "1. Translate: good day\n2. Translate: good night",
    "1. Translate: @passage\n2. Translate: good night",
    ["good day"],
  ],
  [
    `${"The river rose in the night. ".repeat(12)}\n\nSummarize the above.`,
    "@passage\nSummarize the above.",
    ["The river rose in the night. ".repeat(12).trim()],
  ],
];

const PAIRS: readonly [text: string, masked: string, parts: readonly string[]][] = [
  ["Rent 900, food 320 and gym: 1,210. Draw it", "@table. Draw it", ["name,value\nRent,900\nfood,320\ngym,1210"]],
  [
    "bar chart of red apples 3; green pears 4; plums 5",
    "bar chart of @table",
    ["name,value\nred apples,3\ngreen pears,4\nplums,5"],
  ],
  ["Draw: Mon 3, Tue 4, Wed 5.", "Draw: @table.", ["name,value\nMon,3\nTue,4\nWed,5"]],
];

describe("scan", () => {
  it.each(TABLE)("%s", (text, masked, parts) => {
    const reading = scan(text, KNOWN);
    expect(reading.masked).toBe(masked);
    expect(
      reading.parts.map(({ part }) => (part.as === "file" ? `${part.name}${part.resource ? "" : "?"}` : wordsOf(part))),
    ).toEqual(parts);
  });

  it.each(PAIRS)("%s, where no file is at hand", (text, masked, parts) => {
    const reading = scan(text, []);
    expect(reading.masked).toBe(masked);
    expect(reading.parts.map(({ part }) => wordsOf(part))).toEqual(parts);
  });

  it("leaves numbers beside names to what is done with a file", () => {
    const text = "Crop photo.jpg to x 10, y 20, width 300 and height 200";
    expect(scan(text, KNOWN).masked).toBe("Crop @image to x 10, y 20, width 300 and height 200");
  });

  it("places every part where its mask stands", () => {
    const { masked, parts } = scan("First: a.jpg, then 'two words' and photo.jpg", KNOWN);
    expect(parts.map(({ start, end }) => masked.slice(start, end))).toEqual(["@image", "@quote", "@image"]);
  });

  it("reads the letters of a list", () => {
    const { parts } = scan("images A: a.jpg, B: photo.jpg", KNOWN);
    expect(parts.map(({ part }) => (part.as === "file" ? part.letter : null))).toEqual(["A", "B"]);
  });

  it("knows a quoted question from a quoted text", () => {
    const { parts } = scan("I have a question: 'Who won?'. The sentence 'How are you?' is to be translated.", []);
    expect(parts.map(({ part }) => part.as === "quote" && part.asked)).toEqual([true, false]);
  });
});
