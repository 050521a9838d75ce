import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadedOnce } from "../src/loaded-once.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

it("is loaded once for all who ask, each of whom waits by timers of its own", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const load = vi.fn(() => promise);
  const loaded = loadedOnce(load);
  const all = Promise.all([loaded(), loaded()]);
  expect(vi.getTimerCount()).toBe(1);
  resolve("words");
  await vi.advanceTimersByTimeAsync(5);
  expect(await all).toEqual(["words", "words"]);
  expect(await loaded()).toBe("words");
  expect(load).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

it("is loaded anew by another where the request that began to has been cancelled", async () => {
  const load = vi.fn<() => Promise<string>>().mockReturnValueOnce(never).mockResolvedValueOnce("words");
  const loaded = loadedOnce(load);
  void loaded();
  const waiting = loaded();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await waiting).toBe("words");
  expect(await loaded()).toBe("words");
});

it("fails as it does, and is loaded again by whoever needs it next", async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error("It failed"))
    .mockResolvedValueOnce("words");
  const loaded = loadedOnce(load);
  await expect(loaded()).rejects.toThrow("It failed");
  expect(await loaded()).toBe("words");
});
