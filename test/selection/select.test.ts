import { describe, expect, it } from "vitest";
import type { Price } from "../../src/domain/catalogue.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { Elsewhere, Health } from "../../src/domain/experts.ts";
import { selectModels } from "../../src/selection/index.ts";
import { expert, modelsOf, planOf, poolOf, price, type Stated, score, select, task } from "./experts.ts";

const failing: Health = { calls: 20, failures: 16, medianMs: 800 };
const healthy: Health = { calls: 20, failures: 0, medianMs: 800 };

describe("the usual order", () => {
  it.each([
    [
      "what is built in and as good as any leads",
      [expert("custom", "theirs", { downloads: 1e7 }), expert("embedded", "ours")],
      ["ours", "theirs"],
    ],
    [
      "one too small for instructions comes behind a simple method, where its size is sure",
      [
        expert("openai", "tiny", { grade: "stand-in", parameters: 1.35e8 }),
        expert("embedded", "lexical", { grade: "stand-in" }),
        expert("openai", "small", { grade: "stand-in", parameters: 1e9 }),
        expert("openai", "guessed", { grade: "stand-in", parameters: 1e8, parametersConfidence: "unsure" }),
      ],
      ["guessed", "small", "lexical", "tiny"],
    ],
    [
      "a stand-in never beats a real model, and a built-in one no model",
      [
        expert("embedded", "lexical", { grade: "stand-in", downloads: 1e7 }),
        expert("openai", "chat", { grade: "stand-in" }),
        expert("huggingface", "real"),
      ],
      ["real", "chat", "lexical"],
    ],
    [
      "what did better on benchmarks comes first",
      [expert("huggingface", "a", { scores: [score(9)] }), expert("huggingface", "b", { scores: [score(4)] })],
      ["b", "a"],
    ],
    [
      "unsure figures count for nothing",
      [
        expert("huggingface", "a", { scores: [score(9, { confidence: "unsure" })] }),
        expert("huggingface", "b", { scores: [score(4, { confidence: "unsure" })] }),
      ],
      ["a", "b"],
    ],
    [
      "the more used comes first",
      [expert("huggingface", "a", { downloads: 20 }), expert("huggingface", "b", { downloads: 2e6 })],
      ["b", "a"],
    ],
    [
      "the near comes first where the rest is equal",
      [expert("huggingface", "a"), expert("workers-ai", "b")],
      ["b", "a"],
    ],
    [
      "the lighter comes first where the rest is equal",
      [expert("huggingface", "a", { parameters: 7e9 }), expert("huggingface", "b", { parameters: 1e8 })],
      ["b", "a"],
    ],
    [
      "the cheaper comes first where the rest is equal",
      [
        expert("huggingface", "a", { prices: [price(10, "million-input-tokens")] }),
        expert("huggingface", "b", { prices: [price(0.0001)] }),
      ],
      ["b", "a"],
    ],
    [
      "names decide at last",
      [expert("huggingface", "b"), expert("custom", "c"), expert("custom", "a")],
      ["a", "c", "b"],
    ],
  ])("%s", (_, experts, models) => {
    expect(modelsOf(select(experts))).toEqual(models);
    expect(modelsOf(select(experts.toReversed()))).toEqual(models);
  });

  it.each([
    ["its name comes first", [expert("custom", "a"), expert("custom", "b")]],
    ["it is nearer", [expert("workers-ai", "a"), expert("huggingface", "b")]],
    [
      "it is used more",
      [expert("huggingface", "a", { downloads: 50_000 }), expert("huggingface", "b", { downloads: 4_000 })],
    ],
  ])("what failed most of its recent calls falls behind, though %s", (_, experts) => {
    const [first] = experts;
    const health = { [`${first?.endpoint.provider}:a`]: failing };
    expect(modelsOf(select(experts, [], { health: { ...health } }))).toEqual(["b", "a"]);
    expect(modelsOf(select(experts))).toEqual(["a", "b"]);
  });

  it("takes one failure for no verdict, and a quick model for a better one than a slow one", () => {
    const two = [expert("workers-ai", "a"), expert("huggingface", "b")];
    const once = { "workers-ai:a": { calls: 1, failures: 1, medianMs: null } };
    expect(modelsOf(select(two, [], { health: once }))).toEqual(["a", "b"]);
    const slow = { "custom:a": { ...healthy, medianMs: 30_000 }, "custom:b": healthy };
    expect(modelsOf(select([expert("custom", "a"), expert("custom", "b")], [], { health: slow }))).toEqual(["b", "a"]);
  });

  it("keeps five candidates at the most, the first five", () => {
    const many = Array.from({ length: 9 }, (_, place) => expert("custom", `m${place}`, { downloads: 10 ** place }));
    expect(modelsOf(select(many))).toEqual(["m8", "m7", "m6", "m5", "m4"]);
  });

  it("gives no model a third place while another waits, and the first of the rest what is left", () => {
    const at = (...places: readonly string[]) =>
      places.map((place, n) => expert("huggingface", `a/flux:${place}`, { id: "a/flux", downloads: 1_000 - n }));
    const others = ["b", "c"].map((model) => expert("huggingface", model, { downloads: 10 }));
    const flux = at("fal", "groq", "nscale", "replicate", "together", "wavespeed");
    expect(modelsOf(select([...flux, ...others]))).toEqual([
      ...["a/flux:fal", "a/flux:groq", "a/flux:nscale"],
      ...["b", "c"],
    ]);
    const four = [...others, ...["d", "e"].map((model) => expert("huggingface", model, { downloads: 5 }))];
    expect(modelsOf(select([...flux, ...four]))).toEqual(["a/flux:fal", "a/flux:groq", "b", "c", "d"]);
    expect(modelsOf(select(flux))).toHaveLength(5);
  });

  it("tells no removals where nothing was asked", () => {
    expect(Object.keys(select([expert("custom", "a")]))).toEqual(["candidates"]);
  });
});

describe("a model that the plan names", () => {
  const both = [expert("embedded", "ours"), expert("custom", "theirs")];

  it("is taken, and no other", () => {
    const { candidates } = select(both, [], {}, task(0, "summarization", { model: "custom:theirs" }));
    expect(candidates).toEqual([{ provider: "custom", model: "theirs", reason: "Named by the plan; licence MIT" }]);
  });

  it("and that isn't here is missed", () => {
    expect(select(both, [], {}, task(0, "summarization", { model: "custom:gone" }))).toEqual({
      candidates: [],
      missing:
        "The plan names custom:gone for summarization, which is not here; there is custom:theirs, embedded:ours.",
    });
  });
});

describe("the size that is wished for", () => {
  const FOUR = [
    expert("custom", "unknown"),
    expert("custom", "large", { parameters: 7e9 }),
    expert("custom", "small", { parameters: 4e8 }),
    expert("embedded", "method", { grade: "stand-in", parameters: 0 }),
  ];

  it("puts what nobody measured last, and stand-ins behind real models", () => {
    const { candidates } = select(FOUR, [{ size: { prefer: "smallest" } }]);
    expect(candidates.map(({ model, reason }) => `${model}: ${reason}`)).toEqual([
      "small: The smallest of those whose size is known for sure (2 of 3); licence MIT; 400 million parameters",
      "large: 1 is smaller; licence MIT; 7 billion parameters",
      "unknown: Its size is not known for sure, so behind those whose size is; licence MIT",
      "method: Stands in where nothing better can run; The smallest; licence MIT; no learnt weights; a simple method, not a trained model for the task",
    ]);
    expect(modelsOf(select(FOUR, [{ size: { prefer: "largest" } }]))).toEqual(["large", "small", "unknown", "method"]);
  });

  it.each<[string, "smallest" | "largest", readonly Stated[], string]>([
    ["of all where all are known", "smallest", [{ parameters: 2 }], "The smallest;"],
    ["of all where all are known, being large", "largest", [{ parameters: 0 }], "The largest;"],
    [
      "of the known where one is unknown",
      "smallest",
      [{}],
      "The smallest of those whose size is known for sure (1 of 2);",
    ],
    [
      "of the known where one is unsure, though it would be smaller",
      "smallest",
      [{ parameters: 2 }, { parameters: 0, parametersConfidence: "unsure" }],
      "The smallest of those whose size is known for sure (2 of 3);",
    ],
    [
      "of the known also as the largest",
      "largest",
      [{}],
      "The largest of those whose size is known for sure (1 of 2);",
    ],
  ])("is said %s", (_, prefer, others, said) => {
    const experts = [{ parameters: 1 }, ...others].map((facts, n) => expert("custom", `m${n}`, facts));
    const [first] = select(experts, [{ size: { prefer } }]).candidates;
    expect(first?.model).toBe("m0");
    expect(first?.reason.slice(0, said.length)).toBe(said);
  });

  it("needs no other size where nothing can be smaller", () => {
    const experts = [expert("custom", "program", { parameters: 0 }), expert("custom", "unknown")];
    expect(select(experts, [{ size: { prefer: "smallest" } }]).candidates[0]?.reason).toMatch(/^The smallest;/);
  });

  it("counts models, not the places that serve them", () => {
    const served = (model: string, id: string, parameters: number) => {
      const one = expert("huggingface", model, { parameters });
      return { ...one, facts: { ...one.facts, id } };
    };
    const experts = [served("a:x", "a", 1), served("a:y", "a", 1), served("b:x", "b", 2), expert("huggingface", "c")];
    const { candidates } = select(experts, [{ size: { prefer: "smallest" } }]);
    expect(candidates.map(({ reason }) => reason.split(";")[0])).toEqual([
      "The smallest of those whose size is known for sure (2 of 3)",
      "The smallest of those whose size is known for sure (2 of 3)",
      "1 is smaller",
      "Its size is not known for sure, so behind those whose size is",
    ]);
  });

  it("comes after the wish for the best on a benchmark", () => {
    const two = [
      expert("custom", "light", { parameters: 1, scores: [score(9)] }),
      expert("custom", "good", { parameters: 2, scores: [score(4)] }),
      expert("custom", "lighter", { parameters: 0 }),
      expert("custom", "lightest", { parameters: 0, scores: [score(9)] }),
    ];
    expect(
      modelsOf(
        select(two, [{ size: { prefer: "smallest" } }, { benchmark: { name: "Common Voice", prefer: "best" } }]),
      ),
    ).toEqual(["good", "lightest", "light", "lighter"]);
  });

  it("that nobody's size can grant is said in a note", () => {
    const constraints = [{ size: { prefer: "smallest" as const } }];
    expect(selectModels(planOf("summarization"), poolOf(FOUR.slice(0, 1)), constraints).notes).toEqual([
      "For summarization the size of no model that can be used here is known for sure, so that the usual order stands.",
    ]);
    expect(selectModels(planOf("summarization"), poolOf(FOUR), constraints).notes).toEqual([]);
  });
});

describe("the wish for the cheapest model", () => {
  const FIVE = [
    expert("huggingface", "dear", { downloads: 1e7, prices: [price(0.01)] }),
    expert("huggingface", "cheap", { prices: [price(0.0001)] }),
    expert("openai", "unknown", { downloads: 1e8 }),
    expert("custom", "ours"),
    expert("embedded", "method", { grade: "stand-in", prices: [price(0)] }),
  ];
  const wish: Constraints = { prefer: "cheapest" };

  it("comes before the score, what is one's own being free, and those of which nobody knows last in their grade", () => {
    expect(select(FIVE, [wish]).candidates.map(({ model, reason }) => `${model}: ${reason}`)).toEqual([
      "ours: The cheapest; licence MIT",
      "cheap: 1 is cheaper; licence MIT; 0.0001 dollars per call",
      "dear: 2 are cheaper; licence MIT; 10,000,000 downloads a month; 0.01 dollars per call",
      "unknown: Its price is not known, so behind those whose price is; licence MIT; 100,000,000 downloads a month",
      "method: Stands in where nothing better can run; The cheapest; licence MIT; free; a simple method, not a trained model for the task",
    ]);
  });

  it("compares prices in different units by about what a call costs", () => {
    const two = [
      expert("huggingface", "a", { prices: [price(0.06, "minute")] }),
      expert("huggingface", "b", { prices: [price(2, "million-input-tokens")] }),
    ];
    expect(modelsOf(select(two, [wish]))).toEqual(["b", "a"]);
  });

  it.each<[string, readonly Price[], readonly Price[], string]>([
    ["of prices in the same units", [price(1), price(1, "image")], [price(1), price(2, "image")], "The cheapest;"],
    ["of a free call", [price(0, "minute")], [price(1, "call")], "The cheapest;"],
    ["of other units", [price(1, "million-input-tokens")], [price(0.06, "minute")], "By an estimate the cheapest;"],
    [
      "of one unit more",
      [price(1, "million-input-tokens"), price(1, "million-output-tokens")],
      [price(9, "million-input-tokens")],
      "By an estimate the cheapest;",
    ],
    ["of a meter", [price(1e-5, "compute-second")], [price(2e-5, "compute-second")], "By an estimate the cheapest;"],
    ["of a price that another does not tell", [price(1)], [], "The cheapest of those whose price is known (1 of 2);"],
    ["of a free call that others need not answer for", [price(0)], [], "The cheapest;"],
  ])("is said %s", (_, ours, theirs, said) => {
    const experts = [expert("huggingface", "a", { prices: ours }), expert("huggingface", "b", { prices: theirs })];
    const [first] = select(experts, [wish]).candidates;
    expect(first?.model).toBe("a");
    expect(first?.reason.slice(0, said.length)).toBe(said);
  });

  it("comes after the wish for the smallest", () => {
    const sized = [1, 1, 0].map((parameters, n) =>
      expert("huggingface", `m${n}`, { parameters, prices: [price(3 - n)] }),
    );
    expect(modelsOf(select(sized, [wish, { size: { prefer: "smallest" } }]))).toEqual(["m2", "m1", "m0"]);
  });

  it("that no price can grant is said in a note", () => {
    const { notes } = selectModels(planOf("summarization"), poolOf([expert("huggingface", "a")]), [wish]);
    expect(notes).toEqual([
      "For summarization the price of no model that can be used here is known, so that the usual order stands.",
    ]);
  });
});

describe("a budget in money", () => {
  const BUDGET = { budget: { usd: 0.5 } };
  const FOUR = [
    expert("openai", "gpt"),
    expert("huggingface", "priced", { prices: [price(0.01)] }),
    expert("custom", "ours"),
    expert("embedded", "rank", { prices: [price(0)] }),
  ];
  const only = task(0, "summarization");

  it("leaves what tells what it costs, and one's own that is free", () => {
    const { candidates, considered, removed } = select(FOUR, [], {}, only, BUDGET);
    expect(candidates.map(({ model }) => model).toSorted()).toEqual(["ours", "priced", "rank"]);
    expect({ considered, removed }).toEqual({
      considered: 4,
      removed: [
        {
          condition:
            "Only models that tell what they cost, as the budget is in money (an endpoint does by its `prices`)",
          count: 1,
          models: ["openai:gpt"],
        },
      ],
    });
  });

  it("says what there would be without it", () => {
    expect(select(FOUR.slice(0, 1), [], {}, only, BUDGET)).toMatchObject({
      candidates: [],
      missing:
        "Nothing that does summarization here satisfies what was asked. “Only models that tell what they cost, as the budget is in money (an endpoint does by its `prices`)” rules out the last: without it there would be openai:gpt (price not known).",
    });
  });

  it("keeps the last place for the cheapest, where that would be none of the first", () => {
    const dear = Array.from({ length: 6 }, (_, place) =>
      expert("huggingface", `m${place}`, { downloads: 10 ** place, prices: [price(0.01)] }),
    );
    const free = expert("embedded", "rank", { grade: "stand-in", prices: [price(0)] });
    const models = (terms: typeof BUDGET | object) => modelsOf(select([...dear, free], [], {}, only, terms));
    expect(models(BUDGET)).toEqual(["m5", "m4", "m3", "m2", "rank"]);
    expect(models({})).toEqual(["m5", "m4", "m3", "m2", "m1"]);
    const among = select([...dear.slice(0, 4), free], [], {}, only, BUDGET);
    expect(modelsOf(among)).toEqual(["m3", "m2", "m1", "m0", "rank"]);
  });

  it("of no amount asks nothing", () => {
    expect(select(FOUR, [], {}, only, { budget: {} }).candidates).toHaveLength(4);
  });
});

describe("the languages of a task", () => {
  const TYPE = { taskType: "translation" };
  const FOUR = [
    expert("custom", "nobody-knows", { ...TYPE, downloads: 1e7 }),
    expert("custom", "german", { ...TYPE, languages: ["en", "de"] }),
    expert("custom", "spanish", { ...TYPE, languages: ["en", "es"] }),
    expert("custom", "all", { ...TYPE, languages: ["mul"] }),
  ];
  const into = (...languages: readonly string[]) =>
    task(0, "translation", {
      args: Object.fromEntries(
        languages.map((value, place) => [
          place === 0 ? "target-language" : "source-language",
          { from: "literal" as const, value },
        ]),
      ),
    });

  it.each(["Spanish", "es", "spa_Latn", "es-MX"])(
    "a translation into %s goes to who knows it, then to who may",
    (language) => {
      const { candidates, removed } = select(FOUR, [], {}, into(language));
      expect(candidates.map(({ model }) => model)).toEqual(["all", "spanish", "nobody-knows"]);
      expect(candidates.at(-1)?.reason).toContain("its languages are not known");
      expect(removed).toMatchObject([{ count: 1, models: ["custom:german"] }]);
    },
  );

  it("are both needed", () => {
    expect(modelsOf(select(FOUR, [], {}, into("Spanish", "German")))).toEqual(["all", "nobody-knows"]);
    expect(select(FOUR.slice(1, 2), [], {}, into("Spanish"))).toMatchObject({
      missing:
        "Nothing that does translation here satisfies what was asked. “Knows Spanish” rules out the last: without it there would be custom:german (languages en, de).",
    });
  });

  it("that only another task will tell bind nobody", () => {
    const args = { "target-language": { from: "task" as const, task: 1, output: "language" } };
    expect(select(FOUR, [], {}, task(0, "translation", { args })).candidates).toHaveLength(4);
  });
});

describe("a reason", () => {
  it("says where it runs and what is known", () => {
    const one = expert("huggingface", "facebook/bart", {
      parameters: 406e6,
      downloads: 2_345_678,
      prices: [price(0.01), price(0, "image")],
    });
    const health = { "huggingface:facebook/bart": { calls: 40, failures: 2, medianMs: 1_234 } };
    expect(select([one], [], { health }).candidates[0]?.reason).toBe(
      "Runs at Hugging Face; licence MIT; 406 million parameters; 2,345,678 downloads a month; 0.01 dollars per call, 0.00 dollars per image; 38 of its last 40 calls succeeded, 1.23 seconds in the median",
    );
  });
});

describe("a candidate", () => {
  it.each<[Parameters<typeof expert>[0], readonly Price[], readonly Price[] | undefined]>([
    ["workers-ai", [price(0.5)], [price(0.5)]],
    ["workers-ai", [], undefined],
    ["embedded", [price(0)], undefined],
  ])("at %s with the prices %j tells %j", (provider, prices, told) => {
    expect(select([expert(provider, "one", { prices })]).candidates[0]?.prices).toEqual(told);
  });
});

describe("recent calls", () => {
  it.each<[Health, string]>([
    [{ calls: 40, failures: 2, medianMs: 1_234 }, "38 of its last 40 calls succeeded, 1.23 seconds in the median"],
    [{ calls: 2, failures: 1, medianMs: 900 }, "1 of its last 2 calls succeeded, 900 milliseconds"],
    [{ calls: 1, failures: 0, medianMs: 900 }, "its last call succeeded, 900 milliseconds"],
    [{ calls: 1, failures: 1, medianMs: null }, "its last call failed"],
  ])("%j are told", (health, words) => {
    const { candidates } = select([expert("custom", "a")], [], { health: { "custom:a": health } });
    expect(candidates[0]?.reason.split("; ").at(-1)).toBe(words);
  });
});

describe("evidence", () => {
  it("is told in the usual order, as the share of others that a model leaves behind", () => {
    const three = [9, 4, 4].map((value, place) => expert("huggingface", `m${place}`, { scores: [score(value)] }));
    expect(select(three).candidates.map(({ model, reason }) => `${model}: ${reason}`)).toEqual([
      "m1: Runs at Hugging Face; ahead of 75 % of the others measured on one benchmark; licence MIT",
      "m2: Runs at Hugging Face; ahead of 75 % of the others measured on one benchmark; licence MIT",
      "m0: Runs at Hugging Face; ahead of 0 % of the others measured on one benchmark; licence MIT",
    ]);
  });
});

describe("where nothing does a task", () => {
  const missing = (elsewhere: Elsewhere) => select([], [], { elsewhere: { summarization: elsewhere } }).missing;
  const ADD = "an endpoint of your own (POST /v1/models).";

  it.each<[Elsewhere, string]>([
    [{ count: 0, providers: [] }, `It would work with ${ADD}`],
    [
      { count: 7, providers: ["huggingface", "workers-ai"] },
      `It would work with Hugging Face (set HF_TOKEN, or send X-HF-Token with the request) or Workers AI (set the AI binding, or CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN) or ${ADD} The catalogue knows 7 models for it.`,
    ],
    [{ count: 1, providers: [] }, `It would work with ${ADD} The catalogue knows one model for it.`],
  ])("%j is said, and how to get one", (elsewhere, words) => {
    expect(missing(elsewhere)).toBe(`I can't shorten a text to what matters here. ${words}`);
  });
});
