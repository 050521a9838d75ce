import { describe, expect, it } from "vitest";
import { fullQuestions, isQuestion, nounOfName } from "../../../src/planning/embedded/read/questions.ts";

const TABLE: readonly (readonly [
  asked: string,
  previous: string | null,
  noun: string | null,
  full: readonly string[],
])[] = [
  ["who sent it", null, "the invoice", ["Who sent the invoice?"]],
  ["who sent it", null, null, ["Who sent it?"]],
  ["by when", "What has to be paid?", "the invoice", ["By when does it have to be paid?"]],
  ["when", "Who sent the letter?", null, ["When did they send the letter?"]],
  ["where", "who built the bridge", null, ["Where did they build the bridge?"]],
  ["why", "who issued the permit", null, ["Why did they issue the permit?"]],
  ["when", "who planned it", null, ["When did they plan it?"]],
  ["where", "What did she buy?", null, ["Where did she buy it?"]],
  ["when", "what is due", null, ["When is it due?"]],
  ["how much", "what must be paid", null, ["How much must be paid?"]],
  ["what the total is", null, null, ["What is the total?"]],
  ["how old Alice is", null, null, ["How old Alice is?"]],
  ["how old the bridge is", null, null, ["How old is the bridge?"]],
  [
    "what is the number, the date and the total of @document",
    null,
    null,
    ["What is the number?", "What is the date?", "What is the total?"],
  ],
  ["what colour is the car in the photo @image", null, null, ["What colour is the car?"]],
  ["who signed @document", null, "the agreement", ["Who signed the agreement?"]],
  ["who signed the contract @document", null, "the contract", ["Who signed the contract?"]],
  ["what's it doing", "What's the animal?", null, ["What is it doing?"]],
  ["what's it doing", "What is the animal?", null, ["What is the animal doing?"]],
  ["the due date", null, null, ["What is the due date?"]],
];

describe("fullQuestions", () => {
  it.each(TABLE)("%s, after %s, of %s", (asked, previous, noun, full) => {
    expect(fullQuestions(asked, { previous, noun })).toEqual(full);
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

describe("nounOfName", () => {
  it.each([
    ["invoice.png", "the invoice"],
    ["2024_contract-final.pdf", "the contract"],
    ["IMG_2231.jpg", null],
    ["noname", null],
  ])("%s: %s", (name, noun) => {
    expect(nounOfName(name)).toBe(noun);
  });
});
