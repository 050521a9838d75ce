import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseModels } from "../../../../scripts/local-models/choose.ts";
import { listedModels } from "../../../../scripts/local-models/model-lists.ts";
import { isLookedFor, leastContext, varsFor } from "../../../../scripts/local-models/settings.ts";
import { ROOT } from "../../../../scripts/server.ts";
import { readConfig } from "../../../../src/config.ts";
import { model, server } from "./models.ts";

const TODAY = "2026-11-27";
const OWN = { AUTH: "open", IMPRESARIO_SECRET: "0123456789abcdef0123456789abcdef" };
const wranglerToml = readFileSync(join(ROOT, "wrangler.toml"), "utf8");

describe("a model on this machine", () => {
  const asked = { settings: OWN, environment: {}, wranglerToml };

  it.each<[string, Partial<typeof asked>]>([
    ["as the project comes", {}],
    ["beside endpoints of one's own", { settings: { ...OWN, CONFIG: '{"endpoints": []}' } as typeof OWN }],
    ["where it may plan", { settings: { ...OWN, CONTROLLER: "auto" } as typeof OWN }],
    ["where it is to plan everything", { settings: { ...OWN, CONTROLLER: "openai" } as typeof OWN }],
    ["beside a key for other programs", { environment: { OPENAI_API_KEY: "sk-1" } }],
    ["where the switch is left empty", { environment: { NO_LOCAL_MODELS: "" } }],
  ])("is looked for %s", (_, change) => {
    expect(isLookedFor({ ...asked, ...change })).toBe(true);
  });

  it.each<[string, object, object, string]>([
    ["NO_LOCAL_MODELS=1", {}, { NO_LOCAL_MODELS: "1" }, wranglerToml],
    ["the same in .dev.vars", { NO_LOCAL_MODELS: "1" }, {}, wranglerToml],
    ["CONTROLLER=embedded", { CONTROLLER: "embedded" }, {}, wranglerToml],
    ["CONTROLLER=workers-ai", { CONTROLLER: "workers-ai" }, {}, wranglerToml],
    ["a model", { OPENAI_MODEL: "m" }, {}, wranglerToml],
    ["a server", { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, {}, wranglerToml],
    ["a key", { OPENAI_API_KEY: "sk-1" }, {}, wranglerToml],
    ["a server in the environment", {}, { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, wranglerToml],
    ["a model of Workers AI", { WORKERS_AI_MODEL: "@cf/m" }, {}, wranglerToml],
    ["models in CONFIG", { CONFIG: '{"openai": {"models": []}}' }, {}, wranglerToml],
    ["a CONFIG that is none", { CONFIG: "{" }, {}, wranglerToml],
    ["a CONFIG that is a list", { CONFIG: "[]" }, {}, wranglerToml],
    ["a model in wrangler.toml", {}, {}, `${wranglerToml}\n[vars]\nOPENAI_MODEL = "gpt"\n`],
    ["a CONFIG in wrangler.toml", {}, {}, `${wranglerToml}\n[vars.CONFIG]\nendpoints = []\n`],
  ])("is not looked for with %s", (_, settings, environment, toml) => {
    const all: Record<string, string> = { ...OWN, ...settings };
    expect(isLookedFor({ settings: all, environment: { ...environment }, wranglerToml: toml })).toBe(false);
  });
});

describe("the variables that lead to it", () => {
  const chat = model("qwen3:8b", { parameters: 8e9, bytes: 5e9, contextTokens: 16_384 });
  const sees = model("gemma3:4b", { does: "vision", contextTokens: 4_096 });
  const embeds = model("nomic-embed-text", { does: "embeddings", parameters: 137e6 });
  const varsOf = (settings: Readonly<Record<string, string>>, ...models: readonly (typeof chat)[]) => {
    const choice = chooseModels([server("Ollama", ...models)], leastContext(settings));
    return choice ? varsFor(choice, settings, TODAY) : {};
  };

  it("name its server, and what each model does, as the Worker reads them", () => {
    const { controllers, providers, deployment } = readConfig({ ...OWN, ...varsOf({}, chat, sees, embeds) });
    expect(deployment.limits.providers.openai.concurrency).toBe(1);
    expect(controllers).toMatchObject({
      ...{ first: "auto", planning: "light", contextTokens: 16_384 },
      openai: { baseUrl: "http://127.0.0.1/Ollama/v1", apiKey: null, model: "qwen3:8b", reasoning: "none" },
    });
    const free = { prices: [{ usd: 0, per: "call", asOf: TODAY, source: "a machine of one's own" }] };
    const about = { description: "Found at Ollama on this machine", licence: "unknown", ...free };
    expect(providers.openai?.endpoints).toEqual([
      {
        ...{ model: "qwen3:8b", does: "chat", reasoning: "none", contextTokens: 16_384, ...about },
        ...{ parameters: 8e9, bytes: 5e9 },
      },
      { model: "gemma3:4b", does: "vision", reasoning: "none", contextTokens: 4_096, ...about },
      { model: "nomic-embed-text", does: "embeddings", parameters: 137e6, ...about },
    ]);
  });

  it("name a model that chats and sees once", () => {
    const { providers } = readConfig({ ...OWN, ...varsOf({}, sees) });
    expect(providers.openai?.endpoints).toMatchObject([{ model: "gemma3:4b", does: "vision" }]);
  });

  it.each<[string, number | null, Readonly<Record<string, string>>, boolean]>([
    ["too small to plan", 1.5e9, {}, false],
    ["too small, and to plan everything all the same", 1.5e9, { CONTROLLER: "openai" }, true],
    ["large enough", 3.1e9, {}, true],
    ["of unknown size", null, {}, true],
  ])("have a model that is %s do tasks, and say whether it plans", (_, parameters, settings, plans) => {
    const found = varsOf(settings, { ...chat, parameters });
    const { controllers, providers } = readConfig({ ...OWN, ...settings, ...found });
    expect(providers.openai?.endpoints).toMatchObject([{ model: "qwen3:8b", does: "chat" }]);
    expect(controllers.openai?.model ?? null).toBe(plans ? "qwen3:8b" : null);
  });

  it("leave what is set as it is", () => {
    const CONFIG = JSON.stringify({
      endpoints: [{ model: "a", taskType: "summarization", url: "https://a.example/" }],
      limits: { activeRuns: 7, providers: { openai: { concurrency: 9 } } },
    });
    const set = { PLANNING: "global", MODEL_CONTEXT_TOKENS: "9000", CONFIG };
    const { controllers, deployment } = readConfig({ ...OWN, ...varsOf(set, chat) });
    expect(controllers).toMatchObject({ planning: "global", contextTokens: 9_000 });
    expect(deployment.endpoints).toMatchObject([{ model: "a" }]);
    expect(deployment.limits).toMatchObject({ activeRuns: 7, providers: { openai: { concurrency: 9 } } });
    expect(deployment.openai.models).toMatchObject([{ model: "qwen3:8b" }]);
  });

  it.each<[string, Readonly<Record<string, string>>, number | null, number | null]>([
    ["told", {}, 8_192, 8_192],
    ["not told: what is usual", {}, null, 4_096],
    ["said", { PLANNING: "global", MODEL_CONTEXT_TOKENS: "9000" }, 4_096, 9_000],
  ])("have its context, where that is %s", (_, settings, contextTokens, read) => {
    const { controllers } = readConfig({ ...OWN, ...settings, ...varsOf(settings, { ...chat, contextTokens }) });
    expect(controllers.contextTokens).toBe(read);
  });

  it.each([4_096, null])(
    "are none where it is to write whole plans, and its context is too small: %s",
    (contextTokens) => {
      expect(varsOf({ PLANNING: "global" }, { ...chat, contextTokens })).toEqual({});
    },
  );

  it("can be quoted and read by the Worker, whatever a server lists", () => {
    const entry = fc.record({
      id: fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
      owned_by: fc.constant("llamacpp"),
      meta: fc.record({ n_ctx: fc.nat(), n_params: fc.maxSafeNat(), size: fc.maxSafeInteger() }),
    });
    const said = fc.string({ unit: fc.constantFrom("'", "`", '"', "\\", "$", "a") });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), said, (data, description) => {
        const taskType = { name: "own", area: "language", description: description || "x" };
        const ports = { inputs: [{ name: "text", kinds: ["text"] }], outputs: [{ name: "text", kinds: ["text"] }] };
        const CONFIG = JSON.stringify({ taskTypes: [{ ...taskType, ...ports }] });
        const models = listedModels({ data })?.models ?? [];
        const vars = varsOf({ CONFIG }, ...models);
        if (Object.keys(vars).length === 0) return;
        for (const value of Object.values(vars)) expect(value).not.toMatch(/['`\n]/);
        const { providers, taskTypes } = readConfig({ ...OWN, ...vars });
        const used = providers.openai?.endpoints.map(({ model: one }) => one) ?? [];
        expect(used.length).toBeGreaterThan(0);
        expect(models.map(({ name }) => name)).toEqual(expect.arrayContaining(used));
        expect(taskTypes[0]?.description).toBe(description || "x");
      }),
    );
  });
});
