import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/domain/kinds.ts";
import { MAX_INLINE_CHARS } from "../../src/domain/resources.ts";
import type { NameParts } from "../../src/domain/run/result-names.ts";
import { output, type TaskType, taskType } from "../../src/domain/task-types/task-type.ts";
import { type SaveOutput, storeOutputs } from "../../src/execution/store-outputs.ts";
import type { OutputDraft, Outputs } from "../../src/providers/provider.ts";
import { resourceOf, utf8 } from "./values.ts";

const typeWith = (...outputs: readonly [name: string, kind: Kind][]): TaskType =>
  taskType("making", {
    area: "language",
    description: "Make it",
    inputs: [],
    outputs: outputs.map(([name, kind]) => output(name, kind)),
  });

/** Stores the outputs, and gives what was saved beside the values. */
async function store(outputs: Outputs, type: TaskType, names: NameParts = { source: "invoice.png", taken: [] }) {
  const saved: (Omit<Parameters<SaveOutput>[0], "body"> & { readonly content: string })[] = [];
  const save: SaveOutput = async ({ body, ...file }) => {
    const content = await new Response(body).text();
    saved.push({ ...file, content });
    const { name, kind, mediaType, origin } = file;
    return resourceOf(utf8(content), { name, kind, mediaType, origin });
  };
  const origin = { by: "task", run: "run_1", task: 3, output: "", model: "custom:a/b" } as const;
  const values = await storeOutputs(outputs, type, names, origin, save);
  return { values, saved };
}

const file = (mediaType: string): OutputDraft => ({ as: "bytes", bytes: utf8("FILE"), mediaType });

describe("what an expert made", () => {
  it("stays as it is where it is short", async () => {
    const type = typeWith(["text", "text"], ["rows", "data"]);
    const { values, saved } = await store({ text: { as: "text", text: "a" }, rows: { as: "data", data: [1] } }, type);
    expect(values).toEqual({
      text: { as: "text", kind: "text", text: "a" },
      rows: { as: "data", kind: "data", data: [1] },
    });
    expect(saved).toEqual([]);
  });

  it("stays as it is up to the limit, and becomes a file with an excerpt past it", async () => {
    const type = typeWith(["text", "text"]);
    const most = "ü".repeat(MAX_INLINE_CHARS);
    expect((await store({ text: { as: "text", text: most } }, type)).values.text).toMatchObject({ as: "text" });
    const { values, saved } = await store({ text: { as: "text", text: `${most}!` } }, type);
    expect(values.text).toMatchObject({ as: "resource", kind: "text", excerpt: "ü".repeat(600) });
    expect(saved).toEqual([
      {
        name: "invoice-making.txt",
        kind: "text",
        mediaType: "text/plain",
        content: `${most}!`,
        origin: { by: "task", run: "run_1", task: 3, output: "text", model: "custom:a/b" },
      },
    ]);
  });

  it("becomes a file of JSON where the data is long", async () => {
    const data = ["x".repeat(MAX_INLINE_CHARS)];
    const { values, saved } = await store({ rows: { as: "data", data } }, typeWith(["rows", "data"]));
    expect(values.rows).toMatchObject({ as: "resource", excerpt: JSON.stringify(data).slice(0, 600) });
    expect(saved).toMatchObject([{ name: "invoice-making.json", mediaType: "application/json" }]);
    expect(JSON.parse(saved[0]?.content ?? "")).toEqual(data);
  });

  it.each<[string, Kind, string]>([
    ["image/png", "image", "png"],
    ["image/jpeg", "image/canny", "jpg"],
    ["image/svg+xml", "image", "svg"],
    ["audio/mpeg", "audio", "mp3"],
    ["audio/x-wav", "audio", "wav"],
    ["audio/x-flac", "audio", "flac"],
    ["video/quicktime", "video", "mov"],
    ["application/pdf", "document", "pdf"],
    ["application/vnd.ms-excel", "document", "bin"],
    ["application/../../etc", "document", "bin"],
  ])("is stored under a name that says %s", async (mediaType, kind, extension) => {
    const { values, saved } = await store({ out: file(mediaType) }, typeWith(["out", kind]));
    expect(values.out).toMatchObject({ as: "resource", kind });
    expect(saved).toMatchObject([{ name: `invoice-making.${extension}`, mediaType, kind, content: "FILE" }]);
  });

  it("is called what was done where the expert says so, and another than those that are there", async () => {
    const blurred: OutputDraft = { as: "bytes", bytes: utf8("FILE"), mediaType: "image/jpeg", made: "blurred" };
    const names = { source: "photo.png", taken: ["photo-blurred.jpg"] };
    const type = typeWith(["out", "image"], ["more", "image"]);
    const { saved } = await store({ out: blurred, more: blurred }, type, names);
    expect(saved).toMatchObject([{ name: "photo-blurred-2.jpg" }, { name: "photo-blurred-3.jpg" }]);
  });

  it("may come as a stream", async () => {
    const draft: OutputDraft = {
      as: "stream",
      stream: new Blob(["FILE"]).stream(),
      length: null,
      mediaType: "video/mp4",
    };
    expect((await store({ out: draft }, typeWith(["out", "video"]))).saved).toMatchObject([{ content: "FILE" }]);
  });

  it("may lack what is not its main output, and hold what nobody asked for", async () => {
    const type = typeWith(["text", "text"], ["rows", "data"]);
    const { values } = await store({ text: { as: "text", text: "a" }, other: { as: "text", text: "b" } }, type);
    expect(Object.keys(values)).toEqual(["text"]);
  });
});

describe("what an expert made is refused", () => {
  it.each<[Kind, string]>([
    ["image", "text/html"],
    ["image/depth", "audio/wav"],
    ["audio", "application/octet-stream"],
    ["video", "image/gif"],
  ])("where %s is wanted and %s comes", async (kind, mediaType) => {
    const stored = store({ out: file(mediaType) }, typeWith(["out", kind]));
    await expect(stored).rejects.toMatchObject({ code: "provider-rejected", retryable: false });
  });

  it("and a stream of the wrong kind is let go of", async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      cancel: () => {
        cancelled = true;
      },
    });
    const draft: OutputDraft = { as: "stream", stream, length: null, mediaType: "text/html" };
    await expect(store({ out: draft }, typeWith(["out", "image"]))).rejects.toThrow("text/html");
    expect(cancelled).toBe(true);
  });

  it.each<[string, Outputs]>([
    ["nothing", {}],
    ["something else", { rows: { as: "data", data: [] } }],
  ])("where its main output is missing and %s is there", async (_, outputs) => {
    await expect(store(outputs, typeWith(["text", "text"], ["rows", "data"]))).rejects.toMatchObject({
      code: "provider-rejected",
      message: "custom:a/b gave no text for making",
    });
  });
});
