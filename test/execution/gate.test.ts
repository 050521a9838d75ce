import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { AppError, failure } from "../../src/domain/errors.ts";
import type { CallLimits, PermitAsk, PermitOutcome } from "../../src/domain/gate/permits.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import {
  type CallGate,
  type GatedCall,
  gatedModel,
  type PermitDesk,
  streamWithPermit,
  withPermit,
} from "../../src/execution/gate.ts";
import type { LanguageModel, StreamPart } from "../../src/planning/language/language-model.ts";
import { completeMetered } from "../../src/planning/language/metered.ts";
import { eventually } from "../eventually.ts";

const LIMITS: CallLimits = { requestsPerMinute: 600, concurrency: 1, burst: 1 };

/** A desk that answers as it is told, and remembers what came back. */
function fakeGate(answer: () => Promise<Result<null>> = async () => ok(null)) {
  const asked: PermitAsk[] = [];
  const given: { readonly id: string; readonly outcome: PermitOutcome; readonly tookMs: number }[] = [];
  let clock = 0;
  let ids = 0;
  const desk: PermitDesk = {
    take: (ask) => {
      asked.push(ask);
      return answer();
    },
    give: async (id, outcome, tookMs) => {
      given.push({ id, outcome, tookMs });
    },
  };
  const gate: CallGate = { desk, limits: LIMITS, newId: () => `id-${++ids}`, now: () => clock };
  return {
    gate,
    asked,
    given,
    goOn: (ms: number): void => {
      clock += ms;
    },
  };
}

const call = (signal = new AbortController().signal): GatedCall => ({
  tenant: "t",
  run: "r",
  endpoint: "e",
  priority: 3,
  timeoutMs: 60_000,
  signal,
});

describe("a call under a permit", () => {
  it("asks in the name of its run, waits for half of its time at most, and gives back with how long it took", async () => {
    const { gate, asked, given, goOn } = fakeGate();
    const result = await withPermit(gate, call(), async () => {
      expect(given).toEqual([]);
      goOn(250);
      return "made";
    });
    expect(result).toBe("made");
    const { signal, timeoutMs, ...name } = call();
    expect(asked).toEqual([{ id: "id-1", ...name, maxWaitMs: 30_000, leaseMs: 70_000 }]);
    expect(given).toEqual([{ id: "id-1", outcome: { as: "answered" }, tookMs: 250 }]);
  });

  it.each<[string, unknown, PermitOutcome]>([
    ["a broken connection", new AppError("provider-unavailable", "", { retryable: true }), { as: "failed" }],
    ["a timeout", new AppError("timeout", "", { retryable: true }), { as: "failed" }],
    [
      "a 429 with Retry-After",
      new AppError("rate-limited", "", { retryable: true, retryAfterMs: 7_000 }),
      { as: "rate-limited", retryAfterMs: 7_000 },
    ],
    ["a 429 without", new AppError("rate-limited", ""), { as: "rate-limited", retryAfterMs: null }],
    ["a request that was refused", new AppError("provider-rejected", ""), { as: "answered" }],
    ["an input of ours that cannot be read", new AppError("resource-too-large", ""), { as: "abandoned" }],
    ["a run that was cancelled", new AppError("cancelled", ""), { as: "abandoned" }],
    ["a fault of ours", new TypeError("undefined is not a function"), { as: "abandoned" }],
  ])("that ends with %s throws it, and the gate is told what it means", async (_, thrown, outcome) => {
    const { gate, given } = fakeGate();
    await expect(withPermit(gate, call(), () => Promise.reject(thrown))).rejects.toBe(thrown);
    expect(given).toEqual([{ id: "id-1", outcome, tookMs: 0 }]);
  });

  it("is not made without one, and says why and when to come back", async () => {
    const refusal = { ...failure("rate-limited", "Its turn is in 12 s", true), retryAfterMs: 12_000 };
    const { gate } = fakeGate(async () => err(refusal));
    const work = vi.fn();
    await expect(withPermit(gate, call(), work)).rejects.toMatchObject({ ...refusal, notCalled: true });
    expect(work).not.toHaveBeenCalled();
  });

  it("is not made where the gate cannot be asked, and may be tried again", async () => {
    const { gate, given } = fakeGate(() => Promise.reject(new Error("The object was reset")));
    const work = vi.fn();
    const refused = { code: "provider-unavailable", retryable: true, retryAfterMs: 1_000, notCalled: true };
    await expect(withPermit(gate, call(), work)).rejects.toMatchObject(refused);
    expect(work).not.toHaveBeenCalled();
    expect(given).toMatchObject([{ outcome: { as: "abandoned" } }]);
  });

  it("that is given up while it waits leaves the queue at once", async () => {
    const { gate, given } = fakeGate(() => new Promise(() => undefined));
    const abort = new AbortController();
    const work = vi.fn();
    const waiting = withPermit(gate, call(abort.signal), work);
    const reason = new AppError("cancelled", "The run is over");
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(work).not.toHaveBeenCalled();
    expect(given).toEqual([{ id: "id-1", outcome: { as: "abandoned" }, tookMs: 0 }]);
  });

  it("that was given up before asks for nothing", async () => {
    const { gate, asked } = fakeGate();
    const reason = new AppError("cancelled", "The run is over");
    await expect(withPermit(gate, call(AbortSignal.abort(reason)), vi.fn())).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });

  it("that has no time left says so, whatever ended it", async () => {
    const { gate } = fakeGate(() => new Promise(() => undefined));
    const abort = new AbortController();
    const waiting = withPermit(gate, call(abort.signal), vi.fn());
    abort.abort(new DOMException("The operation timed out", "TimeoutError"));
    await expect(waiting).rejects.toMatchObject({ code: "timeout", retryable: true, notCalled: true });
  });

  it("keeps its result although the permit cannot be given back", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const { gate } = fakeGate();
    const broken: CallGate = { ...gate, desk: { ...gate.desk, give: () => Promise.reject(new Error("reset")) } };
    expect(await withPermit(broken, call(), async () => "made")).toBe("made");
    await eventually(() => expect(warn).toHaveBeenCalledOnce());
  });

  it("needs none where there is no gate", async () => {
    expect(await withPermit(null, call(), async () => "made")).toBe("made");
  });
});

describe("a call that is answered bit by bit, under a permit", () => {
  const words = async function* (fails: boolean): AsyncGenerator<string> {
    yield "one";
    yield "two";
    if (fails) throw new AppError("provider-unavailable", "It broke off");
  };
  const read = async (stream: AsyncIterable<string>, most = 9): Promise<string[]> => {
    const seen: string[] = [];
    for await (const word of stream) if (seen.push(word) === most) break;
    return seen;
  };

  it.each<[string, number, string[]]>([
    ["with the last of it", 9, ["one", "two"]],
    ["when nobody wants more", 1, ["one"]],
  ])("gives it back %s", async (_, most, seen) => {
    const { gate, asked, given } = fakeGate();
    const stream = streamWithPermit(gate, call(), () => words(false));
    expect(asked).toEqual([]);
    expect(await read(stream, most)).toEqual(seen);
    expect(given).toEqual([{ id: "id-1", outcome: { as: "answered" }, tookMs: 0 }]);
  });

  it("gives it back when it breaks off, and says so", async () => {
    const { gate, given } = fakeGate();
    await expect(read(streamWithPermit(gate, call(), () => words(true)))).rejects.toThrow("It broke off");
    expect(given).toMatchObject([{ outcome: { as: "failed" } }]);
  });

  it("is not begun without one", async () => {
    const { gate } = fakeGate(async () => err(failure("rate-limited", "Later", true)));
    const begin = vi.fn(() => words(false));
    await expect(read(streamWithPermit(gate, call(), begin))).rejects.toMatchObject({ notCalled: true });
    expect(begin).not.toHaveBeenCalled();
  });

  it("needs none where there is no gate", async () => {
    expect(await read(streamWithPermit(null, call(), () => words(false)))).toEqual(["one", "two"]);
  });
});

describe("calls through the real gate", () => {
  it("are never more at once than may be, and all are made", async () => {
    const desk: PermitDesk = env.PROVIDER_GATE.getByName(crypto.randomUUID());
    const limits = { requestsPerMinute: 60_000, concurrency: 3, burst: 10 };
    const gate: CallGate = { desk, limits, newId: () => crypto.randomUUID(), now: Date.now };
    let underWay = 0;
    let most = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        withPermit(gate, { ...call(), run: `${index % 4}` }, async () => {
          most = Math.max(most, ++underWay);
          await env.PROVIDER_GATE.getByName("elsewhere").health();
          underWay--;
          return index;
        }),
      ),
    );
    expect(results).toEqual(results.map((_, index) => index));
    expect(most).toBeLessThanOrEqual(3);
  });
});

const CALLER = { tenant: "t", run: "run_1", endpoint: "a/model" };
const PROMPT = { messages: [], maxTokens: 10 };
const signal = new AbortController().signal;

/** A model behind a gate, and what happens there in order. */
function open(answer: Result<null> = ok(null)) {
  const steps: string[] = [];
  const asked: PermitAsk[] = [];
  const gate: CallGate = {
    desk: {
      take: async (ask) => {
        asked.push(ask);
        return answer;
      },
      give: async (_, { as }) => void steps.push(`back: ${as}`),
    },
    limits: { requestsPerMinute: 1, concurrency: 1, burst: 1 },
    newId: () => "id",
    now: () => 0,
  };
  const model: LanguageModel = {
    complete: async (_prompt, _signal, onUsage) => {
      steps.push("asked");
      onUsage?.({ inputTokens: 3 });
      return "said";
    },
    stream: async function* (): AsyncGenerator<StreamPart> {
      steps.push("asked");
      yield { text: "said" };
    },
  };
  return { steps, asked, gated: gatedModel(model, async () => gate, CALLER), model };
}

describe("a language model behind a gate", () => {
  it("answers under a permit in its caller's name, and tells what that took", async () => {
    const { gated, steps, asked } = open();
    const told: unknown[] = [];
    expect(await gated.complete(PROMPT, signal, (usage) => told.push(usage))).toBe("said");
    expect(steps).toEqual(["asked", "back: answered"]);
    expect(asked).toMatchObject([{ ...CALLER, priority: 0 }]);
    expect(told).toEqual([{ inputTokens: 3 }]);
  });

  it.each([
    ["the longest step", PROMPT, 100_000],
    ["the step that asks", { ...PROMPT, timeoutMs: 90_000 }, 90_000],
  ])("keeps its permit for as long as the time of %s", async (_, prompt, mostMs) => {
    const { gated, asked } = open();
    await gated.complete(prompt, signal);
    await gated.stream?.(prompt, signal)[Symbol.asyncIterator]().next();
    const times = { maxWaitMs: mostMs / 2, leaseMs: mostMs + 10_000 };
    expect(asked).toMatchObject([times, times]);
  });

  it("answers word by word under one", async () => {
    const { gated, steps } = open();
    const parts: StreamPart[] = [];
    for await (const part of gated.stream?.(PROMPT, signal) ?? []) parts.push(part);
    expect(parts).toEqual([{ text: "said" }]);
    expect(steps).toEqual(["asked", "back: answered"]);
  });

  it("is asked again under a permit of its own, once the gate has heard why", async () => {
    const { gated, steps, asked, model } = open();
    const answer = model.complete;
    const busy = new AppError("rate-limited", "It is busy", { retryable: true, retryAfterMs: 1 });
    model.complete = async (...call) => {
      if (asked.length > 1) return answer(...call);
      steps.push("busy");
      throw busy;
    };
    const told: unknown[] = [];
    const meter = { refusal: () => null, called: (usage: unknown) => void told.push(usage) };
    expect(await completeMetered(gated, PROMPT, { signal, meter })).toBe("said");
    expect(steps).toEqual(["busy", "back: rate-limited", "asked", "back: answered"]);
    expect(asked).toHaveLength(2);
    expect(told).toEqual([{}, { inputTokens: 3 }]);
  });

  it("is not asked without one", async () => {
    const { gated, steps } = open(err(failure("rate-limited", "Later", true)));
    await expect(gated.complete(PROMPT, signal)).rejects.toMatchObject({ code: "rate-limited", notCalled: true });
    expect(steps).not.toContain("asked");
  });

  it("that cannot stream still cannot", () => {
    const { model } = open();
    expect(gatedModel({ complete: model.complete }, async () => null, CALLER).stream).toBeUndefined();
  });
});
