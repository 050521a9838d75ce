import { describe, expect, it } from "vitest";
import { answerOf } from "../../../../src/providers/embedded/vision/visual-question-answering.ts";
import { readThingsAsked } from "../../../../src/words/things/index.ts";
import { callExpert, dataOf, textOf } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";

const ask = async (name: string, question: string) =>
  callExpert("visual-question-answering", { image: await fixture(name), question });

describe("a question about a picture", () => {
  it.each([
    ["Is there a cat in the picture?", /^Yes: 1 cat\.$/],
    ["How many kittens do you see?", /^1 cat\.$/],
    ["Are there any animals?", /^Yes: 1 cat\.$/],
    ["Is there a zebra?", /^No zebras were found\.$/],
    ["How many people are there?", /^0 people\.$/],
    ["What is in this image?", /^1 cat\.$/],
  ])("is answered by what is there: %s", async (question, answer) => {
    expect(textOf(await ask("photos/cat.jpg", question), "answer")).toMatch(answer);
  });

  it.each([
    ["How many animals are there?", "at least 3 animals: at least 2 dogs and 1 cat."],
    ["Are there any animals?", "Yes: at least 3 animals: at least 2 dogs and 1 cat."],
    ["Is there a dog and a zebra?", "at least 2 dogs. No zebras were found."],
    ["How many dogs are there?", "at least 2 dogs."],
  ])("counts at least those that are sure: %s", (question, answer) => {
    const found = (label: string, fainter: number) => ({
      ...{ label, score: 0.9, fainter },
      box: { xmin: 0, ymin: 0, xmax: 9, ymax: 9 },
    });
    expect(answerOf(readThingsAsked(question), [found("dog", 1), found("dog", 1), found("cat", 0)])).toBe(answer);
  });

  it("has the things that were asked for as labels, one each", async () => {
    expect(dataOf(await ask("photos/cat.jpg", "Is there a cat?"), "labels")).toEqual([
      { label: "cat", score: expect.closeTo(0.98, 1) },
    ]);
    expect(dataOf(await ask("photos/cat.jpg", "Is there a dog?"), "labels")).toEqual([]);
  });

  it("says what the detector does not tell apart", async () => {
    expect((await ask("photos/cat.jpg", "How many kittens?")).notes).toContain(
      "The detector knows cats, and does not tell “kittens” from others.",
    );
  });

  it.each([
    ["Is there a squirrel?", "squirrel"],
    ["What colour is the cat?", "colour"],
    ["Is the cat asleep?", "asleep"],
    ["Who is this?", "who"],
  ])("is refused where it is about something else: %s", async (question, word) => {
    await expect(ask("photos/cat.jpg", question)).rejects.toMatchObject({
      code: "unsupported-input",
      message: expect.stringContaining(`it knows nothing of “${word}”`),
    });
  });
});
