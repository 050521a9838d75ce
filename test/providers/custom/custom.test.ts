import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import type { Kind } from "../../../src/domain/kinds.ts";
import { createOntology, type Port } from "../../../src/domain/task-types/index.ts";
import { MAX_STREAMED_ANSWER_BYTES, MAX_WHOLE_ANSWER_BYTES } from "../../../src/providers/answers/body.ts";
import { MAX_STREAMED_INPUT_BYTES } from "../../../src/providers/custom/hf-inference-format.ts";
import { createCustomProvider } from "../../../src/providers/custom/index.ts";
import { MAX_ENCODED_INPUT_BYTES } from "../../../src/providers/inputs.ts";
import { MEMORY_BUDGET_BYTES, memoryPermits, SMALL_SHARE_BYTES } from "../../../src/providers/memory-permits.ts";
import type { ExpertResult, Inputs, InputValue, OutputDraft } from "../../../src/providers/provider.ts";

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
  const signal = new AbortController().signal;
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

const contentOf = async (draft: OutputDraft | undefined): Promise<string> => {
  if (draft?.as !== "stream") throw new Error("It is not a stream");
  return new Response(draft.stream).text();
};

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
    "summarization",
    { text: [value("text", "long")], length: [value("text", "two sentences")] },
    { inputs: "long", parameters: { generate_parameters: { min_length: 1, max_length: 90 } } },
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

/** A value of the port's first kind that can be told from every other port's in a request. */
const valueFor = ({ name, kinds: [kind = "data"] }: Port): InputValue => {
  if (name === "length") return value(kind, "7 words");
  const mark = `<${name}>`;
  if (kind === "data") return value(kind, JSON.stringify([mark]), "application/json");
  return value(kind, mark, /^(text|table)/.test(kind) ? "text/plain" : `${kind.split("/")[0]}/x`);
};

/** What the value of a port looks like in a request. */
const markOf = ({ name, kinds: [kind = "data"] }: Port): string => {
  // In tokens, which is all that the API takes.
  if (name === "length") return '"max_length":11';
  return /^(text|table|data)/.test(kind) ? `<${name}>` : btoa(`<${name}>`);
};

/** An answer that fits every task type, so that the call gets through. */
const ANY_FILE = new Uint8Array([1]);
const anyAnswer = (kind: Kind): Response =>
  /^(image|audio|video)/.test(kind)
    ? new Response(ANY_FILE, { headers: { "content-type": `${kind.split("/")[0]}/x` } })
    : json([{ generated_text: "x" }]);

describe("every task type of the ontology, in the hf-inference format", () => {
  it.each(ontology.all.map((type) => [type.name, type] as const))("%s sends all that is bound", async (name, type) => {
    for (const ports of [type.inputs, type.inputs.filter((port) => port.required)]) {
      const inputs = Object.fromEntries(ports.map((port) => [port.name, [valueFor(port)]]));
      const { request } = await call("hf-inference", name, inputs, anyAnswer(type.outputs[0]?.kinds[0] ?? "data"));
      const body = new TextDecoder().decode(await request.arrayBuffer());
      if (request.headers.get("content-type") === "application/json") {
        expect(JSON.parse(body)).toHaveProperty("inputs");
        for (const port of ports) expect(body).toContain(markOf(port));
      } else {
        expect(ports).toHaveLength(1);
        expect(body).toBe(`<${ports[0]?.name}>`);
      }
    }
  });

  it.each(["text2text-generation", "text-generation"])("%s gives the instruction before the text", async (task) => {
    const inputs = { text: [value("text", "Helo")], instruction: [value("text", "Correct it")] };
    const { request } = await call("hf-inference", task, inputs, json([{ generated_text: "Hello" }]));
    expect(await request.json()).toEqual({ inputs: "Correct it\n\nHelo" });
  });

  it("makes a parameter of what the task has no place for", async () => {
    const inputs = { text: [value("text", "hi")], language: [value("text", "en")] };
    const { request } = await call("hf-inference", "text-to-speech", inputs, anyAnswer("audio"));
    expect(await request.json()).toEqual({ inputs: "hi", parameters: { language: "en" } });
  });
});

/** A value that says it is this large; reading it would be a fault. */
const sized = (kind: Kind, size: number): InputValue => {
  const refuse = async (): Promise<never> => {
    throw new Error("It was read");
  };
  return {
    kind,
    mediaType: "image/png",
    name: "large",
    size,
    text: refuse,
    json: refuse,
    bytes: refuse,
    stream: refuse,
  };
};

/** A body of this many bytes, a megabyte at a time. */
const endless = (bytes: number): ReadableStream<Uint8Array> => {
  const chunk = new Uint8Array(1024 * 1024).fill(32);
  let left = bytes;
  return new ReadableStream({
    pull: (controller) => {
      if (left <= 0) return controller.close();
      controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)));
      left -= chunk.length;
    },
  });
};

describe("what is too large for the isolate", () => {
  const half = MAX_ENCODED_INPUT_BYTES / 2;

  it.each(["json", "hf-inference"] as const)("is refused before it is read: inputs in %s", async (format) => {
    const inputs = { image: [sized("image", half)], question: [sized("text", half + 1)] };
    const failed = call(format, "visual-question-answering", inputs, json({}));
    await expect(failed).rejects.toMatchObject({ code: "resource-too-large" });
    vi.restoreAllMocks();
  });

  it("is refused before it is read: a file that is sent as it is", async () => {
    const inputs = { image: [sized("image", MAX_STREAMED_INPUT_BYTES + 1)] };
    const failed = call("hf-inference", "image-to-text", inputs, json({}));
    await expect(failed).rejects.toMatchObject({ code: "resource-too-large" });
    vi.restoreAllMocks();
  });

  it("is sent when it passes through: a file larger than any JSON, with its length", async () => {
    const size = MAX_ENCODED_INPUT_BYTES + 1;
    const file = { ...sized("image", size), stream: async () => endless(size) };
    const { request } = await call("hf-inference", "image-to-text", { image: [file] }, json([{ generated_text: "x" }]));
    expect((await request.arrayBuffer()).byteLength).toBe(size);
  });

  it.each(["json", "hf-inference"] as const)("is refused: an answer in %s", async (format) => {
    const answer = new Response(endless(MAX_WHOLE_ANSWER_BYTES + 1), {
      headers: { "content-type": "application/json" },
    });
    const failed = call(format, "summarization", { text: [value("text", "x")] }, answer);
    await expect(failed).rejects.toMatchObject({
      code: "provider-rejected",
      message: expect.stringMatching(/more than/),
    });
  });

  it("is broken off: a file without end", async () => {
    const answer = new Response(endless(MAX_STREAMED_ANSWER_BYTES + 1), { headers: { "content-type": "video/mp4" } });
    const { result } = await call("hf-inference", "text-to-video", { text: [value("text", "x")] }, answer);
    const { video } = result.outputs;
    if (video?.as !== "stream") throw new Error("It is not a stream");
    await expect(video.stream.pipeTo(new WritableStream())).rejects.toMatchObject({ code: "provider-rejected" });
  });

  it("is tried again: a file that breaks off", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: () => {
        throw new Error("reset");
      },
    });
    const answer = new Response(broken, { headers: { "content-type": "audio/wav" } });
    const { result } = await call("hf-inference", "text-to-speech", { text: [value("text", "x")] }, answer);
    await expect(contentOf(result.outputs.audio)).rejects.toMatchObject({ retryable: true });
  });

  it("waits for the memory that other calls hold, if it takes more than little", async () => {
    const never = new AbortController();
    let free: () => void = () => undefined;
    const held = memoryPermits.run(MEMORY_BUDGET_BYTES, never.signal, () => new Promise<void>((r) => (free = r)));
    const long = "x".repeat(SMALL_SHARE_BYTES);
    const small = call("json", "summarization", { text: [value("text", "x")] }, json({ outputs: { text: "y" } }));
    expect((await small).result.outputs).toEqual({ text: { as: "text", text: "y" } });
    const waiting = call("json", "summarization", { text: [value("text", long)] }, json({ outputs: { text: "y" } }));
    let done = false;
    const watched = waiting.then(() => (done = true));
    await new Promise((resolve) => setTimeout(resolve));
    expect(done).toBe(false);
    free();
    await held;
    await watched;
    expect(done).toBe(true);
  });
});

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
    const { audio } = result.outputs;
    expect(audio).toMatchObject({ as: "stream", length: null, mediaType: "audio/flac" });
    expect(await contentOf(audio)).toBe("FLAC");
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
