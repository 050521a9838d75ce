import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEAD_AFTER_MS, MemoryPermits, type Pulse } from "../../../src/providers/memory-permits.ts";

const never = new AbortController().signal;
/** The timers of calls that live, and the time, which passes when a test lets it. */
const beats = new Set<() => void>();
let now = 0;
const PULSE: Pulse = {
  now: () => now,
  every: (_, beat) => {
    beats.add(beat);
    return () => void beats.delete(beat);
  },
};
const createPermits = (budget: number) => new MemoryPermits(budget, PULSE);

const TURNS = 20;
const MAX_TURNS = 1_000;
/** Lets everything that can go on do so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    for (const beat of beats) beat();
    await Promise.resolve();
  }
}

/** Work that starts when it is let, is written down in `log`, and ends when `end` is called. */
function work(permits: MemoryPermits, name: string, bytes: number, log: string[], signal = never) {
  const { promise, resolve: end, reject: fail } = Promise.withResolvers<string>();
  const done = permits.run(bytes, signal, () => {
    log.push(name);
    return promise;
  });
  return { done, end: () => end(name), fail };
}

describe("shares of a memory budget", () => {
  it("are given in the order they were asked for, even where a later one would fit", async () => {
    const permits = createPermits(10);
    const log: string[] = [];
    const a = work(permits, "a", 6, log);
    const b = work(permits, "b", 6, log);
    const c = work(permits, "c", 1, log);
    await settle();
    expect(log).toEqual(["a"]);
    a.end();
    await settle();
    expect(log).toEqual(["a", "b", "c"]);
    b.end();
    c.end();
    expect(await Promise.all([a.done, b.done, c.done])).toEqual(["a", "b", "c"]);
  });

  it("larger than the budget count as all of it", async () => {
    const permits = createPermits(10);
    const log: string[] = [];
    const large = work(permits, "large", 1_000, log);
    const small = work(permits, "small", 1, log);
    await settle();
    expect(log).toEqual(["large"]);
    large.end();
    await settle();
    expect(log).toEqual(["large", "small"]);
    small.end();
    await small.done;
  });

  it("that are small are had at once, and count for nobody", async () => {
    const permits = new MemoryPermits(10, PULSE, 2);
    const log: string[] = [];
    const large = work(permits, "large", 10, log);
    const small = work(permits, "small", 2, log);
    const larger = work(permits, "larger", 3, log);
    await settle();
    expect(log).toEqual(["large", "small"]);
    large.end();
    await settle();
    expect(log).toEqual(["large", "small", "larger"]);
    for (const one of [small, larger]) one.end();
    await Promise.all([large, small, larger].map(({ done }) => done));
  });

  it.each([Number.NaN, -1, Number.NEGATIVE_INFINITY])(
    "of %d bytes count as all of it, and block nobody for ever",
    async (bytes) => {
      const permits = createPermits(10);
      expect(await permits.run(bytes, never, async () => "made")).toBe("made");
      expect(await permits.run(10, never, async () => "free")).toBe("free");
    },
  );

  it("come back when the work fails, at once or later", async () => {
    const permits = createPermits(10);
    const thrown = permits.run(10, never, () => {
      throw new Error("at once");
    });
    await expect(thrown).rejects.toThrow("at once");
    const later = work(permits, "later", 10, []);
    later.fail(new Error("later"));
    await expect(later.done).rejects.toThrow("later");
    expect(await permits.run(10, never, async () => "free")).toBe("free");
  });

  it("are not waited for once the call is over, and those behind it move up", async () => {
    const permits = createPermits(10);
    const log: string[] = [];
    const stop = new AbortController();
    const a = work(permits, "a", 6, log);
    const b = work(permits, "b", 6, log, stop.signal);
    const c = work(permits, "c", 4, log);
    const refused = expect(b.done).rejects.toMatchObject({ code: "timeout", retryable: true });
    await settle();
    stop.abort();
    await refused;
    await settle();
    expect(log).toEqual(["a", "c"]);
    a.end();
    c.end();
    await Promise.all([a.done, c.done]);
  });

  it("are not given to a call that was over before it began", async () => {
    const log: string[] = [];
    const late = work(createPermits(10), "late", 1, log, AbortSignal.abort());
    await expect(late.done).rejects.toMatchObject({ code: "timeout" });
    expect(log).toEqual([]);
  });

  it("come back from a call that was killed, and who was killed waiting has no turn", async () => {
    const permits = createPermits(10);
    const log: string[] = [];
    const pass = async (ms: number) => {
      now += ms;
      await settle();
    };
    for (const name of ["killed", "killed while it waited"]) void work(permits, name, 10, log).done;
    beats.clear();
    const alive = work(permits, "alive", 10, log);
    const next = work(permits, "next", 10, log);
    await pass(DEAD_AFTER_MS - 1);
    expect(log).toEqual(["killed"]);
    await pass(1);
    expect(log).toEqual(["killed", "alive"]);
    // As long as it says so, it lives.
    for (let times = 0; times < 3; times++) await pass(DEAD_AFTER_MS - 1);
    expect(log).toEqual(["killed", "alive"]);
    alive.end();
    await settle();
    next.end();
    expect(await Promise.all([alive.done, next.done])).toEqual(["alive", "next"]);
    expect(beats.size).toBe(0);
  });

  it("never pass the budget, and every call gets its turn", async () => {
    const call = fc.record({ bytes: fc.nat(30), turns: fc.nat(5), fails: fc.boolean(), aborts: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.array(call, { maxLength: 30 }), async (budget, calls) => {
        const permits = createPermits(budget);
        let used = 0;
        let most = 0;
        const outcomes = calls.map(({ bytes, turns, fails, aborts }) => {
          const share = Math.min(bytes, budget);
          const stop = new AbortController();
          const outcome = permits.run(bytes, stop.signal, async () => {
            used += share;
            most = Math.max(most, used);
            for (let turn = 0; turn < turns; turn++) await Promise.resolve();
            used -= share;
            if (fails) throw new Error("failed");
          });
          if (aborts) stop.abort();
          return outcome;
        });
        const all = Promise.allSettled(outcomes);
        for (let turn = 0; beats.size > 0 && turn < MAX_TURNS; turn++) await settle();
        await all;
        expect(most).toBeLessThanOrEqual(budget);
        expect(await permits.run(budget, never, async () => used)).toBe(0);
      }),
    );
  });
});
