import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventFeed } from "../../durable-objects/event-feed.ts";

interface Told {
  readonly seq: number;
  readonly type: string;
}

/** A log, its feed, and somebody who watches it from its first event on. */
function watched() {
  const log: Told[] = [];
  const feed = new EventFeed({
    last: "run-end",
    events: (_log, after, limit) => log.filter(({ seq }) => seq > after).slice(0, limit),
    sync: async () => undefined,
  });
  const reader = feed.stream("run", 0).pipeThrough(new TextDecoderStream()).getReader();
  const write = async (type: string): Promise<void> => {
    const event = { seq: log.length + 1, type };
    log.push(event);
    feed.written("run", event.seq - 1, event.seq, [event]);
    await feed.publish();
  };
  const next = async (): Promise<readonly string[]> => {
    const { value = "" } = await reader.read();
    return value.match(/(?<="type":")[^"]+/g) ?? [];
  };
  return { feed, write, next, reader };
}

describe("what is watched", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("comes together with what follows it at once, and its end with nothing else", async () => {
    const { feed, write, next, reader } = watched();
    await write("run-start");
    expect(await next()).toEqual(["run-start"]);
    await write("task-start");
    await write("task-end");
    const batch = next();
    await vi.advanceTimersByTimeAsync(25);
    expect(await batch).toEqual(["task-start", "task-end"]);
    // No time passes from here on.
    await write("run-end");
    expect(await next()).toEqual(["run-end"]);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    expect(feed.size).toBe(0);
  });
});
