import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { controllerNamed, languageModelNamed } from "../../../evaluation/controllers.ts";
import { type Environment, UsageError } from "../../../evaluation/suite.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { type ChatServer, startChatServer } from "./chat-server.ts";
import { createFiles, type Files } from "./files.ts";
import { runEvaluation } from "./run.ts";

const WORKERS_AI = { CLOUDFLARE_ACCOUNT_ID: "account", CLOUDFLARE_API_TOKEN: "token", WORKERS_AI_MODEL: "@cf/a/model" };

describe("a controller by its name", () => {
  it.each([
    { name: "embedded", environment: {} },
    { name: "openai", environment: { OPENAI_API_KEY: "key", OPENAI_MODEL: "a-model" } },
    { name: "openai", environment: { OPENAI_BASE_URL: "http://own.test/v1", OPENAI_MODEL: "a-model" } },
    { name: "workers-ai", environment: WORKERS_AI },
    { name: "auto", environment: WORKERS_AI, is: "embedded" },
  ])("is $name", async ({ name, environment, is = name }) => {
    expect((await controllerNamed(name, environment)).name).toBe(is);
  });

  it.each([
    { name: "gpt", environment: {}, says: 'There is no controller "gpt": it is embedded, auto, openai or workers-ai' },
    { name: "constructor", environment: {}, says: 'There is no controller "constructor"' },
    { name: "openai", environment: {}, says: "For openai, set OPENAI_API_KEY and OPENAI_MODEL" },
    { name: "openai", environment: { OPENAI_API_KEY: "key", OPENAI_MODEL: "" }, says: "For openai, set OPENAI_MODEL" },
    {
      name: "workers-ai",
      environment: { ...WORKERS_AI, CLOUDFLARE_API_TOKEN: undefined },
      says: "For workers-ai, set CLOUDFLARE_API_TOKEN",
    },
  ])("is none, and it is said what to set: $name $environment", async ({ name, environment, says }) => {
    const asked = controllerNamed(name, environment);
    await expect(asked).rejects.toThrow(UsageError);
    await expect(asked).rejects.toThrow(says);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** What a server is asked for a plan under these settings. */
  async function asked(environment: Environment, planning?: string) {
    const { fetch } = globalThis;
    const bodies: string[] = [];
    vi.stubGlobal("fetch", async (...[input, init]: Parameters<typeof fetch>) => {
      bodies.push(await new Request(input, init).text());
      return Response.json({
        choices: [{ message: { content: '{"reply": "Hello", "tasks": ["none"]}' }, finish_reason: "stop" }],
      });
    });
    const server = { OPENAI_BASE_URL: "http://own.test/v1", OPENAI_MODEL: "a-model" };
    const controller = await controllerNamed("openai", { ...server, ...environment }, planning);
    await controller.plan({ text: "word ".repeat(20_000), attached: [], log: [], ontology: createOntology() });
    return { body: JSON.parse(bodies[0] ?? ""), chars: bodies[0]?.length ?? 0 };
  }

  it.each([
    ["the whole of a plan", {}, undefined, "You plan."],
    ["the whole of a plan, when that is said", { LIGHT_MODEL: "small" }, "global", "You plan."],
    ["which task types are needed", {}, "light", "You choose the tasks"],
    ["which task types are needed, where a model is set for that", { LIGHT_MODEL: "small" }, undefined, "You choose"],
  ])("has a language model write %s", async (_, environment, planning, rules) => {
    expect((await asked(environment, planning)).body.messages[0].content).toContain(rules);
  });

  it("has the models and their settings that a deployment has", async () => {
    const models = [{ model: "a-model", does: "chat", reasoning: "low" }];
    const CONFIG = JSON.stringify({ openai: { models }, limits: {} });
    expect((await asked({ CONFIG })).body).toMatchObject({ model: "a-model", reasoning_effort: "low" });
    const light = await asked({ CONFIG, LIGHT_MODEL: "small" });
    expect(light.body).toMatchObject({ model: "small" });
    expect(light.body).not.toHaveProperty("reasoning_effort");
    expect((await asked({ LIGHT_MODEL: "@cf/small" }, "light")).body).toMatchObject({ model: "a-model" });
    const { chars } = await asked({});
    expect((await asked({ MODEL_CONTEXT_TOKENS: "16384" })).chars).toBeGreaterThan(chars);
  });

  it.each([{ MODEL_CONTEXT_TOKENS: "9" }, { CONFIG: "{" }])(
    "says which of these settings is wrong: %j",
    async (wrong) => {
      const [name] = Object.keys(wrong);
      await expect(asked(wrong)).rejects.toThrow(`For openai, set ${name}`);
    },
  );

  it.each([
    ["openai", "quick", "--planning is global or light"],
    ["embedded", "light", "--planning is for a language model"],
  ])("has no other way of planning: %s, %s", async (name, planning, says) => {
    const asked = controllerNamed(name, { OPENAI_API_KEY: "key", OPENAI_MODEL: "a-model" }, planning);
    await expect(asked).rejects.toThrow(UsageError);
    await expect(asked).rejects.toThrow(says);
  });

  it("may not be embedded for a language model", async () => {
    await expect(languageModelNamed("embedded", {})).rejects.toThrow('There is no language model "embedded"');
  });
});

describe("--controller openai", () => {
  let files: Files;
  let server: ChatServer;
  const PLAN = { plan: [{ task: "summarization", id: 0, dep: [-1], args: { text: "a text" } }] };
  /** Plans every request as one task; asked for a judgement, it finds every plan wrong. */
  const answer = (said: string): string | null => {
    if (said.includes("refuse me")) return null;
    return said.endsWith("Is the plan right?") ? '{"choice": "no", "reason": "…"}' : JSON.stringify(PLAN);
  };
  const environment = () => ({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "sk-test", OPENAI_MODEL: "a-model" });
  const run = (...given: readonly string[]) => runEvaluation(given, files.folder, environment());
  const refused = (id: number) => ({
    id: String(id),
    type: "single",
    user_request: "refuse me",
    task_nodes: ["Translation"],
    task_links: [],
  });

  beforeAll(async () => {
    files = await createFiles();
    server = await startChatServer(answer);
  });
  afterAll(async () => {
    await server.stop();
    await files.remove();
  });

  it("has the model plan, and scores what it plans", async () => {
    const { code, output, errors } = await run("taskbench", "labels.jsonl", "--controller", "openai", "--json");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const report = JSON.parse(output);
    expect(report).toMatchObject({
      suite: "taskbench",
      controller: "openai",
      all: { rows: 2, rowsWithLinks: 1, nodeF1: 50, linkF1: 0, exact: 50, exactWithLinks: 50 },
      answers: { plan: 100, failed: 0, failures: {} },
      calibration: null,
    });
    expect(server.asked.map(({ key, model }) => ({ key, model }))).toContainEqual({
      key: "Bearer sk-test",
      model: "a-model",
    });
    expect(server.asked.some(({ said }) => said.includes("Shorten this: a text"))).toBe(true);
  });

  it.each([
    ["taskbench", "labels.jsonl"],
    ["hugginggpt", "labels.jsonl"],
    ["requests", "labels.jsonl"],
    ["muse", "--no-run"],
  ])("may be told how to plan: %s", async (...call) => {
    const { code, errors } = await run(...call, "--controller", "openai", "--planning", "quick");
    expect(code).toBe(2);
    expect(errors).toContain("--planning is global or light");
    expect(errors).toContain("[--planning global|light]");
  });

  it("has the model choose among task types with --planning light", async () => {
    const choice = await startChatServer(() => '{"tasks": ["summarization"]}');
    const own = { ...environment(), OPENAI_BASE_URL: choice.url };
    const given = ["taskbench", "labels.jsonl", "--controller", "openai", "--planning", "light", "--json"];
    const { code, output } = await runEvaluation(given, files.folder, own);
    await choice.stop();
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ answers: { plan: 100, failed: 0 } });
  });

  it("counts calls that fail, by reason", async () => {
    await files.write("some-refused.jsonl", [refused(1), refused(2), { ...refused(3), user_request: "Shorten this" }]);
    const { code, output } = await run("taskbench", "some-refused.jsonl", "--controller", "openai");
    expect(code).toBe(0);
    expect(output).toContain("66.7 % failed");
    expect(output).toContain("Failed: 2 × provider-rejected.");
  });

  it("stops when the server does nothing but refuse, and says why without the key", async () => {
    await files.write(
      "refused.jsonl",
      Array.from({ length: 25 }, (_, id) => refused(id)),
    );
    const before = server.asked.length;
    const { code, output, errors } = await run("taskbench", "refused.jsonl", "--controller", "openai");
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(/^20 calls in a row failed, the last with provider-rejected: /);
    expect(errors).not.toContain("sk-test");
    expect(server.asked.length - before).toBe(20);
  });

  it("has the model judge the plans for graphs with --critic", async () => {
    const graph = {
      id: "1",
      type: "dag",
      user_request: "Shorten this, and that",
      task_nodes: ["Summarization", "Translation"],
      task_links: [],
    };
    await files.write("graphs.jsonl", [graph, { ...graph, id: "2" }]);
    const { code, output } = await run(
      "hugginggpt",
      "graphs.jsonl",
      "--controller",
      "openai",
      "--critic",
      "openai",
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      suite: "hugginggpt",
      controller: "openai",
      single: null,
      graph: { rows: 2, precision: 100, recall: 50, critic: { score: 0, judged: 2, unjudged: {} } },
    });
  });
});
