import { describe, expect, it } from "vitest";
import type { Constraints } from "../../src/domain/constraints.ts";
import { selectModels } from "../../src/selection/index.ts";
import { expert, modelsOf, planOf, poolOf, score } from "./experts.ts";

/**
 * HIVE's section 4.5 (arXiv 2412.12839): "Transcribe the audio from .audio 1.wav and find entity tokens", with the three
 * models that it was given. The figures stand for the benchmark records of its graph: that the one is the lower is all
 * that the paper says of them.
 */
const PLAN = planOf("automatic-speech-recognition", "token-classification");
const WHISPER = expert("huggingface", "openai/whisper-large-v2", {
  taskType: "automatic-speech-recognition",
  licence: "Apache-2.0",
  parameters: 1_543e6,
  scores: [score(11.2)],
});
const PARAKEET = expert("huggingface", "nvidia/parakeet-rnnt-1.1b", {
  taskType: "automatic-speech-recognition",
  licence: "CC-BY-4.0",
  parameters: 1_070e6,
  scores: [score(5.8, { benchmark: "mozilla-foundation/common_voice_9_0" })],
});
const NER = expert("huggingface", "dslim/bert-base-NER", {
  taskType: "token-classification",
  licence: "MIT",
  parameters: 108e6,
});
const POOL = poolOf([WHISPER, PARAKEET, NER]);
const selectUnder = (constraints: readonly Constraints[]) => {
  const { selection } = selectModels(PLAN, POOL, constraints);
  return PLAN.tasks.map(({ id }) => selection[id] ?? { candidates: [] });
};

describe("HIVE's query under its constraints", () => {
  it("has a model for each task without any", () => {
    expect(selectUnder([]).map((one) => modelsOf(one).length)).toEqual([2, 1]);
  });

  it("selects nothing under OpenRAIL++ or DeepSeek, and says so", () => {
    const [recognition, entities] = selectUnder([{ licence: { allow: ["OpenRAIL++", "DeepSeek"] } }]);
    expect(recognition).toEqual({
      candidates: [],
      considered: 2,
      removed: [
        {
          condition: "Only models under OpenRAIL++ or DeepSeek",
          count: 2,
          models: ["huggingface:nvidia/parakeet-rnnt-1.1b", "huggingface:openai/whisper-large-v2"],
        },
      ],
      missing:
        "Nothing that does automatic-speech-recognition here satisfies what was asked. “Only models under OpenRAIL++ or DeepSeek” rules out the last: without it there would be huggingface:nvidia/parakeet-rnnt-1.1b (licence CC-BY-4.0), huggingface:openai/whisper-large-v2 (licence Apache-2.0).",
    });
    expect(entities).toMatchObject({
      candidates: [],
      missing: expect.stringContaining("dslim/bert-base-NER (licence MIT)"),
    });
  });

  it("takes the smallest model", () => {
    const [recognition, entities] = selectUnder([{ size: { prefer: "smallest" } }]);
    expect(recognition?.candidates).toEqual([
      {
        provider: "huggingface",
        model: "nvidia/parakeet-rnnt-1.1b",
        reason: "The smallest; licence CC-BY-4.0; 1.07 billion parameters",
      },
      {
        provider: "huggingface",
        model: "openai/whisper-large-v2",
        reason: "1 is smaller; licence Apache-2.0; 1.54 billion parameters",
      },
    ]);
    expect(entities?.candidates.map(({ model }) => model)).toEqual(["dslim/bert-base-NER"]);
  });

  it("takes the recognizer that is best on Common Voice in English", () => {
    const wish = [{ benchmark: { name: "speech recognition on common voice english", prefer: "best" as const } }];
    const [recognition, entities] = selectUnder(wish);
    expect(recognition?.candidates.map(({ model, reason }) => `${model}: ${reason}`)).toEqual([
      "nvidia/parakeet-rnnt-1.1b: Best word error rate on mozilla-foundation/common_voice_9_0 (en, test): 5.8 %, from https://example.org/card; licence CC-BY-4.0; 1.07 billion parameters",
      "openai/whisper-large-v2: Number 2 in word error rate on Common Voice 9.0 (en, test): 11.2 %, from https://example.org/card; licence Apache-2.0; 1.54 billion parameters",
    ]);
    expect(entities?.candidates.map(({ model }) => model)).toEqual(["dslim/bert-base-NER"]);
    expect(selectModels(PLAN, POOL, wish).notes).toEqual([]);
  });
});
