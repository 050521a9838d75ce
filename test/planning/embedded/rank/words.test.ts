import { describe, expect, it } from "vitest";
import { stem } from "../../../../src/planning/embedded/rank/stem.ts";
import { scan } from "../../../../src/planning/embedded/read/scan.ts";
import { type RequestToken, tokensOf } from "../../../../src/planning/embedded/read/tokens.ts";
import { resource } from "../../resources.ts";

describe("a stem", () => {
  it.each<[string, readonly string[]]>([
    ["translat", ["translate", "translates", "translated", "translating", "translation", "translations"]],
    ["summariz", ["summarize", "summarise", "summarized", "summarised", "summarizing", "summarization"]],
    ["classify", ["classify", "classifies", "classified", "classifying", "classification", "classifications"]],
    ["edit", ["edit", "edits", "edited", "editing"]],
    ["crop", ["crop", "crops", "cropped", "cropping"]],
    ["transcrib", ["transcribe", "transcribes", "transcribed", "transcribing"]],
    ["summary", ["summary", "summaries"]],
    ["glass", ["glass"]],
    ["as", ["as"]],
    ["", [""]],
  ])("%s is that of %j", (expected, words) => {
    expect(words.map(stem)).toEqual(words.map(() => expected));
  });
});

const tokens = (text: string, ...files: readonly string[]): readonly RequestToken[] =>
  tokensOf(
    scan(
      text,
      files.map((name) => resource(name)),
    ),
  );
const words = (text: string, ...files: readonly string[]): string =>
  tokens(text, ...files)
    .map(({ said }) => said)
    .join(" ");

describe("the tokens of a request", () => {
  it.each<[string, readonly string[], string]>([
    ["Transcribe talk.wav", ["talk.wav"], "Transcribe @audio"],
    ["Describe the photo.", [], "Describe the photo"],
    ["What does this recording say?", [], "What does this recording say"],
    ["Translate it into French", [], "Translate it into French"],
    ["Don't crop it!", [], "Don't crop it"],
    ["…", [], ""],
    ["", [], ""],
  ])("of %j with %j are %j", (text, files, expected) => {
    expect(words(text, ...files)).toBe(expected);
  });

  it("hold the words of a quotation, each at the quotation's place", () => {
    const found = tokens('Translate "Good morning, dear friends" into German');
    expect(found.filter(({ isQuoted }) => isQuoted).map(({ said }) => said)).toEqual([
      "Good",
      "morning",
      "dear",
      "friends",
    ]);
    expect(new Set(found.filter(({ isQuoted }) => isQuoted).map(({ at }) => at)).size).toBe(1);
    expect(found.at(-1)).toMatchObject({ said: "German", isQuoted: false });
  });

  it.each<[string, number]>([
    ["Transcribe it", 0],
    ["Transcribe it and summarize it", 1],
    ["Transcribe it, then summarize it", 2],
    ["Transcribe it. Summarize it. Translate it", 2],
  ])("count clauses: %j has %i more", (text, clauses) => {
    expect(tokens(text).at(-1)?.clause).toBe(clauses);
  });

  it.each<[string, boolean]>([
    ["I have a photo of a cat. Crop it.", true],
    ["I want a photo of a cat. Crop it.", false],
    ["There is a recording of a talk. Please write it down.", true],
    ["Photograph a cat. Crop it.", false],
  ])("tell what is only told from what is wished: %j", (text, isGiven) => {
    expect(tokens(text)[1]?.isGiven).toBe(isGiven);
    expect(tokens(text).at(-1)?.isGiven).toBe(false);
  });
});
