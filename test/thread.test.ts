import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Rest, Thread } from "../src/thread.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that writes down when it computes, in so many pieces. */
const inPieces = (thread: Thread, name: string, pieces: number, log: string[]) =>
  thread.compute(async (rest) => {
    for (let piece = 1; piece <= pieces; piece++) {
      log.push(`${name}${piece}`);
      if (piece < pieces) await rest(1);
    }
  });

describe("what computes", () => {
  it("takes turns, each piece in the order in which it was asked for", async () => {
    const thread = new Thread();
    const log: string[] = [];
    const all = Promise.all([
      inPieces(thread, "a", 3, log),
      inPieces(thread, "b", 2, log),
      inPieces(thread, "c", 1, log),
    ]);
    await vi.runAllTimersAsync();
    await all;
    expect(log).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("begins at once where nothing else does and nobody waits for a reply", async () => {
    const log: string[] = [];
    await inPieces(new Thread(), "a", 1, log);
    expect(log).toEqual(["a1"]);
  });

  it("is never two pieces at a time, and comes to an end", async () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.array(fc.boolean()), async (works, fails) => {
        const thread = new Thread();
        let computing = 0;
        let most = 0;
        const all = Promise.allSettled(
          works.map((count, at) =>
            thread.compute(async (rest) => {
              for (let piece = 0; piece < count; piece++) {
                computing += 1;
                most = Math.max(most, computing);
                await Promise.resolve();
                computing -= 1;
                if (fails[at] && piece === count - 1) throw new Error("failed");
                await rest(piece);
              }
            }),
          ),
        );
        await vi.runAllTimersAsync();
        expect(await all).toHaveLength(works.length);
        expect(most).toBe(1);
      }),
    );
  });

  it("goes on although the one whose turn it is waits for something else, or was killed", async () => {
    const thread = new Thread();
    const log: string[] = [];
    const { promise: never } = Promise.withResolvers<void>();
    void thread.compute(() => never);
    const next = inPieces(thread, "next", 1, log);
    await vi.advanceTimersByTimeAsync(400);
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(400);
    await next;
    expect(log).toEqual(["next1"]);
  });

  it("leaves a turn of its own to what it computes later, such as a stream", async () => {
    const thread = new Thread();
    const { promise, resolve } = Promise.withResolvers<Rest>();
    await thread.compute(async (rest) => resolve(rest));
    const rest = await promise;
    const log: string[] = [];
    const other = inPieces(thread, "a", 2, log);
    const later = rest(1).then(() => log.push("later"));
    await vi.runAllTimersAsync();
    await Promise.all([other, later]);
    expect(log.toSorted()).toEqual(["a1", "a2", "later"]);
    await inPieces(thread, "b", 1, log);
    expect(log.at(-1)).toBe("b1");
  });
});

describe("work whose attempt is over", () => {
  it("computes nothing any more, whether it waits for its first turn or for another", async () => {
    const thread = new Thread();
    const log: string[] = [];
    const abort = new AbortController();
    const begun = thread.compute(async (rest) => {
      log.push("a1");
      await rest(5);
      log.push("a2");
    }, abort.signal);
    const { promise: kept, resolve: giveBack } = Promise.withResolvers<void>();
    const other = thread.compute(() => kept);
    const waiting = thread.compute(async () => void log.push("b1"), abort.signal);
    const ends = Promise.allSettled([begun, waiting]);
    await vi.advanceTimersByTimeAsync(20);
    abort.abort();
    giveBack();
    await vi.advanceTimersByTimeAsync(100);
    await other;
    expect(await ends).toMatchObject([1, 2].map(() => ({ status: "rejected", reason: { code: "timeout" } })));
    await expect(thread.compute(async () => void log.push("c1"), abort.signal)).rejects.toMatchObject({
      code: "timeout",
    });
    expect(log).toEqual(["a1"]);
    await inPieces(thread, "d", 1, log);
    expect(log).toEqual(["a1", "d1"]);
  });
});

describe("a reply that somebody waits for", () => {
  it("goes before the next turn, and has a moment to get out", async () => {
    const thread = new Thread();
    const log: string[] = [];
    const { promise: made, resolve: make } = Promise.withResolvers<void>();
    const reply = thread.reply(() => made).then(() => log.push("reply"));
    const computing = inPieces(thread, "a", 1, log);
    await vi.advanceTimersByTimeAsync(100);
    expect(log).toEqual([]);
    make();
    await reply;
    await vi.advanceTimersByTimeAsync(10);
    expect(log).toEqual(["reply"]);
    await vi.runAllTimersAsync();
    await computing;
    expect(log).toEqual(["reply", "a1"]);
  });

  it("that fails holds up nobody", async () => {
    const thread = new Thread();
    await expect(thread.reply(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    const log: string[] = [];
    const computing = inPieces(thread, "a", 1, log);
    await vi.runAllTimersAsync();
    await computing;
    expect(log).toEqual(["a1"]);
  });

  it("holds up work for a quarter of a second and half of its time after that, whoever asks without end", async () => {
    const thread = new Thread();
    const log: string[] = [];
    const { promise: never } = Promise.withResolvers<void>();
    for (let replies = 0; replies < 100; replies++) void thread.reply(() => never);
    const computing = inPieces(thread, "a", 4, log);
    await vi.advanceTimersByTimeAsync(250 + 3 * 60);
    await computing;
    expect(log).toHaveLength(4);
  });

  /** Asks for so many replies that take a while each, and writes down which have begun and ended. */
  const ask = (thread: Thread, count: number, tookMs: number, log: string[]) =>
    Array.from({ length: count }, (_, at) =>
      thread.reply(async () => {
        log.push(`begin ${at}`);
        await new Promise((resolve) => setTimeout(resolve, tookMs));
        log.push(`end ${at}`);
      }),
    );

  it("is made with few others at once, and those that came first are out first", async () => {
    const log: string[] = [];
    const replies = ask(new Thread(), 100, 20, log);
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toHaveLength(16);
    await vi.runAllTimersAsync();
    await Promise.all(replies);
    for (const what of ["begin", "end"]) {
      const order = log.flatMap((line) => (line.startsWith(what) ? [Number(line.slice(what.length))] : []));
      // Whoever finds one of the free places first may take it.
      for (const [place, at] of order.entries()) expect(Math.abs(place - at)).toBeLessThan(16);
    }
    let making = 0;
    for (const line of log) {
      making += line.startsWith("begin") ? 1 : -1;
      expect(making).toBeLessThanOrEqual(16);
    }
  });

  it("waits for none whose request is gone", async () => {
    const thread = new Thread();
    const log: string[] = [];
    const { promise: never } = Promise.withResolvers<void>();
    for (let replies = 0; replies < 16 + 20; replies++) void thread.reply(() => never);
    vi.clearAllTimers();
    void thread.reply(async () => log.push("quick"));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(400);
    expect(log).toEqual(["quick"]);
  });

  it("waits for none that waits for something else", async () => {
    const thread = new Thread();
    const log: string[] = [];
    const { promise: never } = Promise.withResolvers<void>();
    for (let replies = 0; replies < 16; replies++) void thread.reply(() => never);
    void thread.reply(async () => log.push("quick"));
    void thread.reply(async () => log.push("of others' servers"), false);
    await vi.advanceTimersByTimeAsync(900);
    expect(log).toEqual(["of others' servers"]);
    await vi.advanceTimersByTimeAsync(400);
    expect(log).toEqual(["of others' servers", "quick"]);
  });
});
