import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { createOntology } from "../src/domain/task-types/index.ts";

const GOOD = { AUTH: "keys", IMPRESARIO_SECRET: "0123456789abcdef0123456789abcdef" };
const endpoint = { model: "our/model", taskType: "image-to-text", url: "https://models.example/caption" };
const ownType = {
  name: "logo-detection",
  area: "image-understanding",
  description: "Find the logos in an image",
  inputs: [{ name: "image", kinds: ["image", "document"] }],
  outputs: [{ name: "logos", kinds: ["data"] }],
};
const withConfig = (config: unknown): unknown => ({ ...GOOD, CONFIG: config });

describe("a configuration that is right", () => {
  it("needs no more than AUTH and the secret", () => {
    expect(readConfig(GOOD)).toMatchObject({ auth: "keys", fetchAllowHosts: [], taskTypes: [] });
  });

  it("may be given as text or as an object", () => {
    const config = { endpoints: [endpoint], taskTypes: [ownType] };
    expect(readConfig(withConfig(JSON.stringify(config)))).toEqual(readConfig(withConfig(config)));
    expect(readConfig(withConfig(config)).taskTypes[0]).toMatchObject({ name: "logo-detection" });
  });

  it("lists hosts without their blanks", () => {
    expect(readConfig({ ...GOOD, FETCH_ALLOW_HOSTS: " a:1 ,, b:2" }).fetchAllowHosts).toEqual(["a:1", "b:2"]);
  });

  it("may name one model for two task types, and two models for one", () => {
    const endpoints = [endpoint, { ...endpoint, taskType: "image-classification" }, { ...endpoint, model: "b" }];
    expect(readConfig(withConfig({ endpoints })).deployment.endpoints).toHaveLength(3);
  });
});

describe("the time of tasks", () => {
  const ontologyOf = ({ taskTypes, taskTimeoutsMs }: ReturnType<typeof readConfig>) =>
    createOntology(taskTypes, taskTimeoutsMs);

  it("is that of their type, or what the configuration gives it", () => {
    const config = {
      taskTypes: [ownType],
      limits: { taskMs: { "text-generation": 600_000, "logo-detection": 1_000 } },
    };
    const ontology = ontologyOf(readConfig(withConfig(config)));
    expect(ontology.get("text-generation")?.timeoutMs).toBe(600_000);
    expect(ontology.get("logo-detection")?.timeoutMs).toBe(1_000);
    expect(ontology.get("summarization")).toEqual(createOntology().get("summarization"));
  });

  it.each([
    ["a type that there is not", { "text-writing": 1_000 }, /CONFIG\.limits\.taskMs\.text-writing: is no task type/],
    ["more than a quarter of an hour", { summarization: 900_001 }, /CONFIG\.limits\.taskMs\.summarization/],
  ])("is refused for %s", (_, taskMs, fault) => {
    expect(() => readConfig(withConfig({ limits: { taskMs } }))).toThrow(fault);
  });
});

describe("tenants in partitions", () => {
  it("are had with limits that are worth sharing out, and are not the default", () => {
    const { limits } = readConfig(withConfig({})).deployment;
    expect(limits.partitioned).toBe(false);
    const enough = { partitioned: true, activeRuns: 1_700, runsPerMinute: 60_000 };
    expect(readConfig(withConfig({ limits: enough })).deployment.limits).toMatchObject(enough);
  });

  it.each<[string, object, RegExp]>([
    ["as they come", {}, /CONFIG\.limits\.activeRuns: must be 1700 or more/],
    ["of few starts", { activeRuns: 2_000, runsPerMinute: 1_699 }, /CONFIG\.limits\.runsPerMinute: must be 1700/],
  ])("are refused with limits %s", (_, limits, fault) => {
    expect(() => readConfig(withConfig({ limits: { ...limits, partitioned: true } }))).toThrow(fault);
  });
});

describe("how long conversations are kept", () => {
  it.each<[string, object, number | null]>([
    ["is not said: for ever", {}, null],
    ["is left empty: for ever", { RETENTION_DAYS: " " }, null],
    ["is a month", { RETENTION_DAYS: "30" }, 30 * 24 * 60 * 60_000],
  ])("where it %s", (_, variables, idleMs) => {
    expect(readConfig({ ...GOOD, ...variables }).retention).toEqual({ idleMs });
  });

  it.each(["0", "-1", "1.5", "30 days", "1e3", "99999"])("is no %s", (text) => {
    expect(() => readConfig({ ...GOOD, RETENTION_DAYS: text })).toThrow(/RETENTION_DAYS: .*set it to whole days/);
  });
});

describe("who plans", () => {
  const controllers = (variables: object) => readConfig({ ...GOOD, ...variables }).controllers;
  const ACCOUNT = "0123456789abcdef0123456789abcdef";
  const rest = { CLOUDFLARE_ACCOUNT_ID: ACCOUNT, CLOUDFLARE_API_TOKEN: "t" };
  const AI = { run: async () => ({ response: "" }) };

  it.each<[string, object, object]>([
    ["nothing set", {}, { first: "auto", openai: null, workersAi: null }],
    [
      "variables left empty",
      { OPENAI_API_KEY: " ", OPENAI_BASE_URL: "", CONTROLLER: "" },
      { first: "auto", openai: null },
    ],
    [
      "a key",
      { OPENAI_API_KEY: " sk-1 ", OPENAI_MODEL: "m" },
      { openai: { baseUrl: "https://api.openai.com/v1", apiKey: "sk-1", model: "m" } },
    ],
    [
      "a server that wants no key",
      { OPENAI_BASE_URL: "http://127.0.0.1:11434/v1", OPENAI_MODEL: "m" },
      { openai: { baseUrl: "http://127.0.0.1:11434/v1", apiKey: null, model: "m" } },
    ],
    [
      "the AI binding",
      { AI, ...rest, WORKERS_AI_MODEL: "@cf/m" },
      { workersAi: { by: "binding", ai: AI, model: "@cf/m" } },
    ],
    [
      "an account and its token",
      { ...rest, WORKERS_AI_MODEL: "@cf/m" },
      { workersAi: { by: "rest", accountId: ACCOUNT, apiToken: "t", model: "@cf/m" } },
    ],
    [
      "a server, with how long its model thinks",
      {
        ...{ OPENAI_BASE_URL: "http://127.0.0.1:11434/v1", OPENAI_MODEL: "m" },
        CONFIG: { openai: { models: [{ model: "m", does: "chat", reasoning: "none" }] } },
      },
      { openai: { model: "m", reasoning: "none" } },
    ],
    ["a small context in light mode", { PLANNING: "light", MODEL_CONTEXT_TOKENS: "4096" }, { contextTokens: 4_096 }],
    [
      "a second model, which chooses unless whole plans are wanted",
      { OPENAI_API_KEY: "k", OPENAI_MODEL: "m", LIGHT_MODEL: "s" },
      { planning: "light", lightModel: "s" },
    ],
    [
      "a second model for messages that ask for light mode",
      { OPENAI_API_KEY: "k", OPENAI_MODEL: "m", LIGHT_MODEL: "s", PLANNING: "global" },
      { planning: "global", lightModel: "s" },
    ],
    ["a binding that no model is named for", { AI, ...rest }, { workersAi: null }],
    [
      "the embedded one, whatever else is set",
      { CONTROLLER: "embedded", OPENAI_API_KEY: "k", OPENAI_MODEL: "m" },
      { first: "embedded" },
    ],
  ])("is read from %s", (_, variables, expected) => {
    expect(controllers(variables)).toMatchObject(expected);
  });

  it.each<[string, object, RegExp]>([
    ["a controller nobody knows", { CONTROLLER: "gpt" }, /CONTROLLER: .*set it to "auto", "embedded"/],
    [
      "one without its server",
      { CONTROLLER: "openai" },
      /CONTROLLER: is "openai" without OPENAI_API_KEY or OPENAI_BASE_URL/,
    ],
    ["one without its model", { CONTROLLER: "workers-ai", AI }, /CONTROLLER: is "workers-ai" without WORKERS_AI_MODEL/],
    ["a key without a model", { OPENAI_API_KEY: "k" }, /OPENAI_MODEL: is missing.*set it to the name of a model/],
    ["a model without a server", { OPENAI_MODEL: "m" }, /OPENAI_MODEL: is set without OPENAI_API_KEY/],
    ["no address", { OPENAI_BASE_URL: "localhost:11434", OPENAI_MODEL: "m" }, /OPENAI_BASE_URL: must be an address/],
    [
      "an address of another kind",
      { OPENAI_BASE_URL: "file:///v1", OPENAI_MODEL: "m" },
      /OPENAI_BASE_URL: must be an address/,
    ],
    [
      "a password in it",
      { OPENAI_BASE_URL: "https://a:b@c.example/v1", OPENAI_MODEL: "m" },
      /OPENAI_BASE_URL: .*no user name/,
    ],
    [
      "a query in it",
      { OPENAI_BASE_URL: "https://c.example/v1?key=b", OPENAI_MODEL: "m" },
      /OPENAI_BASE_URL: .*no query/,
    ],
    ["a key of two lines", { OPENAI_API_KEY: "hush\nhush", OPENAI_MODEL: "m" }, /OPENAI_API_KEY: must be one line/],
    ["a model that nothing serves", { WORKERS_AI_MODEL: "@cf/m" }, /WORKERS_AI_MODEL: is set without the AI binding/],
    ["half an account", { WORKERS_AI_MODEL: "@cf/m", CLOUDFLARE_API_TOKEN: "t" }, /WORKERS_AI_MODEL: is set without/],
    [
      "an account that is none",
      { CLOUDFLARE_ACCOUNT_ID: "../x" },
      /CLOUDFLARE_ACCOUNT_ID: must be 32 hexadecimal digits/,
    ],
    [
      "a context too small for a whole plan",
      { MODEL_CONTEXT_TOKENS: "4096" },
      /MODEL_CONTEXT_TOKENS: .*PLANNING=light/,
    ],
    ["a second model without a first", { LIGHT_MODEL: "s" }, /LIGHT_MODEL: is set without OPENAI_MODEL/],
    [
      "a second model at a server that does not answer",
      { LIGHT_MODEL: "@cf/a/s", OPENAI_API_KEY: "k", OPENAI_MODEL: "m" },
      /LIGHT_MODEL: is set without WORKERS_AI_MODEL/,
    ],
    ["a context too small for anything", { PLANNING: "light", MODEL_CONTEXT_TOKENS: "4095" }, /MODEL_CONTEXT_TOKENS/],
    ["a binding of something else", { AI: "yes" }, /AI: .*docs\/configuration\.md/],
  ])("is refused with what to do, and without any secret: %s", (_, variables, message) => {
    expect(() => controllers(variables)).toThrow(message);
    expect(() => controllers(variables)).not.toThrow(/hush|a:b|key=b/);
  });
});

describe("a configuration that is wrong is refused with the variable and what to do", () => {
  const { AUTH: _auth, ...noAuth } = GOOD;
  const { IMPRESARIO_SECRET: _secret, ...noSecret } = GOOD;

  it.each<[string, unknown, RegExp, RegExp]>([
    ["no secret", noSecret, /IMPRESARIO_SECRET: /, /openssl rand -hex 32/],
    ["a short secret", { ...GOOD, IMPRESARIO_SECRET: "x".repeat(31) }, /IMPRESARIO_SECRET: /, /openssl rand -hex 32/],
    ["no AUTH", noAuth, /AUTH: /, /set AUTH to "keys"/],
    ["an AUTH nobody knows", { ...GOOD, AUTH: "none" }, /AUTH: /, /set AUTH to "keys"/],
    ["no JSON", withConfig("{"), /CONFIG: is not JSON/, /docs\/configuration\.md/],
    ["a list", withConfig("[]"), /CONFIG: /, /docs\/configuration\.md/],
    ["a field nobody knows", withConfig({ endpoint: [] }), /CONFIG: .*"endpoint"/, /docs\/configuration\.md/],
    ["no URL", withConfig({ endpoints: [{ ...endpoint, url: "ftp://x" }] }), /CONFIG\.endpoints\.0\.url/, /docs/],
    [
      "an endpoint twice",
      withConfig({ endpoints: [endpoint, { ...endpoint, url: "https://other.example/" }] }),
      /CONFIG\.endpoints\.1: our\/model is there twice for image-to-text/,
      /keep one/,
    ],
    [
      "an output of two kinds",
      withConfig({ taskTypes: [{ ...ownType, outputs: [{ name: "logos", kinds: ["data", "text"] }] }] }),
      /CONFIG\.taskTypes\.0\.outputs\.0\.kinds/,
      /docs/,
    ],
    [
      "a kind nobody knows",
      withConfig({ taskTypes: [{ ...ownType, outputs: [{ name: "logos", kinds: ["smell"] }] }] }),
      /CONFIG\.taskTypes\.0\.outputs\.0\.kinds\.0: must be one of text, image/,
      /docs/,
    ],
  ])("%s", (_, variables, variable, advice) => {
    expect(() => readConfig(variables)).toThrow(variable);
    expect(() => readConfig(variables)).toThrow(advice);
  });

  it("names every fault at once, and never a secret", () => {
    const read = (): unknown => readConfig({ AUTH: "none", IMPRESARIO_SECRET: "too-short" });
    expect(read).toThrow(/AUTH: .*IMPRESARIO_SECRET: /);
    expect(read).not.toThrow(/too-short/);
  });
});

describe("PUBLIC_URL", () => {
  it.each([
    ["is left out", {}, null],
    ["is empty", { PUBLIC_URL: " " }, null],
    ["ends with a slash", { PUBLIC_URL: "https://impresario.example/" }, "https://impresario.example"],
    ["names a port", { PUBLIC_URL: "http://10.0.0.1:8787" }, "http://10.0.0.1:8787"],
    ["is in capitals", { PUBLIC_URL: "HTTPS://Impresario.Example:443" }, "https://impresario.example"],
  ])("%s", (_, variables, publicUrl) => {
    expect(readConfig({ ...GOOD, ...variables }).publicUrl).toBe(publicUrl);
  });

  it.each([
    "impresario.example",
    "ftp://impresario.example",
    "https://a:b@impresario.example",
    "https://x.example/path",
    "https://x.example/?q",
    "javascript:1",
  ])("is refused as %j", (text) =>
    expect(() => readConfig({ ...GOOD, PUBLIC_URL: text })).toThrow(/PUBLIC_URL: .*set it to where/),
  );
});
