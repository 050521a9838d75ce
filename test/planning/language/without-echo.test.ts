import { describe, expect, it } from "vitest";
import type { ToldTask } from "../../../src/planning/controller.ts";
import { ANSWER_DEMONSTRATIONS } from "../../../src/planning/language/answer-demonstrations.ts";
import { withoutEcho } from "../../../src/planning/language/without-echo.ts";
import REPEATED from "../../fixtures/language/repeated.json";

async function* inPieces(text: string, chars: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars);
}

/** A task that ran, and gave a text. */
const ran = (model: string, text: string): ToldTask => ({
  ...{ task: 1, type: "text-generation", does: "Write a text", model, ended: "succeeded" },
  ...{ inputs: {}, outputs: { text }, isShownBelow: false },
});

/** What is heard of an answer, and why it ended. */
async function heard(answer: string, { chars = 5, text = "", tasks = [] as readonly ToldTask[] } = {}) {
  let said = "";
  try {
    for await (const piece of withoutEcho(inPieces(answer, chars), { text, tasks })) said += piece;
  } catch (thrown) {
    return { said, thrown };
  }
  return { said, thrown: null };
}

const demonstrated = ANSWER_DEMONSTRATIONS.map(({ answer }) => answer);

describe("an answer that repeats a demonstration of its prompt", () => {
  it.each(demonstrated)("is none, and nothing of it is heard: %s", async (answer) => {
    for (const chars of [1, 7, 1_000])
      expect(await heard(answer, { chars })).toMatchObject({ said: "", thrown: { code: "provider-rejected" } });
  });

  it("ends where it begins to, with what was said before", async () => {
    const own = "The letter is from Brook & Sons, and asks for 1,204 pounds by the third of May.";
    const { said, thrown } = await heard(`${own} ${demonstrated[0]}`);
    expect(own.startsWith(said.trim())).toBe(true);
    expect(thrown).toMatchObject({ code: "provider-rejected" });
  });

  it("is known by a model that ran there alone", async () => {
    const answer = "I read it with acme/read.";
    expect((await heard(answer)).thrown).toMatchObject({ code: "provider-rejected" });
    expect(await heard(answer, { tasks: [ran("acme/read", "Hi")] })).toEqual({ said: answer, thrown: null });
  });
});

describe("an answer that repeats the request", () => {
  it.each(REPEATED.answers.map(({ request, said }) => [said, request] as const))(
    "is none, and nothing of it is heard: %s",
    async (answer, { text, tasks }) => {
      const told = tasks.map((task) => ({ ...ran(task.model, task.outputs.text), type: task.type }));
      expect(await heard(answer, { text, tasks: told })).toMatchObject({
        said: "",
        thrown: { code: "provider-rejected" },
      });
    },
  );

  it("is one where that is what came out", async () => {
    for (const { request, said } of REPEATED.answers)
      expect(await heard(said, { text: request.text, tasks: [ran("some/model", said)] })).toEqual({
        said,
        thrown: null,
      });
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
    for (const chars of [1, 7, 1_000]) expect(await heard(answer, { chars })).toEqual({ said: answer, thrown: null });
  });
});
