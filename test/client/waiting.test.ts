import { describe, expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { RunEvent } from "../../src/domain/events.ts";

const RUN = `run_${"a".repeat(44)}`;

const events: readonly RunEvent[] = [
  { seq: 1, at: 1, type: "run-pause", data: {} },
  { seq: 2, at: 2, type: "run-resume", data: {} },
  { seq: 3, at: 3, type: "approval-required", data: { planVersion: 1 } },
  { seq: 4, at: 4, type: "run-end", data: { status: "succeeded", answer: "Done" } },
];

const wire = (event: RunEvent): string =>
  `id: ${event.seq}\ndata: ${JSON.stringify({ ...event, at: new Date(event.at).toISOString() })}\n\n`;

/** A server on which a run goes on up to an event, and what was asked of it. */
function server(upTo: number) {
  const calls: string[] = [];
  let cancelled = false;
  let looks = 0;
  const view = (): unknown => {
    const status = cancelled
      ? "cancelled"
      : upTo === 4
        ? "succeeded"
        : upTo === 3 && looks++ > 0
          ? "awaiting-approval"
          : "running";
    return { id: RUN, status, tasks: [], endedAt: upTo === 4 || cancelled ? "2026-11-20T12:00:00Z" : null };
  };
  const client = createClient({
    baseUrl: "https://api.test",
    pause: async () => {},
    fetch: async (url, init) => {
      const path = new URL(url).pathname.replace(RUN, "R");
      calls.push(`${init.method} ${path}`);
      init.signal?.throwIfAborted();
      if (path.endsWith("/cancel")) cancelled = true;
      if (!path.endsWith("/events")) return Response.json(view());
      const after = Number(new Headers(init.headers).get("last-event-id") ?? 0);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const event of events.slice(after, upTo)) controller.enqueue(new TextEncoder().encode(wire(event)));
          if (upTo === 4) controller.close();
          init.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
  });
  return { client, calls };
}

describe("waiting for a run", () => {
  it("gives the run once it has ended, and every event on the way", async () => {
    const seqs: number[] = [];
    const { client } = server(4);
    const run = await client.wait(RUN, { onEvent: ({ seq }) => seqs.push(seq) });
    expect(run.status).toBe("succeeded");
    expect(seqs).toEqual([1, 2, 3, 4]);
  });

  it("gives it where it waits for a person, if that is asked for, and not for a rest that is over", async () => {
    const seqs: number[] = [];
    const { client } = server(3);
    const run = await client.wait(RUN, { until: "rest", onEvent: ({ seq }) => seqs.push(seq) });
    expect(run.status).toBe("awaiting-approval");
    expect(seqs).toEqual([1, 2, 3]);
  });

  it.each([
    [true, ["POST /v1/runs/R/cancel"]],
    [false, []],
  ])("ends with the signal, and with it the run if that is asked for: %s", async (cancelOnAbort, cancels) => {
    const stop = new AbortController();
    const { client, calls } = server(2);
    const waiting = client.wait(RUN, {
      signal: stop.signal,
      cancelOnAbort,
      onEvent: ({ seq }) => {
        if (seq === 2) stop.abort(new Error("enough"));
      },
    });
    await expect(waiting).rejects.toThrow("enough");
    expect(calls.filter((call) => call.startsWith("POST"))).toEqual(cancels);
  });

  it("ends a run that was begun while the signal aborted", async () => {
    const stop = new AbortController();
    const calls: string[] = [];
    const client = createClient({
      baseUrl: "https://api.test",
      pause: async () => {},
      fetch: async (url, init) => {
        calls.push(`${init.method} ${new URL(url).pathname.replace(RUN, "R")}`);
        // The server has begun it by the time that the caller has enough.
        stop.abort(new Error("enough"));
        init.signal?.throwIfAborted();
        return Response.json({ id: RUN, status: "running", tasks: [], endedAt: null });
      },
    });
    const asked = client.ask({ text: "x" }, { signal: stop.signal, cancelOnAbort: true });
    await expect(asked).rejects.toThrow("enough");
    expect(calls).toEqual(["POST /v1/runs", "POST /v1/runs/R/cancel"]);
  });

  it("begins none once the signal has aborted", async () => {
    const { client, calls } = server(4);
    const signal = AbortSignal.abort(new Error("enough"));
    for (const cancelOnAbort of [true, false]) {
      await expect(client.ask({ text: "x" }, { signal, cancelOnAbort })).rejects.toThrow("enough");
    }
    expect(calls).toEqual([]);
  });

  it("begins with the message, in a new conversation or the one that is named", async () => {
    const { client, calls } = server(4);
    const started: string[] = [];
    const onStart = ({ id }: { readonly id: string }): void => {
      started.push(id);
    };
    expect(await client.ask({ text: "x" }, { onStart })).toMatchObject({ status: "succeeded" });
    await client.ask({ text: "more" }, { conversation: "conv_1" });
    expect(started).toEqual([RUN]);
    expect(calls.filter((call) => call.startsWith("POST"))).toEqual([
      "POST /v1/runs",
      "POST /v1/conversations/conv_1/messages",
    ]);
  });
});
