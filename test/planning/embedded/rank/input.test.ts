import { describe, expect, it } from "vitest";
import { type InputPiece, inputOf } from "../../../../src/planning/embedded/rank/input.ts";
import { readRequest } from "../../../../src/planning/embedded/read/index.ts";
import { type PieceVocabulary, piecesOf, RESERVED } from "../../../../src/words/encoder/pieces.ts";
import { type Case, requestOf } from "../case.ts";

const WORDS =
  "[pad] [start] [divider] [unused] [unknown] crop blur it photo image images ##s cafe in ##voice ? , don't again invoice audio story a ##a";
const vocabulary: PieceVocabulary = new Map(WORDS.split(" ").map((word, place) => [word, place]));
const names = [...vocabulary.keys()];
const viewOf = (given: Case) => readRequest(requestOf(given)).view;
const read = (given: Case): readonly InputPiece[] => inputOf(viewOf(given), vocabulary);
const shown = (input: readonly InputPiece[]): string =>
  input.map(({ place, flag }) => `${names[place]}/${flag}`).join(" ");

describe("the pieces of a word", () => {
  it.each<[string, readonly string[]]>([
    ["crop", ["crop"]],
    ["Crop", ["crop"]],
    ["Café", ["cafe"]],
    ["invoice", ["invoice"]],
    ["invoices", ["invoice", "##s"]],
    ["don't", ["don't"]],
    ["it's", ["it", "[unknown]", "[unknown]"]],
    ["zoom", ["[unknown]", "[unknown]", "[unknown]", "[unknown]"]],
    ["写真", ["[unknown]", "[unknown]"]],
    ["", []],
  ])("%j are %j", (word, expected) => {
    expect(piecesOf(word, vocabulary).map((piece) => names[piece])).toEqual(expected);
  });

  it("are few, however long it is", () => {
    expect(piecesOf("a".repeat(100_000), vocabulary)).toHaveLength(8);
  });
});

describe("what the network reads of a request", () => {
  it.each<[string, Case, string]>([
    ["its words", { text: "Crop it" }, "[start]/said [divider]/said crop/said it/said"],
    [
      "clauses apart",
      { text: "Crop it, blur it" },
      "[start]/said [divider]/said crop/said it/said ,/said blur/said it/said",
    ],
    ["a file", { text: "Crop it", files: ["a.jpg"] }, "[start]/said image/file [divider]/said crop/said it/said"],
    [
      "several",
      { text: "Crop a.jpg", files: ["a.jpg", "b.jpg"] },
      "[start]/said image/files [divider]/said crop/said image/part",
    ],
    [
      "a file of an earlier turn",
      { text: "Crop it", log: [["assistant", "Here it is", "a.jpg"]] },
      "[start]/said image/file again/file [divider]/said crop/said it/said",
    ],
    [
      "a paper",
      { text: "Crop it", files: ["invoice.png"] },
      "[start]/said image/file invoice/file [divider]/said crop/said it/said",
    ],
    ["a question", { text: "Crop it?" }, "[start]/said [divider]/said crop/said it/said ?/said"],
  ])("holds %s", (_, given, expected) => {
    expect(shown(read(given))).toBe(expected);
  });

  it("tells which word a piece is of", () => {
    const input = read({ text: "Crop invoices", files: ["a.jpg"] });
    expect(input.map(({ word }) => word)).toEqual([null, null, null, 0, 1, 1]);
    expect(input[0]?.place).toBe(RESERVED.start);
  });

  it("marks quoted words, and what only tells what there is", () => {
    expect(shown(read({ text: 'Blur "a story"' }))).toBe(
      `[start]/said [divider]/said blur/said ${"[unknown]/part ".repeat(5)}a/quoted story/quoted`,
    );
    const input = read({ text: "I have a photo. Crop it." });
    const flagOf = (wanted: number) => input.find(({ word }) => word === wanted)?.flag;
    expect([0, 3, 4, 5].map(flagOf)).toEqual(["given", "given", "said", "said"]);
  });

  it("holds the wish behind long quotations, and that it is a question", () => {
    const quoted = `"${"story ".repeat(40)}"`;
    const input = read({ text: `${quoted} and ${quoted} and ${quoted} and ${quoted}, crop it?` });
    expect(input.slice(-3).map(({ place }) => names[place])).toEqual(["crop", "it", "?"]);
    expect(input.filter(({ flag }) => flag === "quoted")).toHaveLength(48);
  });
});

describe("a hostile request", () => {
  const MAX_TOKENS = 440;
  const MAX_PIECES = 128;

  it.each<[string, string]>([
    ["a hundred thousand letters", "a".repeat(100_000)],
    ["a hundred thousand words", "crop ".repeat(20_000)],
    ["distinct words", Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(" ")],
    ["ten thousand quotations", '"translate the text" '.repeat(10_000)],
    ["ten thousand questions", '"what is it?" '.repeat(10_000)],
    ["one endless quotation", `Shorten "${"story ".repeat(20_000)}"`],
    ["clauses without end", "crop, then ".repeat(10_000)],
    ["masks that nobody made", "@image @quote @passage ".repeat(5_000)],
    ["brackets without end", "a(".repeat(50_000)],
    ["line breaks without end", "\n".repeat(100_000)],
  ])("is few tokens and pieces: %s", (_, text) => {
    const view = viewOf({ text });
    expect(view.tokens.length).toBeLessThanOrEqual(MAX_TOKENS);
    const input = inputOf(view, vocabulary);
    expect(input.length).toBeLessThanOrEqual(MAX_PIECES);
    for (const { word } of input) if (word !== null) expect(view.tokens[word]).toBeDefined();
  });

  it("has few files", () => {
    const files = Array.from({ length: 500 }, (_, index) => `${index}.jpg`);
    expect(viewOf({ text: "Crop them", files }).kinds).toHaveLength(16);
  });
});
