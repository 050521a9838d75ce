import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExpertPool, type ExpertPoolParts } from "../../src/catalogue/expert-pool.ts";
import { keyOf } from "../../src/catalogue/experts.ts";
import { buildSnapshot } from "../../src/catalogue/snapshot/snapshot.ts";
import type { CatalogueModel } from "../../src/domain/catalogue.ts";
import { type Endpoint, endpointKey } from "../../src/domain/endpoints.ts";
import { PROVIDERS, type ProviderName } from "../../src/domain/provider-names.ts";
import { anyModels, endpoint, model, score } from "./snapshot/models.ts";

const TASK = "translation";

const own = (provider: ProviderName, name: string, more: Partial<Endpoint> = {}): Endpoint => ({
  provider,
  model: name,
  taskType: TASK,
  description: "Ours.",
  licence: "unknown",
  grade: "full",
  ...more,
});

const snapshotOf = (models: readonly CatalogueModel[]) => buildSnapshot(models, { id: "test", publishedAt: null });

async function poolOf(models: readonly CatalogueModel[], more: Partial<Omit<ExpertPoolParts, "snapshot">> = {}) {
  const snapshot = await snapshotOf(models);
  return createExpertPool({ snapshot, endpoints: [], isOn: () => true, health: () => null, ...more });
}

/** States that it is the translator below. */
const SAME = { stated: { sameAs: "maker/translator" } } as const;

const price = { usd: 0.5, per: "call", source: "https://example.com/", asOf: "2026-11-22" } as const;

const translator = model("maker/translator", {
  organization: "maker",
  licence: "mit",
  parameters: 1000,
  bytes: 4000,
  languages: ["de", "en"],
  gated: true,
  downloads: 7,
  description: "It translates.",
  tasks: [TASK],
  scores: [score("FLORES", 30)],
  endpoints: [endpoint("workers-ai", "@cf/translator", TASK, { prices: [price] })],
});

describe("experts of the catalogue", () => {
  it("have the default arguments of the model's card at hf-inference, for the task of its function", async () => {
    const at = (via: string, taskType: string, more: object = {}) =>
      endpoint("huggingface", "maker/translator", taskType, { via, ...more });
    const served = model("maker/translator", {
      tasks: [TASK, "summarization"],
      cardCode: {
        language: "python",
        code: null,
        licence: "mit",
        function: { name: TASK, defaults: { num_beams: 4 } },
      },
      endpoints: [at("hf-inference", TASK), at("fal-ai", TASK), at("hf-inference", "summarization")],
    });
    const bare = model("maker/bare", {
      tasks: [TASK],
      cardCode: { language: "python", code: null, licence: "mit", function: { name: TASK, defaults: {} } },
      endpoints: [endpoint("huggingface", "maker/bare", TASK, { via: "hf-inference" })],
    });
    const pool = await poolOf([served, bare]);
    const defaultsOf = (taskType: string) =>
      Object.fromEntries(pool.experts(taskType).map(({ endpoint: { model: name }, defaults }) => [name, defaults]));
    expect(defaultsOf(TASK)).toEqual({
      "maker/translator:hf-inference": { num_beams: 4 },
      "maker/translator:fal-ai": undefined,
      "maker/bare:hf-inference": undefined,
    });
    expect(defaultsOf("summarization")).toEqual({ "maker/translator:hf-inference": undefined });
  });

  it("have the documented rate of computing at hf-inference, and no price where none is documented", async () => {
    const at = (via: string, more: object = {}) => endpoint("huggingface", `maker/${via}`, TASK, { via, ...more });
    const places = [at("hf-inference"), at("fal-ai"), at("groq", { prices: [price] })];
    const served = model("maker/translator", { tasks: [TASK], endpoints: places });
    const experts = (await poolOf([served])).experts(TASK);
    const asked = experts.map(({ endpoint: { model: name }, prices }) => [name, prices.map(({ per }) => per)]);
    expect(Object.fromEntries(asked)).toEqual({
      "maker/hf-inference:hf-inference": ["compute-second"],
      "maker/fal-ai:fal-ai": [],
      "maker/groq:groq": ["call"],
    });
    const [documented] = experts.flatMap(({ prices }) => prices.filter(({ per }) => per === "compute-second"));
    expect(documented).toMatchObject({ usd: 0.000_12, asOf: "2026-11-22", source: expect.stringContaining("unsure") });
  });

  it("have the provider's own id, and all that is known of the model", async () => {
    const [expert, ...others] = (await poolOf([translator])).experts(TASK);
    expect(others).toEqual([]);
    expect(expert).toMatchObject({
      endpoint: {
        provider: "workers-ai",
        model: "@cf/translator",
        taskType: TASK,
        description: "It translates.",
        licence: "mit",
        grade: "full",
      },
      facts: {
        id: "maker/translator",
        organization: "maker",
        licence: "mit",
        licenceConfidence: "sure",
        parameters: 1000,
        parametersConfidence: "sure",
        bytes: 4000,
        languages: ["de", "en"],
        scores: [score("FLORES", 30)],
        downloads: 7,
        gated: true,
      },
      prices: [price],
    });
  });

  it("that do a task by instruction are stand-ins, and say so", async () => {
    const chat = model("a/chat", {
      description: "It chats.",
      endpoints: [endpoint("workers-ai", "@cf/chat", TASK, { standsIn: true })],
    });
    const [expert] = (await poolOf([chat])).experts(TASK);
    expect(expert?.endpoint).toMatchObject({
      grade: "stand-in",
      description: "It chats. A model for chat or vision and language, which does this by instruction.",
    });
  });

  const served = (id: string, downloads: number, vias: readonly (string | null)[]) =>
    model(id, {
      downloads,
      tasks: [TASK],
      endpoints: (["gone", "staging", "live", "unknown"] as const).map((status, place) =>
        endpoint("huggingface", "a/b", TASK, { status, via: vias[place] ?? null, prices: [{ ...price, usd: place }] }),
      ),
    });

  it("are one for each that serves a model behind Hugging Face, with its own prices, the surest first", async () => {
    const models = [served("a/b", 1, ["w", "x", "y", null]), served("a/b-copy", 2, ["w", "x", "y", null])];
    const experts = (await poolOf(models)).experts(TASK);
    expect(experts.map(({ endpoint: { model: name }, prices: [one] }) => [name, one?.usd])).toEqual([
      ["a/b:y", 2],
      ["a/b", 3],
      ["a/b:x", 1],
    ]);
    expect(new Set(experts.map(({ facts }) => facts.id))).toEqual(new Set(["a/b-copy"]));
  });

  it("are there once where one serves a model twice: as it is surest", async () => {
    const experts = (await poolOf([served("a/b", 1, ["x", "x", "x", "x"])])).experts(TASK);
    expect(experts.map(({ endpoint: { model: name }, prices: [one] }) => [name, one?.usd])).toEqual([["a/b:x", 2]]);
  });

  it.each<[string, Partial<CatalogueModel>, readonly ProviderName[], number]>([
    ["at a provider that is on", {}, ["workers-ai"], 1],
    ["at a provider that is off", {}, ["huggingface"], 0],
    ["at no provider", { endpoints: [] }, PROVIDERS, 0],
    ["that is gone", { endpoints: [endpoint("workers-ai", "@cf/a", TASK, { status: "gone" })] }, PROVIDERS, 0],
    ["in staging", { endpoints: [endpoint("workers-ai", "@cf/a", TASK, { status: "staging" })] }, PROVIDERS, 1],
    ["for another task type", { endpoints: [endpoint("workers-ai", "@cf/a", "summarization")] }, PROVIDERS, 0],
  ])("a model %s: with %j and %j on there are %d", async (_, more, on, count) => {
    const pool = await poolOf([{ ...translator, ...more }], { isOn: (provider) => on.includes(provider) });
    expect(pool.experts(TASK)).toHaveLength(count);
    expect(pool.elsewhere(TASK).count).toBe(1 - count);
  });
});

describe("an expert of our own", () => {
  const facts = async (ours: Endpoint, models: readonly CatalogueModel[] = [translator]) => {
    const pool = await poolOf(models, { endpoints: [ours], isOn: () => false });
    return pool.experts(TASK)[0];
  };

  it("takes what it does not state from the model that it says it is", async () => {
    const ours = own("custom", "house/translator", { stated: { sameAs: "maker/translator" } });
    const expert = await facts(ours);
    expect(expert?.endpoint).toEqual(ours);
    expect(expert?.facts).toEqual({
      id: "house/translator",
      organization: "maker",
      licence: "mit",
      licenceConfidence: "sure",
      parameters: 1000,
      parametersConfidence: "sure",
      bytes: 4000,
      bytesConfidence: "sure",
      languages: ["de", "en"],
      scores: [score("FLORES", 30)],
      downloads: 7,
      downloadsOn: null,
      gated: true,
    });
    expect(expert?.prices).toEqual([]);
  });

  const nothing = {
    organization: "maker",
    licence: "unknown",
    licenceConfidence: "unsure",
    parameters: null,
    parametersConfidence: "unsure",
    bytes: null,
    bytesConfidence: "unsure",
    languages: null,
    scores: [],
    downloads: null,
    downloadsOn: null,
    gated: null,
  };

  it.each<[string, Partial<Endpoint>]>([
    ["has only the id of", {}],
    ["says that it is, but for another task than is done by", { taskType: "summarization" }],
    ["says that it is, where there is none such as", { stated: { sameAs: "maker/translator-2" } }],
  ])("takes nothing from a model that it %s", async (_, more) => {
    const ours = own("custom", "maker/translator", { ...more, ...(more.taskType ? SAME : {}) });
    const pool = await poolOf([translator], { endpoints: [ours], isOn: () => false });
    expect(pool.experts(ours.taskType)[0]?.facts).toEqual({ id: "maker/translator", ...nothing });
  });

  it("is believed in what it states", async () => {
    const stated = { ...SAME.stated, parameters: 0, bytes: 5, languages: [], gated: false, prices: [price] };
    const expert = await facts(own("custom", "maker/translator", { licence: "Apache 2", stated }));
    expect(expert?.facts).toMatchObject({
      licence: "apache-2.0",
      parameters: 0,
      bytes: 5,
      languages: [],
      gated: false,
    });
    expect(expert?.prices).toEqual([price]);
  });

  it("is believed in its figures, beside those of the model that it says it is", async () => {
    const [flores, other] = [score("FLORES", 40), score("WMT14", 12)];
    const stated = { ...SAME.stated, scores: [flores, other] };
    expect((await facts(own("custom", "maker/translator", { stated })))?.facts.scores).toEqual([flores, other]);
    const spelt = { ...SAME.stated, scores: [score("facebook/flores", 41)] };
    expect((await facts(own("custom", "maker/translator", { stated: spelt })))?.facts.scores).toEqual(spelt.scores);
    const more = { ...SAME.stated, scores: [other] };
    expect((await facts(own("custom", "maker/translator", { stated: more })))?.facts.scores).toEqual([
      other,
      score("FLORES", 30),
    ]);
  });

  it("that the catalogue does not know is known by what it states alone", async () => {
    const expert = await facts(own("custom", "house/model", { stated: { parameters: 12 } }));
    expect(expert?.facts).toEqual({
      id: "house/model",
      organization: "house",
      licence: "unknown",
      licenceConfidence: "unsure",
      parameters: 12,
      parametersConfidence: "sure",
      bytes: null,
      bytesConfidence: "unsure",
      languages: null,
      scores: [],
      downloads: null,
      downloadsOn: null,
      gated: null,
    });
  });

  it.each<[string, Endpoint, readonly number[]]>([
    ["embedded is free", own("embedded", "textrank"), [0]],
    ["configured has no known price", own("custom", "maker/translator", SAME), []],
    ["stating a price asks that", own("embedded", "textrank", { stated: { prices: [price] } }), [0.5]],
  ])("that is %s", async (_, ours, usd) => {
    expect((await facts(ours))?.prices.map((one) => one.usd)).toEqual(usd);
  });

  it("comes first, as it came, and takes the catalogue's place at the same endpoint", async () => {
    const ours = [
      own("custom", "z/last"),
      own("workers-ai", "@cf/translator", { description: "First" }),
      own("custom", "a/first"),
      own("workers-ai", "@cf/translator", { description: "Second" }),
      own("custom", "of/another", { taskType: "summarization" }),
    ];
    const other = model("b/other", { tasks: [TASK], endpoints: [endpoint("workers-ai", "@cf/other", TASK)] });
    const pool = await poolOf([translator, other], { endpoints: ours });
    expect(pool.experts(TASK).map(({ endpoint: { model: name, description } }) => [name, description])).toEqual([
      ["z/last", "Ours."],
      ["@cf/translator", "First"],
      ["a/first", "Ours."],
      ["@cf/other", ""],
    ]);
  });
});

describe("models elsewhere", () => {
  const named = Array.from({ length: 8 }, (_, index) =>
    model(`m/${index}`, {
      downloads: 10 - index,
      tasks: [TASK],
      endpoints: [
        endpoint("huggingface", `m/${index}`, TASK, { via: "groq" }),
        endpoint("huggingface", `m/${index}`, TASK, { via: "together" }),
        endpoint("workers-ai", `@cf/${index}`, TASK, { status: index === 0 ? "gone" : "live" }),
      ],
    }),
  );
  const off = { isOn: () => false };

  it("are counted, with every provider that serves one of them", async () => {
    expect((await poolOf(named, off)).elsewhere(TASK)).toEqual({
      count: 8,
      providers: ["huggingface", "workers-ai"],
    });
  });

  it("name no provider that serves them no more", async () => {
    expect((await poolOf(named.slice(0, 1), off)).elsewhere(TASK).providers).toEqual(["huggingface"]);
  });

  it.each([
    ["as what it is", own("custom", "house/0", { stated: { sameAs: "m/0" } })],
    ["at an endpoint that the catalogue knows", own("workers-ai", "@cf/0")],
  ])("are none that we serve ourselves %s", async (_, ours) => {
    expect((await poolOf(named, { ...off, endpoints: [ours] })).elsewhere(TASK).count).toBe(7);
  });
});

describe("the pool", () => {
  it("is made once for a snapshot and the same endpoints, whoever asks", async () => {
    const snapshot = await snapshotOf([translator]);
    const parts = { snapshot, isOn: () => true, health: () => null };
    const experts = (endpoints: readonly Endpoint[], isOn = parts.isOn) =>
      createExpertPool({ ...parts, endpoints, isOn }).experts(TASK);
    const plain = experts([]);
    const extended = experts([own("custom", "a/b")]);
    expect(experts([])).toBe(plain);
    expect(experts([own("custom", "a/b")])).toBe(extended);
    expect(experts([own("custom", "a/b", { licence: "mit" })])).not.toBe(extended);
    expect(experts([], () => false)).toEqual([]);
    expect(extended).toHaveLength(2);
  });

  it("is held for a few tenants with a great many models of their own, and for many with few", async () => {
    const snapshot = await snapshotOf([translator]);
    const parts = { snapshot, isOn: () => true, health: () => null };
    const experts = (tenant: number, description: string) =>
      createExpertPool({ ...parts, endpoints: [own("custom", `of/${tenant}`, { description })] }).experts(TASK);
    const light = experts(0, "Few.");
    for (let tenant = 1; tenant < 50; tenant++) experts(tenant, "Few.");
    expect(experts(0, "Few.")).toBe(light);
    for (let tenant = 50; tenant < 60; tenant++) experts(tenant, "x".repeat(2 ** 20));
    expect(experts(0, "Few.")).not.toBe(light);
  });

  it("knows how endpoints did lately", async () => {
    const health = { calls: 3, failures: 1, medianMs: 20 };
    const pool = await poolOf([], { health: ({ model: name }) => (name === "a/b" ? health : null) });
    expect(pool.health(own("custom", "a/b"))).toBe(health);
    expect(pool.health(own("custom", "c/d"))).toBeNull();
  });

  it("has every model of a task type here or elsewhere, none twice, and calls no provider that is off", async () => {
    const anyOwn = fc.array(
      fc.record({ provider: fc.constantFrom(...PROVIDERS), model: fc.constantFrom("a/b", "en", "mit") }),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(anyModels, anyOwn, fc.subarray([...PROVIDERS]), async (models, ours, on) => {
        const endpoints = ours.map(({ provider, model: name }) => own(provider, name, { stated: { sameAs: name } }));
        const pool = await poolOf(models, { endpoints, isOn: (provider) => on.includes(provider) });
        const experts = pool.experts(TASK);
        const keys = experts.map((expert) => endpointKey(expert.endpoint));
        expect(new Set(keys).size).toBe(keys.length);
        const ourKeys = new Set(endpoints.map(endpointKey));
        for (const { endpoint: called } of experts) {
          expect(called.taskType).toBe(TASK);
          expect(on.includes(called.provider) || ourKeys.has(endpointKey(called))).toBe(true);
        }
        const able = models.filter(
          ({ tasks, endpoints: known }) => tasks.includes(TASK) || known.some(({ taskType }) => taskType === TASK),
        );
        const here = able.filter(
          ({ id, endpoints: known }) =>
            ours.some((one) => one.model === id) ||
            known.some((one) => one.taskType === TASK && keys.includes(keyOf(one)) && one.status !== "gone") ||
            known.some((one) => one.taskType === TASK && ourKeys.has(keyOf(one))),
        );
        expect(pool.elsewhere(TASK).count).toBe(able.length - here.length);
      }),
      { numRuns: 50 },
    );
  });
});

describe("what a pool knows", () => {
  it("is every model for a task type, by its ids here and elsewhere, however many there are", async () => {
    const many = Array.from({ length: 20 }, (_, place) =>
      model(`a/m${place}`, { endpoints: [endpoint("huggingface", `hub/m${place}`, TASK)] }),
    );
    const isOn = (provider: ProviderName) => provider === "workers-ai";
    const pool = await poolOf([...many, translator], { isOn, endpoints: [own("custom", "ours/one")] });
    const known = ["a/m19", "hub/m19", "maker/translator", "@cf/translator", "ours/one", "b/m19"].map((id) =>
      pool.knows(TASK, (one) => one === id),
    );
    expect(known).toEqual([true, true, true, true, true, false]);
    expect(pool.knows("summarization", () => true)).toBe(false);
  });

  it("is every model whatever it does, where no task type is asked", async () => {
    const others = [model("a/other", { tasks: ["image-to-text"], endpoints: [] })];
    const pool = await poolOf([...others, translator], {
      endpoints: [own("custom", "ours/one", { taskType: "summarization" })],
    });
    const known = ["a/other", "maker/translator", "@cf/translator", "ours/one", "a/none"].map((id) =>
      pool.knows(null, (one) => one === id),
    );
    expect(known).toEqual([true, true, true, true, false]);
  });
});
