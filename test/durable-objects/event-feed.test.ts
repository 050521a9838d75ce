import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventFeed } from "../../durable-objects/event-feed.ts";

interface Told {
  readonly seq: number;
  readonly type: string;
}

/** Two logs and their feed, on a disk that says when it is done. */
function watched() {
  const logs: Record<string, Told[]> = { run: [], other: [] };
  const disk = { sync: () => Promise.resolve() };
  const feed = new EventFeed({
    last: "run-end",
    events: (log, after, limit) => (logs[log] ?? []).filter(({ seq }) => seq > after).slice(0, limit),
    sync: () => disk.sync(),
  });
  const write = async (types: readonly string[], name = "run"): Promise<void> => {
    const log = logs[name] ?? [];
    const before = log.length;
    const events = types.map((type, at) => ({ seq: before + at + 1, type }));
    log.push(...events);
    feed.written(name, before, log.length, events);
    await feed.publish();
  };
  const watch = () => {
    const reader = feed.stream("run", 0).pipeThrough(new TextDecoderStream()).getReader();
    return {
      /** The types of the next batch; null once the stream has ended. */
      next: async (): Promise<readonly string[] | null> => {
        const { done, value = "" } = await reader.read();
        return done ? null : (value.match(/(?<="type":")[^"]+/g) ?? []);
      },
      cancel: () => reader.cancel(),
    };
  };
  return { disk, feed, write, watch };
}

const INTERVAL_MS = 25;

/** Whether a promise is still open when all that needs no time has happened. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol("open");
  const soon = (async () => {
    for (let turn = 0; turn < 50; turn++) await null;
    return open;
  })();
  return (await Promise.race([promise, soon])) === open;
}

describe("events that are watched", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("come in batches, and the last one at once", async () => {
    const { feed, write, watch } = watched();
    const watchers = [watch(), watch()];
    await write(["run-start"]);
    for (const { next } of watchers) expect(await next()).toEqual(["run-start"]);
    await write(["task-start"]);
    await write(["task-end"]);
    const batches = watchers.map(({ next }) => next());
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    for (const batch of batches) expect(await batch).toEqual(["task-start", "task-end"]);
    // No time passes from here on.
    await write(["run-end"]);
    for (const { next } of watchers) expect([await next(), await next()]).toEqual([["run-end"], null]);
    expect(feed.size).toBe(0);
  });

  it("do not end before that is on disk", async () => {
    const { disk, write, watch } = watched();
    const { next } = watch();
    await write(["run-start"]);
    expect(await next()).toEqual(["run-start"]);
    const synced = Promise.withResolvers<void>();
    disk.sync = () => synced.promise;
    const written = write(["run-end"]);
    const end = next();
    expect(await isOpen(end)).toBe(true);
    synced.resolve();
    await written;
    expect(await end).toEqual(["run-end"]);
  });

  it("wait for their turn when another log ends", async () => {
    const { write, watch } = watched();
    const { next, cancel } = watch();
    await write(["run-start"]);
    expect(await next()).toEqual(["run-start"]);
    await write(["task-start"]);
    await write(["run-end"], "other");
    const batch = next();
    expect(await isOpen(batch)).toBe(true);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(await batch).toEqual(["task-start"]);
    await cancel();
  });

  it("that were there before come without a pause", async () => {
    const { write, watch } = watched();
    await write(["run-start", ...Array.from({ length: 248 }, () => "task-start"), "run-end"]);
    const { next } = watch();
    const batches = [await next(), await next(), await next(), await next()];
    expect(batches.map((batch) => batch?.length ?? null)).toEqual([100, 100, 50, null]);
  });
});
