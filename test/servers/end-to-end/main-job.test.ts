import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../scripts/server.ts";
import type { RunView, TaskView } from "../../../src/http/schemas/views.ts";
import { bytesOf, upload, useServer } from "../use-server.ts";

const { client } = useServer();
const LIMIT_MS = 60_000;

const tasks = (run: RunView, type: string): readonly TaskView[] => run.tasks.filter((task) => task.task === type);
const text = (task: TaskView | undefined, port: string): string => {
  const value = task?.outputs[port];
  return value && "text" in value ? value.text : "";
};

describe("the main job, with no key", () => {
  it("reads an invoice, answers from it, and speaks a summary", { timeout: LIMIT_MS }, async () => {
    const api = client();
    const file = await upload(api, "invoice.png");
    const asked =
      "Read the text in invoice.png, tell me who sent it, what has to be paid and by when, and read a summary aloud";
    const run = await api.wait((await api.start({ text: asked, resources: [file.id] })).id);
    expect(run.status).toBe("succeeded");

    const [ocr] = tasks(run, "optical-character-recognition");
    const truth = await readFile(join(ROOT, "demo/invoice.txt"), "utf8");
    expect(text(ocr, "text").trim()).toBe(truth.trim());

    const answers = tasks(run, "question-answering").map((task) => text(task, "answer"));
    expect(answers).toEqual(["Northwind Paper Supplies Ltd", "£1,302.24", "16 December 2026"]);
    expect(run.answer).toMatch(/^\*\*Who sent .*Northwind Paper Supplies Ltd/);

    const side = ["question-answering", "summarization"].flatMap((type) => tasks(run, type));
    expect(side.map((task) => task.dep)).toEqual(side.map(() => [ocr?.id]));

    const [summary] = tasks(run, "summarization");
    const [speech] = tasks(run, "text-to-speech");
    expect(speech?.dep).toEqual([summary?.id]);
    const spoken = speech?.outputs.audio;
    if (!spoken || !("resource" in spoken)) throw new Error("No speech was made");
    const wav = await bytesOf(api, spoken.resource);
    const { rate, seconds } = readWav(wav);
    expect(rate).toBeGreaterThanOrEqual(8_000);
    // People and Flite speak some 8 to 25 characters a second, numbers and dates more slowly.
    const characters = text(summary, "text").length;
    expect(seconds).toBeGreaterThan(characters / 25);
    expect(seconds).toBeLessThan(characters / 5);
  });

  it("holds a conversation of three turns over a photo", { timeout: LIMIT_MS }, async () => {
    const api = client();
    const photo = await upload(api, "photo.jpg");
    const first = await api.wait(
      (await api.start({ text: "Please generate a canny image based on photo.jpg", resources: [photo.id] })).id,
    );
    const canny = first.files[0];
    expect(canny).toMatchObject({ kind: "image/canny", mediaType: "image/png" });
    const photoSize = jpegSize(await bytesOf(api, photo));
    expect(pngSize(await bytesOf(api, canny ?? photo))).toEqual(photoSize);

    const say = async (words: string): Promise<RunView> =>
      api.wait((await api.message(first.conversation, { text: words })).id);
    const second = await say("now blur the above image");
    expect(second.tasks[0]?.args).toMatchObject({ image: canny?.id, text: "blur" });
    expect(pngSize(await bytesOf(api, second.files[0] ?? photo))).toEqual(photoSize);

    const third = await say("and how similar are the captions 'two dogs' and 'a pair of dogs'?");
    expect(third.tasks.map((task) => task.task)).toEqual(["sentence-similarity"]);
    expect(third.answer).toMatch(/similar/i);
    expect((await api.conversation(first.conversation)).log.map((entry) => entry.role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
  });

  it("cleans a recording, tells languages apart and the mood of one text", { timeout: LIMIT_MS }, async () => {
    const api = client();
    const noisy = await upload(api, "noisy.wav");
    const cleaned = await api.wait(
      (await api.start({ text: "Remove the noise from noisy.wav", resources: [noisy.id] })).id,
    );
    expect(readWav(await bytesOf(api, cleaned.files[0] ?? noisy))).toEqual(readWav(await bytesOf(api, noisy)));
    const texts = await Promise.all(["english", "german", "spanish"].map((name) => upload(api, `texts/${name}.txt`)));
    const asked = "Which language is each of these texts, and is the English one positive or negative?";
    const run = await api.wait((await api.start({ text: asked, resources: texts.map(({ id }) => id) })).id);
    expect(tasks(run, "language-identification").map((task) => text(task, "language"))).toEqual([
      "English",
      "German",
      "Spanish",
    ]);
    const [mood] = tasks(run, "text-classification");
    expect(mood?.args.text).toBe(texts[0]?.id);
    expect(text(mood, "text")).toContain("negative");
  });

  it("says plainly which task has no expert, and what to set", { timeout: LIMIT_MS }, async () => {
    const api = client();
    const photo = await upload(api, "photo.jpg");
    const run = await api.wait(
      (await api.start({ text: "what breed is the dog in photo.jpg?", resources: [photo.id] })).id,
    );
    expect(run.status).toBe("failed");
    expect(run.tasks[0]?.error?.code).toBe("no-model");
    expect(run.tasks[0]?.error?.message).toContain("HF_TOKEN");
    expect(run.answer).toContain("POST /v1/models");
  });
});

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const pngSize = (bytes: Uint8Array): readonly number[] => [view(bytes).getUint32(16), view(bytes).getUint32(20)];

/** From the first start-of-frame marker (ITU T.81, B.2.2). */
function jpegSize(bytes: Uint8Array): readonly number[] {
  for (let at = 2; at < bytes.length - 9; at += 2 + view(bytes).getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) return [view(bytes).getUint16(at + 7), view(bytes).getUint16(at + 5)];
  }
  throw new Error("Not a JPEG");
}

/** Of a WAV with the canonical 44-byte header. */
function readWav(bytes: Uint8Array): { readonly rate: number; readonly seconds: number } {
  expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("RIFF");
  expect(new TextDecoder().decode(bytes.subarray(8, 12))).toBe("WAVE");
  const bytesPerSecond = view(bytes).getUint32(28, true);
  return { rate: view(bytes).getUint32(24, true), seconds: view(bytes).getUint32(40, true) / bytesPerSecond };
}
