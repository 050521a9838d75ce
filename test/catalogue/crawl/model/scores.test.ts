import { describe, expect, it } from "vitest";
import { readMetric, readValue } from "../../../../src/catalogue/crawl/model/metrics.ts";
import { readScores } from "../../../../src/catalogue/crawl/model/scores.ts";

describe("a metric", () => {
  it.each<[string, string | null, string | null, boolean | null]>([
    ["wer", null, "wer", false],
    ["WER", null, "wer", false],
    ["word_error_rate", null, "wer", false],
    ["Accuracy", null, "accuracy", true],
    ["acc", null, "accuracy", true],
    ["exact_match", null, "exact-match", true],
    ["em", null, "exact-match", true],
    ["rouge", "Rouge-L", "rougel", true],
    ["rouge", "ROUGE-1", "rouge1", true],
    ["rougeLsum", null, "rougelsum", true],
    ["cos_sim_spearman", null, "spearman", true],
    ["ndcg_at_10", null, "ndcg@10", true],
    ["cosine_recall@1", null, "recall@1", true],
    ["pass@1", null, "pass@1", true],
    ["mAP@0.5", null, "map50", true],
    ["matthews_correlation", null, "mcc", true],
    ["loss", null, "loss", false],
    ["rmse", null, "rmse", false],
    ["tokens per joule", null, "tokens-per-joule", null],
    ["constructor", null, "constructor", null],
    ["🤗", null, null, null],
  ])("%s (%s) → %s", (type, title, name, higherIsBetter) => {
    const metric = readMetric(type, title);
    expect(metric?.name ?? null).toBe(name);
    expect(metric?.metric?.higherIsBetter ?? null).toBe(higherIsBetter);
  });
});

describe("a figure", () => {
  const share = { higherIsBetter: true, share: true };
  const errors = { higherIsBetter: false, share: true };
  const plain = { higherIsBetter: false, share: false };
  it.each<[unknown, typeof share, number | null, boolean]>([
    [0.923, share, 92.3, false],
    [92.3, share, 92.3, false],
    ["92.3%", share, 92.3, false],
    ["0.5 %", share, 0.5, false],
    ["0.923", share, 92.3, false],
    [0.07, errors, 7, false],
    [0.9, errors, 90, true],
    [5.2, errors, 5.2, false],
    [104, errors, 104, false],
    [1, share, 100, true],
    [-0.2, share, -20, false],
    [0.29 * 3, share, 87, false],
    [0, share, null, false],
    [0, errors, null, false],
    [9_350, share, null, false],
    [400, errors, null, false],
    [12.5, plain, 12.5, false],
    [0, plain, 0, false],
    ["about 90", share, null, false],
    ["", share, null, false],
    ["1e999", plain, null, false],
    [Number.NaN, plain, null, false],
    [null, share, null, false],
    [{ score: 1 }, share, null, false],
  ])("%j (%j) → %s", (written, metric, value, isDoubtful) => {
    expect(readValue(written, metric)).toEqual(value === null ? null : { value, isDoubtful });
  });
});

const model = (changes: object) => ({ id: "a/b", ...changes });
const result = (dataset: object, metrics: readonly unknown[], more: object = {}) => ({
  "model-index": [
    { name: "b", results: [{ task: { type: "x" }, dataset: { name: "GSM8K", ...dataset }, metrics, ...more }] },
  ],
});
const accuracy = { type: "accuracy", value: 80 };

describe("scores of model-index", () => {
  it("keep what they are a figure of, where it is from, and whether it was verified", () => {
    const [score] = readScores(
      model(
        result(
          { type: "mozilla-foundation/common_voice_11_0", name: "Common Voice 11.0", config: "hi", split: "test" },
          [{ type: "wer", value: 0.3201, name: "Wer", verified: true }],
          { source: { name: "Leaderboard", url: "https://example.com/board" } },
        ),
      ),
    );
    expect(score).toEqual({
      benchmark: "Common Voice 11.0",
      config: "hi",
      split: "test",
      metric: "wer",
      value: 32.01,
      higherIsBetter: false,
      source: "https://example.com/board",
      confidence: "verified",
      paper: "1912.06670",
    });
  });

  it.each<[string, object, string | null]>([
    ["of its name", { type: "someone/data", name: "Measuring Massive Multitask Language Understanding" }, "2009.03300"],
    ["of its id, where it has no name", { type: "cais/mmlu", name: null }, "2009.03300"],
    ["of all that is behind its id, of which its name means a part", { type: "glue", name: "GLUE MRPC" }, null],
    ["that stands in place of its name", { type: "x/y", name: "https://arxiv.org/abs/2501.00001v2" }, "2501.00001"],
    ["that nobody knows", { type: "x/y", name: "y" }, null],
  ])("know the paper %s", (_, dataset, paper) => {
    expect(readScores(model(result(dataset, [accuracy])))).toMatchObject([{ paper }]);
  });

  it.each<[string, object]>([
    ["a training split", result({ split: "train" }, [accuracy])],
    ["a part of a training split", result({ split: "train[:80%]" }, [accuracy])],
    ["training and validation", result({ split: "train+validation" }, [accuracy])],
    ["a title that says training", result({}, [{ ...accuracy, name: "Train Accuracy" }])],
    ["a metric that says training", result({}, [{ ...accuracy, type: "training_accuracy" }])],
    ["no value", result({}, [{ type: "accuracy" }])],
    ["no metric", result({}, [{ value: 80 }, null, 12])],
    ["no name of the data", { "model-index": [{ results: [{ dataset: {}, metrics: [accuracy] }] }] }],
    ["results that are no list", { "model-index": [{ results: {} }] }],
    ["an index that is no list", { "model-index": { name: "b" } }],
  ])("have none of %s", (_, changes) => {
    expect(readScores(model(changes))).toEqual([]);
  });

  it.each<[object, object, string | null, string | null]>([
    [{}, { name: "Test WER" }, null, "test"],
    [{}, { name: "Validation accuracy" }, null, "validation"],
    [{ args: "fr" }, {}, "fr", null],
    [{ args: { language: "fr" } }, {}, "fr", null],
    [{ config: "default", split: "test" }, { name: "Validation" }, null, "test"],
  ])("tell part and split of %j, %j", (dataset, metric, config, split) => {
    expect(readScores(model(result(dataset, [{ ...accuracy, ...metric }])))).toMatchObject([{ config, split }]);
  });

  it("are unsure where nobody knows which direction is better, and where the unit may be another", () => {
    const scores = readScores(
      model(
        result({}, [
          { type: "vibes", value: 3 },
          { type: "wer", value: 0.8, verified: true },
        ]),
      ),
    );
    expect(scores.map(({ metric, confidence }) => [metric, confidence])).toEqual([
      ["vibes", "unsure"],
      ["wer", "unsure"],
    ]);
  });

  it("are forty at most, and one line each", () => {
    const metrics = Array.from({ length: 60 }, (_, at) => ({ type: `recall_at_${at + 1}`, value: 50 }));
    expect(readScores(model(result({ name: "a\n\u202eb" }, metrics)))).toHaveLength(40);
    expect(readScores(model(result({ name: "a\n\u202eb" }, metrics)))[0]?.benchmark).toBe("a b");
  });
});

describe("scores of evalResults", () => {
  const entry = (id: string, value: unknown, more: object = {}) => ({
    dataset: { id, task_id: "main" },
    value,
    ...more,
  });

  it.each<[string, unknown, object]>([
    [
      "alone, with all there is",
      entry("openai/gsm8k", 0.862, { verifyToken: "eyJ…", source: { url: "https://huggingface.co/spaces/x/y" } }),
      {
        metric: "accuracy",
        value: 86.2,
        confidence: "verified",
        source: "https://huggingface.co/spaces/x/y",
        config: "main",
      },
    ],
    [
      "under its file's name",
      { filename: "hle.yaml", data: { dataset: { id: "cais/hle", task_id: "default" }, value: 20.9 } },
      { benchmark: "cais/hle", config: null, metric: "accuracy", value: 20.9, confidence: "sure" },
    ],
    [
      "of a benchmark whose metric goes down",
      entry("hf-audio/open-asr-leaderboard", 6.2),
      { metric: "wer", higherIsBetter: false, value: 6.2, confidence: "sure" },
    ],
    [
      "of a benchmark whose metric we don't know",
      entry("org/new-bench", 55, { verifyToken: "eyJ…" }),
      { metric: "score", confidence: "unsure" },
    ],
    [
      "with an address that is none",
      entry("cais/hle", 9, { source: { url: "javascript:x" } }),
      { source: "https://huggingface.co/a/b" },
    ],
  ])("%s", (_, value, expected) => {
    expect(readScores(model({ evalResults: [value] }))).toMatchObject([expected]);
  });

  it.each([{ filename: "x.yaml", error: "Invalid YAML" }, { dataset: { id: 12 }, value: 3 }, null, "x", { value: 3 }])(
    "pass over %j",
    (value) => {
      expect(readScores(model({ evalResults: [value] }))).toEqual([]);
    },
  );

  it("hold against a figure of model-index for the same thing, and only for that", () => {
    const index = result({ type: "gsm8k" }, [accuracy, { type: "f1", value: 70 }]);
    const scores = readScores(model({ ...index, evalResults: [entry("openai/gsm8k", 0.862)] }));
    expect(scores.map(({ metric, value }) => [metric, value])).toEqual([
      ["accuracy", 86.2],
      ["f1", 70],
    ]);
  });
});
