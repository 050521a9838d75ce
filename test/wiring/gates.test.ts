import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { PermitAsk } from "../../src/domain/gate/permits.ts";
import { createIds } from "../../src/domain/ids.ts";
import type { ProviderName } from "../../src/domain/provider-names.ts";
import { ok } from "../../src/domain/result.ts";
import { type PermitDesk, withPermit } from "../../src/execution/gate.ts";
import { createGates } from "../../src/wiring/gates.ts";

const SECRET = "test-secret-of-at-least-thirty-two-characters";
const HF_TOKEN = "hf_deployment";
const LIMITS = { requestsPerMinute: 60, concurrency: 2, burst: 1 };
const DEFAULTS = { requestsPerMinute: 300, concurrency: 20, burst: 10 };
const url = "https://models.example.com/";

const VARIABLES = {
  AUTH: "open",
  IMPRESARIO_SECRET: SECRET,
  HF_TOKEN,
  OPENAI_API_KEY: "sk-secret",
  OPENAI_MODEL: "gpt",
  CLOUDFLARE_ACCOUNT_ID: "0".repeat(32),
  CLOUDFLARE_API_TOKEN: "cf-secret",
  CONFIG: {
    endpoints: [
      { model: "our/limited", taskType: "summarization", url, limits: LIMITS },
      { model: "our/free", taskType: "summarization", url },
    ],
    limits: { providers: { openai: LIMITS } },
  },
};

function open(change: object = {}) {
  const names: string[] = [];
  const asked: PermitAsk[] = [];
  const desk = (name: string): PermitDesk => {
    names.push(name);
    return {
      take: async (ask) => {
        asked.push(ask);
        return ok(null);
      },
      give: async () => undefined,
    };
  };
  const config = readConfig({ ...VARIABLES, ...change });
  return { gates: createGates({ config, ids: createIds(SECRET), desk }), names, asked };
}

const at = (provider: ProviderName, model = "a/b", taskType = "summarization") => ({ provider, model, taskType });

describe("the gate before an endpoint", () => {
  it.each([
    ["huggingface", DEFAULTS],
    ["workers-ai", DEFAULTS],
    ["openai", LIMITS],
  ] as const)("of %s keeps to what the deployment sets, under a name that tells no key", async (provider, limits) => {
    const { gates, names } = open();
    const [one, other] = [await gates.of(at(provider)), await gates.of(at(provider, "c/d"))];
    expect([one?.limits, other?.limits]).toEqual([limits, limits]);
    expect(new Set(names)).toEqual(new Set([expect.stringMatching(new RegExp(`^${provider}:[0-9a-f]{16}$`))]));
    await gates.before(provider);
    expect(new Set(names).size).toBe(1);
  });

  it("of the deployment's own is there where it has limits, for each model and task type", async () => {
    const { gates } = open();
    expect(await gates.of(at("custom", "our/limited"))).toMatchObject({ limits: LIMITS });
    expect(await gates.of(at("custom", "our/limited", "translation"))).toBeNull();
    expect(await gates.of(at("custom", "our/free"))).toBeNull();
  });

  it("is none for what runs here, and for a provider that is off", async () => {
    const { gates } = open({ HUGGINGFACE: "off" });
    expect(await gates.of(at("embedded"))).toBeNull();
    expect(await gates.of(at("huggingface"))).toBeNull();
    expect(await gates.beforeHuggingFace("hf_own")).toMatchObject({ limits: DEFAULTS });
  });

  it("is one for each key", async () => {
    const { gates, names } = open();
    await gates.of(at("huggingface"));
    await gates.beforeHuggingFace(HF_TOKEN);
    await gates.beforeHuggingFace("hf_own");
    const [deployment, same, own] = names;
    expect(same).toBe(deployment);
    expect(own).not.toBe(deployment);
  });

  it.each<[ProviderName, string, string | undefined]>([
    ["huggingface", "black-forest-labs/FLUX.1-schnell:fal-ai", "fal-ai"],
    ["huggingface", "black-forest-labs/FLUX.1-schnell:together", "together"],
    ["huggingface", "meta-llama/Llama-3.1-8B-Instruct", "auto"],
    ["huggingface", "no model's name: at all", "auto"],
    ["openai", "gpt:fal-ai", undefined],
    ["workers-ai", "@cf/meta/llama", undefined],
  ])("of %s tells who runs %s behind it", async (provider, model, via) => {
    const { gates, asked } = open();
    const call = { tenant: "t", run: "r", endpoint: model, priority: 0, timeoutMs: 1_000 };
    const own = provider === "huggingface" ? await gates.beforeHuggingFace("hf_own") : null;
    for (const gate of [await gates.of(at(provider, model)), own]) {
      await withPermit(gate, { ...call, signal: new AbortController().signal }, async () => undefined);
    }
    expect(new Set(asked.map((one) => one.via))).toEqual(new Set([via]));
    expect(asked[0]).toMatchObject({ endpoint: model });
  });
});
