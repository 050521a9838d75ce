import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SelectRequest } from "../../../src/planning/controller.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";
import type { Prompt } from "../../../src/planning/language/language-model.ts";
import { readChoices } from "../../../src/planning/language/select.ts";

const REQUEST: SelectRequest = {
  text: "Transcribe the call",
  tasks: [
    {
      task: 0,
      type: "automatic-speech-recognition",
      does: "Write down what is said in a recording",
      candidates: [
        { model: "huggingface:openai/whisper-large-v2", facts: "Licence Apache-2.0" },
        { model: "custom:ours/asr", facts: "Licence MIT" },
      ],
    },
  ],
};
const CHOICE = { task: 0, model: "custom:ours/asr", reason: "It is ours." };

describe("a language model that chooses models", () => {
  it("is asked once for all tasks, and held to JSON", async () => {
    const prompts: Prompt[] = [];
    const controller = createLanguageController({
      name: "openai",
      model: {
        complete: async (prompt) => {
          prompts.push(prompt);
          return JSON.stringify({ choices: [CHOICE] });
        },
      },
    });
    expect(await controller.select?.(REQUEST)).toEqual([CHOICE]);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]?.json).toBe(true);
    expect(JSON.parse(prompts[0]?.messages.at(-1)?.content ?? "")).toEqual({
      request: REQUEST.text,
      tasks: REQUEST.tasks,
    });
  });

  it.each<[string, string, readonly object[]]>([
    ["plain JSON", JSON.stringify({ choices: [CHOICE] }), [CHOICE]],
    [
      "JSON in a fence, with a comma too many",
      '```json\n{"choices": [{"task": 0, "model": "a", "reason": "b"},]}\n```',
      [{ task: 0, model: "a", reason: "b" }],
    ],
    ["no reason", '{"choices": [{"task": 0, "model": "a"}]}', [{ task: 0, model: "a", reason: "" }]],
    [
      "a reason over several lines",
      '{"choices": [{"task": 0, "model": "a", "reason": " b\\n c "}]}',
      [{ task: 0, model: "a", reason: "b c" }],
    ],
    ["entries that are none", '{"choices": [7, {"task": "0", "model": "a"}, {"model": "a"}, null]}', []],
    ["no list", '{"choices": "whisper"}', []],
    ["words", "I like whisper.", []],
    ["nothing", "", []],
  ])("is read from %s", (_, answer, choices) => {
    expect(readChoices(answer)).toEqual(choices);
  });

  it("never throws, whatever it says", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"choices": ${json}}`),
        ),
        (answer) => {
          for (const { reason } of readChoices(answer)) expect(reason.length).toBeLessThanOrEqual(300);
        },
      ),
    );
  });
});
