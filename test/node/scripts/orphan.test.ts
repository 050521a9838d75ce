import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { orphaned } from "../../../scripts/process-group.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a script whose parent goes", () => {
  it("is told so once another process has taken its place", () => {
    let parent = 4711;
    const signal = orphaned(() => parent);
    vi.advanceTimersByTime(60_000);
    expect(signal.aborted).toBe(false);
    parent = 1;
    vi.advanceTimersByTime(1_000);
    expect(signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is told so where the parent is no child of init but of a subreaper", () => {
    let parent = 4711;
    const signal = orphaned(() => parent);
    parent = 12;
    vi.advanceTimersByTime(1_000);
    expect(signal.aborted).toBe(true);
  });
});
