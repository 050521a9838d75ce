import { describe, expect, it } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { AppendOnlyAnswer } from "../../../src/http/openai/answer-parts.ts";
import { ALICE, expectStatus } from "../caller.ts";
import type { MemoryConversation } from "../memory-conversation.ts";
import { ANSWER, ANSWERS, chat, createChat, deltasIn, framesIn, PATH } from "./chat.ts";

const plan = { tasks: [{ id: 0, type: "summarization", args: {} }] };
const PLANNED: EventBody = {
  type: "plan-end",
  data: {
    ...{ attempt: 1, version: 1, controller: "embedded", fetched: [], referenced: [], durationMs: 1 },
    planned: { as: "plan", plan, notes: [] },
  },
};
const ended = (status: "succeeded" | "failed", outputs = {}): EventBody => ({
  type: "task-end",
  data: { ...{ task: 0, attempt: 1, status, outputs, notes: [] }, ...(status === "failed" ? { error: NO_MODEL } : {}) },
});
const NO_MODEL = failure("no-model", "Nothing does it");
const delta = (text: string, attempt = 1): EventBody => ({ type: "answer-delta", data: { attempt, text } });
const BEGUN: EventBody = { type: "answer-start", data: { attempt: 1, deadline: 0, shard: 0 } };

const stream = (body: object = {}) => chat({ stream: true, ...body });
const textOf = async (script: readonly EventBody[], body: object = {}): Promise<string> => {
  const response = await createChat(script).as(ALICE)(PATH, stream(body));
  await expectStatus(response, 200);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(response.headers.get("x-impresario-run")).toMatch(/^run_/);
  return response.text();
};

describe("a chat completion that is streamed", () => {
  it("is the answer in chunks, and ends as OpenAI's do", async () => {
    const text = await textOf(ANSWERS);
    const { chunks, content } = deltasIn(text);
    expect(content).toBe(ANSWER);
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({
      role: "assistant",
      metadata: { conversation: expect.stringMatching(/^conv_/) },
    });
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason).filter((reason) => reason !== null)).toEqual([
      "stop",
    ]);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(framesIn(text).at(-1)).toBe("[DONE]");
    expect(text).not.toContain("usage");
  });

  it("tells the tokens in a chunk of its own where it is asked to", async () => {
    const { chunks } = deltasIn(await textOf(ANSWERS, { stream_options: { include_usage: true } }));
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 0, cost: 0 } });
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
  });

  const WORKED = [PLANNED, ended("succeeded"), ...ANSWERS];
  it.each([
    [undefined, ANSWER, /^Planned: summarization \(task 1\)\nsummarization \(task 1\) succeeded\nAnswering\n$/],
    ["reasoning", ANSWER, /^Planned/],
    [
      "content",
      `> Planned: summarization (task 1)  \n> summarization (task 1) succeeded  \n> Answering  \n\n${ANSWER}`,
      /^$/,
    ],
    ["none", ANSWER, /^$/],
  ])("shows how far it is where it is to: %s", async (progress, content, reasoning) => {
    const told = deltasIn(await textOf(WORKED, progress === undefined ? {} : { progress }));
    expect(told.content).toBe(content);
    expect(told.reasoning).toMatch(reasoning);
  });

  it("shows no progress inside the answer once that has begun, as when it is written anew", async () => {
    const again = { attempt: 2, deadline: 0, shard: 0 };
    const script: EventBody[] = [
      ...[PLANNED, ended("succeeded"), BEGUN, delta("Bees ")],
      ...[{ type: "answer-start", data: again } as const, delta("Bees ", 2), delta("make honey.", 2)],
      { type: "run-end", data: { status: "succeeded", answer: ANSWER } },
    ];
    const { content } = deltasIn(await textOf(script, { progress: "content" }));
    expect(content).toMatch(/^> Planned[^B]+\n> Answering {2}\n\nBees make honey\.$/);
  });

  it("signs links, and shows the pictures that were made", async () => {
    const id = `res_${"a".repeat(56)}`;
    const resource: Resource = {
      ...{ id, name: "edges.png", kind: "image/canny", mediaType: "image/png", bytes: 1, sha256: "0".repeat(64) },
      ...{ createdAt: 0, origin: { by: "upload" } },
    };
    const made = ended("succeeded", { image: { as: "resource", kind: "image/canny", resource } });
    const answer = `See [edges.png](/v1/resources/${id})`;
    const pieces = [...answer].map((letter) => delta(letter));
    const script: EventBody[] = [
      PLANNED,
      made,
      BEGUN,
      ...pieces,
      { type: "run-end", data: { status: "succeeded", answer } },
    ];
    const { content } = deltasIn(await textOf(script));
    expect(content).toMatch(
      /^See !\[edges\.png\]\(http:\/\/localhost:8787\/v1\/resources\/res_a+\?t=\w+&expires=\d+&signature=\w+\)$/,
    );
  });

  it("ends in an error where nothing came of it, and in nothing else", async () => {
    const answer = "This could not be done.";
    const script: EventBody[] = [
      PLANNED,
      ended("failed"),
      BEGUN,
      delta(answer),
      { type: "run-end", data: { status: "failed", answer } },
    ];
    const text = await textOf(script, { progress: "none" });
    expect(deltasIn(text).content).toBe("");
    expect(framesIn(text).at(-1)).toEqual({
      error: { message: answer, type: "run_error", param: null, code: "no-model" },
    });
  });

  it("is refused like any other, before it begins", async () => {
    const response = await createChat().as(ALICE)(PATH, stream({ n: 0 }));
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/json");
  });
});

describe("a client that leaves", () => {
  /** A request whose run goes on for ever, once it has begun. */
  async function begin(
    body: object,
    { headers = {}, ...more }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) {
    const app = createChat([PLANNED]);
    const called = app.as(ALICE)(PATH, { ...chat(body, headers), ...more });
    await expect.poll(() => app.backstage.conversations.size).toBe(1);
    const [double] = app.backstage.conversations.values();
    if (!double) throw new Error("There is no conversation");
    return { called, double };
  }
  const cancelled = ({ asked }: MemoryConversation) => asked.filter(({ what }) => what === "cancel").length;
  const left = (double: MemoryConversation) => double.cancelledStreams.length;

  /** Reads up to the first sign of how far the run is, and leaves. */
  async function readAndLeave(response: Response): Promise<void> {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("Planned")) text += (await reader?.read())?.value ?? "";
    await reader?.cancel();
  }

  it("cancels the run that it streamed", async () => {
    const { called, double } = await begin({ stream: true });
    await readAndLeave(await called);
    await expect.poll(() => [cancelled(double), left(double)]).toEqual([1, 1]);
  });

  it.each([true, "true"])("changes nothing for a run that is detached: %j", async (detached) => {
    const { called, double } = await begin({ stream: true, metadata: { detached } });
    await readAndLeave(await called);
    await expect.poll(() => left(double)).toBe(1);
    expect(cancelled(double)).toBe(0);
  });

  it.each([
    [false, 1],
    [true, 0],
  ])("cancels the run that it waited for, unless it is detached: %j", async (detached, times) => {
    const gone = new AbortController();
    const { called, double } = await begin({ detached }, { signal: gone.signal });
    await expect.poll(() => double.asked.some(({ what }) => what === "events")).toBe(true);
    gone.abort();
    await called.catch(() => undefined);
    await expect.poll(() => left(double)).toBe(1);
    expect(cancelled(double)).toBe(times);
  });

  it.each([
    [undefined, 0],
    [false, 1],
  ])("may come back for a run that it sent a key with, unless it says otherwise: %j", async (detached, times) => {
    const { called, double } = await begin({ stream: true, detached }, { headers: { "idempotency-key": "k" } });
    await readAndLeave(await called);
    await expect.poll(() => left(double)).toBe(1);
    expect(cancelled(double)).toBe(times);
  });

  it("hears that the connection lives while nothing is said", async () => {
    const { called } = await begin({ stream: true });
    const reader = (await called).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes(": keep-alive\n\n")) text += (await reader?.read())?.value ?? "";
    expect(text).toContain("Planned");
    await reader?.cancel();
  });
});

describe("an answer that is told while it is written", () => {
  it("is told as it comes, and no more at its end", () => {
    const told = new AppendOnlyAnswer();
    told.begin();
    expect([told.write("Bees "), told.write("make honey."), told.end("Bees make honey.")]).toEqual([
      "Bees ",
      "make honey.",
      "",
    ]);
  });

  it("is told whole at its end where nobody wrote it piece by piece", () => {
    expect(new AppendOnlyAnswer().end("Hello.")).toBe("Hello.");
  });

  it("is not told twice when it is begun anew", () => {
    const told = new AppendOnlyAnswer();
    told.begin();
    expect(told.write("Bees make")).toBe("Bees make");
    told.begin();
    expect([told.write("Bees"), told.write(" make honey"), told.end("Bees make honey.")]).toEqual(["", " honey", "."]);
  });

  it("is told whole behind what was told where it ended up elsewhere", () => {
    const told = new AppendOnlyAnswer();
    told.begin();
    told.write("Bees make");
    told.begin();
    expect([told.write("Wasps sting"), told.end("Wasps sting.")]).toEqual(["", "\n\n---\n\nWasps sting."]);
  });
});
