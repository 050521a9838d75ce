import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import type { Measured } from "../../../src/domain/usage.ts";
import type { AnswerRequest, Meter } from "../../../src/planning/index.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";
import type { LanguageModel } from "../../../src/planning/language/language-model.ts";
import { afterThought } from "../../../src/planning/language/thought.ts";

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
