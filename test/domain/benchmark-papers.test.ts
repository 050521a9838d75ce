import { describe, expect, it } from "vitest";
import { versionIn } from "../../src/domain/benchmark-names.ts";
import { arxivIdIn, paperOfBenchmark } from "../../src/domain/benchmark-papers.ts";

describe("the version in a benchmark's name", () => {
  it.each([
    ["Common Voice 9.0", "9"],
    ["mozilla-foundation/common_voice_9_0", "9"],
    ["Common Voice", ""],
    ["COCO 2017", "2017"],
    ["imagenet-v2", "2"],
    ["SQuAD2.0", "2"],
    ["owner-7/GSM8K", ""],
    ["ImageNet-1k", ""],
    ["", ""],
  ])("of %s is “%s”", (name, version) => {
    expect(versionIn(name)).toBe(version);
  });
});

describe("the paper of a benchmark", () => {
  it.each([
    ["MMLU", "2009.03300"],
    ["cais/mmlu", "2009.03300"],
    ["hendrycks_test", "2009.03300"],
    ["MMLU-Pro", "2406.01574"],
    ["mozilla-foundation/common_voice_17_0", "1912.06670"],
    ["SQuAD 1.1", "1606.05250"],
    ["squad_v2", "1806.03822"],
    ["HumanEval", "2107.03374"],
    ["HumanEval+", null],
    ["Measuring MMLU", null],
    ["", null],
  ])("%s is %s", (name, paper) => {
    expect(paperOfBenchmark(name)).toBe(paper);
  });
});

describe("an arXiv id", () => {
  it.each([
    ["2009.03300", "2009.03300"],
    ["arXiv:2009.03300v3", "2009.03300"],
    ["arxiv 2009.03300", "2009.03300"],
    ["https://arxiv.org/abs/2009.03300", "2009.03300"],
    ["https://arxiv.org/pdf/2009.03300v1", "2009.03300"],
    ["best of 2009.03300", null],
    ["version 9.0", null],
    ["cs/0306050", null],
  ])("in “%s” is %s", (text, id) => {
    expect(arxivIdIn(text)).toBe(id);
  });
});
