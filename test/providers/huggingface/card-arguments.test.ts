import type { InferenceClient } from "@huggingface/inference";
import { describe, expect, it } from "vitest";
import type { InferenceArguments } from "../../../src/domain/inference-arguments.ts";
import { BUILT_IN_TASK_TYPES, DEFAULT_TASK_TIMEOUT_MS } from "../../../src/domain/task-types/index.ts";
import { TAKEN, withDefaults } from "../../../src/providers/huggingface/card-arguments.ts";
import { recipesFor } from "../../../src/providers/huggingface/tasks/index.ts";
import { callModel, callsOf, failureOf, type GivenInputs, outputsOf, picture, sound, words } from "./calls.ts";

/** The parameters of a method that the client library declares, without those that it leaves open. */
type Documented<Method extends keyof InferenceClient> = InferenceClient[Method] extends (
  args: infer Args,
  ...rest: never
) => unknown
  ? Args extends { parameters?: infer Parameters }
    ? keyof { [Name in keyof Parameters as string extends Name ? never : Name]: unknown }
    : never
  : never;

/** By task type, what stands for its arguments in the request; the compiler holds it to the library's declarations. */
const DOCUMENTED = {
  summarization: ["generate_parameters"] satisfies Documented<"summarization">[],
  translation: ["generate_parameters"] satisfies Documented<"translation">[],
  "text-to-speech": ["generation_parameters"] satisfies Documented<"textToSpeech">[],
  "text-generation": [
    ...["do_sample", "temperature", "top_k", "top_p", "typical_p", "repetition_penalty", "frequency_penalty"],
  ] as const satisfies readonly Documented<"textGeneration">[],
  "question-answering": [
    ...[
      "doc_stride",
      "handle_impossible_answer",
      "max_answer_len",
      "max_question_len",
      "max_seq_len",
      "align_to_words",
    ],
  ] as const satisfies readonly Documented<"questionAnswering">[],
  "document-question-answering": [
    ...["doc_stride", "handle_impossible_answer", "max_answer_len", "max_question_len", "max_seq_len"],
  ] as const satisfies readonly Documented<"documentQuestionAnswering">[],
  "zero-shot-classification": [
    ...["hypothesis_template", "multi_label"],
  ] as const satisfies readonly Documented<"zeroShotClassification">[],
  "zero-shot-image-classification": ["hypothesis_template"] satisfies Documented<"zeroShotImageClassification">[],
  "image-segmentation": [
    ...["threshold", "mask_threshold", "overlap_mask_area_threshold", "subtask"],
  ] as const satisfies readonly Documented<"imageSegmentation">[],
  "text-to-image": [
    ...["num_inference_steps", "guidance_scale", "width", "height"],
  ] as const satisfies readonly Documented<"textToImage">[],
  "image-to-image": [
    ...["num_inference_steps", "guidance_scale"],
  ] as const satisfies readonly Documented<"imageToImage">[],
} as const;

describe("the arguments that an endpoint takes", () => {
  it("are those that the library documents for the task", () => {
    const named = [...TAKEN].map(([type, { names, within }]) => [type, within === undefined ? names : [within]]);
    const edited = named.filter(([type]) => String(type).endsWith("-text-to-image") || type === "image-editing");
    expect(Object.fromEntries(named.filter((one) => !edited.includes(one)))).toEqual(DOCUMENTED);
    for (const [, names] of edited) expect(names).toEqual(DOCUMENTED["image-to-image"]);
  });

  it("belong to task types that a recipe does, and no longer than money is set aside for", () => {
    for (const name of TAKEN.keys()) {
      expect(recipesFor(name)).not.toEqual([]);
      expect(BUILT_IN_TASK_TYPES.find((type) => type.name === name)?.timeoutMs).toBe(DEFAULT_TASK_TIMEOUT_MS);
    }
  });

  it.each<[string, string, object, InferenceArguments, object | null]>([
    ["nothing", "summarization", { inputs: "x" }, {}, null],
    ["a task type that takes none", "text-classification", { inputs: "x" }, { num_beams: 2 }, null],
    ["arguments of another task", "text-to-image", { inputs: "x" }, { num_beams: 2 }, null],
    [
      "what the request says itself",
      "text-generation",
      { inputs: "x", parameters: { max_new_tokens: 1_024, temperature: 0 } },
      { max_new_tokens: 5, temperature: 1, top_p: 0.9 },
      { max_new_tokens: 1_024, temperature: 0, top_p: 0.9 },
    ],
    [
      "a length of the request's own",
      "summarization",
      { parameters: { generate_parameters: { min_length: 1, max_length: 40 } } },
      { max_new_tokens: 500, min_new_tokens: 90, num_beams: 4 },
      { generate_parameters: { min_length: 1, max_length: 40, num_beams: 4 } },
    ],
    [
      "a length where the result is as long as the input",
      "translation",
      { parameters: { src_lang: "en", tgt_lang: "de" } },
      { max_length: 40, num_beams: 5 },
      { src_lang: "en", tgt_lang: "de", generate_parameters: { num_beams: 5 } },
    ],
    [
      "what is beyond its bounds",
      "text-to-image",
      { inputs: "x" },
      { num_inference_steps: 900, guidance_scale: -1, width: 8_192, height: 8 },
      { num_inference_steps: 50, guidance_scale: 0, width: 1_024, height: 256 },
    ],
    [
      "what contradicts them",
      "summarization",
      { inputs: "x" },
      { max_length: 20, min_length: 256, max_new_tokens: 9, min_new_tokens: 9, num_beams: 1, num_beam_groups: 4 },
      { generate_parameters: { max_length: 20, max_new_tokens: 9, min_new_tokens: 9, num_beams: 1 } },
    ],
    ["a value of another type", "text-to-image", { inputs: "x" }, { guidance_scale: "high" }, null],
  ])("are put below %s", (_, type, args, defaults, parameters) => {
    const completed = withDefaults(args, type, defaults);
    expect(completed && Reflect.get(completed.args, "parameters")).toEqual(parameters);
  });
});

describe("a call with the default arguments of a card", () => {
  it.each<[string, string, GivenInputs, InferenceArguments, object, object]>([
    [
      "summarization",
      "summarization",
      { text: words("Long.") },
      { max_length: 130, num_beams: 4, temperature: 0.5 },
      { inputs: "Long.", parameters: { generate_parameters: { max_length: 130, num_beams: 4, temperature: 0.5 } } },
      { max_length: 130, num_beams: 4, temperature: 0.5 },
    ],
    [
      "text-generation",
      "text-generation",
      { text: words("Once") },
      { max_new_tokens: 20, temperature: 0.7 },
      { prompt: "Once", max_tokens: 1_024, temperature: 0.7 },
      { temperature: 0.7 },
    ],
    [
      "text-to-image",
      "text-to-image",
      { text: words("A cat") },
      { num_inference_steps: 4, guidance_scale: 0 },
      { inputs: "A cat", parameters: { num_inference_steps: 4, guidance_scale: 0 } },
      { num_inference_steps: 4, guidance_scale: 0 },
    ],
    [
      "image-editing",
      "image-to-image",
      { image: picture, text: words("as a sketch") },
      { guidance_scale: 2.5 },
      { parameters: { guidance_scale: 2.5, prompt: "as a sketch" } },
      { guidance_scale: 2.5 },
    ],
    [
      "zero-shot-classification",
      "zero-shot-classification",
      { text: words("Rückgabe"), labels: words("a, b") },
      { hypothesis_template: "Es geht um {}.", multi_label: true },
      { parameters: { candidate_labels: ["a", "b"], hypothesis_template: "Es geht um {}.", multi_label: true } },
      { hypothesis_template: "Es geht um {}.", multi_label: true },
    ],
  ])("sends those of %s along, and says so", async (taskType, task, inputs, defaults, body, sent) => {
    const model = `hf-inference/${task}.defaults-${taskType}`;
    const { result } = await callModel(model, taskType, inputs, { defaults });
    expect(result.called).toEqual({ function: taskType, arguments: sent });
    const calls = await callsOf(model);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.json).toMatchObject(body);
  });

  it("is made without them where nothing would say what they mean: elsewhere, in a chat, beside a file", async () => {
    const defaults = { num_inference_steps: 4, temperature: 0.9, num_beams: 4 };
    const elsewhere = await callModel(
      "together/text-to-image.plain",
      "text-to-image",
      { text: words("A cat") },
      {
        defaults,
      },
    );
    const chat = await callModel(
      "hf-inference/conversational.plain",
      "summarization",
      { text: words("Long.") },
      {
        defaults,
      },
    );
    const file = await callModel(
      "hf-inference/automatic-speech-recognition.plain",
      "automatic-speech-recognition",
      { audio: sound },
      { defaults },
    );
    for (const { result } of [elsewhere, chat, file]) expect(result).not.toHaveProperty("called");
    const bodies = [
      ...(await callsOf("together/text-to-image.plain")),
      ...(await callsOf("hf-inference/conversational.plain")),
    ];
    expect(bodies).toHaveLength(2);
    for (const { json } of bodies) expect(JSON.stringify(json)).not.toMatch(/num_inference_steps|num_beams|0\.9/);
  });

  it("is made once more without them where the endpoint refuses them", async () => {
    const model = "hf-inference/summarization.without-parameters";
    const called = await callModel(model, "summarization", { text: words("Long.") }, { defaults: { num_beams: 4 } });
    expect(await outputsOf(called)).toEqual({ text: "[fake] A summary." });
    expect(called.result).not.toHaveProperty("called");
    expect(called.result.notes).toEqual([
      "The model was called without the arguments that its card shows, after its endpoint had refused a call with them.",
    ]);
    expect((await callsOf(model)).map(({ json }) => json)).toEqual([
      { inputs: "Long.", parameters: { generate_parameters: { num_beams: 4 } } },
      { inputs: "Long." },
    ]);
  });

  it.each([
    ["bad", 2],
    ["down", 1],
  ])("fails as it would without them where the endpoint is %s", async (mode, times) => {
    const model = `hf-inference/summarization.${mode}`;
    const before = (await callsOf(model)).length;
    const call = callModel(model, "summarization", { text: words("Long.") }, { defaults: { num_beams: 4 } });
    expect((await failureOf(call)).message).toContain(model);
    expect((await callsOf(model)).length - before).toBe(times);
  });
});
