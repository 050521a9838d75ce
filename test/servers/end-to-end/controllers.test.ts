import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { NewMessage } from "../../../src/client/client.ts";
import { useServer } from "../use-server.ts";
import { type Step, startLanguageServer } from "./language-server.ts";

const TEXT = 'Is "I am very happy with it" positive or negative?';
const SENTENCE = "I am very happy with it";

const model = await startLanguageServer({
  plan: JSON.stringify({ plan: [{ task: "text-classification", id: 0, dep: [-1], args: { text: SENTENCE } }] }),
  choice: JSON.stringify({ tasks: ["text-classification"] }),
  answer: "It is a happy one.",
  form: JSON.stringify({ missing: [], value: { mood: "happy" } }),
});
const { client } = useServer({ OPENAI_BASE_URL: model.url, OPENAI_MODEL: "a-model" });
afterAll(() => model.stop());
beforeEach(() => {
  model.asked();
});

const LIMIT_MS = 60_000;

describe("a request that says who is to plan and answer", { timeout: LIMIT_MS }, () => {
  it.each<[string, Pick<NewMessage, "controller" | "planning">, string, readonly Step[]]>([
    ["a language model, all of it", { controller: "openai", planning: "global" }, "openai", ["plan", "answer"]],
    ["a language model, its choice", { controller: "openai", planning: "light" }, "openai", ["choice", "answer"]],
    ["a language model, in the deployment's way", { controller: "openai" }, "openai", ["plan", "answer"]],
    ["no language model", { controller: "embedded" }, "embedded", []],
    ["whoever the deployment has for it, who is sure of it", {}, "embedded", []],
  ])("has it planned by %s", async (_, casting, controller, steps) => {
    const api = client();
    const { id } = await api.start({ text: TEXT, ...casting });
    const run = await api.wait(id);
    expect(run).toMatchObject({ status: "succeeded", controller, casting, usage: { llmCalls: steps.length } });
    expect(run.tasks.map(({ task }) => task)).toEqual(["text-classification"]);
    expect(model.asked()).toEqual(steps);
    if (steps.length > 0) expect(run.answer).toContain("It is a happy one.");
  });

  it.each<[string, Pick<NewMessage, "controller">, string, readonly Step[]]>([
    ["by a language model, in the place of its words", { controller: "openai" }, "openai", ["plan", "form"]],
    ["by a language model, where rules find nothing for it", {}, "openai", ["form"]],
    ["by nobody, where none may be asked", { controller: "embedded" }, "nobody", []],
  ])("has a form filled in %s", async (_, casting, by, steps) => {
    const api = client();
    const schema = { type: "object", properties: { mood: { type: "string" } }, required: ["mood"] };
    const response_format = { type: "json_schema", json_schema: { name: "review", schema } } as const;
    const run = await api.ask({ text: TEXT, ...casting, response_format });
    const refused = { as: "refused", missing: ["mood"] };
    expect(run.structured).toMatchObject(by === "nobody" ? refused : { as: "filled", value: { mood: "happy" }, by });
    expect(run.answer).not.toContain("It is a happy one.");
    expect(model.asked()).toEqual(steps);
    expect(run.usage.llmCalls).toBe(steps.length);
  });

  it("is shown its plan by the same, beside what it may spend", async () => {
    const budget = { llmCalls: 1, tasks: 1 };
    const plan = await client().plan({ text: TEXT, controller: "openai", planning: "light", budget });
    expect(model.asked()).toEqual(["choice"]);
    expect(plan).toMatchObject({
      ...{ as: "plan", controller: "openai" },
      budget: {
        llmCalls: { estimate: 2, limit: 1, isEnough: false },
        tasks: { estimate: 1, limit: 1, isEnough: true },
        usd: { estimate: null, limit: null, isEnough: true },
      },
    });
  });

  it("plans alone within a budget without calls, and says so", async () => {
    const api = client();
    const plan = await api.plan({ text: TEXT, controller: "openai", budget: { llmCalls: 0 } });
    const { id } = await api.start({ text: TEXT, controller: "openai", budget: { llmCalls: 0 } });
    const run = await api.wait(id);
    for (const { controller, understanding } of [plan, run]) {
      expect(controller).toBe("embedded");
      expect(understanding.join("\n")).toContain("no further call of it is allowed");
    }
    expect(run.usage.llmCalls).toBe(0);
    expect(model.asked()).toEqual([]);
  });

  it("is told what to set where that one is not there", async () => {
    const refused = client().start({ text: TEXT, controller: "workers-ai" });
    await expect(refused).rejects.toMatchObject({
      ...{ code: "invalid-request", status: 400, detail: expect.stringContaining("set WORKERS_AI_MODEL") },
    });
  });

  it("is planned by the same once it has been approved as edited", async () => {
    const api = client();
    const { id } = await api.start({ text: TEXT, controller: "openai", approval: "plan" });
    for await (const { type } of api.events(id)) if (type === "approval-required") break;
    const { planVersion, tasks } = await api.run(id);
    const plan = tasks.map(({ task, id: place, dep, args }) => ({ task, id: place, dep: [...dep], args: { ...args } }));
    await api.approve(id, { planVersion, plan });
    expect(await api.wait(id)).toMatchObject({ status: "succeeded", casting: { controller: "openai" } });
    expect(model.asked()).toEqual(["plan", "answer"]);
  });
});
