import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { failure } from "../../src/domain/errors.ts";
import type { PermitAsk } from "../../src/domain/gate/permits.ts";
import { err } from "../../src/domain/result.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { PermitDesk } from "../../src/execution/gate.ts";
import type { ToldTask } from "../../src/planning/controller.ts";
import { storedKnowledge } from "../../src/planning/embedded/standalone.ts";
import { MAX_CONTEXT_TOKENS } from "../../src/run/language-meter.ts";
import { type ControllerWishes, createControllers } from "../../src/wiring/controllers.ts";

/** Controllers whose language model never gets its turn, and who asked for one. */
function open(change: object) {
  const asked: PermitAsk[] = [];
  const desk: PermitDesk = {
    take: async (ask) => {
      asked.push(ask);
      return err(failure("rate-limited", "Its turn is in 40 s", true));
    },
    give: async () => undefined,
  };
  const limits = { requestsPerMinute: 1, concurrency: 1, burst: 1 };
  const gates = { before: async () => ({ desk, limits, newId: () => "id", now: () => 0 }) };
  const secret = "test-secret-of-at-least-thirty-two-characters";
  const { controllers: config } = readConfig({ AUTH: "open", IMPRESARIO_SECRET: secret, ...change });
  return { asked, controllers: createControllers(config, gates, storedKnowledge) };
}

const OPENAI = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_MODEL: "a/model" };
const CALLER = { tenant: "t", run: "run_1" };
const WORKERS_AI = {
  ...{ WORKERS_AI_MODEL: "@cf/a/model", CLOUDFLARE_ACCOUNT_ID: "0".repeat(32), CLOUDFLARE_API_TOKEN: "token" },
};
const REQUEST = { text: "Summarize this: It rained.", attached: [], log: [], ontology: createOntology() };

describe("the controllers of a deployment", () => {
  it("wait for a language model's turn in the name of the run, and plan without it where that does not come", async () => {
    const { asked, controllers } = open({ ...OPENAI, CONTROLLER: "openai" });
    const reply = await controllers.for(CALLER, {}).plan(REQUEST);
    expect(asked).toMatchObject([{ ...CALLER, endpoint: "a/model", priority: 0 }]);
    expect(reply).toMatchObject({ as: "plan", by: "embedded" });
    expect(JSON.stringify(reply)).toContain("Its turn is in 40 s");
  });

  it.each<[string, object, object | null]>([
    ["the server that is named", OPENAI, { provider: "openai", id: "a/model" }],
    ["none, where only the embedded one may plan", { ...OPENAI, CONTROLLER: "embedded" }, null],
    ["none, where none is set", {}, null],
  ])("have as their language model %s", (_, change, expected) => {
    const { language } = open(change).controllers;
    expect(language({})).toEqual(expected && expect.objectContaining(expected));
  });

  it.each<[string, object, ControllerWishes, string | null]>([
    ["that is not the deployment's own", { ...OPENAI, ...WORKERS_AI }, { controller: "workers-ai" }, "@cf/a/model"],
    ["where the deployment asks none", { ...OPENAI, CONTROLLER: "embedded" }, { controller: "openai" }, "a/model"],
    ["of none", { ...OPENAI, CONTROLLER: "openai" }, { controller: "embedded" }, null],
  ])("ask the language model that a run wants: one %s", async (_, change, wishes, id) => {
    const { asked, controllers } = open(change);
    expect(controllers.language(wishes)?.id ?? null).toBe(id);
    const reply = await controllers.for(CALLER, wishes).plan(REQUEST);
    expect(asked.map(({ endpoint }) => endpoint)).toEqual(id === null ? [] : [id]);
    expect(reply).toMatchObject({ as: "plan", by: "embedded" });
  });

  it("do without one that a run was promised and that is gone, and say so", async () => {
    const { asked, controllers } = open(OPENAI);
    const made: unknown[] = [];
    const meter = { refusal: () => null, called: (usage: unknown) => made.push(usage) };
    const gone = controllers.for(CALLER, { controller: "workers-ai", planning: "light" });
    const reply = await gone.plan({ ...REQUEST, meter });
    expect(reply).toMatchObject({ as: "plan", by: "embedded" });
    expect(JSON.stringify(reply)).toContain("workers-ai is no longer configured here; it needs WORKERS_AI_MODEL");
    const answer = gone.answer?.({ text: "", planner: "embedded", tasks: [], leftOut: [], meter });
    const words = answer?.words[Symbol.asyncIterator]();
    await expect(words?.next()).rejects.toMatchObject({ code: "misconfigured" });
    expect({ made, asked }).toEqual({ made: [], asked: [] });
  });

  it.each<[string, object, ControllerWishes, string]>([
    ["chooses", { LIGHT_MODEL: "a/small" }, {}, "a/small"],
    ["does not where a run wants a whole plan", { LIGHT_MODEL: "a/small" }, { planning: "global" }, "a/model"],
    ["does not where it is at another server", { ...WORKERS_AI, LIGHT_MODEL: "@cf/a/small" }, {}, "a/model"],
    ["does not choose where none is named", { PLANNING: "light" }, {}, "a/model"],
  ])("may name a second model, which %s", async (_, change, wishes, endpoint) => {
    const { asked, controllers } = open({ ...OPENAI, CONTROLLER: "openai", ...change });
    await controllers.for(CALLER, wishes).plan(REQUEST);
    expect(asked.map((ask) => ask.endpoint)).toEqual([endpoint]);
    expect(controllers.language(wishes)?.id).toBe("a/model");
  });

  it("write no longer prompts for a large context than a call is taken to cost", async () => {
    const prompts: string[] = [];
    const AI = {
      run: async (_: string, inputs: unknown) => {
        prompts.push(JSON.stringify(inputs));
        return "no stream";
      },
    };
    const variables = { AI, WORKERS_AI_MODEL: "@cf/a/model", MODEL_CONTEXT_TOKENS: "1000000" };
    const { controllers: config } = readConfig({ AUTH: "open", IMPRESARIO_SECRET: "x".repeat(32), ...variables });
    const { answer } = createControllers(config, { before: async () => null }, storedKnowledge).for(CALLER, {
      controller: "workers-ai",
    });
    const told: ToldTask = {
      ...{ task: 0, type: "summarization", does: "", model: null, ended: "succeeded", isShownBelow: false },
      ...{ inputs: {}, outputs: { lines: Array.from({ length: 8 }, () => "word ".repeat(800)) } },
    };
    const tasks = Array.from({ length: 20 }, (_, task) => ({ ...told, task }));
    const words = answer?.({ text: "Sum it up", planner: "workers-ai", tasks, leftOut: [] })?.words;
    await expect(words?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "provider-rejected" });
    expect(prompts).toHaveLength(1);
    expect((prompts[0]?.length ?? 0) / 3).toBeLessThan(MAX_CONTEXT_TOKENS);
  });

  it("name those that a run can want", () => {
    expect(open({ ...OPENAI, ...WORKERS_AI, PLANNING: "light" }).controllers.choice).toEqual({
      ...{ first: "auto", planning: "light", configured: ["embedded", "openai", "workers-ai"] },
    });
    expect(open({}).controllers.choice.configured).toEqual(["embedded"]);
  });
});
