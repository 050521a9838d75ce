import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CastParts, createCast } from "../../src/catalogue/cast.ts";
import { buildSnapshot } from "../../src/catalogue/snapshot/build.ts";
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

async function castOf(models: readonly CatalogueModel[], more: Partial<Omit<CastParts, "snapshot">> = {}) {
  const snapshot = await snapshotOf(models);
  return createCast({ snapshot, endpoints: [], isOn: () => true, health: () => null, whyNone: {}, ...more });
}

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
  it("have the provider's own id, and all that is known of the model", async () => {
    const [expert, ...others] = (await castOf([translator])).experts(TASK);
    expect(others).toEqual([]);
    expect(expert).toEqual({
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
        parameters: 1000,
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
    const [expert] = (await castOf([chat])).experts(TASK);
    expect(expert?.endpoint).toMatchObject({
      grade: "stand-in",
      description: "It chats. A model for chat or vision and language, which does this by instruction.",
    });
  });

  it("are there once for a provider's id: where several serve it, the surest", async () => {
    const served = (id: string, downloads: number) =>
      model(id, {
        downloads,
        tasks: [TASK],
        endpoints: (["gone", "staging", "live", "unknown"] as const).map((status) =>
          endpoint("huggingface", "a/b", TASK, { status, via: status, prices: [{ ...price, source: status }] }),
        ),
      });
    const experts = (await castOf([served("a/b", 1), served("a/b-copy", 2)])).experts(TASK);
    expect(experts).toHaveLength(1);
    expect(experts[0]?.facts.id).toBe("a/b-copy");
    expect(experts[0]?.prices).toEqual([{ ...price, source: "live" }]);
  });

  it.each<[string, Partial<CatalogueModel>, readonly ProviderName[], number]>([
    ["at a provider that is on", {}, ["workers-ai"], 1],
    ["at a provider that is off", {}, ["huggingface"], 0],
    ["at no provider", { endpoints: [] }, PROVIDERS, 0],
    ["that is gone", { endpoints: [endpoint("workers-ai", "@cf/a", TASK, { status: "gone" })] }, PROVIDERS, 0],
    ["in staging", { endpoints: [endpoint("workers-ai", "@cf/a", TASK, { status: "staging" })] }, PROVIDERS, 1],
    ["for another task type", { endpoints: [endpoint("workers-ai", "@cf/a", "summarization")] }, PROVIDERS, 0],
  ])("a model %s: with %j and %j on there are %d", async (_, more, on, count) => {
    const cast = await castOf([{ ...translator, ...more }], { isOn: (provider) => on.includes(provider) });
    expect(cast.experts(TASK)).toHaveLength(count);
    expect(cast.elsewhere(TASK).count).toBe(1 - count);
  });
});

describe("an expert of our own", () => {
  const facts = async (ours: Endpoint, models: readonly CatalogueModel[] = [translator]) => {
    const cast = await castOf(models, { endpoints: [ours], isOn: () => false });
    return cast.experts(TASK)[0];
  };

  it("takes from the catalogue what it does not state", async () => {
    const expert = await facts(own("custom", "maker/translator"));
    expect(expert?.endpoint).toEqual(own("custom", "maker/translator"));
    expect(expert?.facts).toEqual({
      id: "maker/translator",
      organization: "maker",
      licence: "mit",
      parameters: 1000,
      bytes: 4000,
      languages: ["de", "en"],
      scores: [score("FLORES", 30)],
      downloads: 7,
      gated: true,
    });
    expect(expert?.prices).toEqual([]);
  });

  it("is believed in what it states", async () => {
    const stated = { parameters: 0, bytes: 5, languages: [], gated: false, prices: [price] };
    const expert = await facts(own("custom", "maker/translator", { licence: "apache-2.0", stated }));
    expect(expert?.facts).toMatchObject({
      licence: "apache-2.0",
      parameters: 0,
      bytes: 5,
      languages: [],
      gated: false,
    });
    expect(expert?.prices).toEqual([price]);
  });

  it("that the catalogue does not know is known by what it states alone", async () => {
    const expert = await facts(own("custom", "house/model", { stated: { parameters: 12 } }));
    expect(expert?.facts).toEqual({
      id: "house/model",
      organization: "house",
      licence: "unknown",
      parameters: 12,
      bytes: null,
      languages: null,
      scores: [],
      downloads: null,
      gated: null,
    });
  });

  it.each<[string, Endpoint, readonly number[]]>([
    ["embedded is free", own("embedded", "textrank"), [0]],
    ["configured has no known price", own("custom", "maker/translator"), []],
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
    const cast = await castOf([translator, other], { endpoints: ours });
    expect(cast.experts(TASK).map(({ endpoint: { model: name, description } }) => [name, description])).toEqual([
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

  it("are counted, and the best known of them named with who serves them", async () => {
    const { count, examples, whyNone } = (await castOf(named, off)).elsewhere(TASK);
    expect(count).toBe(8);
    expect(examples.map((example) => example.model)).toEqual(["m/0", "m/1", "m/2", "m/3", "m/4"]);
    expect(examples.slice(0, 2).map((example) => example.providers)).toEqual([
      ["huggingface"],
      ["huggingface", "workers-ai"],
    ]);
    expect(whyNone).toBeNull();
  });

  it.each([
    ["under its own id", own("custom", "m/0")],
    ["at an endpoint that the catalogue knows", own("workers-ai", "@cf/0")],
  ])("are none that we serve ourselves %s", async (_, ours) => {
    const { count, examples } = (await castOf(named, { ...off, endpoints: [ours] })).elsewhere(TASK);
    expect(count).toBe(7);
    expect(examples[0]?.model).toBe("m/1");
  });

  it.each<[string, readonly CatalogueModel[], readonly Endpoint[], string, string | null]>([
    ["where there is none at all", [], [], TASK, "Nobody made one."],
    ["not where there is one elsewhere", [translator], [], TASK, null],
    ["not where there is one of our own", [], [own("custom", "a/b")], TASK, null],
    ["not where it is unknown", [], [], "summarization", null],
    ["not for a name that every object has", [], [], "toString", null],
  ])("say why there is none %s", async (_, models, endpoints, taskType, expected) => {
    const cast = await castOf(models, { ...off, endpoints, whyNone: { [TASK]: "Nobody made one." } });
    expect(cast.elsewhere(taskType).whyNone).toBe(expected);
  });
});

describe("the cast", () => {
  it("is made once for a snapshot and the same endpoints, whoever asks", async () => {
    const snapshot = await snapshotOf([translator]);
    const parts = { snapshot, isOn: () => true, health: () => null, whyNone: {} };
    const experts = (endpoints: readonly Endpoint[], isOn = parts.isOn) =>
      createCast({ ...parts, endpoints, isOn }).experts(TASK);
    const plain = experts([]);
    const extended = experts([own("custom", "a/b")]);
    expect(experts([])).toBe(plain);
    expect(experts([own("custom", "a/b")])).toBe(extended);
    expect(experts([own("custom", "a/b", { licence: "mit" })])).not.toBe(extended);
    expect(experts([], () => false)).toEqual([]);
    expect(extended).toHaveLength(2);
  });

  it("knows how endpoints did lately", async () => {
    const health = { calls: 3, failures: 1, medianMs: 20 };
    const cast = await castOf([], { health: ({ model: name }) => (name === "a/b" ? health : null) });
    expect(cast.health(own("custom", "a/b"))).toBe(health);
    expect(cast.health(own("custom", "c/d"))).toBeNull();
  });

  it("has every model of a task type here or elsewhere, none twice, and calls no provider that is off", async () => {
    const anyOwn = fc.array(
      fc.record({ provider: fc.constantFrom(...PROVIDERS), model: fc.constantFrom("a/b", "en", "mit") }),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(anyModels, anyOwn, fc.subarray([...PROVIDERS]), async (models, ours, on) => {
        const endpoints = ours.map(({ provider, model: name }) => own(provider, name));
        const cast = await castOf(models, { endpoints, isOn: (provider) => on.includes(provider) });
        const experts = cast.experts(TASK);
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
            known.some((one) => one.taskType === TASK && keys.includes(endpointKey(one)) && one.status !== "gone") ||
            known.some((one) => one.taskType === TASK && ourKeys.has(endpointKey(one))),
        );
        expect(cast.elsewhere(TASK).count).toBe(able.length - here.length);
      }),
      { numRuns: 50 },
    );
  });
});
