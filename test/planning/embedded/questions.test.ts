import { describe, expect, it } from "vitest";
import { fullQuestion, isQuestion } from "../../../src/planning/embedded/read/questions.ts";

const TABLE: readonly (readonly [asked: string, previous: string | null, full: string | null])[] = [
  ["who sent it", null, "Who sent it?"],
  ["by when", "What has to be paid?", "By when has to be paid?"],
  ["when", "Who sent the letter?", "When sent the letter?"],
  ["when", null, "When?"],
  ["how much", "On what date is rent paid?", "How much is rent paid?"],
  ["what colour is the car in the photo @image", null, "What colour is the car?"],
  ["what is the number, the date and the total of @document", null, "What is the number, the date and the total?"],
  ["who signed @document", null, "Who signed it?"],
  ["what's it doing", "What is the animal?", "What is it doing?"],
  ["howmany people can you see", null, "How many people can you see?"],
  ["which wat was visited", null, "Which wat was visited?"],
  ["in wich month", null, "In which month?"],
  ["@image", null, "It?"],
  ["", null, null],
  ["@document says what about pets?", null, "It says what about pets?"],
  ["@document is from whom", null, "It is from whom?"],
];

describe("fullQuestion", () => {
  it.each(TABLE)("%s, after %s", (asked, previous, full) => {
    expect(fullQuestion(asked, previous)).toBe(full);
  });
});

describe("isQuestion", () => {
  it.each([
    ["who is it", true],
    ["by when", true],
    ["is there a dog", true],
    ["what's that", true],
    ["do the same again", false],
    ["blur it", false],
    ["can you blur it", false],
  ])("%s: %s", (words, asks) => {
    expect(isQuestion(words)).toBe(asks);
  });
});
