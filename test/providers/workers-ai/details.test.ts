import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageCode } from "../../../src/providers/languages.ts";
import { sizeLike } from "../../../src/providers/workers-ai/shapes/image-generation.ts";
import { callModel, picture, text } from "./calls.ts";

/** A binding whose model answers so, in turn, the last for ever. */
const answering = (...answers: readonly unknown[]) => {
  let asked = 0;
  return { by: "binding", ai: { run: async () => answers[Math.min(asked++, answers.length - 1)] } } as const;
};

describe("a language", () => {
  it.each([
    ["fr", "fr"],
    ["pt-BR", "pt"],
    ["zh_Hant", "zh"],
    ["French", "fr"],
    [" german ", "de"],
    ["Norwegian Bokmål", "nb"],
  ])("written %j is %s", (written, code) => {
    expect(languageCode(written)).toBe(code);
  });

  it("is refused without the markup of whoever made it up", () => {
    expect(() => languageCode("<b>Klingonese</b>")).toThrow(/^"bKlingoneseb" is not a language/);
  });
});

it("asks for pictures within the sides that FLUX.2 makes", () => {
  const side = fc.integer({ min: 1, max: 32_768 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const size = sizeLike({ width, height });
      for (const length of [size.width, size.height]) {
        expect(length % 16).toBe(0);
        expect(length).toBeGreaterThanOrEqual(256);
        expect(length).toBeLessThanOrEqual(1_920);
      }
    }),
  );
});

describe("what Moondream saw", () => {
  const metrics = { input_tokens: 1, output_tokens: 1, prefill_time_ms: 1, decode_time_ms: 1, ttft_ms: 1 };
  const detect = async (...answers: readonly unknown[]) => {
    const inputs = { image: await picture(100, 50) };
    const model = "@cf/moondream/moondream3.1-9B-A2B";
    return callModel(answering(...answers), { taskType: "object-detection", model, inputs });
  };
  const named = (answer: string) => ({ finish_reason: "stop", metrics, answer });
  const boxed = (...objects: readonly object[]) => ({ finish_reason: "stop", metrics, objects });

  it.each<[string, object, object]>([
    [
      "parts of the picture",
      { x_min: 0.1, y_min: 0.2, x_max: 0.5, y_max: 1 },
      { xmin: 10, ymin: 10, xmax: 50, ymax: 50 },
    ],
    ["pixels", { x_min: 10, y_min: 20, x_max: 500, y_max: 40 }, { xmin: 10, ymin: 20, xmax: 100, ymax: 40 }],
  ])("is in pixels within the picture, given in %s", async (_, given, box) => {
    const { outputs } = await detect(named("cat"), boxed(given));
    expect(outputs.objects).toEqual({ as: "data", data: [{ label: "cat", score: null, box }] });
  });

  it("counts what is there, and leaves out what has no extent", async () => {
    const one = { x_min: 0, y_min: 0, x_max: 0.5, y_max: 0.5 };
    const flat = { x_min: 0.5, y_min: 0.5, x_max: 0.5, y_max: 0.9 };
    const { outputs } = await detect(named("1. Cat\n2. dog.\n3. CAT"), boxed(one), boxed(one, flat, one));
    expect(outputs.text).toEqual({ as: "text", text: "2 dogs, 1 cat" });
  });

  it("is looked for eight times at most, and says so", async () => {
    const { notes } = await detect(named("a, b, c, d, e, f, g, h, i, j"), boxed());
    expect(notes).toEqual([expect.stringMatching(/^Only the 8 most noticeable/)]);
  });

  it("is nothing to work on where no list came", async () => {
    const chat = named(`I am sorry${" and cannot help you with this picture at all".repeat(3)}`);
    await expect(detect(chat)).rejects.toMatchObject({ code: "provider-rejected", retryable: true });
  });
});

it.each([
  ["an object where JSON was asked for", { response: { labels: [{ label: "positive", score: 0.9 }] } }],
  ["its text", { response: '{"labels": [{"label": "positive", "score": 0.9}]}' }],
  ["a chat completion", { choices: [{ message: { content: '{"labels": [{"label": "positive", "score": 0.9}]}' } }] }],
])("reads %s from a chat model", async (_, answer) => {
  const model = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";
  const given = { taskType: "text-classification", model, inputs: { text: text("What a day!") } };
  const { outputs } = await callModel(answering(answer), given);
  expect(outputs.text).toEqual({ as: "text", text: "positive (90%)" });
});

it("takes an answer that used up its tokens for cut off", async () => {
  const answer = { response: "Once upon a", usage: { prompt_tokens: 5, completion_tokens: 100_000 } };
  const given = {
    taskType: "text-generation",
    model: "@cf/meta/llama-3.2-1b-instruct",
    inputs: { text: text("A tale") },
  };
  await expect(callModel(answering(answer), given)).rejects.toMatchObject({
    code: "provider-rejected",
    message: expect.stringMatching(/did not come to an end/),
  });
});

it("leaves silence as it is, and says so", async () => {
  const model = "@cf/openai/whisper";
  const audio = await picture(1, 1);
  const heard = await callModel(answering({ text: " " }), {
    taskType: "automatic-speech-recognition",
    model,
    inputs: { audio },
  });
  expect(heard).toMatchObject({ outputs: { text: { text: "" } }, notes: ["No speech was heard."] });
});
