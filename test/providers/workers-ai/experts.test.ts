import { describe, expect, it } from "vitest";
import { accessBy, callModel, callsOf, type Given, newAccount, picture, recording, text, WAYS } from "./calls.ts";

const said = (words: string) => ({ as: "text", text: words });
const madeFile = (mediaType: string) => ({ as: "bytes", bytes: expect.any(Uint8Array), mediaType });
const labels = (...all: readonly (readonly [string, number])[]) => ({
  as: "data",
  data: all.map(([label, score]) => ({ label, score })),
});

type Case = readonly [taskType: string, model: string, inputs: () => Promise<Given["inputs"]>, outputs: object];

const audio = async () => ({ audio: recording(1_000) });
const image = async () => ({ image: await picture(80, 40) });
const english = async () => ({ text: text("The cat sat on the mat and looked out of the window.") });
const prompt = async () => ({ text: text("A harbour at dawn") });
const heard = { text: said("[fake] 1000 bytes of speech") };
const png = { image: madeFile("image/png") };
const DRAWN = madeFile("image/png");
const speech = { audio: madeFile("audio/mpeg") };

const CASES: readonly Case[] = [
  ["automatic-speech-recognition", "@cf/openai/whisper", audio, heard],
  ["automatic-speech-recognition", "@cf/openai/whisper-tiny-en", audio, heard],
  ["automatic-speech-recognition", "@cf/openai/whisper-large-v3-turbo", audio, heard],
  ["automatic-speech-recognition", "@cf/deepgram/nova-3", audio, heard],
  [
    "automatic-speech-recognition",
    "@cf/nvidia/nemotron-speech-streaming-en-0.6b",
    async () => ({ audio: recording(1_000, "audio/wav") }),
    heard,
  ],
  ["text-to-speech", "@cf/myshell-ai/melotts", english, speech],
  ["text-to-speech", "@cf/deepgram/aura-1", english, speech],
  ["text-to-speech", "@cf/deepgram/aura-2-es", async () => ({ text: text("Hola"), language: text("Spanish") }), speech],
  ["text-to-image", "@cf/black-forest-labs/flux-1-schnell", prompt, png],
  ["text-to-image", "@cf/black-forest-labs/flux-2-dev", prompt, png],
  ["text-to-image", "@cf/leonardo/lucid-origin", prompt, png],
  // It says that it is a JPEG.
  ["text-to-image", "@cf/leonardo/phoenix-1.0", prompt, png],
  ["text-to-image", "@cf/stabilityai/stable-diffusion-xl-base-1.0", prompt, png],
  ["text-to-image", "@cf/lykon/dreamshaper-8-lcm", prompt, png],
  ["text-to-image", "@cf/somebody/a-model-of-2027", prompt, png],
  ["image-to-image", "@cf/runwayml/stable-diffusion-v1-5-img2img", image, png],
  ["image-to-image", "@cf/black-forest-labs/flux-2-klein-4b", image, png],
  [
    "image-editing",
    "@cf/black-forest-labs/flux-2-klein-9b",
    async () => ({ ...(await image()), ...(await prompt()) }),
    png,
  ],
  [
    "canny-text-to-image",
    "@cf/black-forest-labs/flux-2-dev",
    async () => ({ ...(await image()), ...(await prompt()) }),
    png,
  ],
  [
    "image-classification",
    "@cf/microsoft/resnet-50",
    image,
    {
      labels: labels(["[fake] TIGER CAT", 0.7], ["[fake] TABBY", 0.2]),
      text: said("[fake] TIGER CAT (70%), [fake] TABBY (20%)"),
    },
  ],
  [
    "text-classification",
    "@cf/huggingface/distilbert-sst-2-int8",
    english,
    {
      labels: labels(["[fake] POSITIVE", 0.9], ["[fake] NEGATIVE", 0.1]),
      text: said("[fake] POSITIVE (90%), [fake] NEGATIVE (10%)"),
    },
  ],
  [
    "translation",
    "@cf/meta/m2m100-1.2b",
    async () => ({ text: text("Good morning to you all, dear friends."), "target-language": text("French") }),
    { text: said("[fake] Good morning to you all, dear friends. (en to fr)") },
  ],
  [
    "translation",
    "@cf/ai4bharat/indictrans2-en-indic-1B",
    async () => ({ text: text("Good morning. How are you today?"), "target-language": text("hi-IN") }),
    { text: said("[fake] Good morning. (hin_Deva) [fake] How are you today? (hin_Deva)") },
  ],
  [
    "summarization",
    "@cf/facebook/bart-large-cnn",
    english,
    { text: said("[fake] The cat sat on the mat and looked out of") },
  ],
  [
    "summarization",
    "@cf/meta/llama-3.2-3b-instruct",
    english,
    { text: { as: "text", text: expect.stringContaining("[fake]") } },
  ],
  [
    "text-generation",
    "@cf/openai/gpt-oss-20b",
    english,
    { text: { as: "text", text: expect.stringContaining("[fake]") } },
  ],
  ["image-to-text", "@cf/moondream/moondream3.1-9B-A2B", image, { text: said("[fake] a picture with stripes") }],
  [
    "image-to-text",
    "@cf/llava-hf/llava-1.5-7b-hf",
    image,
    { text: { as: "text", text: expect.stringContaining("[fake]") } },
  ],
  [
    "image-to-text",
    "@cf/meta/llama-4-scout-17b-16e-instruct",
    image,
    { text: { as: "text", text: expect.stringContaining("[fake]") } },
  ],
  [
    "visual-question-answering",
    "@cf/moondream/moondream3.1-9B-A2B",
    async () => ({ ...(await image()), question: text("Which colour?") }),
    { answer: said("[fake] answer to: Which colour?") },
  ],
  [
    "visual-question-answering",
    "@cf/unum/uform-gen2-qwen-500m",
    async () => ({ ...(await image()), question: text("Which colour?") }),
    { answer: said("[fake] Which colour?") },
  ],
  [
    "object-detection",
    "@cf/moondream/moondream3.1-9B-A2B",
    image,
    {
      objects: {
        as: "data",
        data: ["[fake] cat", "[fake] dog"].map((label) => ({
          label,
          score: null,
          box: { xmin: 20, ymin: 20, xmax: 60, ymax: 40 },
        })),
      },
      image: DRAWN,
      text: said("1 × [fake] cat, 1 × [fake] dog"),
    },
  ],
  [
    "object-detection",
    "@cf/facebook/detr-resnet-50",
    image,
    {
      objects: {
        as: "data",
        data: [{ label: "[fake] cat", score: 0.9, box: { xmin: 1, ymin: 2, xmax: 11, ymax: 12 } }],
      },
      image: DRAWN,
      text: said("1 × [fake] cat (90%)"),
    },
  ],
  [
    "feature-extraction",
    "@cf/baai/bge-base-en-v1.5",
    async () => ({ text: text("abba") }),
    { embedding: { as: "data", data: [2, 2, ...new Array<number>(24).fill(0)] } },
  ],
  [
    "sentence-similarity",
    "@cf/google/embeddinggemma-300m",
    async () => ({ sentence: text("abba"), sentences: [text("baab"), text("zz")] }),
    {
      scores: {
        as: "data",
        data: [
          { sentence: "baab", score: expect.closeTo(1) },
          { sentence: "zz", score: 0 },
        ],
      },
      text: said("100%: baab\n0%: zz"),
    },
  ],
  [
    "sentence-similarity",
    "@cf/baai/bge-reranker-base",
    async () => ({ sentence: text("red cars"), sentences: [text("blue sea"), text("fast red cars")] }),
    {
      scores: {
        as: "data",
        data: [
          { sentence: "blue sea", score: expect.closeTo(0.047, 3) },
          { sentence: "fast red cars", score: expect.closeTo(0.731, 3) },
        ],
      },
      text: said("5%: blue sea\n73%: fast red cars"),
    },
  ],
];

describe.each(WAYS)("Workers AI by %s", (way) => {
  it.each(CASES)("does %s with %s", async (taskType, model, inputs, outputs) => {
    const result = await callModel(accessBy(way, newAccount()), { taskType, model, inputs: await inputs() });
    expect(result.outputs).toMatchObject(outputs);
  });

  it.each<[string, string, Given["inputs"], object]>([
    [
      "tokens",
      "@cf/meta/m2m100-1.2b",
      { text: text("Good morning to you all, dear friends."), "target-language": text("fr") },
      { inputTokens: 12, outputTokens: 14, characters: 38 },
    ],
    ["seconds of sound", "@cf/openai/whisper-large-v3-turbo", { audio: recording(10) }, { seconds: 3.5 }],
    ["characters read aloud", "@cf/deepgram/aura-1", { text: text("Hello!") }, { characters: 6 }],
    ["pictures", "@cf/black-forest-labs/flux-1-schnell", { text: text("A harbour") }, { images: 1 }],
  ])("tells the %s that a call took", async (_, model, inputs, usage) => {
    const taskType = TASK_OF[model] ?? "";
    const result = await callModel(accessBy(way, newAccount()), { taskType, model, inputs });
    // The header with the neurons does not come through the binding.
    expect(result.usage).toEqual({ ...usage, ...(way === "REST" ? { neurons: 2.5 } : {}) });
  });

  it("tells the neurons that a model tells itself, and all calls that a detection took", async () => {
    const chat = { taskType: "conversational", model: "@cf/openai/gpt-oss-20b", inputs: { text: text("Hi") } };
    const { usage } = await callModel(accessBy(way, newAccount()), chat);
    expect(usage?.neurons).toBe(way === "REST" ? 2.5 : 1.5);
    const detection = { taskType: "object-detection", model: MOONDREAM, inputs: { image: await picture(8, 8) } };
    expect((await callModel(accessBy(way, newAccount()), detection)).usage).toMatchObject({
      images: 1,
      inputTokens: 2_100,
      outputTokens: 30,
    });
  });

  it("sends FLUX.2 a small picture, and asks for one in its proportions", async () => {
    const account = newAccount();
    const inputs = { image: await picture(1_200, 300), text: text("Make it night") };
    const given = { taskType: "image-editing", model: "@cf/black-forest-labs/flux-2-dev", inputs };
    const { notes } = await callModel(accessBy(way, account), given);
    const [call] = await callsOf(account);
    expect(call?.fields).toMatchObject({
      prompt: "Make it night",
      width: "1024",
      height: "256",
      input_image_0: { type: "image/png" },
    });
    expect(notes).toEqual([expect.stringMatching(/\(512 × 12\d\)/)]);
  });

  it("tells FLUX.2 that a control map is one", async () => {
    const account = newAccount();
    const inputs = { image: await picture(64, 64), text: text("A dancer") };
    const model = "@cf/black-forest-labs/flux-2-dev";
    await callModel(accessBy(way, account), { taskType: "openpose-text-to-image", model, inputs });
    const [call] = await callsOf(account);
    expect(call?.fields).toMatchObject({ prompt: expect.stringMatching(/^A dancer\n\n.*control map \(openpose\)/) });
  });

  it("lets Nova find the language out", async () => {
    const account = newAccount();
    const given = {
      taskType: "automatic-speech-recognition",
      model: "@cf/deepgram/nova-3",
      inputs: { audio: recording(9) },
    };
    await callModel(accessBy(way, account), given);
    expect(await callsOf(account)).toEqual([
      expect.objectContaining({ contentType: "audio/mpeg", query: "?detect_language=true&smart_format=true" }),
    ]);
  });

  it.each<[string, object]>([
    ["@cf/meta/llama-3.3-70b-instruct-fp8-fast", { type: "json_schema", json_schema: { type: "object" } }],
    [
      "@cf/openai/gpt-oss-120b",
      { type: "json_schema", json_schema: { name: "answer", strict: true, schema: { type: "object" } } },
    ],
  ])("holds %s to the schema of an answer in the form that it knows", async (model, form) => {
    const account = newAccount();
    const given = { taskType: "token-classification", model, inputs: { text: text("Ada met Bob in Paris.") } };
    await callModel(accessBy(way, account), given).catch(() => undefined);
    const [call] = await callsOf(account);
    expect(call?.fields).toMatchObject({ response_format: form, temperature: 0, max_tokens: expect.any(Number) });
  });

  it("holds a model to a caller's schema, and asks in words alone where that is refused", async () => {
    const schema = { type: "object", properties: { steps: { type: "string" } } };
    const inputs = { text: text("Plan a garden"), schema: text(JSON.stringify(schema)) };
    const given = { taskType: "text-generation", model: "@cf/meta/llama-3.3-70b-instruct-fp8-fast", inputs };
    const [account, refusing] = [newAccount(), newAccount()];
    const { outputs } = await callModel(accessBy(way, account), given);
    expect(JSON.parse(outputs.text?.as === "text" ? outputs.text.text : "")).toEqual({ steps: expect.any(String) });
    const form = { response_format: { type: "json_schema", json_schema: schema } };
    expect(await callsOf(account)).toMatchObject([{ fields: form }]);
    await expect(callModel(accessBy(way, refusing, "json-mode"), given)).rejects.toThrow("form of answer");
    expect(await callsOf(refusing)).toMatchObject([{ fields: form }, { fields: expect.not.objectContaining(form) }]);
  });

  it("asks other models for the form in words alone", async () => {
    const account = newAccount();
    const model = "@cf/meta/llama-3.2-1b-instruct";
    const given = { taskType: "token-classification", model, inputs: { text: text("Ada met Bob in Paris.") } };
    await callModel(accessBy(way, account), given).catch(() => undefined);
    const [call] = await callsOf(account);
    expect(call?.fields).not.toHaveProperty("response_format");
  });

  it("embeds a hundred texts at a time", async () => {
    const account = newAccount();
    const sentences = Array.from({ length: 150 }, (_, index) => text(`text ${index}`));
    const inputs = { sentence: text("text"), sentences };
    const given = { taskType: "sentence-similarity", model: "@cf/baai/bge-m3", inputs };
    const { outputs } = await callModel(accessBy(way, account), given);
    expect(outputs.scores).toMatchObject({ as: "data", data: { length: 150 } });
    expect(await callsOf(account)).toHaveLength(2);
  });
});

const MOONDREAM = "@cf/moondream/moondream3.1-9B-A2B";
const TASK_OF: Readonly<Record<string, string>> = Object.fromEntries(
  CASES.map(([taskType, model]) => [model, taskType]),
);

it("sends a file as it is over REST, and as a list of numbers through the binding", async () => {
  const given = {
    taskType: "automatic-speech-recognition",
    model: "@cf/openai/whisper",
    inputs: { audio: recording(3) },
  };
  const sent = WAYS.map(async (way) => {
    const account = newAccount();
    await callModel(accessBy(way, account), given);
    const [call] = await callsOf(account);
    return [call?.contentType, call?.fields, call?.authorization];
  });
  expect(await Promise.all(sent)).toEqual([
    ["application/json", { audio: [7, 7, 7] }, "Bearer binding"],
    ["application/octet-stream", { bytes: 3 }, "Bearer a-secret-token"],
  ]);
});
