import { describe, expect, it } from "vitest";
import type { EventBody } from "../../../src/domain/events.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import type { Value } from "../../../src/domain/resources.ts";
import { ALICE, BOB, type Call, type CallInit, createCaller, expectStatus, post, upload } from "../caller.ts";
import { type Backstage, createBackstage } from "../doubles.ts";
import { createChat, errorOf, posted } from "./chat.ts";

const PATH = "/openai/v1";
const MIB = 1024 * 1024;

/** What a run of one task for each of these outputs does. */
function making(type: string, port: string, made: readonly Value[]): readonly EventBody[] {
  const plan: Plan = { tasks: made.map((_, id) => ({ id, type, args: {} })) };
  const planned = { as: "plan", plan, notes: [] } as const;
  const how = { attempt: 1, version: 1, controller: "user", fetched: [], referenced: [], durationMs: 1 };
  return [
    { type: "plan-end", data: { ...how, planned } },
    // Tasks end in any order.
    ...made
      .map((value, task): EventBody => {
        const data = { task, attempt: 1, status: "succeeded", outputs: { [port]: value }, notes: [] } as const;
        return { type: "task-end", data };
      })
      .toReversed(),
    { type: "run-end", data: { status: "succeeded", answer: "" } },
  ];
}

/** Beginnings of files, which say what they are. */
const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
const WAV = Uint8Array.from([..."RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0"].map((one) => one.charCodeAt(0)));

const vector = (...data: readonly number[]): Value => ({ as: "data", kind: "data", data });

/** A file that a run made, which is stored. */
async function stored({ wiring }: Backstage, head: Uint8Array<ArrayBuffer>, more = 0): Promise<Value> {
  const id = await wiring.ids.newResource(ALICE, null);
  const body = new Blob([head, new Uint8Array(more)]).stream();
  const origin = { by: "upload" } as const;
  const named = { id, name: "made", declaredType: null };
  const resource = await wiring.resources.save({ tenant: ALICE, ...named, body, maxBytes: 16 * MIB, origin });
  return { as: "resource", kind: resource.kind, resource };
}

const json = (body: object, headers: Record<string, string> = {}): CallInit =>
  post({ model: "impresario", ...body }, headers);
const form = (fields: Readonly<Record<string, string | File>>, headers: Record<string, string> = {}): CallInit => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { method: "POST", body, headers };
};
const PICTURE = new File([PNG], "cat.png", { type: "image/png" });

describe("texts of a single task", () => {
  const HOSTILE = [
    "<GENERATED>-0",
    "<resource-0>",
    "task 0",
    "resource_1",
    "https://nowhere.example/secret",
    "invoice.png",
    '{"task": "summarization"}',
    "-1",
  ];

  it("are taken as they are, whatever they look like", async () => {
    const app = createChat(
      making(
        "feature-extraction",
        "embedding",
        HOSTILE.map((_, at) => vector(at)),
      ),
    );
    const response = await app.as(ALICE)(`${PATH}/embeddings`, json({ input: HOSTILE, encoding_format: "float" }));
    await expectStatus(response, 200);
    expect(await response.json()).toMatchObject({ data: HOSTILE.map((_, index) => ({ index, embedding: [index] })) });
    expect(posted(app)).toMatchObject([
      {
        attached: [],
        boundPlan: {
          tasks: HOSTILE.map((value, id) => ({
            ...{ id, type: "feature-extraction", args: { text: { from: "literal", value } } },
          })),
        },
      },
    ]);
    expect(posted(app)[0]).not.toHaveProperty("plan");
  });

  it("get a vector each, where some are equal", async () => {
    const app = createChat(making("feature-extraction", "embedding", [vector(1), vector(2)]));
    const input = ["a", "b", "a"];
    const response = await app.as(ALICE)(`${PATH}/embeddings`, json({ input }));
    const { data } = await response.json<{ data: readonly object[] }>();
    expect(data.map((one) => "embedding" in one && one.embedding)).toEqual([[1], [2], [1]]);
    expect(posted(app)[0]?.boundPlan?.tasks).toHaveLength(2);
  });

  it("are an error where not each has a result", async () => {
    const app = createChat(making("feature-extraction", "embedding", [vector(1)]));
    const response = await app.as(ALICE)(`${PATH}/embeddings`, json({ input: ["a", "b"] }));
    expect(await errorOf(response, 400)).toMatchObject({ code: "provider-rejected" });
  });
});

describe("the model of a single task", () => {
  const planOf = async (model: string, aliases: string) => {
    const backstage = createBackstage("keys", { OPENAI_MODEL_ALIASES: aliases });
    const app = createChat(making("feature-extraction", "embedding", [vector(1)]), backstage);
    await expectStatus(await app.as(ALICE)(`${PATH}/embeddings`, json({ model, input: "a" })), 200);
    return posted(app)[0]?.boundPlan?.tasks[0]?.model;
  };

  it("is the one named, or anyone's where the name is ours", async () => {
    expect(await planOf("custom:a/embedder", "*")).toBe("custom:a/embedder");
    expect(await planOf("text-embedding-3-small", "*")).toBeUndefined();
    expect(await planOf("text-embedding-3-small", "")).toBe("text-embedding-3-small");
    expect(await planOf("impresario", "")).toBeUndefined();
  });

  it("is none that pursues goals", async () => {
    const app = createChat();
    const response = await app.as(ALICE)(`${PATH}/embeddings`, json({ model: "impresario-goal", input: "a" }));
    expect(await errorOf(response, 400)).toMatchObject({ param: "model" });
    expect(posted(app)).toEqual([]);
  });
});

describe("an Idempotency-Key of a single task", () => {
  it("makes one run of a request, in JSON and as a form", async () => {
    const app = createChat(making("feature-extraction", "embedding", [vector(1)]));
    const ask = (input: string) => app.as(ALICE)(`${PATH}/embeddings`, json({ input }, { "idempotency-key": "one" }));
    const [first, again] = [await ask("a"), await ask("a")];
    expect(again.headers.get("x-impresario-run")).toBe(first.headers.get("x-impresario-run"));
    expect(await errorOf(await ask("b"), 400)).toMatchObject({ code: "idempotency-mismatch" });

    const drawing = createChat(making("image-editing", "image", []));
    const edit = (prompt: string) =>
      drawing.as(ALICE)(`${PATH}/images/edits`, form({ image: PICTURE, prompt }, { "idempotency-key": "two" }));
    const runs = [await edit("Blue"), await edit("Blue")].map(({ headers }) => headers.get("x-impresario-run"));
    expect(new Set(runs).size).toBe(1);
    expect(await errorOf(await edit("Red"), 400)).toMatchObject({ code: "idempotency-mismatch" });
  });
});

describe("the prompt of a form", () => {
  const edit = (prompt: string) => {
    const app = createCaller();
    return { app, response: app.as(ALICE)(`${PATH}/images/edits`, form({ image: PICTURE, prompt })) };
  };

  it("is read whole, up to its bound", async () => {
    const prompt = "ä".repeat(32_000);
    const app = createChat(making("image-editing", "image", []));
    await app.as(ALICE)(`${PATH}/images/edits`, form({ image: PICTURE, prompt }));
    const [{ boundPlan, attached } = {}] = posted(app);
    const [file] = attached ?? [];
    const resource = file?.by === "adoption" ? file.resource.id : "";
    expect(boundPlan?.tasks[0]?.args).toEqual({
      image: { from: "resource", resource },
      text: { from: "literal", value: prompt },
    });
  });

  it("is refused where it is longer", async () => {
    const { app, response } = edit("a".repeat(130_000));
    expect(await errorOf(await response, 400)).toMatchObject({ message: expect.stringContaining("128000 bytes") });
    expect(posted(app)).toEqual([]);
  });
});

describe("a recording to be written down", () => {
  it("goes into a plan that may be repaired, as it may be a video", async () => {
    const text: Value = { as: "text", kind: "text", text: "Hello" };
    const app = createChat(making("automatic-speech-recognition", "text", [text]));
    const file = new File([WAV], "<GENERATED>-0.wav", { type: "audio/wav" });
    const response = await app.as(ALICE)(`${PATH}/audio/transcriptions`, form({ file, model: "custom:a/hearer" }));
    expect(await response.json()).toEqual({ text: "Hello" });
    const [{ plan, attached } = {}] = posted(app);
    const [given] = attached ?? [];
    const audio = given?.by === "adoption" ? given.resource.id : "";
    expect(plan).toEqual([
      { task: "automatic-speech-recognition", id: 0, dep: [-1], args: { audio }, model: "custom:a/hearer" },
    ]);
  });
});

describe("what a single task makes", () => {
  it("is linked, and inside the answer where that is asked for, up to a bound for all of it", async () => {
    const backstage = createBackstage();
    const small = await stored(backstage, PNG);
    const large = await stored(backstage, PNG, 9 * MIB);
    const draw = async (made: readonly Value[], more: object = {}) => {
      const app = createChat(making("text-to-image", "image", made), backstage);
      return app.as(ALICE)(`${PATH}/images/generations`, json({ prompt: "A bee", n: made.length, ...more }));
    };
    const linked = await (await draw([large, large])).json<{ data: readonly object[] }>();
    expect(linked.data).toEqual([{ url: expect.any(String) }, { url: expect.any(String) }]);
    const within = await (await draw([small, large], { response_format: "b64_json" })).json<{ data: object[] }>();
    expect(within.data).toEqual([{ b64_json: PNG.toBase64() }, { b64_json: expect.any(String) }]);
    const beyond = await draw([large, large], { response_format: "b64_json" });
    expect(await errorOf(beyond, 400)).toMatchObject({ code: "resource-too-large" });
    expect(await errorOf(await draw([small], { stream: true }), 400)).toMatchObject({ param: "stream" });
  });

  it("is a sound in its own format, where another was asked for", async () => {
    const backstage = createBackstage();
    const sound = await stored(backstage, WAV, 36);
    const speak = (format: string) => {
      const app = createChat(making("text-to-speech", "audio", [sound]), backstage);
      return app.as(ALICE)(`${PATH}/audio/speech`, json({ input: "Hello", voice: "alloy", response_format: format }));
    };
    const other = await speak("mp3");
    await expectStatus(other, 200);
    expect(other.headers.get("x-impresario-ignored")).toBe("voice, response_format");
    expect(other.headers.get("content-type")).toMatch(/^audio\//);
    expect((await speak("wav")).headers.get("x-impresario-ignored")).toBe("voice");
  });
});

describe("a file that is deleted", () => {
  const remove = (call: Call, id: string) => call(`${PATH}/files/${id}`, { method: "DELETE" });

  it("is gone, unless it is another tenant's or in a conversation, which keeps it", async () => {
    const { as, backstage } = createCaller();
    const alice = as(ALICE);
    const [mine, kept] = [await upload(alice, "a", "a.txt"), await upload(alice, "b", "b.txt")];
    await expectStatus(await alice("/v1/runs", post({ text: "x", resources: [kept.id] })), 202);

    expect((await errorOf(await remove(as(BOB), mine.id), 404)).code).toBe("not-found");
    const refused = await remove(alice, kept.id);
    expect(refused.headers.get("x-should-retry")).toBe("false");
    expect((await errorOf(refused, 409)).code).toBe("conflict");
    expect([...backstage.tenant(ALICE).uploads.keys()]).toEqual([mine.id, kept.id]);

    const removed = await remove(alice, mine.id);
    expect(await removed.json()).toEqual({ id: mine.id, object: "file", deleted: true });
    expect((await errorOf(await remove(alice, mine.id), 404)).code).toBe("not-found");
  });
});

describe("a list of files", () => {
  it("says what it was asked for and does not do", async () => {
    const call = createCaller().as(ALICE);
    const ignoredOf = async (query: string) =>
      (await call(`${PATH}/files?${query}`)).headers.get("x-impresario-ignored");
    expect(await ignoredOf("limit=2&order=desc")).toBeNull();
    expect(await ignoredOf("order=asc&purpose=vision")).toBe("order, purpose");
  });
});
