import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../src/domain/events.ts";
import { followRun } from "../../src/http/run-events.ts";
import { MemoryConversation } from "./memory-conversation.ts";

const DELTA = (text: string) => ({ type: "answer-delta", data: { attempt: 1, text } }) as const;
const END = { type: "run-end", data: { status: "succeeded", answer: "ab–" } } as const;
const MESSAGE = { run: "run_1", text: "Hello", attached: [], approval: "none", budget: { timeMs: 60_000 } } as const;
const never = new AbortController().signal;

async function begin(): Promise<MemoryConversation> {
  const conversation = new MemoryConversation("part");
  await conversation.post(MESSAGE);
  return conversation;
}

async function collect(events: AsyncIterable<RunEvent>): Promise<readonly number[]> {
  const seqs: number[] = [];
  for await (const { seq } of events) seqs.push(seq);
  return seqs;
}

/** The conversation, whose streams break off after so many bytes each. */
function breaking(conversation: MemoryConversation, after: readonly (number | "refused")[]): () => MemoryConversation {
  const whole = conversation.events.bind(conversation);
  const left = [...after];
  conversation.events = async (run, afterSeq) => {
    const opened = await whole(run, afterSeq);
    const limit = left.shift();
    if (limit === "refused") throw new Error("The object was restarted");
    if (!opened.ok || limit === undefined) return opened;
    let bytes = 0;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > limit) controller.error(new Error("The object was restarted"));
        else controller.enqueue(chunk);
      },
    });
    return { ok: true, value: opened.value.pipeThrough(cut) };
  };
  return () => conversation;
}

describe("the events of a run, followed", () => {
  it("are all of them, once and in order, to its end", async () => {
    const conversation = await begin();
    for (const event of [DELTA("a"), DELTA("b–"), END]) conversation.record("run_1", event);
    expect(await collect(followRun(() => conversation, "run_1", { signal: never }))).toEqual([1, 2, 3, 4]);
  });

  it("begin after the one that is known", async () => {
    const conversation = await begin();
    for (const event of [DELTA("a"), END]) conversation.record("run_1", event);
    expect(await collect(followRun(() => conversation, "run_1", { after: 2, signal: never }))).toEqual([3]);
  });

  it.each<[string, readonly (number | "refused")[]]>([
    ["in the middle of an event", [300, 40]],
    ["before the first", [0, 0, 0]],
    ["while it is opened", ["refused", 300, "refused"]],
  ])("go on where a stream broke off %s", async (_, breaks) => {
    const conversation = await begin();
    for (const event of [DELTA("a"), DELTA("b–"), END]) conversation.record("run_1", event);
    const rpc = breaking(conversation, breaks);
    expect(await collect(followRun(rpc, "run_1", { signal: never }))).toEqual([1, 2, 3, 4]);
  });

  it("end in a fault when streams bring nothing any more", async () => {
    const conversation = await begin();
    const rpc = breaking(
      conversation,
      Array.from({ length: 100 }, () => 0),
    );
    const waits: number[] = [];
    const wait = async (ms: number): Promise<void> => void waits.push(ms);
    const followed = collect(followRun(rpc, "run_1", { signal: never, wait }));
    await expect(followed).rejects.toMatchObject({ code: "internal" });
    expect(conversation.asked.length).toBeLessThan(10);
    expect(waits).toEqual([100, 200, 400]);
  });

  it("are refused for a run that is not there", async () => {
    const conversation = await begin();
    const followed = collect(followRun(() => conversation, "run_2", { signal: never }));
    await expect(followed).rejects.toMatchObject({ code: "not-found" });
  });

  it("are left when the signal says so, which lets the stream go", async () => {
    const conversation = await begin();
    const gone = new AbortController();
    const events = followRun(() => conversation, "run_1", { signal: gone.signal });
    expect((await events.next()).value).toMatchObject({ seq: 1 });
    const next = events.next();
    gone.abort(new Error("enough"));
    await expect(next).rejects.toThrow("enough");
    expect(conversation.cancelledStreams).toEqual(["run_1"]);
    expect(conversation.asked.filter(({ what }) => what === "cancel")).toEqual([]);
  });

  it("are not asked for when the signal is aborted already", async () => {
    const conversation = await begin();
    const gone = AbortSignal.abort(new Error("enough"));
    await expect(collect(followRun(() => conversation, "run_1", { signal: gone }))).rejects.toThrow("enough");
  });
});
