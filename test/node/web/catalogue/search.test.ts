import { describe, expect, it } from "vitest";
import {
  foundNodes,
  hrefOf,
  inShort,
  isFiltered,
  isNode,
  orderChoices,
  readExploration,
  toSearch,
  UNFILTERED,
  writeExploration,
} from "../../../../web/catalogue/search.ts";

const read = (query: string) => readExploration(new URLSearchParams(query));

describe("the order", () => {
  it("begins with what can run here, and then goes by use", () => {
    expect(orderChoices(read(""))[0]).toEqual(["", "What runs here first"]);
    expect(orderChoices(read("")).map(([order]) => order)).not.toContain("here");
    expect(toSearch(read("")).order).toBe("here");
  });

  it("goes by the words where there are some, and by downloads where that is wanted", () => {
    const choices = orderChoices(read("q=whisper"));
    expect(choices[0]).toEqual(["", "Closest to the words"]);
    expect(choices[1]).toEqual(["here", "What runs here first"]);
    expect(toSearch(read("q=whisper")).order).toBeUndefined();
  });

  it("that is chosen is among those there are", () => {
    expect(orderChoices(read("order=downloads")).map(([order]) => order)).toContain("downloads");
  });

  it("puts the most downloaded first, as the API does without a minus before it", () => {
    expect(toSearch(read("order=downloads")).order).toBe("downloads");
    expect(read("order=-downloads").order).toBe("");
  });
});

describe("the address of an exploration", () => {
  it("says what is explored, and nothing that is as it was", () => {
    const address =
      "q=whisper&task=automatic-speech-recognition&here=true&order=-parameters&model=openai%2Fwhisper-base";
    expect(writeExploration(read(address)).toString()).toBe(address);
    expect(writeExploration(read("")).toString()).toBe("");
  });

  it("may be written by anybody", () => {
    expect(read("provider=evil&order=DROP&here=yes&q=<script>")).toMatchObject({
      provider: "",
      order: "",
      here: false,
      q: "<script>",
    });
    expect(read(`q=${"a".repeat(5_000)}`).q).toHaveLength(300);
  });

  it("leads to where it is shown", () => {
    expect(hrefOf(read(""))).toBe("/catalogue");
    expect(hrefOf(read("around=licence:mit"))).toBe("/catalogue?around=licence%3Amit");
    expect(hrefOf(read("around=a%26b%23c"))).toBe("/catalogue?around=a%26b%23c");
  });

  it.each([
    ["", false],
    ["q=%20", false],
    ["model=a/b&order=name", false],
    ["here=true", true],
    ["licence=mit", true],
  ])("%j has conditions: %s; without them it has none", (query, expected) => {
    expect(isFiltered(read(query))).toBe(expected);
    expect(isFiltered({ ...read(query), ...UNFILTERED })).toBe(false);
  });

  it("is asked of the API without what is empty", () => {
    expect(toSearch(read("q=%20%20&licence=MIT%20&here=true&provider=embedded"))).toEqual({
      q: undefined,
      task: undefined,
      licence: "MIT",
      language: undefined,
      provider: "embedded",
      availability: "here",
      order: "here",
    });
  });
});

describe("what the graph is drawn around", () => {
  const types = [
    { name: "automatic-speech-recognition", description: "Write down what is said", aliases: ["asr", "transcription"] },
    { name: "summarization", description: "Shorten a text", aliases: [] },
  ];
  const models = [{ id: "openai/whisper", description: "Speech to text" }];

  it.each([
    ["speech", ["task:automatic-speech-recognition", "model:openai/whisper"]],
    ["Transcription", ["task:automatic-speech-recognition", "model:openai/whisper"]],
    ["shorten text", ["task:summarization", "model:openai/whisper"]],
  ])("is found by %j, task types before models", (words, ids) => {
    expect(foundNodes(words, types, models).map(({ id }) => id)).toEqual(ids);
  });

  it("may be named by its id", () => {
    expect(["licence:mit", "task:summarization", "speech to text", "a: b"].map(isNode)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("a number in short", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [31_000, "31,000"],
    [72_600_000, "72.6 M"],
    [809_000_000, "809 M"],
    [1_543_000_000, "1.54 B"],
    [7_000_000_000, "7 B"],
    [1_200_000_000_000, "1,200 B"],
  ])("%d is %s", (amount, short) => {
    expect(inShort(amount)).toBe(short);
  });
});
