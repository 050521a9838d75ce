import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import type { Kind } from "../../../src/domain/kinds.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { createCustomProvider } from "../../../src/providers/custom/index.ts";
import type { ExpertResult, Inputs, InputValue } from "../../../src/providers/provider.ts";

const URL_OF_EXPERT = "https://expert.example/run";
const ontology = createOntology();

const value = (kind: Kind, content: string, mediaType = "text/plain"): InputValue => {
  const bytes = new TextEncoder().encode(content);
  return {
    kind,
    mediaType,
    name: "input",
    size: bytes.byteLength,
    text: async () => content,
    json: async () => JSON.parse(content),
    bytes: async () => bytes,
    stream: async () => new Blob([bytes]).stream(),
  };
};

/** Calls an endpoint of the given format once, with `fetch` answering as told, and gives the request it saw. */
async function call(
  format: "json" | "hf-inference",
  taskType: string,
  inputs: Inputs,
  answer: Response | Error,
): Promise<{ readonly result: ExpertResult; readonly request: Request }> {
  const seen: Request[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementationOnce(async (input, init) => {
    seen.push(new Request(input as RequestInfo, init as RequestInit));
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const configured = {
    model: "our/model",
    taskType,
    url: URL_OF_EXPERT,
    format,
    headers: { authorization: "Bearer x" },
    description: "",
    licence: "mit",
  };
  const provider = createCustomProvider([configured], ontology);
  const [endpoint] = provider.endpoints();
  if (!endpoint) throw new Error("No endpoint");
  const signal = AbortSignal.timeout(10_000);
  const result = await provider.call({ endpoint, taskType, inputs, signal, progress: () => undefined });
  const [request] = seen;
  if (!request) throw new Error("Nothing was sent");
  return { result, request };
}

const json = (body: unknown, init: ResponseInit = {}): Response => Response.json(body, init);

describe("an endpoint in the json format", () => {
  it("gets its inputs by port and its headers, and answers by port", async () => {
    const inputs = { image: [value("image", "PNG", "image/png")], question: [value("text", "What is it?")] };
    const { result, request } = await call(
      "json",
      "visual-question-answering",
      inputs,
      json({ outputs: { answer: "a cat", labels: [] } }),
    );
    expect(request.headers.get("authorization")).toBe("Bearer x");
    expect(await request.json()).toEqual({
      task: "visual-question-answering",
      model: "our/model",
      inputs: { image: { mediaType: "image/png", name: "input", base64: "UE5H" }, question: "What is it?" },
    });
    expect(result.outputs).toEqual({ answer: { as: "text", text: "a cat" }, labels: { as: "data", data: [] } });
  });

  it("gives a port that takes many values a list", async () => {
    const inputs = { sentence: [value("text", "a")], sentences: [value("text", "b")] };
    const { request } = await call("json", "sentence-similarity", inputs, json({ outputs: { scores: [] } }));
    expect(await request.json()).toMatchObject({ inputs: { sentence: "a", sentences: ["b"] } });
  });

  it("makes files of what it answers in base64", async () => {
    const { result } = await call(
      "json",
      "text-to-image",
      { text: [value("text", "a cat")] },
      json({ outputs: { image: { mediaType: "image/png", base64: "UE5H" } } }),
    );
    expect(result.outputs.image).toMatchObject({ as: "bytes", mediaType: "image/png" });
  });

  it.each([
    ["no JSON", new Response("<html>"), "provider-rejected", false],
    ["another shape", json({ result: 1 }), "provider-rejected", false],
    ["none of the outputs", json({ outputs: { picture: "x" } }), "provider-rejected", false],
    ["text where a file is wanted", json({ outputs: { image: "x" } }), "provider-rejected", false],
    [
      "broken base64",
      json({ outputs: { image: { mediaType: "image/png", base64: "?" } } }),
      "provider-rejected",
      false,
    ],
    ["status 400", json({}, { status: 400 }), "provider-rejected", false],
    ["status 401", json({}, { status: 401 }), "provider-rejected", false],
    [
      "a redirect",
      new Response(null, { status: 302, headers: { location: "http://127.0.0.1/" } }),
      "provider-rejected",
      false,
    ],
    ["status 500", json({}, { status: 500 }), "provider-unavailable", true],
    ["status 503", json({}, { status: 503 }), "provider-unavailable", true],
    ["no connection", new TypeError("refused"), "provider-unavailable", true],
  ] as const)("fails with a stable code for %s", async (_, answer, code, retryable) => {
    const failed = call("json", "text-to-image", { text: [value("text", "a cat")] }, answer);
    const thrown = await failed.then(
      () => null,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({ code, retryable });
  });

  it("says what to check when it is not let in, and never what the endpoint said", async () => {
    const failed = call(
      "json",
      "text-to-image",
      { text: [value("text", "x")] },
      new Response("secret detail", { status: 403 }),
    );
    await expect(failed).rejects.toThrow(/headers/);
  });

  it("passes on how long to wait", async () => {
    const failed = call(
      "json",
      "text-to-image",
      { text: [value("text", "x")] },
      json({}, { status: 429, headers: { "retry-after": "7" } }),
    );
    await expect(failed).rejects.toMatchObject({ retryable: true, retryAfterMs: 7_000 });
  });
});

/** https://huggingface.co/docs/inference-providers/tasks: what each task's request and answer look like. */
const HF_CASES: readonly [string, Inputs, unknown, unknown, Record<string, unknown>][] = [
  [
    "text-classification",
    { text: [value("text", "good")] },
    { inputs: "good" },
    [[{ label: "POSITIVE", score: 0.9 }]],
    { labels: { as: "data", data: [{ label: "POSITIVE", score: 0.9 }] }, text: { as: "text", text: "POSITIVE" } },
  ],
  [
    "summarization",
    { text: [value("text", "long")] },
    { inputs: "long" },
    [{ summary_text: "short" }],
    { text: { as: "text", text: "short" } },
  ],
  [
    "translation",
    { text: [value("text", "hello")], "target-language": [value("text", "de")] },
    { inputs: "hello", parameters: { src_lang: null, tgt_lang: "de" } },
    [{ translation_text: "hallo" }],
    { text: { as: "text", text: "hallo" } },
  ],
  [
    "question-answering",
    { question: [value("text", "who?")], context: [value("text", "me")] },
    { inputs: { question: "who?", context: "me" } },
    { answer: "me", score: 1, start: 0, end: 2 },
    {
      answer: { as: "text", text: "me" },
      evidence: { as: "data", data: { answer: "me", score: 1, start: 0, end: 2 } },
    },
  ],
  [
    "sentence-similarity",
    { sentence: [value("text", "a")], sentences: [value("text", "b")] },
    { inputs: { source_sentence: "a", sentences: ["b"] } },
    [0.5],
    { scores: { as: "data", data: [0.5] } },
  ],
  [
    "zero-shot-classification",
    { text: [value("text", "x")], labels: [value("data", '["a","b"]', "application/json")] },
    { inputs: "x", parameters: { candidate_labels: ["a", "b"] } },
    [{ label: "a", score: 1 }],
    { labels: { as: "data", data: [{ label: "a", score: 1 }] }, text: { as: "text", text: "a" } },
  ],
];

describe("an endpoint in the hf-inference format", () => {
  it.each(HF_CASES)("speaks %s", async (task, inputs, sent, answer, outputs) => {
    const { result, request } = await call("hf-inference", task, inputs, json(answer));
    expect(await request.json()).toEqual(sent);
    expect(result.outputs).toEqual(outputs);
  });

  it("gets a file that is the only input as it is", async () => {
    const { result, request } = await call(
      "hf-inference",
      "image-to-text",
      { image: [value("image", "PNG", "image/png")] },
      json([{ generated_text: "a cat" }]),
    );
    expect(request.headers.get("content-type")).toBe("image/png");
    expect(await request.text()).toBe("PNG");
    expect(result.outputs.text).toEqual({ as: "text", text: "a cat" });
  });

  it("answers with a file", async () => {
    const { result } = await call(
      "hf-inference",
      "text-to-speech",
      { text: [value("text", "hi")] },
      new Response("FLAC", { headers: { "content-type": "audio/flac" } }),
    );
    expect(result.outputs.audio).toMatchObject({ as: "bytes", mediaType: "audio/flac" });
  });

  it("is refused when it answers with a file where none is wanted", async () => {
    const failed = call(
      "hf-inference",
      "summarization",
      { text: [value("text", "hi")] },
      new Response("x", { headers: { "content-type": "image/png" } }),
    );
    await expect(failed).rejects.toMatchObject({ code: "provider-rejected" });
  });
});
