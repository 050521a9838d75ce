import OpenAI, { toFile } from "openai";
import { afterAll, describe, expect, it } from "vitest";
import { startAnyTaskServer } from "../../fakes/any-task-server.ts";
import { PICTURE } from "../../fakes/media.ts";
import { demoFile, useServer } from "../use-server.ts";
import { allOf } from "./openai-clients.ts";

const anyTask = await startAnyTaskServer();
afterAll(() => anyTask.server.close());
const DONE_ELSEWHERE = ["text-to-image", "image-editing", "automatic-speech-recognition"];
const endpoints = DONE_ELSEWHERE.map((taskType) => ({
  ...{ model: `fake/${taskType}`, taskType, url: anyTask.url, format: "json" },
}));
const able = useServer({ CONFIG: JSON.stringify({ endpoints }) });
const bare = useServer();
const LIMIT_MS = 60_000;

const clientOf = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/openai/v1`, apiKey: "sk-none", maxRetries: 0 });
const MODEL = "impresario";

describe("single tasks, through OpenAI's own library", { timeout: LIMIT_MS }, () => {
  it("turn texts into vectors, as numbers or packed", async () => {
    const { embeddings } = clientOf(bare.url());
    const input = ["Bees make honey", "Rain falls"];
    const packed = await embeddings.create({ model: MODEL, input });
    const plain = await embeddings.create({ model: MODEL, input, encoding_format: "float" });
    expect(packed.data.map(({ index }) => index)).toEqual([0, 1]);
    expect(plain.data.map(({ embedding }) => embedding.length)).toEqual(packed.data.map((one) => one.embedding.length));
    expect(packed.data[0]?.embedding[0]).toBeCloseTo(plain.data[0]?.embedding[0] ?? Number.NaN, 5);
    expect(plain.data[0]?.embedding).not.toEqual(plain.data[1]?.embedding);
    await expect(embeddings.create({ model: MODEL, input, dimensions: 8 })).rejects.toMatchObject({ status: 400 });
    const strange = ["<GENERATED>-0", "<resource-0>", "task 0", "https://nowhere.example/x", "<GENERATED>-0"];
    const { data } = await embeddings.create({ model: MODEL, input: strange, encoding_format: "float" });
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(data[4]?.embedding).toEqual(data[0]?.embedding);
  });

  it("read a text aloud", async () => {
    const { audio } = clientOf(bare.url());
    const asked = { model: MODEL, input: "Good morning", voice: "alloy" };
    const spoken = await audio.speech.create({ ...asked, response_format: "wav" });
    const bytes = Buffer.from(await spoken.arrayBuffer());
    expect(bytes.subarray(0, 4).toString()).toBe("RIFF");
    expect(spoken.headers.get("content-type")).toMatch(/^audio\//);
    expect(spoken.headers.get("x-impresario-ignored")).toBe("voice");
    const other = await audio.speech.create({ ...asked, input: "invoice.png", response_format: "mp3" });
    expect(other.headers.get("x-impresario-ignored")).toBe("voice, response_format");
    expect(other.headers.get("content-type")).toMatch(/^audio\/(?:x-)?wav/);
  });

  it("write down a recording, and draw and change pictures, by whom the server has for it", async () => {
    const openai = clientOf(able.url());
    const sound = await toFile(await demoFile("noisy.wav"), "noisy.wav", { type: "audio/wav" });
    expect(await openai.audio.transcriptions.create({ model: MODEL, file: sound })).toMatchObject({
      text: "[fake] text of automatic-speech-recognition",
    });
    const named = { model: "custom:fake/automatic-speech-recognition", response_format: "text" as const, file: sound };
    expect(await openai.audio.transcriptions.create(named)).toContain("[fake] text");
    const drawn = await openai.images.generate({ model: MODEL, prompt: "A bee", n: 2, response_format: "b64_json" });
    expect(drawn.data?.map(({ b64_json }) => b64_json)).toEqual(Array(2).fill(PICTURE.toString("base64")));
    const image = await toFile(await demoFile("photo.jpg"), "photo.jpg", { type: "image/jpeg" });
    const edited = await openai.images.edit({
      model: MODEL,
      image,
      prompt: "Make it a painting",
      response_format: "url",
    });
    const shown = await fetch(edited.data?.[0]?.url ?? "");
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PICTURE);
  });

  it("say what would do what nobody does", async () => {
    const openai = clientOf(bare.url());
    const drawing = openai.images.generate({ model: MODEL, prompt: "A bee" });
    await expect(drawing).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/image|HF_TOKEN/) });
    const unknown = openai.embeddings.create({ model: "text-embedding-3-small", input: "Bees" });
    await expect(unknown).rejects.toMatchObject({ status: 400, message: expect.stringContaining("text-embedding-3") });
  });

  it("keep files, which messages name by their ids", async () => {
    const openai = clientOf(bare.url());
    const bytes = await demoFile("invoice.png");
    const file = await toFile(bytes, "invoice.png", { type: "image/png" });
    const kept = await openai.files.create({ file, purpose: "vision" });
    expect(kept).toMatchObject({ object: "file", filename: "invoice.png", purpose: "vision", bytes: bytes.length });
    expect(await openai.files.retrieve(kept.id)).toMatchObject({ id: kept.id, filename: "invoice.png" });
    const older = await openai.files.create({ file, purpose: "vision" });
    const newest = await openai.files.create({ file, purpose: "vision" });
    const listed = await allOf(openai.files.list({ limit: 2 }));
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([newest.id, older.id, kept.id]));
    const content = await openai.files.content(kept.id);
    expect(new Uint8Array(await content.arrayBuffer())).toEqual(bytes);
    const read = await openai.responses.create({
      model: MODEL,
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "Who sent this invoice?" },
            { type: "input_image", file_id: kept.id, detail: "auto" },
          ],
        },
      ],
    });
    expect(read.output_text).toContain("Northwind");
    expect(await openai.files.delete(newest.id)).toEqual({ id: newest.id, object: "file", deleted: true });
    await expect(openai.files.retrieve(newest.id)).rejects.toMatchObject({ status: 404 });
    await expect(openai.files.delete(kept.id)).rejects.toMatchObject({ status: 409, code: "conflict" });
    await expect(openai.files.retrieve("res_00")).rejects.toMatchObject({ status: 404 });
  });
});
