import { describe, expect, it } from "vitest";
import type { Constraints } from "../../src/domain/constraints.ts";
import { contradictionIn } from "../../src/selection/index.ts";

const best = (name: string, task?: string): Constraints => ({
  benchmark: { name, prefer: "best", ...(task === undefined ? {} : { for: task }) },
});

describe("constraints that contradict each other", () => {
  it.each<[readonly Constraints[], string, string]>([
    [[{ licence: { allow: ["MIT"], deny: ["mit"] } }], "Only models under MIT", "No models under mit"],
    [
      [{ licence: { allow: ["MIT"] } }, { licence: { deny: ["permissive"] } }],
      "Only models under MIT",
      "No models under a permissive licence",
    ],
    [
      [{ licence: { deny: ["GPL"] } }, { licence: { allow: ["AGPL-3.0", "GPL-2.0"] } }],
      "No models under a licence of the GPL family",
      "Only models under AGPL-3.0 or GPL-2.0",
    ],
    [
      [{ licence: { allow: ["MIT"] } }, { licence: { allow: ["Apache-2.0"] } }],
      "Only models under MIT",
      "Only models under Apache-2.0",
    ],
    [
      [{ licence: { allow: ["permissive"] } }, { licence: { allow: ["GPL"] } }],
      "Only models under a permissive licence",
      "Only models under a licence of the GPL family",
    ],
    [
      [{ licence: { allow: ["GPLv3"], deny: ["GPL"] } }],
      "Only models under GPLv3",
      "No models under a licence of the GPL family",
    ],
    [
      [{ licence: { allow: ["acme-eula"], deny: ["non-commercial"] } }],
      "Only models under acme-eula",
      "No models under a non-commercial licence",
    ],
    [
      [{ licence: { allow: ["CC-BY-NC-4.0"], deny: ["non-commercial"] } }],
      "Only models under CC-BY-NC-4.0",
      "No models under a non-commercial licence",
    ],
    [
      [{ provider: { allow: ["local"] } }, { provider: { allow: ["huggingface", "workers-ai"] } }],
      "Only models that run here or on servers of this deployment",
      "Only models from Hugging Face or from Workers AI",
    ],
    [[{ provider: { allow: ["Meta AI"], deny: ["facebook"] } }], "Only models from Meta AI", "No models from facebook"],
    [
      [{ provider: { allow: ["local"], deny: ["custom", "embedded", "openai"] } }],
      "Only models that run here or on servers of this deployment",
      "No models behind addresses of this deployment's own, built into this deployment or from OpenAI or a server like it",
    ],
    [
      [{ provider: { allow: ["meta"] } }, { provider: { deny: ["facebook"] } }],
      "Only models from meta",
      "No models from facebook",
    ],
    [[{ model: { allow: ["our/x_"], deny: ["our/x_"] } }], "our/x_ where it does the task", "Not our/x_"],
    [[{ model: { allow: ["our/sum"], deny: ["Our/Sum"] } }], "our/sum where it does the task", "Not Our/Sum"],
    [
      [{ provider: { allow: ["openai"] } }, { provider: { allow: ["workers-ai"] } }],
      "Only models from OpenAI or a server like it",
      "Only models from Workers AI",
    ],
    [[{ size: { min: 2e9, max: 1e9 } }], "Only models of at most 1 billion", "Only models of at least 2 billion"],
    [
      [{ size: { prefer: "largest" } }, { size: { prefer: "smallest" } }],
      "The largest model that does it",
      "The smallest model that does it",
    ],
    [
      [{ model: { allow: ["openai/whisper-large-v2"] } }, { model: { deny: ["whisper"] } }],
      "openai/whisper-large-v2 where it does the task",
      "Not whisper",
    ],
    [
      [best("LibriSpeech", "automatic-speech-recognition"), best("FLEURS", "automatic-speech-recognition")],
      "best on LibriSpeech",
      "best on FLEURS",
    ],
    [[{ language: "de" }, { language: "French" }], "In the language “de”", "In the language “French”"],
  ])("%j are named, both", (constraints, one, other) => {
    const said = contradictionIn(constraints);
    expect(said).toContain(one);
    expect(said).toContain(other);
    expect(said).toMatch(/^“.*” and “.*” cannot both be kept: no model could satisfy both\.$/);
  });

  it.each<[readonly Constraints[]]>([
    [[]],
    [[{}, {}]],
    [[{ licence: { allow: ["MIT", "Apache-2.0"], deny: ["MIT"] } }]],
    [[{ licence: { allow: ["permissive"] } }, { licence: { allow: ["MIT"], deny: ["GPL"] } }]],
    [[{ licence: { allow: ["permissive"], deny: ["MIT"] } }]],
    [[{ licence: { allow: ["open-source"] } }, { licence: { allow: ["AGPL"] } }]],
    [[{ licence: { allow: ["Llama"] } }, { licence: { allow: ["llama3.3"] } }]],
    [[{ licence: { deny: ["MIT"] } }, { licence: { deny: ["MIT"] } }]],
    [[{ licence: { allow: ["acme-eula"] } }, { licence: { allow: ["Acme EULA"] } }]],
    [[{ licence: { allow: ["permissive"], deny: ["MIT", "Apache", "BSD"] } }]],
    [[{ licence: { allow: ["DeepSeek"] } }, { licence: { deny: ["proprietary"] } }]],
    [[{ provider: { allow: ["local"] } }, { provider: { allow: ["openai"] } }]],
    [[{ provider: { allow: ["huggingface"] } }, { provider: { deny: ["google"] } }]],
    [[{ provider: { allow: ["local"] } }, { provider: { allow: ["google"] } }]],
    [[{ size: { min: 1e9, max: 1e9 } }, { size: { maxBytes: 1, prefer: "smallest" } }]],
    [[{ model: { allow: ["whisper"] } }, { model: { deny: ["openai/whisper-large-v2"] } }]],
    [[{ model: { allow: ["our/sum2"] } }, { model: { deny: ["our/sum"] } }]],
    [[{ model: { allow: ["whisper"] } }, { model: { allow: ["bert"] } }]],
    [[{ size: { prefer: "smallest" } }, { prefer: "cheapest" }]],
    [[best("LibriSpeech", "automatic-speech-recognition"), best("COCO", "object-detection")]],
    [[best("LibriSpeech"), best("COCO")]],
    [[best("Common Voice", "translation"), best("common voice english", "translation")]],
    [[{ language: "en" }, { language: "en-GB" }]],
    [[{ language: "German" }, { language: "de" }]],
    [[{ price: { maxUsd: 1 } }, { price: { maxUsd: 0 } }, { latency: { maxMs: 1 } }, { latency: { maxMs: 9 } }]],
  ])("%j do not", (constraints) => {
    expect(contradictionIn(constraints)).toBeNull();
  });
});
