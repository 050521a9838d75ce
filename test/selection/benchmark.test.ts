import { describe, expect, it } from "vitest";
import type { Score } from "../../src/domain/catalogue.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { Expert } from "../../src/domain/experts.ts";
import { evidenceIn, figuresOf, misfit } from "../../src/selection/benchmark.ts";
import { selectModels } from "../../src/selection/index.ts";
import { expert, modelsOf, planOf, poolOf, score, select } from "./experts.ts";

type Benchmark = NonNullable<Constraints["benchmark"]>;
const TYPE = { taskType: "automatic-speech-recognition" };
const best = (name: string, rest: Partial<Benchmark> = {}): readonly Constraints[] => [
  { benchmark: { name, prefer: "best", ...rest } },
];
const recognizer = (model: string, ...scores: readonly Score[]) => expert("custom", model, { ...TYPE, scores });

describe("the words for a benchmark", () => {
  it.each<[string, string, string | null, string | null]>([
    ["common voice", "Common Voice 9.0", "en", "test"],
    ["Common Voice", "mozilla-foundation/common_voice_9_0", "en", "test"],
    ["CommonVoice 9", "Common Voice 9.0", null, null],
    ["Common Voice 9.0", "common_voice_9", null, null],
    ["mozilla Common Voice english", "Common Voice", "en", null],
    ["common voice English", "Common Voice", null, null],
    ["common voice en", "Common Voice", "en-US", null],
    ["speech recognition on common voice english", "Common Voice", "en", "test"],
    ["LibriSpeech", "LibriSpeech test-clean", null, null],
    ["LibriSpeech test-clean", "LibriSpeech", null, "test-clean"],
    ["LibriSpeech test-clean", "librispeech_asr", "clean", "test"],
    ["libri speech clean", "LibriSpeech", "clean", "test"],
    ["the LibriSpeech test set", "LibriSpeech", null, null],
    ["WER on LibriSpeech", "LibriSpeech", null, null],
    ["COCO", "COCO val2017", null, null],
    ["MS COCO", "COCO", null, "val2017"],
    ["SST-2", "glue/sst2", null, "validation"],
    ["GLUE sst2 dev", "glue/sst2", null, "validation"],
    ["SQuAD v2", "squad_v2", null, null],
    ["ImageNet", "ImageNet-1k", null, null],
    ["CoNLL 2003", "conll2003", null, null],
  ])("%s mean %s (%s, %s)", (asked, benchmark, config, split) => {
    expect(misfit(asked, { benchmark, config, split, metric: "wer" })).not.toBeNull();
  });

  it.each<[string, string, string | null, string | null]>([
    ["common voice french", "Common Voice", "en", "test"],
    ["Common Voice 17", "Common Voice 9.0", "en", "test"],
    ["LibriSpeech test-clean", "LibriSpeech", null, "test-other"],
    ["LibriSpeech test", "LibriSpeech", null, "validation"],
    ["LibriSpeech", "Libri Light", null, null],
    ["MMLU-Pro", "MMLU", null, null],
    ["SQuAD", "SQA", null, null],
    ["test", "LibriSpeech", null, "test"],
    ["the benchmark", "LibriSpeech", null, null],
    ["english", "Common Voice", "en", null],
    ["9", "Common Voice 9.0", null, null],
    ["wer", "LibriSpeech", null, null],
    ["", "LibriSpeech", null, null],
    ["common voice ".repeat(20), "Common Voice", null, null],
  ])("%s do not mean %s (%s, %s)", (asked, benchmark, config, split) => {
    expect(misfit(asked, { benchmark, config, split, metric: "wer" })).toBeNull();
  });

  it("fit best what has no other words of its own", () => {
    const distance = (benchmark: string) => misfit("COCO", { benchmark, config: null, split: null, metric: "ap" });
    expect([distance("COCO"), distance("COCO val2017"), distance("COCO panoptic val2017")]).toEqual([0, 1, 2]);
  });
});

describe("the best on a benchmark", () => {
  it.each<[string, readonly [string, readonly Score[]][], string, readonly string[]]>([
    [
      "the lower error rate",
      [
        ["a", [score(9)]],
        ["b", [score(4)]],
      ],
      "common voice",
      ["b", "a"],
    ],
    [
      "the higher accuracy",
      [
        ["a", [score(9, { metric: "accuracy", higherIsBetter: true })]],
        ["b", [score(4, { metric: "accuracy", higherIsBetter: true })]],
      ],
      "common voice",
      ["a", "b"],
    ],
    [
      "figures that are sure, then the others, then none",
      [
        ["a", []],
        ["b", [score(1, { confidence: "unsure" })]],
        ["c", [score(9)]],
        ["d", [score(8, { confidence: "verified" })]],
      ],
      "common voice",
      ["d", "c", "b", "a"],
    ],
    [
      "the figures that most candidates have, where several fit",
      [
        ["a", [score(1, { config: "de" }), score(9)]],
        ["b", [score(4)]],
        ["c", [score(5)]],
      ],
      "common voice",
      ["b", "c", "a"],
    ],
    [
      "the figures whose name fits best, whoever has others",
      [
        ["a", [score(1, { benchmark: "LibriSpeech long" }), score(9, { benchmark: "LibriSpeech" })]],
        ["b", [score(8, { benchmark: "LibriSpeech" })]],
        ["c", [score(2, { benchmark: "LibriSpeech long" })]],
        ["d", [score(3, { benchmark: "LibriSpeech long" })]],
      ],
      "LibriSpeech",
      ["b", "a", "c", "d"],
    ],
    [
      "a split that is asked for by name",
      [
        ["a", [score(1, { split: "test-clean" }), score(9, { split: "test-other" })]],
        ["b", [score(2, { split: "test-clean" }), score(5, { split: "test-other" })]],
      ],
      "common voice test-other",
      ["b", "a"],
    ],
    [
      "the worse of two figures that are trusted alike, and the verified one before all",
      [
        ["a", [score(1), score(9)]],
        ["b", [score(1), score(8, { confidence: "verified" })]],
        ["c", [score(7)]],
      ],
      "common voice",
      ["c", "b", "a"],
    ],
  ])("is decided by %s", (_, scores, asked, models) => {
    const experts = scores.map(([model, figures]) => recognizer(model, ...figures));
    expect(modelsOf(select(experts, best(asked)))).toEqual(models);
    expect(modelsOf(select(experts.toReversed(), best(asked)))).toEqual(models);
  });

  it("says what decided, what did not, and what is not known", () => {
    const experts = [
      recognizer("known", score(5.8)),
      recognizer("doubtful", score(4.1, { confidence: "unsure" })),
      recognizer("unmeasured"),
    ];
    expect(select(experts, best("Common Voice")).candidates.map(({ reason }) => reason)).toEqual([
      "Best word error rate of those with a sure figure (1 of 3) on Common Voice 9.0 (en, test): 5.8 %, from https://example.org/card; doubtful has 4.1 % by an unsure figure, which did not decide; licence MIT",
      "By an unsure figure, so behind sure ones, word error rate on Common Voice 9.0 (en, test): 4.1 %, from https://example.org/card; licence MIT",
      "No figure on Common Voice 9.0 (en, test), so behind those that have one; licence MIT",
    ]);
  });

  it("is called the best of all only where all have a sure figure, however many places serve them", () => {
    const [first, second] = [recognizer("first", score(2)), recognizer("second", score(3))];
    const again = { ...second, endpoint: { ...second.endpoint, model: "second:elsewhere" } };
    const reasons = (...more: readonly Expert[]) =>
      select([first, second, again, ...more], best("common voice")).candidates.map(({ reason }) => reason);
    expect(reasons()).toEqual([
      expect.stringMatching(/^Best word error rate on/),
      expect.stringMatching(/^Number 2 in/),
      expect.stringMatching(/^Number 2 in/),
    ]);
    expect(reasons(recognizer("third"))).toEqual([
      expect.stringMatching(/^Best word error rate of those with a sure figure \(2 of 3\) on/),
      expect.stringMatching(/^Number 2 of those with a sure figure \(2 of 3\) in/),
      expect.stringMatching(/^Number 2 of/),
      expect.stringMatching(/^No figure/),
    ]);
  });

  it("by unsure figures alone is chosen, and said to be", () => {
    const experts = [
      recognizer("a", score(5, { confidence: "unsure" })),
      recognizer("b", score(4, { confidence: "unsure" })),
    ];
    expect(select(experts, best("Common Voice")).candidates[0]).toMatchObject({
      model: "b",
      reason: expect.stringMatching(/^By an unsure figure, as there is no sure one, word error rate on/),
    });
    expect(selectModels(planOf(TYPE.taskType), poolOf(experts), best("Common Voice")).notes).toEqual([
      "The figures on Common Voice that are known here are unsure, and nothing better decided.",
    ]);
  });

  it("never leads to a stand-in before a real model", () => {
    const standIn = expert("openai", "chat", { ...TYPE, grade: "stand-in", scores: [score(1)] });
    expect(modelsOf(select([standIn, recognizer("real", score(9))], best("common voice")))).toEqual(["real", "chat"]);
  });

  it("leaves the usual order where nobody has a figure, and says so", () => {
    const experts = [recognizer("a", score(4)), expert("embedded", "b", TYPE)];
    expect(select(experts, best("FLEURS")).candidates[0]).toEqual({
      provider: "embedded",
      model: "b",
      reason: "No figure on FLEURS is known here, so that the usual order stands; licence MIT",
    });
    const note =
      "For automatic-speech-recognition no model that can be used here has a figure on FLEURS, so that the usual order stands.";
    expect(selectModels(planOf(TYPE.taskType), poolOf(experts), best("FLEURS")).notes).toEqual([note]);
  });

  it("is looked for among those that satisfy the other constraints", () => {
    const experts = [
      expert("custom", "best", { ...TYPE, licence: "CC-BY-NC-4.0", scores: [score(1)] }),
      recognizer("second", score(2)),
    ];
    expect(
      select(experts, [...best("common voice"), { licence: { deny: ["non-commercial"] } }]).candidates,
    ).toMatchObject([{ model: "second", reason: expect.stringMatching(/^Best word error rate/) }]);
  });

  it.each<[string, Partial<Benchmark>, readonly string[]]>([
    ["common voice", {}, []],
    ["common voice", { for: "speech recognition" }, []],
    [
      "common voice",
      { for: "token-classification" },
      [
        "For token-classification no model that can be used here has a figure on common voice, so that the usual order stands.",
      ],
    ],
    [
      "common voice",
      { for: "translation" },
      ["No task of the plan is translation, so that what was asked of it on common voice changed nothing."],
    ],
    [
      "MMLU",
      {},
      [
        "For automatic-speech-recognition no model that can be used here has a figure on MMLU, so that the usual order stands.",
        "For token-classification no model that can be used here has a figure on MMLU, so that the usual order stands.",
      ],
    ],
  ])("on %s with %j is about the tasks it can be about", (name, rest, notes) => {
    const pool = poolOf([
      recognizer("a", score(9)),
      recognizer("b", score(4)),
      expert("custom", "ner", { taskType: "token-classification" }),
    ]);
    const plan = planOf("automatic-speech-recognition", "token-classification");
    expect(selectModels(plan, pool, best(name, rest)).notes).toEqual(notes);
    expect(selectModels(plan, pool, best(name, rest)).selection[1]?.candidates).toHaveLength(1);
  });

  it("is one for all endpoints of a model, whichever of them brought its figures", () => {
    const measured = expert("huggingface", "one", { ...TYPE, scores: [score(4)] });
    const other = expert("custom", "two", { ...TYPE, scores: [score(5)] });
    const elsewhere = { ...recognizer("@cf/one"), facts: { ...measured.facts, scores: [] } };
    expect(modelsOf(select([other, elsewhere, measured], best("common voice")))).toEqual(["@cf/one", "one", "two"]);
  });
});

describe("benchmarks of one paper", () => {
  const paper = "2009.03300";
  const on = (benchmark: string, value: number, rest: Partial<Score> = {}) =>
    score(value, { benchmark, config: null, split: null, metric: "accuracy", higherIsBetter: true, paper, ...rest });
  const ORDER = ["c", "b", "a"];
  const three = (b: Partial<Score>, nameOfB = "Multitask Understanding") => [
    recognizer("a", on("MMLU", 60)),
    recognizer("b", on(nameOfB, 70, b)),
    recognizer("c", on("hendrycks_test", 80)),
  ];

  it.each(["MMLU", "hendrycks test", "multitask understanding", paper, `arXiv:${paper}v3`])(
    "compare under all their names, and are found by each and by the paper: %s",
    (asked) => {
      const [first, ...others] = select(three({}), best(asked)).candidates;
      expect([first, ...others].map((one) => one?.model)).toEqual(ORDER);
      expect(first?.reason).toContain("Best accuracy on hendrycks_test: 80 %");
      expect(others[0]?.reason).toContain("Number 2 in accuracy on Multitask Understanding: 70 %");
    },
  );

  it("take in a figure under one of the names whose source states no paper", () => {
    const models = [
      ...three({}),
      recognizer("d", on("hendrycksTest", 90, { paper: null })),
      recognizer("e", on("MMLU", 95, { paper: null })),
    ];
    expect(modelsOf(select(models, best("multitask understanding")))).toEqual(["e", "c", "b", "a", "d"]);
  });

  it.each<[string, Partial<Score>, string?]>([
    ["another metric", { metric: "f1" }],
    ["another part", { config: "law" }],
    ["another split", { split: "validation" }],
    ["another version in its name", {}, "Multitask Understanding 2.0"],
    ["another paper", { paper: "2406.01574" }],
    ["no paper, and another name", { paper: null }],
  ])("don't compare with one of %s", (_, rest, name) => {
    const [, last] = select(three(rest, name), best("MMLU")).candidates.toReversed();
    expect(modelsOf(select(three(rest, name), best("MMLU")))).toEqual(["c", "a", "b"]);
    expect(last?.reason).toContain("Number 2 of those with a sure figure (2 of 3) in accuracy");
  });

  it("don't make one of two benchmarks where sources disagree on the paper of a name", () => {
    const models = [...three({}), recognizer("d", on("MMLU", 50, { paper: "2406.01574" }))];
    expect(modelsOf(select(models, best("MMLU")))).toEqual(["a", "d", "c", "b"]);
  });

  it("count as one where models are compared by the usual order", () => {
    const evidence = evidenceIn(figuresOf(three({}).map(({ facts }) => facts)));
    expect(evidence.get("c")).toMatchObject({ ahead: 1, benchmarks: 1 });
    expect(evidence.get("a")).toMatchObject({ ahead: 0, benchmarks: 1 });
  });
});

describe("figures that compare", () => {
  /** Ahead of one of two, one of two and one of six: added up in another order, halves and a sixth give another sum. */
  const shares = [
    recognizer("one", ...["a", "b", "c"].map((benchmark) => score(5, { benchmark }))),
    recognizer("first", ...["a", "b", "c"].map((benchmark) => score(4, { benchmark }))),
    recognizer("last", ...["a", "b", "c"].map((benchmark) => score(6, { benchmark }))),
    ...["d", "e", "f", "g"].map((model) => recognizer(model, score(1, { benchmark: "c" }))),
  ].map(({ facts }) => facts);

  it("stand in one order, and add up to the same, whoever was met first", () => {
    const [met, metLast] = [figuresOf(shares), figuresOf(shares.toReversed())];
    expect(met.map(({ named }) => named.benchmark)).toEqual(["a", "b", "c"]);
    expect(metLast.map(({ key }) => key)).toEqual(met.map(({ key }) => key));
    expect(evidenceIn(metLast).get("one")).toStrictEqual(evidenceIn(met).get("one"));
  });
});
