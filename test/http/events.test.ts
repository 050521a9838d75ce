import { describe, expect, it } from "vitest";
import { eventView } from "../../src/http/schemas/views.ts";
import { ALICE, createCaller, expectStatus, post, problemOf, runOf } from "./caller.ts";

/** A run of five events that has not ended, and its double. */
async function begin() {
  const { as, backstage } = createCaller();
  const call = as(ALICE);
  const run = await runOf(await call("/v1/runs", post({ text: "Hëllo\nworld" })));
  const [double] = backstage.conversations.values();
  if (!double) throw new Error("No conversation was made");
  double.record(run.id, { type: "answer-start", data: { attempt: 1, deadline: 0, shard: 0 } });
  for (const text of ["one\n\n", "zwei – ✓"])
    double.record(run.id, { type: "answer-delta", data: { attempt: 1, text } });
  const end = (): void =>
    double.record(run.id, { type: "run-end", data: { status: "succeeded", answer: "one\n\nzwei – ✓" } });
  const follow = (headers: Record<string, string> = {}, query = ""): Promise<Response> =>
    call(`/v1/runs/${run.id}/events${query}`, { headers });
  return { call, run, double, end, follow };
}

/** The events in a stream, by the rules of the standard: blocks of `field: value` lines. */
function parse(text: string) {
  return text
    .split("\n\n")
    .filter((block) => block.startsWith("id: "))
    .map((block) => {
      const fields = Object.fromEntries(
        block.split("\n").map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
      );
      return { id: fields.id, event: fields.event, data: eventView.strict().parse(JSON.parse(fields.data ?? "")) };
    });
}

const seqs = (text: string): readonly number[] => parse(text).map(({ data }) => data.seq);

describe("the stream of events", () => {
  it("frames each event with its number and type, whatever is in it and wherever chunks are cut", async () => {
    const { follow, end } = await begin();
    end();
    const response = await follow();
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const text = await response.text();
    const events = parse(text);
    expect(events.map(({ id, event }) => [id, event])).toEqual([
      ["1", "run-start"],
      ["2", "answer-start"],
      ["3", "answer-delta"],
      ["4", "answer-delta"],
      ["5", "run-end"],
    ]);
    expect(events[0]?.data).toMatchObject({ at: "2026-11-01T12:00:00.001Z", data: { text: "Hëllo\nworld" } });
    expect(events[3]?.data.data).toEqual({ attempt: 1, text: "zwei – ✓" });
    expect(text).toContain(": heartbeat\n\n");
    expect(text).toMatch(/^retry: \d+\n\n/);
  });

  it("goes on after the event that the client saw last, without a gap or a repeat", async () => {
    const { follow, end } = await begin();
    end();
    for (let last = 0; last < 5; last++) {
      const wanted = [1, 2, 3, 4, 5].slice(last);
      expect(seqs(await (await follow({}, `?after=${last}`)).text())).toEqual(wanted);
      expect(seqs(await (await follow({ "last-event-id": String(last) })).text())).toEqual(wanted);
    }
    const both = await follow({ "last-event-id": "3" }, "?after=1");
    expect(seqs(await both.text())).toEqual([4, 5]);
    expect(seqs(await (await follow({ "last-event-id": "" })).text())).toHaveLength(5);
  });

  it("tells a browser that has seen the end not to come back", async () => {
    const { follow, end } = await begin();
    const open = await follow({ "last-event-id": "4" });
    expect(open.status).toBe(200);
    await open.body?.cancel();
    end();
    await expectStatus(await follow({ "last-event-id": "5" }), 204);
    expect(seqs(await (await follow({}, "?after=5")).text())).toEqual([]);
  });

  it("stays open while the run goes on, and is let go when the client leaves", async () => {
    const { follow, run, double } = await begin();
    const reader = (await follow()).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (seqs(text).length < 4) text += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    expect(double.cancelledStreams).toEqual([run.id]);
  });

  it("is not left open by a HEAD", async () => {
    const { call, run, double } = await begin();
    const head = await call(`/v1/runs/${run.id}/events`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    expect(double.cancelledStreams).toEqual([run.id]);
  });

  it.each([
    ["?after=-1", {}],
    ["?after=x", {}],
    ["?after=1.5", {}],
    ["", { "last-event-id": "abc" }],
    ["", { "last-event-id": "-1" }],
    ["", { "last-event-id": "9".repeat(30) }],
  ])("is refused for a place that is none (%s %o)", async (query, headers) => {
    const { follow } = await begin();
    expect(await problemOf(await follow({ ...headers }, query))).toMatchObject({
      status: 400,
      code: "invalid-request",
    });
  });
});
