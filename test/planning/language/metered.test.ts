import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import type { Measured } from "../../../src/domain/usage.ts";
import type { AnswerRequest, Meter, PromptTokens } from "../../../src/planning/index.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";
import type { LanguageModel } from "../../../src/planning/language/language-model.ts";
import { withBegunThoughts } from "../../../src/planning/language/unbegun-thoughts.ts";
import { afterThought } from "../../../src/planning/wire/thought.ts";

const USAGE: Measured = { inputTokens: 7, outputTokens: 3 };
const TOLD: AnswerRequest = { text: "Hi", planner: "openai", tasks: [], leftOut: [] };
const PLAN = { text: "Hi", attached: [], log: [], ontology: createOntology() };
const SELECT = { text: "Hi", tasks: [] };

function meterOf(calls: number) {
  const told: Measured[] = [];
  const meter: Meter = {
    refusal: () => (told.length < calls ? null : "the limit is reached"),
    called: (usage) => told.push(usage),
  };
  return { meter, told };
}

const collect = async (words: AsyncIterable<string> | undefined): Promise<string> => {
  let text = "";
  for await (const word of words ?? []) text += word;
  return text;
};

const saying = (answer: string): LanguageModel => ({
  complete: async (_prompt, _signal, onUsage) => {
    onUsage?.(USAGE);
    return answer;
  },
  stream: async function* () {
    for (const text of answer.match(/.{1,3}/gs) ?? []) yield { text };
    yield { usage: USAGE };
  },
});

describe("the calls of a language model", () => {
  it("are told with what they took, one for each step", async () => {
    const controller = createLanguageController({ name: "openai", model: saying("{}") });
    const { meter, told } = meterOf(9);
    await controller.plan({ ...PLAN, meter });
    await controller.revise?.({ ...PLAN, meter }, { plan: [], faults: [] });
    await controller.select?.({ ...SELECT, meter });
    await collect(controller.answer?.({ ...TOLD, meter })?.words);
    expect(told).toEqual([USAGE, USAGE, USAGE, USAGE]);
  });

  it("are told where they failed, and where nobody knows what they took", async () => {
    const fail = () => Promise.reject(new AppError("provider-unavailable", "It is down"));
    const failing: LanguageModel = {
      complete: fail,
      stream: async function* () {
        yield { text: "Half" };
        await fail();
      },
    };
    const controller = createLanguageController({ name: "openai", model: failing });
    const { meter, told } = meterOf(9);
    await expect(controller.plan({ ...PLAN, meter })).rejects.toThrow("It is down");
    await expect(collect(controller.answer?.({ ...TOLD, meter })?.words)).rejects.toThrow("It is down");
    expect(told).toEqual([{}, {}]);
  });

  it("are foreseen by their prompts, every byte that others wrote a token", async () => {
    const foreseen: PromptTokens[] = [];
    const meter: Meter = {
      refusal: (one) => {
        foreseen.push(one);
        return null;
      },
      called: () => undefined,
    };
    const controller = createLanguageController({ name: "openai", model: saying("{}"), contextTokens: 28_672 });
    await controller.plan({ ...PLAN, meter });
    await controller.plan({ ...PLAN, text: "語?".repeat(1_000), meter });
    const [short, long] = foreseen;
    expect(short?.outputTokens).toBe(4_096);
    expect((long?.inputTokens ?? 0) - (short?.inputTokens ?? 0)).toBe(4_000 - "Hi".length);
  });

  it.each(["plan", "revise", "select", "answer"] as const)(
    "are not made for %s where none is allowed",
    async (step) => {
      let calls = 0;
      const model: LanguageModel = { complete: async () => `${++calls}` };
      const controller = createLanguageController({ name: "openai", model });
      const { meter, told } = meterOf(0);
      const steps = {
        plan: () => controller.plan({ ...PLAN, meter }),
        revise: () => controller.revise?.({ ...PLAN, meter }, { plan: [], faults: [] }),
        select: () => controller.select?.({ ...SELECT, meter }),
        answer: () => collect(controller.answer?.({ ...TOLD, meter })?.words),
      };
      await expect(steps[step]()).rejects.toMatchObject({ code: "budget-exceeded", message: "the limit is reached" });
      expect(calls).toBe(0);
      expect(told).toEqual([]);
    },
  );

  it("say how long their answers may take, up to the longest that a gate allows for", async () => {
    const times: (number | undefined)[] = [];
    const complete: LanguageModel["complete"] = async ({ timeoutMs }) => {
      times.push(timeoutMs);
      return "{}";
    };
    const controller = createLanguageController({ name: "openai", model: { complete } });
    await controller.plan(PLAN);
    await collect(controller.answer?.(TOLD)?.words);
    expect(times).toEqual([50_000, 100_000]);
  });

  it("end when the step does", async () => {
    const seen: AbortSignal[] = [];
    const model: LanguageModel = {
      complete: async (_, signal) => {
        seen.push(signal);
        return "{}";
      },
    };
    const ending = new AbortController();
    await createLanguageController({ name: "openai", model }).plan({ ...PLAN, signal: ending.signal });
    ending.abort();
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

describe("a call that fails", () => {
  const down = (more: object = {}) => new AppError("provider-unavailable", "It is down", { retryable: true, ...more });
  const refused = new AppError("provider-rejected", "It takes no temperature", { retryable: true, notCalled: true });
  const atGate = new AppError("rate-limited", "Its turn is late", {
    retryable: true,
    notCalled: true,
    retryAfterMs: 1,
  });
  const busy = new AppError("rate-limited", "It is busy", { retryable: true, retryAfterMs: 1 });

  /** A model that fails so, one call after the other, and then answers. */
  function failing(...failures: readonly AppError[]) {
    let made = 0;
    const next = (): void => {
      const failure = failures[made++];
      if (failure) throw failure;
    };
    const model: LanguageModel = {
      complete: async (_prompt, _signal, onUsage) => {
        next();
        onUsage?.(USAGE);
        return "{}";
      },
      stream: async function* () {
        next();
        yield { text: "{}" };
        yield { usage: USAGE };
      },
    };
    return { model, calls: () => made };
  }

  const STEPS = {
    plan: (model: LanguageModel, meter: Meter) =>
      createLanguageController({ name: "openai", model }).plan({ ...PLAN, meter }),
    answer: (model: LanguageModel, meter: Meter) =>
      collect(createLanguageController({ name: "openai", model }).answer?.({ ...TOLD, meter })?.words),
  };
  const ROWS: readonly (readonly [string, readonly AppError[], number, readonly Measured[], string | null])[] = [
    ["once, as it may", [down({ retryAfterMs: 1 })], 2, [{}, USAGE], null],
    ["once, as it is busy", [busy], 2, [{}, USAGE], null],
    ["twice", [down({ retryAfterMs: 1 }), busy, busy], 2, [{}, {}], "It is busy"],
    ["and wants a long wait", [down({ retryAfterMs: 60_000 })], 1, [{}], "It is down"],
    ["for good", [new AppError("provider-rejected", "It refused")], 1, [{}], "It refused"],
    ["as it took too long", [new AppError("timeout", "Slow", { retryable: true })], 1, [{}], "Slow"],
    ["at the gate", [atGate], 1, [], "Its turn is late"],
    ["as parameters are refused", [refused, refused, refused], 4, [USAGE], null],
    ["as parameters are refused, and then busy", [refused, busy], 3, [{}, USAGE], null],
    ["as it refuses everything", Array.from({ length: 20 }, () => refused), 7, [], refused.message],
  ];

  it.each(ROWS.flatMap((row) => [["plan", ...row] as const, ["answer", ...row] as const]))(
    "to %s %s is made as often as it makes sense, and each is told",
    async (step, _, failures, calls, told, thrown) => {
      const failingModel = failing(...failures);
      const { meter, told: heard } = meterOf(9);
      const outcome = STEPS[step](failingModel.model, meter);
      if (thrown === null) await outcome;
      else await expect(outcome).rejects.toThrow(thrown);
      expect(failingModel.calls()).toBe(calls);
      expect(heard).toEqual(told);
    },
  );

  it.each(["plan", "answer"] as const)("to %s is not made again where no further call is allowed", async (step) => {
    const { model, calls } = failing(busy);
    const { meter, told } = meterOf(1);
    await expect(STEPS[step](model, meter)).rejects.toThrow("It is busy");
    expect(calls()).toBe(1);
    expect(told).toEqual([{}]);
  });

  it("after its first word is not made again", async () => {
    let made = 0;
    const model: LanguageModel = {
      complete: () => Promise.reject(busy),
      stream: async function* () {
        made++;
        yield { text: "Half" };
        throw busy;
      },
    };
    const { meter, told } = meterOf(9);
    await expect(STEPS.answer(model, meter)).rejects.toThrow("It is busy");
    expect({ made, told }).toEqual({ made: 1, told: [{}] });
  });

  it("ends with its step while it waits to be made again", async () => {
    const ending = new AbortController();
    const { model, calls } = failing(down({ retryAfterMs: 4_000 }));
    const planning = createLanguageController({ name: "openai", model }).plan({ ...PLAN, signal: ending.signal });
    ending.abort();
    await expect(planning).rejects.toMatchObject({ code: "timeout" });
    expect(calls()).toBe(1);
  });
});

describe("a thought before an answer", () => {
  it.each([
    ["<think>hm</think> Yes", "Yes"],
    [" <think>\n</think>\n\nYes <think>no</think>", "Yes <think>no</think>"],
    ["<think>never ends", ""],
    ["<thin", "<thin"],
    ["Yes", "Yes"],
    ["", ""],
  ])("in %j leaves %j, however it is cut", async (said, left) => {
    for (const size of [1, 2, 5, 100]) {
      const words = async function* () {
        for (let at = 0; at < said.length; at += size) yield said.slice(at, at + size);
      };
      expect((await collect(afterThought(words()))).trimStart()).toBe(left);
    }
  });
});

describe("a thought whose beginning stands in the prompt", () => {
  it.each([
    ["Well.\n</think>{}", "Well.\n</think>Yes"],
    ["<think>Well.</think>{}", "<think>Well.</think>Yes"],
    ['{"reply": "</think>"}', "Yes"],
    ["{}", "Yes"],
  ])("is left out of a streamed answer as of the whole one before it: %j, %j", async (whole, said) => {
    const { stream } = saying(said);
    const model = withBegunThoughts({ ...saying(whole), ...(stream ? { stream } : {}) });
    const controller = createLanguageController({ name: "openai", model });
    await controller.plan(PLAN);
    expect(await collect(controller.answer?.(TOLD)?.words)).toBe("Yes");
  });
});
