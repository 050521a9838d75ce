import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError, createClient, type Fetch } from "../../src/client/client.ts";
import type { RunEvent } from "../../src/domain/events.ts";

const RUN = `run_${"a".repeat(44)}`;

/** A run of `count` events: answers in pieces, then its end. */
const recorded = (count: number): readonly RunEvent[] =>
  Array.from({ length: count }, (_, index) => {
    const place = { seq: index + 1, at: 1_000 + index };
    return index === count - 1
      ? { ...place, type: "run-end", data: { status: "succeeded", answer: "Done – größer ✓" } }
      : { ...place, type: "answer-delta", data: { attempt: 1, text: `✓ ${index}\n` } };
  });

const wire = (event: RunEvent): string =>
  `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify({ ...event, at: new Date(event.at).toISOString() })}\n\n`;

/** The bytes in chunks that end at the given offsets, whatever they cut through; then an error, if asked for. */
function chunked(text: string, cuts: readonly number[], breaks: boolean): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1))), bytes.length].sort((a, b) => a - b);
  let from = 0;
  return new ReadableStream({
    pull: (controller) => {
      const end = ends.shift();
      if (end === undefined) return breaks ? controller.error(new TypeError("terminated")) : controller.close();
      controller.enqueue(bytes.subarray(from, end));
      from = end;
    },
  });
}

const eventStream = (body: ReadableStream<Uint8Array>): Response =>
  new Response(body, { headers: { "content-type": "text/event-stream" } });

const lastSeen = (init: RequestInit): number => Number(new Headers(init.headers).get("last-event-id") ?? 0);

const noPause = async (): Promise<void> => {};

const client = (fetch: Fetch, pause = noPause) => createClient({ baseUrl: "https://api.test/", fetch, pause });

async function collect(events: AsyncIterable<RunEvent>): Promise<readonly number[]> {
  const seqs: number[] = [];
  for await (const { seq } of events) seqs.push(seq);
  return seqs;
}

/** One connection to the events: how many it brings, how it is cut into chunks, and how it ends. */
const connections = fc.array(
  fc.record({
    brings: fc.integer({ min: 1, max: 9 }),
    repeats: fc.integer({ min: 0, max: 3 }),
    cuts: fc.array(fc.nat(2_000), { maxLength: 5 }),
    breaks: fc.boolean(),
    refuses: fc.constantFrom(null, 500, 503, 429),
  }),
  { maxLength: 6 },
);

describe("following a run", () => {
  it("gives every event once and in order, wherever connections break and bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 25 }), connections, fc.nat(5), async (count, plan, known) => {
        const events = recorded(count);
        const after = Math.min(known, count - 1);
        const left = [...plan];
        const seqs = await collect(
          client(async (_, init) => {
            const connection = left.shift();
            if (connection?.refuses) return new Response(null, { status: connection.refuses });
            // A server that repeats what was acknowledged must not be believed.
            const from = Math.max(0, lastSeen(init) - (connection?.repeats ?? 0));
            const part = events.slice(from, connection ? lastSeen(init) + connection.brings : undefined);
            return eventStream(
              chunked(`: welcome\n\n${part.map(wire).join("")}`, connection?.cuts ?? [], connection?.breaks ?? false),
            );
          }).events(RUN, { after }),
        );
        expect(seqs).toEqual(events.slice(after).map(({ seq }) => seq));
      }),
      { numRuns: 60 },
    );
  });

  it("asks for the events from the one it knows, and not at all for a fresh run", async () => {
    const asked: (string | null)[] = [];
    const events = recorded(4);
    await collect(
      client(async (_, init) => {
        asked.push(new Headers(init.headers).get("last-event-id"));
        return eventStream(
          chunked(
            events
              .slice(lastSeen(init), lastSeen(init) + 2)
              .map(wire)
              .join(""),
            [],
            true,
          ),
        );
      }).events(RUN),
    );
    expect(asked).toEqual([null, "2"]);
  });

  it("takes a gap for a fault of the connection, and gives up when it stays", async () => {
    const [first, , third] = recorded(3);
    let connected = 0;
    const events = client(async () => {
      connected++;
      return eventStream(chunked([first, third].flatMap((event) => (event ? [wire(event)] : [])).join(""), [], false));
    }).events(RUN);
    await expect(collect(events)).rejects.toMatchObject({ code: "unexpected-answer", detail: "Event 2 is missing" });
    expect(connected).toBe(8);
  });

  it("waits longer each time, and as long as the server asks", async () => {
    const waits: number[] = [];
    let answers = 0;
    const events = client(
      async () => new Response(null, { status: 503, headers: answers++ === 0 ? { "retry-after": "2" } : {} }),
      async (ms = 0) => {
        waits.push(ms);
      },
    ).events(RUN);
    await expect(collect(events)).rejects.toBeInstanceOf(ApiError);
    expect(waits).toEqual([2_000, 500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it("does not knock again at a run that is not there", async () => {
    let knocked = 0;
    const events = client(async () => {
      knocked++;
      return Response.json({ code: "not-found", detail: "No such run" }, { status: 404 });
    }).events(RUN);
    await expect(collect(events)).rejects.toMatchObject({ code: "not-found", status: 404, detail: "No such run" });
    expect(knocked).toBe(1);
  });

  it("ends when all events of a run that is over are known already", async () => {
    const over = { id: RUN, status: "succeeded", tasks: [], endedAt: "2026-11-20T12:00:00Z" };
    const events = client(async (url) =>
      url.endsWith("/events") ? eventStream(chunked(": nothing\n\n", [], false)) : Response.json(over),
    ).events(RUN, { after: 3 });
    expect(await collect(events)).toEqual([]);
  });

  it("passes over an event of a type it does not know, and still counts it", async () => {
    const [first, , third] = recorded(3);
    const odd = `id: 2\nevent: task-dreamt\ndata: {"seq":2,"at":"2026-11-20T12:00:00Z","type":"task-dreamt","data":{}}\n\n`;
    const text = first && third ? wire(first) + odd + wire(third) : "";
    expect(await collect(client(async () => eventStream(chunked(text, [], false))).events(RUN))).toEqual([1, 3]);
  });

  it("stops at once when the signal aborts, while it waits", async () => {
    const stop = new AbortController();
    const events = createClient({
      baseUrl: "https://api.test",
      fetch: async () => {
        stop.abort(new Error("enough"));
        return new Response(null, { status: 503 });
      },
    }).events(RUN, { signal: stop.signal });
    await expect(collect(events)).rejects.toThrow("enough");
  });

  it("stops with the signal, even where a connection is deaf to it", async () => {
    const stop = new AbortController();
    let letGo = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(recorded(2).map(wire)[0])),
      cancel: () => {
        letGo = true;
      },
    });
    const following = async (): Promise<void> => {
      for await (const { seq } of client(async () => eventStream(body)).events(RUN, { signal: stop.signal })) {
        if (seq === 1) stop.abort(new Error("enough"));
      }
    };
    await expect(following()).rejects.toThrow("enough");
    expect(letGo).toBe(true);
  });

  it("gives no event more once the signal has aborted", async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const events = client(async () => eventStream(chunked(recorded(3).map(wire).join(""), [], false))).events(RUN, {
      signal: stop.signal,
    });
    const following = async (): Promise<void> => {
      for await (const { seq } of events) {
        seen.push(seq);
        stop.abort(new Error("enough"));
      }
    };
    await expect(following()).rejects.toThrow("enough");
    expect(seen).toEqual([1]);
  });

  it.each([
    ["while it was away", () => eventStream(chunked(recorded(3).slice(0, 1).map(wire).join(""), [], true))],
    ["in the middle of a letter", () => eventStream(chunked(recorded(3).map(wire).join("").slice(0, -90), [7], true))],
  ])("says that the run is gone where it was deleted %s", async (_, first) => {
    let knocked = 0;
    const seen: number[] = [];
    const events = client(async () =>
      knocked++ === 0 ? first() : Response.json({ code: "not-found", detail: "No such run" }, { status: 404 }),
    ).events(RUN);
    const following = async (): Promise<void> => {
      for await (const { seq } of events) seen.push(seq);
    };
    await expect(following()).rejects.toMatchObject({ code: "not-found" });
    expect(seen[0]).toBe(1);
    expect(knocked).toBe(2);
  });

  it("lets go of the connection when the reader leaves", async () => {
    let letGo = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(recorded(2).map(wire)[0])),
      cancel: () => {
        letGo = true;
      },
    });
    for await (const event of client(async () => eventStream(body)).events(RUN)) {
      expect(event.seq).toBe(1);
      break;
    }
    expect(letGo).toBe(true);
  });

  it.each([
    ["text that is not JSON", "data: {\n\n"],
    ["an event without a number", 'data: {"at":"2026-11-20T12:00:00Z","type":"run-end","data":{}}\n\n'],
    ["an event without a time", 'data: {"seq":1,"at":"noon","type":"run-end","data":{}}\n\n'],
    ["a list", "data: []\n\n"],
    ["an event without end", `data: ${"x".repeat(5 * 1024 * 1024)}`],
  ])("refuses %s", async (_, text) => {
    const events = client(async () => eventStream(chunked(text, [], false))).events(RUN);
    await expect(collect(events)).rejects.toMatchObject({ code: "unexpected-answer" });
  });
});
