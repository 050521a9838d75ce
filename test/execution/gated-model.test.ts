import { describe, expect, it } from "vitest";
import { AppError, failure } from "../../src/domain/errors.ts";
import type { PermitAsk } from "../../src/domain/gate/permits.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import { type CallGate, gatedModel } from "../../src/execution/gate.ts";
import type { LanguageModel, StreamPart } from "../../src/planning/language/language-model.ts";
import { completeMetered } from "../../src/planning/language/metered.ts";

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
