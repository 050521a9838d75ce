import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { after, unlessAborted, waitInTime, within } from "../src/waiting.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

describe("a wait", () => {
  it("is as long as it is asked to be", async () => {
    let isOver = false;
    const waiting = after(1_000).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
  });

  it("ends with its signal, and leaves no timer behind", async () => {
    const abort = new AbortController();
    const waiting = waitInTime(3_600_000, abort.signal);
    expect(vi.getTimerCount()).toBe(1);
    abort.abort();
    await waiting;
    await waitInTime(3_600_000, abort.signal);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("what is waited for so long and no longer", () => {
  it("comes to what it comes to in time, and leaves no timer behind", async () => {
    expect(await within(Promise.resolve("done"), 1_000)).toBe("done");
    await expect(within(Promise.reject(new Error("It failed")), 1_000)).rejects.toThrow("It failed");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("comes to null after that", async () => {
    const waiting = within(never, 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waiting).toBeNull();
  });
});

describe("what is not waited for once a signal ends", () => {
  it("comes to what it comes to before that", async () => {
    expect(await unlessAborted(Promise.resolve("done"), new AbortController().signal)).toBe("done");
  });

  it("fails with the signal's reason, also where that ended before", async () => {
    const abort = new AbortController();
    const waiting = unlessAborted(never, abort.signal);
    abort.abort(new Error("Too late"));
    await expect(waiting).rejects.toThrow("Too late");
    await expect(unlessAborted(never, abort.signal)).rejects.toThrow("Too late");
  });
});
