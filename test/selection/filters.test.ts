import { describe, expect, it } from "vitest";
import { createExpertPool } from "../../src/catalogue/expert-pool.ts";
import { buildSnapshot } from "../../src/catalogue/snapshot/snapshot.ts";
import { customEndpoints } from "../../src/config/custom-endpoints.ts";
import type { Price } from "../../src/domain/catalogue.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { createCustomProvider } from "../../src/providers/custom/index.ts";
import { selectModels } from "../../src/selection/index.ts";
import { expert, modelsOf, planOf, poolOf, price, type Stated, score, select, task } from "./experts.ts";

const ALL = [
  expert("embedded", "rank", { licence: "Apache-2.0 AND MIT", parameters: 0, languages: ["mul"], prices: [price(0)] }),
  expert("custom", "google/pegasus", {
    ...{ licence: "apache-2.0", parameters: 568e6, bytes: 2.3e9, languages: ["en"], stated: { hosted: "here" } },
  }),
  expert("custom", "copyleft", { licence: "GPL-3.0-only", gated: false }),
  expert("huggingface", "facebook/bart", { parameters: 406e6, bytes: 1.6e9, languages: ["en-GB"], gated: true }),
  expert("openai", "gpt", { licence: "unknown", languages: ["de"], prices: [price(2.5, "million-input-tokens")] }),
  expert("workers-ai", "@cf/facebook/bart", { licence: "CC-BY-NC-4.0", prices: [price(0.06, "minute")] }),
  expert("huggingface", "ours/choice", { licence: "GPL-3.0-only OR MIT", languages: ["pt-BR"] }),
  expert("huggingface", "deepseek-ai/seek", { licence: "DeepSeek-1.0", parameters: 671e9, languages: [] }),
  expert("huggingface", "meta-llama/llama-3.1-8b", { licence: "llama3.1", languages: ["fr", "no"], gated: true }),
];
const left = (constraints: Constraints): readonly string[] =>
  ALL.filter((one) => select([one], [constraints]).candidates.length > 0).map(({ endpoint }) => endpoint.model);
const but = (...models: readonly string[]): readonly string[] =>
  ALL.map(({ endpoint }) => endpoint.model).filter((model) => !models.includes(model));

const UNSURE: Readonly<Record<string, string>> = {
  licence: "licence MIT (unsure)",
  size: "1 billion parameters (unsure)",
  "size on disk": "1 GB on disk (unsure)",
};

describe("selecting models under constraints", () => {
  it.each<[Constraints, readonly string[]]>([
    [{ licence: { allow: ["MIT"] } }, ["facebook/bart", "ours/choice"]],
    [{ licence: { allow: ["Apache 2.0", "MIT"] } }, ["rank", "google/pegasus", "facebook/bart", "ours/choice"]],
    [{ licence: { allow: ["permissive"] } }, ["rank", "google/pegasus", "facebook/bart", "ours/choice"]],
    [{ licence: { allow: ["open-source"] } }, ["rank", "google/pegasus", "copyleft", "facebook/bart", "ours/choice"]],
    [{ licence: { allow: ["OpenRAIL++", "DeepSeek"] } }, ["deepseek-ai/seek"]],
    [{ licence: { allow: ["Llama"] } }, ["meta-llama/llama-3.1-8b"]],
    [{ licence: { allow: ["GPL-3.0"] } }, ["copyleft", "ours/choice"]],
    [{ licence: { deny: ["GPL"] } }, but("copyleft", "gpt")],
    [{ licence: { deny: ["non-commercial"] } }, but("@cf/facebook/bart", "gpt")],
    [{ licence: { allow: ["non-commercial excluded"] } }, but("@cf/facebook/bart", "gpt")],
    [
      { licence: { deny: ["CC-BY-NC", "GPL", "DeepSeek", "Llama"] } },
      ["rank", "google/pegasus", "facebook/bart", "ours/choice"],
    ],
    [{ provider: { allow: ["local"] } }, ["rank", "google/pegasus"]],
    [{ provider: { deny: ["local"] } }, but("rank", "google/pegasus", "copyleft")],
    [{ provider: { deny: ["Hugging Face", "built-in"] } }, ["google/pegasus", "copyleft", "gpt", "@cf/facebook/bart"]],
    [{ provider: { deny: ["hf", "Cloudflare"] } }, ["rank", "google/pegasus", "copyleft", "gpt"]],
    [{ provider: { allow: ["Workers AI"] } }, ["@cf/facebook/bart"]],
    [{ provider: { deny: ["Meta AI"] } }, but("facebook/bart", "@cf/facebook/bart", "meta-llama/llama-3.1-8b")],
    [
      { provider: { allow: ["huggingface", "embedded"] } },
      ["rank", "facebook/bart", "ours/choice", "deepseek-ai/seek", "meta-llama/llama-3.1-8b"],
    ],
    [{ provider: { deny: ["meta", "Google", "deepseek"] } }, ["rank", "copyleft", "gpt", "ours/choice"]],
    [{ provider: { allow: ["facebook"] } }, ["facebook/bart", "@cf/facebook/bart", "meta-llama/llama-3.1-8b"]],
    [{ model: { allow: ["bart"] } }, ["facebook/bart", "@cf/facebook/bart"]],
    [{ model: { allow: ["Google/Pegasus", "gpt"] } }, ["google/pegasus", "gpt"]],
    [{ model: { deny: ["facebook/bart", "custom:copyleft"] } }, but("facebook/bart", "@cf/facebook/bart", "copyleft")],
    [{ model: { deny: ["facebook", "llama-3", "g", ""] } }, but()],
    [{ size: { max: 500e6 } }, ["rank", "facebook/bart"]],
    [{ size: { min: 500e6 } }, ["google/pegasus", "deepseek-ai/seek"]],
    [{ size: { maxBytes: 2e9 } }, ["facebook/bart"]],
    [{ size: { prefer: "smallest" } }, but()],
    [{ language: "en" }, ["rank", "google/pegasus", "facebook/bart", "deepseek-ai/seek"]],
    [{ language: "en-GB" }, ["rank", "google/pegasus", "facebook/bart", "deepseek-ai/seek"]],
    [{ language: "en-US" }, ["rank", "google/pegasus", "deepseek-ai/seek"]],
    [{ language: "Portuguese" }, ["rank", "ours/choice", "deepseek-ai/seek"]],
    [{ language: "pt-PT" }, ["rank", "deepseek-ai/seek"]],
    [{ language: "nb" }, ["rank", "deepseek-ai/seek", "meta-llama/llama-3.1-8b"]],
    [{ language: "Klingon" }, ["rank", "deepseek-ai/seek"]],
    [{ price: { maxUsd: 0 } }, ["rank"]],
    [{ price: { maxUsd: 1 } }, ["rank", "@cf/facebook/bart"]],
    [{ price: { maxUsd: 1, per: "image" } }, ["rank"]],
    [{ price: { maxUsd: 3, per: "million-input-tokens" } }, ["rank", "gpt"]],
    [{ price: { maxUsd: 0.001, per: "second" } }, ["rank", "@cf/facebook/bart"]],
    [{ price: { maxUsd: 0.0009, per: "second" } }, ["rank"]],
    [{ gated: false }, ["copyleft"]],
    [
      { provider: { allow: ["local"] }, licence: { allow: ["MIT", "Apache-2.0"], deny: ["GPL"] } },
      ["rank", "google/pegasus"],
    ],
  ])("keeps %j", (constraints, models) => {
    expect(left(constraints)).toEqual(models);
  });

  it.each<Constraints>([{ licence: { allow: ["permissive"] } }, { licence: { deny: ["GPL"] } }])(
    "takes a licence that nobody stated for none that satisfies %j",
    (constraints) => {
      const unknown = ["unknown", "", "other", "NOASSERTION"].map((licence) => expert("custom", licence, { licence }));
      expect(select(unknown, [constraints]).candidates).toEqual([]);
    },
  );

  it.each<[string, Partial<Stated>, Constraints]>([
    ["licence", { licence: "MIT" }, { licence: { allow: ["MIT"] } }],
    ["licence", { licence: "MIT" }, { licence: { deny: ["GPL"] } }],
    ["size", { parameters: 1e9 }, { size: { max: 2e9 } }],
    ["size", { parameters: 1e9 }, { size: { min: 1e8 } }],
    ["size on disk", { bytes: 1e9 }, { size: { maxBytes: 2e9 } }],
  ])("takes an unsure %s for none: %j under %j", (fact, stated, constraints) => {
    const one = (confidence: "sure" | "unsure") =>
      expert("custom", "one", {
        ...{ licenceConfidence: confidence, parametersConfidence: confidence, bytesConfidence: confidence },
        ...stated,
      });
    expect(select([one("sure")], [constraints]).candidates).toHaveLength(1);
    const { candidates, missing } = select([one("unsure")], [constraints]);
    expect(candidates).toEqual([]);
    expect(missing).toContain(UNSURE[fact]);
  });

  it("says on which day downloads were counted, where that is known", () => {
    const reasonOf = (facts: Stated) => select([expert("custom", "one", facts)]).candidates[0]?.reason;
    expect(reasonOf({ downloads: 1_200 })).toMatch(/; 1,200 downloads a month$/);
    expect(reasonOf({ downloads: 1_200, downloadsOn: "2026-10-05" })).toMatch(
      /; 1,200 downloads a month \(2026-10-05\)$/,
    );
  });

  it("says of an unsure licence and size that they are", () => {
    const facts = { licenceConfidence: "unsure", parameters: 1e9, parametersConfidence: "unsure" } as const;
    const { candidates } = select([expert("custom", "one", facts)]);
    expect(candidates[0]?.reason).toContain("licence MIT (unsure); 1 billion parameters (unsure)");
  });

  it.each<[string, Constraints["price"] & object, boolean, readonly Price[]]>([
    [
      "what is asked for another unit",
      { maxUsd: 0, per: "million-output-tokens" },
      false,
      [price(0, "million-input-tokens")],
    ],
    ["a unit that says nothing of a call", { maxUsd: 0.02 }, false, [price(0.011, "thousand-neurons")]],
    [
      "that unit, where it is the one that is asked",
      { maxUsd: 0.02, per: "thousand-neurons" },
      true,
      [price(0.011, "thousand-neurons")],
    ],
    ["what is known besides it", { maxUsd: 0.02 }, true, [price(0.011, "thousand-neurons"), price(0.01, "minute")]],
    [
      "every price that is known",
      { maxUsd: 0.02 },
      false,
      [price(0.01, "minute"), price(0.03, "million-input-tokens")],
    ],
    ["a call that costs nothing", { maxUsd: 0.02, per: "image" }, true, [price(0)]],
    ["an image that costs nothing", { maxUsd: 0.02, per: "minute" }, false, [price(0, "image")]],
    ["nothing known", { maxUsd: 1e6 }, false, []],
  ])("holds %s against %j: %s", (_, cap, stays, prices) => {
    expect(select([expert("workers-ai", "one", { prices })], [{ price: cap }]).candidates).toHaveLength(Number(stays));
  });

  it("holds latencies against what recent calls took, and keeps what has none", () => {
    const three = ["quick", "slow", "new"].map((model) => expert("custom", model));
    const health = {
      "custom:quick": { calls: 3, failures: 1, medianMs: 900 },
      "custom:slow": { calls: 3, failures: 0, medianMs: 2_100 },
      "custom:new": { calls: 2, failures: 2, medianMs: null },
    };
    expect(modelsOf(select(three, [{ latency: { maxMs: 2_000 } }], { health })).toSorted()).toEqual(["new", "quick"]);
  });

  it("asks no language of a model that has nothing to do with any", () => {
    const canny = expert("embedded", "canny", { taskType: "canny-control", languages: null });
    const counter = expert("custom", "counter", { taskType: "row-counting", languages: null });
    expect(modelsOf(select([canny], [{ language: "de" }]))).toEqual(["canny"]);
    expect(modelsOf(select([counter], [{ language: "de" }]))).toEqual([]);
  });

  it("keeps the conditions of everybody who set any, and names one that two set once", () => {
    const [words, field] = [{ licence: { allow: ["MIT"] } }, { licence: { allow: ["mit"], deny: ["GPL"] } }];
    const { considered, removed, candidates } = select(ALL, [words, field]);
    expect(candidates.map(({ model }) => model).toSorted()).toEqual(["facebook/bart", "ours/choice"]);
    expect(considered).toBe(ALL.length);
    expect(removed).toEqual([
      {
        condition: "Only models under MIT",
        count: 7,
        models: [
          "custom:copyleft",
          "custom:google/pegasus",
          "embedded:rank",
          "huggingface:deepseek-ai/seek",
          "huggingface:meta-llama/llama-3.1-8b",
        ],
      },
      { condition: "No models under a licence of the GPL family", count: 0, models: [] },
    ]);
  });

  it("tells two limits apart that read the same", () => {
    const one = expert("custom", "one", { parameters: 3e9 + 1 });
    expect(select([one], [{ size: { max: 3e9 + 1 } }, { size: { max: 3e9 } }]).candidates).toEqual([]);
  });

  it("does not use a model that the plan names against a constraint", () => {
    const named = task(0, "summarization", { model: "custom:copyleft" });
    expect(select(ALL, [{ licence: { deny: ["GPL"] } }], {}, named)).toMatchObject({
      candidates: [],
      missing:
        "Nothing that does summarization here satisfies what was asked. “No models under a licence of the GPL family” rules out the last: without it there would be custom:copyleft (licence GPL-3.0-only). “The model that the plan names: custom:copyleft” rules out custom:google/pegasus, embedded:rank, huggingface:deepseek-ai/seek, huggingface:facebook/bart, huggingface:meta-llama/llama-3.1-8b and 3 more.",
    });
  });
});

describe("a model to use", () => {
  const TWO = [
    expert("custom", "openai/whisper-large-v2", { taskType: "automatic-speech-recognition" }),
    expert("custom", "nvidia/parakeet", { taskType: "automatic-speech-recognition" }),
    expert("custom", "dslim/bert-base-NER", { taskType: "token-classification" }),
  ];
  const PLAN = planOf("automatic-speech-recognition", "token-classification");
  const modelsUnder = (model: string, around = {}) => {
    const { selection } = selectModels(PLAN, poolOf(TWO, around), [{ model: { allow: [model] } }]);
    return PLAN.tasks.map(({ id }) => modelsOf(selection[id] ?? { candidates: [] }));
  };

  it("ties the tasks that it can do, and no others", () => {
    expect(modelsUnder("whisper-large-v2")).toEqual([["openai/whisper-large-v2"], ["dslim/bert-base-NER"]]);
  });

  it("ties the tasks that it is known to do elsewhere, however many others are", () => {
    const others = Array.from({ length: 50 }, (_, place) => `someone/model-${place}`);
    const away = { "automatic-speech-recognition": [...others, "openai/whisper-tiny"], "token-classification": others };
    expect(modelsUnder("whisper-tiny", { away })).toEqual([[], ["dslim/bert-base-NER"]]);
  });

  it("that nothing here is leaves no task to another", () => {
    expect(modelsUnder("gpt-9")).toEqual([[], []]);
  });
});

describe("an id with its maker", () => {
  const OURS = ["our/sum", "our/sum2", "our/sum-large", "@cf/our/sum"].map((model) => expert("custom", model));
  const kept = (constraints: Constraints, experts = OURS, around = {}) =>
    modelsOf(select(experts, [constraints], around)).toSorted();

  it.each<[Constraints, readonly string[]]>([
    [{ model: { allow: ["our/sum"] } }, ["@cf/our/sum", "our/sum"]],
    [{ model: { allow: ["Our/Sum2"] } }, ["our/sum2"]],
    [{ model: { deny: ["our/sum"] } }, ["our/sum-large", "our/sum2"]],
    [{ model: { deny: ["our/sum", "our/sum2"] } }, ["our/sum-large"]],
    [{ model: { deny: ["sum"] } }, []],
  ])("that is there means that model alone: %j", (constraints, models) => {
    expect(kept(constraints)).toEqual(models);
  });

  it("that is none of all means what begins so", () => {
    expect(kept({ model: { deny: ["our/su"] } })).toHaveLength(4);
    expect(kept({ model: { allow: ["our/sum"] } }, OURS.slice(1, 3))).toEqual(["our/sum-large", "our/sum2"]);
  });

  it("is one also where it does another task, or is known elsewhere", () => {
    const elsewhere = expert("custom", "our/sum", { taskType: "translation" });
    expect(kept({ model: { deny: ["our/sum"] } }, [...OURS.slice(1, 3), elsewhere])).toHaveLength(2);
    expect(kept({ model: { deny: ["our/sum"] } }, OURS.slice(1, 3))).toEqual([]);
    const away = { translation: ["our/sum"] };
    expect(kept({ model: { deny: ["our/sum"] } }, OURS.slice(1, 3), { away })).toHaveLength(2);
  });
});

describe("a name that no model has", () => {
  const away = { translation: ["google/mt5-small"] };
  const pool = poolOf([expert("custom", "our/sum"), expert("huggingface", "a/flux:together", { id: "a/flux" })], {
    away,
  });
  const notes = (constraints: Constraints) => selectModels(planOf("summarization"), pool, [constraints]).notes;

  it.each<Constraints>([{ model: { deny: ["wisper"] } }, { model: { allow: ["sum", "wisper"] } }])(
    "is said in a note: %j",
    (constraints) => {
      expect(notes(constraints)).toEqual(["“wisper” names no model that is known here."]);
    },
  );

  it("is none of those here or elsewhere, whatever they do, with or without a provider", () => {
    const names = ["sum", "our/sum", "custom:our/sum", "a/flux", "a/flux:together", "huggingface:a/flux:fal", "mt5"];
    expect(notes({ model: { deny: names } })).toEqual([]);
  });
});

describe("OpenAI", () => {
  const THREE = [
    expert("openai", "gpt"),
    expert("workers-ai", "@cf/openai/gpt-oss-20b"),
    expert("huggingface", "someone/else"),
  ];

  it.each<[Constraints, readonly string[]]>([
    [{ provider: { allow: ["openai"] } }, ["gpt"]],
    [{ provider: { allow: ["OpenAI", "Workers AI"] } }, ["@cf/openai/gpt-oss-20b", "gpt"]],
    [{ provider: { deny: ["openai"] } }, ["someone/else"]],
  ])("is who runs a model where it is allowed, and who made it as well where it is denied: %j", (asked, models) => {
    expect(modelsOf(select(THREE, [asked])).toSorted()).toEqual(models);
  });
});

describe("a least figure on a benchmark", () => {
  const TYPE = { taskType: "automatic-speech-recognition" };
  const RECOGNIZERS = [
    expert("custom", "good", { ...TYPE, scores: [score(4)] }),
    expert("custom", "fair", { ...TYPE, scores: [score(5)] }),
    expert("custom", "poor", { ...TYPE, scores: [score(5.1)] }),
    expert("custom", "doubtful", { ...TYPE, scores: [score(3, { confidence: "unsure" })] }),
    expert("custom", "other", { ...TYPE, scores: [score(2, { benchmark: "LibriSpeech" })] }),
    expert("custom", "unmeasured", TYPE),
  ];

  it("needs a figure that is known, sure and no worse", () => {
    const constraints = { benchmark: { name: "common voice", atLeast: 5 } };
    expect(modelsOf(select(RECOGNIZERS, [constraints])).toSorted()).toEqual(["fair", "good"]);
  });

  it("says what was lacking", () => {
    expect(select(RECOGNIZERS.slice(3), [{ benchmark: { name: "common voice", atLeast: 5 } }]).missing).toBe(
      "Nothing that does automatic-speech-recognition here satisfies what was asked. “Only models that reach 5 or better on common voice” rules out the last: without it there would be custom:doubtful (only an unsure figure on common voice), custom:other (no figure on common voice), custom:unmeasured (no figure on common voice).",
    );
  });

  it("is asked of the tasks that it is about", () => {
    const plan = planOf("automatic-speech-recognition", "summarization");
    const pool = poolOf([...RECOGNIZERS, expert("custom", "summarizer")]);
    const lefts = (benchmark: Constraints["benchmark"] & object) => {
      const { selection } = selectModels(plan, pool, [{ benchmark }]);
      return plan.tasks.map(({ id }) => selection[id]?.candidates.length);
    };
    expect(lefts({ name: "common voice", atLeast: 5 })).toEqual([2, 1]);
    expect(lefts({ name: "common voice", atLeast: 5, for: "ASR" })).toEqual([2, 1]);
    expect(lefts({ name: "common voice", atLeast: 5, for: "summarization" })).toEqual([5, 0]);
    expect(lefts({ name: "MMLU", atLeast: 5 })).toEqual([0, 0]);
  });
});

describe("conditions that leave nothing, each by itself as well", () => {
  it("are told without promising what there would be", () => {
    const { missing } = select(
      [expert("embedded", "rank"), expert("workers-ai", "llama")],
      [{ provider: { allow: ["huggingface", "custom"], deny: ["embedded", "workers-ai"] } }],
    );
    expect(missing).toMatch(/rules out the last, and without it there would be none either\./);
    expect(missing).not.toContain("there would be .");
  });
});

const CONFIGURED = customEndpoints.parse(
  [
    { model: "near", url: "http://192.168.0.7/summarize" },
    { model: "anywhere", url: "https://models.example.com/summarize" },
    { model: "ours", url: "https://models.example.com/summarize", hosted: "here" },
    { model: "rented", url: "https://models.example.com/summarize", hosted: "elsewhere" },
    { model: "tunnel", url: "http://localhost:8080/", hosted: "elsewhere" },
  ].map((endpoint) => ({ ...endpoint, taskType: "summarization", licence: "MIT" })),
);

describe("an endpoint behind a URL", () => {
  it.each([
    ["allow", ["near", "ours"]],
    ["deny", ["rented", "tunnel"]],
  ])("is local by its address or by its owner's word, and else neither: %s leaves %j", async (side, models) => {
    const { endpoints } = createCustomProvider(CONFIGURED, createOntology());
    const snapshot = await buildSnapshot([], { id: "empty", publishedAt: null });
    const pool = createExpertPool({
      snapshot,
      endpoints: endpoints(),
      isOn: () => false,
      health: () => null,
    });
    const { selection } = selectModels(planOf("summarization"), pool, [{ provider: { [side]: ["local"] } }]);
    expect(modelsOf(selection[0] ?? { candidates: [] })).toEqual(models);
  });
});
