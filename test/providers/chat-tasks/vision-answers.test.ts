import { describe, expect, it } from "vitest";
import { fixture } from "../embedded/vision/fixtures.ts";
import { dataIn, failureOf, LIMITS, picture, prepare, saidBy, wordsIn } from "./calls.ts";

describe("a picture", () => {
  it.each([
    ["decode/baseline.jpg", "image/jpeg"],
    ["note-12px.png", "image/png"],
    ["decode/lossy.webp", "image/webp"],
  ])("is sent as it is, named by its content: %s", async (file, mediaType) => {
    const image = await fixture(file);
    const { picture: url } = saidBy(await prepare("image-to-text", { image }));
    expect(url).toBe(`data:${mediaType};base64,${image.toBase64()}`);
  });

  it.each([
    ["agreement.pdf", "unsupported-input"],
    ["decode/animated.webp", "unsupported-input"],
  ])("is not %s", async (file, code) => {
    const image = await fixture(file);
    await expect(prepare("image-to-text", { image })).rejects.toMatchObject({ code, retryable: false });
  });

  it.each([
    ["no image", new Uint8Array(0), "unsupported-input"],
    ["a text", new TextEncoder().encode("<svg onload='PWNED'/>"), "unsupported-input"],
    ["cut off", picture().subarray(0, 20), "unreadable-resource"],
    ["without pixels", picture(0, 5), "unreadable-resource"],
    ["a bomb", picture(32_000, 32_000), "resource-too-large"],
    ["too large a file", new Uint8Array(8 * 1024 * 1024 + 1), "resource-too-large"],
  ])("that is %s is refused", async (_what, image, code) => {
    await expect(prepare("image-to-text", { image })).rejects.toMatchObject({ code, retryable: false });
  });

  it("is held to what the endpoint takes", async () => {
    const limits = { ...LIMITS, maxInputBytes: 20 };
    await expect(prepare("image-to-text", { image: picture() }, limits)).rejects.toMatchObject({
      code: "resource-too-large",
      message: expect.stringContaining("20"),
    });
  });
});

describe("boxes", () => {
  const cat = (xmin: number, ymin: number, xmax: number, ymax: number) => [
    { label: "cat", score: 0.9, box: { xmin, ymin, xmax, ymax } },
  ];
  const whole = cat(64, 96, 320, 480);

  it.each([
    ["as asked", '{"objects": [{"label": "cat", "score": 0.9, "box": [100, 200, 500, 1000]}]}', whole],
    ["as a bare list", '[{"label": "cat", "score": 0.9, "box": ["100", "200", "500", "1000"]}]', whole],
    [
      "by name",
      '[{"label": "cat", "score": 0.9, "box": {"xmin": 100, "ymin": 200, "xmax": 500, "ymax": 1000}}]',
      whole,
    ],
    ["as Gemini does", '[{"label": "cat", "score": 0.9, "box_2d": [200, 100, 1000, 500]}]', whole],
    ["as Qwen does", '[{"label": "cat", "score": 0.9, "bbox_2d": [100, 200, 500, 1000]}]', whole],
    ["of one", '[{"label": "cat", "score": 0.9, "bbox": [0.1, 0.2, 0.5, 1]}]', whole],
    ["turned round", '[{"label": "cat", "score": 0.9, "box": [500, 1000, 100, 200]}]', whole],
    [
      "in pixels, and beyond the picture",
      '[{"label": "cat", "score": 0.9, "box": [-5, 10, 20, 2000]}]',
      cat(0, 10, 20, 480),
    ],
    ["without extent", '[{"label": "cat", "score": 0.9, "box": [100, 200, 100, 1000]}]', []],
    [
      "of which one makes no sense",
      '[{"label": "cat", "score": 0.9, "box": [100, 200, 500, 1000]}, {"label": "dog", "box": [1]}]',
      whole,
    ],
  ])("are told in pixels: %s", async (_how, answer, objects) => {
    const { read } = await prepare("object-detection", { image: picture(640, 480) });
    expect(dataIn(read(answer).outputs.objects)).toEqual(objects);
  });

  it.each([
    ["decode/baseline.jpg", undefined],
    ["decode/orientation-6.jpg", [expect.stringContaining("EXIF")]],
    ["decode/orientation-6.webp", [expect.stringContaining("EXIF")]],
  ])("are of the picture upright, and it is said where that may be wrong: %s", async (file, notes) => {
    const { read } = await prepare("object-detection", { image: await fixture(file) });
    const all = read('[{"label": "all", "score": 1, "box": [0, 0, 1000, 1000]}]');
    const box = { xmin: 0, ymin: 0, xmax: 61, ymax: 43 };
    expect(dataIn(all.outputs.objects)).toEqual([{ label: "all", score: 1, box }]);
    expect(all.notes).toEqual(notes);
  });

  it("are counted in words", async () => {
    const { read } = await prepare("object-detection", { image: picture() });
    const box = [1, 2, 300, 400];
    const objects = [
      { label: "dog", box },
      { label: "cat", box },
      { label: "cat", box },
    ];
    expect(wordsIn(read(JSON.stringify({ objects })).outputs.text)).toBe("cat (2), dog");
    expect(wordsIn(read('{"objects": []}').outputs.text)).toBe("Nothing was found in the picture.");
  });

  it.each(["I see a cat.", '{"objects": [{"label": "cat"}]}', '[{"label": "", "box": [1, 2, 3, 4]}]'])(
    "are refused where there are none: %j",
    async (answer) => {
      const { read } = await prepare("object-detection", { image: picture() });
      expect(failureOf(() => read(answer))).toBe("provider-rejected, retryable");
    },
  );
});

describe("print", () => {
  it.each([
    ['{"lines": ["Total", "$40"]}', "Total\n$40"],
    ['["Total", "$40"]', "Total\n$40"],
    ['{"lines": [{"text": "Total"}, {"text": "$40"}]}', "Total\n$40"],
    ['{"text": "Total\\n$40"}', "Total\n$40"],
    ["Total\n$40", "Total\n$40"],
    ["```\nTotal\n$40\n```", "Total\n$40"],
    ['{"lines": []}', ""],
  ])("is read line by line from %j", async (answer, text) => {
    const { read } = await prepare("optical-character-recognition", { image: picture() });
    const { outputs, notes } = read(answer);
    expect(wordsIn(outputs.text)).toBe(text);
    const lines = text === "" ? [] : text.split("\n").map((line) => ({ text: line, confidence: null, box: null }));
    expect(dataIn(outputs.lines)).toEqual(lines);
    expect(notes).toHaveLength(1);
  });
});

describe("an answer without print", () => {
  it.each(["{}", '{"lines": [1, 2]}', '[{"line": "Total"}]'])("is refused: %j", async (answer) => {
    const { read } = await prepare("optical-character-recognition", { image: picture() });
    expect(failureOf(() => read(answer))).toBe("provider-rejected, retryable");
  });
});

describe("an answer about a picture", () => {
  it.each([
    ['{"answer": "two", "score": 0.8}', "two", 0.8],
    ['{"answer": 2}', "2", null],
    ["None", "None", null],
  ])("is read from %j", async (answer, words, score) => {
    const { read } = await prepare("visual-question-answering", { image: picture(), question: "How many?" });
    const { outputs } = read(answer);
    expect(wordsIn(outputs.answer)).toBe(words);
    expect(dataIn(outputs.labels)).toEqual([{ label: words, score }]);
  });

  it("is refused where it is none", async () => {
    const { read } = await prepare("visual-question-answering", { image: picture(), question: "How many?" });
    expect(failureOf(() => read('{"answer": null}'))).toBe("provider-rejected, retryable");
  });

  it("of a document that does not say is said as such", async () => {
    const { read } = await prepare("document-question-answering", { document: picture(), question: "Who?" });
    const { outputs } = read('{"answer": null, "score": 0.4, "sentence": ""}');
    expect(dataIn(outputs.evidence)).toEqual({ answer: wordsIn(outputs.answer), score: 0, sentence: "" });
  });
});
