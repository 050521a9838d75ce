import { describe, expect, it } from "vitest";
import { ANSWER_DEMONSTRATIONS } from "../../../src/planning/language/answer-demonstrations.ts";
import { withoutEcho } from "../../../src/planning/language/without-echo.ts";

async function* inPieces(text: string, chars: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars);
}

/** What is heard of an answer, and why it ended. */
async function heard(answer: string, { chars = 5, material = "" } = {}) {
  let text = "";
  try {
    for await (const piece of withoutEcho(inPieces(answer, chars), material)) text += piece;
  } catch (thrown) {
    return { text, thrown };
  }
  return { text, thrown: null };
}

const demonstrated = ANSWER_DEMONSTRATIONS.map(({ answer }) => answer);

describe("an answer that repeats a demonstration of its prompt", () => {
  it.each(demonstrated)("is none, and nothing of it is heard: %s", async (answer) => {
    for (const chars of [1, 7, 1_000])
      expect(await heard(answer, { chars })).toMatchObject({ text: "", thrown: { code: "provider-rejected" } });
  });

  it("ends where it begins to, with what was said before", async () => {
    const own = "The letter is from Brook & Sons, and asks for 1,204 pounds by the third of May.";
    const { text, thrown } = await heard(`${own} ${demonstrated[0]}`);
    expect(own.startsWith(text.trim())).toBe(true);
    expect(thrown).toMatchObject({ code: "provider-rejected" });
  });

  it("is known by a model that ran there alone", async () => {
    const answer = "I read it with acme/read.";
    expect((await heard(answer)).thrown).toMatchObject({ code: "provider-rejected" });
    expect(await heard(answer, { material: '{"model":"acme/read"}' })).toEqual({ text: answer, thrown: null });
  });
});

describe("any other answer", () => {
  it.each([
    [
      "in words like a demonstration's",
      "There are three animals: two cats (99 % sure) and a dog.\n\nI looked for objects.",
    ],
    ["of one word", "Yes."],
    ["of nothing", ""],
    ["without blanks", "画像には犬が二匹います。".repeat(80)],
  ])("is heard as it is: %s", async (_, answer) => {
    for (const chars of [1, 7, 1_000]) expect(await heard(answer, { chars })).toEqual({ text: answer, thrown: null });
  });
});
