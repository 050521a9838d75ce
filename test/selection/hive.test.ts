import { beforeAll, describe, expect, it } from "vitest";
import { createExpertPool } from "../../src/catalogue/expert-pool.ts";
import { buildSnapshot, type Snapshot } from "../../src/catalogue/snapshot/snapshot.ts";
import { loadStarter } from "../../src/catalogue/starter/index.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import type { ExpertPool } from "../../src/domain/experts.ts";
import type { ProviderName } from "../../src/domain/provider-names.ts";
import type { TaskSelection } from "../../src/domain/selection.ts";
import { selectModels } from "../../src/selection/index.ts";
import { modelsOf, planOf } from "./experts.ts";

/**
 * HIVE's section 4.5 (arXiv 2412.12839): "Transcribe the audio from .audio 1.wav and find entity tokens", with the three
 * models that it was given as endpoints of one's own, and what the starter catalogue knows of them.
 */
const RECOGNITION = "automatic-speech-recognition";
const ENTITIES = "token-classification";
const WHISPER = "openai/whisper-large-v2";
const PARAKEET = "nvidia/parakeet-rnnt-1.1b";
const NER = "dslim/bert-base-NER";
const PLAN = planOf(RECOGNITION, ENTITIES);

let starter: Snapshot;
beforeAll(async () => {
  starter = await buildSnapshot(await loadStarter(), { id: "starter", publishedAt: null });
});

/** An endpoint that claims to be a model of the catalogue and states nothing else. */
const endpointOf = (model: string, taskType: string): Endpoint => ({
  ...{ provider: "custom", model, taskType, description: "", licence: "unknown", grade: "full" },
  stated: { sameAs: model },
});

const poolOf = (endpoints: readonly Endpoint[], on: readonly ProviderName[] = []): ExpertPool =>
  createExpertPool({
    ...{ snapshot: starter, endpoints, health: () => null },
    isOn: (provider) => on.includes(provider),
  });

const HIVES_MODELS = [
  endpointOf(WHISPER, RECOGNITION),
  endpointOf(PARAKEET, RECOGNITION),
  endpointOf(NER, ENTITIES),
] as const;

function selectUnder(constraints: Constraints, pool = poolOf(HIVES_MODELS)): readonly [TaskSelection, TaskSelection] {
  const { selection } = selectModels(PLAN, pool, [constraints]);
  return [selection[0] ?? { candidates: [] }, selection[1] ?? { candidates: [] }];
}

describe("HIVE's query under its constraints", () => {
  it("has a model for each task without any", () => {
    expect(selectUnder({}).map((one) => modelsOf(one).length)).toEqual([2, 1]);
  });

  it("selects nothing under OpenRAIL++ or DeepSeek, and says so", () => {
    const [recognition, entities] = selectUnder({ licence: { allow: ["OpenRAIL++", "DeepSeek"] } });
    expect(recognition).toEqual({
      candidates: [],
      considered: 2,
      removed: [
        {
          condition: "Only models under OpenRAIL++ or DeepSeek",
          count: 2,
          models: [`custom:${PARAKEET}`, `custom:${WHISPER}`],
        },
      ],
      missing: `Nothing that does ${RECOGNITION} here satisfies what was asked. “Only models under OpenRAIL++ or DeepSeek” rules out the last: without it there would be custom:${PARAKEET} (licence cc-by-4.0), custom:${WHISPER} (licence apache-2.0).`,
    });
    expect(entities).toMatchObject({ candidates: [], missing: expect.stringContaining(`${NER} (licence mit)`) });
  });

  it("takes the smallest model", () => {
    const [recognition, entities] = selectUnder({ size: { prefer: "smallest" } });
    expect(recognition.candidates).toEqual([
      { provider: "custom", model: PARAKEET, reason: "The smallest; licence cc-by-4.0; 1.1 billion parameters" },
      { provider: "custom", model: WHISPER, reason: "1 is smaller; licence apache-2.0; 1.54 billion parameters" },
    ]);
    expect(modelsOf(entities)).toEqual([NER]);
  });

  it("takes the recognizer that is best on Common Voice in English", () => {
    const wish = { benchmark: { name: "speech recognition on common voice english", prefer: "best" as const } };
    const [recognition, entities] = selectUnder(wish);
    expect(recognition.candidates.map(({ model, reason }) => [model, reason.split("; ")[0]])).toEqual([
      [
        PARAKEET,
        "Best word error rate on Common Voice 9.0 (en, test): 5.8 %, from https://github.com/zsxkib/cog-parakeet-rnnt-1.1b",
      ],
      [
        WHISPER,
        "Number 2 in word error rate on Common Voice 9.0 (en, test): 9.4 %, from https://arxiv.org/abs/2212.04356",
      ],
    ]);
    expect(modelsOf(entities)).toEqual([NER]);
    expect(selectModels(PLAN, poolOf(HIVES_MODELS), [wish]).notes).toEqual([]);
  });

  it("keeps to a size on disk", () => {
    const [recognition, entities] = selectUnder({ size: { maxBytes: 5e9 } });
    expect([modelsOf(recognition), modelsOf(entities)]).toEqual([[PARAKEET], [NER]]);
    expect(selectUnder({ size: { maxBytes: 1e9 } })[0].missing).toContain(
      `without it there would be custom:${PARAKEET} (4.28 GB on disk), custom:${WHISPER} (6.17 GB on disk)`,
    );
  });

  it("keeps to a word error rate", () => {
    const wish = { benchmark: { name: "common voice 9", atLeast: 6, for: RECOGNITION } };
    expect(selectUnder(wish).map(modelsOf)).toEqual([[PARAKEET], [NER]]);
  });
});

describe("superlatives over the starter catalogue", () => {
  /** Every model of the catalogue for a task type, as if each ran at an endpoint of one's own. */
  const everyModelFor = (taskType: string): readonly Endpoint[] =>
    starter
      .modelsFor(taskType)
      .flatMap(({ id, tasks }) => (tasks.includes(taskType) ? [endpointOf(id, taskType)] : []));

  it("the smallest recognizer at Hugging Face is the smallest, as all sizes there are sure", () => {
    const pool = poolOf([], ["huggingface"]);
    const [recognition] = selectUnder({ size: { prefer: "smallest" } }, pool);
    expect(recognition.candidates.map(({ model, reason }) => [model, reason.split("; ")[0]])).toEqual([
      ["openai/whisper-large-v3-turbo:hf-inference", "The smallest"],
      ["openai/whisper-large-v3-turbo:fal-ai", "The smallest"],
      ["openai/whisper-large-v3:hf-inference", "1 is smaller"],
      ["openai/whisper-large-v3:fal-ai", "1 is smaller"],
    ]);
  });

  it("the best of all recognizers on Common Voice is the best of those with a sure figure", () => {
    const endpoints = everyModelFor(RECOGNITION);
    const [recognition] = selectUnder({ benchmark: { name: "common voice 9", prefer: "best" } }, poolOf(endpoints));
    expect(recognition.candidates[0]).toMatchObject({ model: PARAKEET });
    expect(recognition.candidates[0]?.reason).toContain(
      `Best word error rate of those with a sure figure (3 of ${endpoints.length}) on`,
    );
  });

  it("no smallest of any task is smaller in words than it is known to be", () => {
    const types = [...new Set(starter.models.flatMap(({ tasks }) => tasks))];
    const said = types.map((taskType) => {
      const endpoints = everyModelFor(taskType);
      const plan = planOf(taskType);
      const { selection } = selectModels(plan, poolOf(endpoints), [{ size: { prefer: "smallest" } }]);
      const models = endpoints.map(({ model }) => starter.byId.get(model));
      const sizes = models.map((one) => (one?.parametersConfidence === "unsure" ? null : (one?.parameters ?? null)));
      const known = sizes.filter((size) => size !== null);
      const expected =
        known.length === 0
          ? "Nobody says for sure how large the models for it are, so that the usual order stands"
          : known.length === sizes.length
            ? "The smallest"
            : `The smallest of those whose size is known for sure (${known.length} of ${sizes.length})`;
      const [first] = selection[0]?.candidates ?? [];
      const size = starter.byId.get(first?.model ?? "")?.parameters;
      return {
        taskType,
        isRight: first?.reason.split("; ")[0] === expected && (known.length === 0 || size === Math.min(...known)),
      };
    });
    expect(said.length).toBeGreaterThan(30);
    expect(said.filter(({ isRight }) => !isRight)).toEqual([]);
  });

  it("tells of downloads on which day they were counted", () => {
    const plan = planOf("feature-extraction");
    const { selection } = selectModels(plan, poolOf(everyModelFor("feature-extraction")), []);
    const reasons = selection[0]?.candidates.map(({ reason }) => reason) ?? [];
    expect(reasons.some((reason) => /; [\d,]+ downloads a month \(2026-10-05\)/.test(reason))).toBe(true);
    expect(reasons.every((reason) => !reason.includes("downloads") || /\(20\d\d-\d\d-\d\d\)/.test(reason))).toBe(true);
  });
});
