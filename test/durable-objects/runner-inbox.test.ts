import { describe, expect, it } from "vitest";
import { RunnerInbox } from "../../durable-objects/conversation/runner-inbox.ts";
import type { RunnerSays } from "../../src/rpc/index.ts";

const RUN = "run_1";
const piece = (text: string): RunnerSays => ({ run: RUN, say: "answer", attempt: 1, text });
const outcome = (work: number | "answer"): RunnerSays => ({
  ...{ run: RUN, say: "outcome" },
  outcome: { work, attempt: 1, result: { as: "lost" } },
});

/** An inbox with so many attempts under way, and what it has handed on by now. */
function inboxOf(running: number) {
  const taken: (readonly RunnerSays[])[] = [];
  const waits: Promise<unknown>[] = [];
  const inbox = new RunnerInbox({
    waitUntil: (promise) => void waits.push(promise),
    running: () => running,
    take: (lines) => void taken.push(lines),
  });
  return { inbox, taken, all: () => Promise.all(waits) };
}

describe("what runners say", () => {
  it("is taken at once when nobody else is at work", () => {
    const { inbox, taken } = inboxOf(1);
    inbox.hear([outcome(0)]);
    expect(taken).toEqual([[outcome(0)]]);
  });

  it("waits for others at work, and goes with what they say in the same moment", async () => {
    const { inbox, taken, all } = inboxOf(3);
    inbox.hear([outcome(0)]);
    inbox.hear([outcome(1)]);
    expect(taken).toEqual([]);
    await all();
    expect(taken).toEqual([[outcome(0), outcome(1)]]);
  });

  it("waits no longer once the last of them has ended: an answer is written in one go with its end", async () => {
    const { inbox, taken, all } = inboxOf(1);
    inbox.hear([piece("It is ")]);
    inbox.hear([piece("done.")]);
    expect(taken).toEqual([]);
    inbox.hear([outcome("answer")]);
    expect(taken).toEqual([[piece("It is "), piece("done."), outcome("answer")]]);
    await all();
    expect(taken).toHaveLength(1);
  });
});
