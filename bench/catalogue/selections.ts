import type { Constraints } from "../../src/domain/constraints.ts";

/** Selections that are measured. A # in a name stands for a number that is another one each time. */
export const SELECTIONS_ASKED: readonly (readonly [string, Constraints | undefined])[] = [
  ["nothing asked", undefined],
  ["permissive, at most 7B, English", { licence: { allow: ["permissive"] }, size: { max: 7e9 }, language: "en" }],
  ["best on MMLU", { benchmark: { name: "MMLU", prefer: "best" } }],
  ["smallest, not gated", { size: { prefer: "smallest" }, gated: false }],
  ["a licence that nothing has", { licence: { allow: ["deepseek"] } }],
  [
    "licences and makers to avoid, not gated",
    { licence: { deny: ["GPL", "non-commercial"] }, provider: { deny: ["openai", "org-7"] }, gated: false },
  ],
  [
    "a model to avoid, 1 dollar, 2 seconds",
    { model: { deny: ["chat"] }, price: { maxUsd: 1 }, latency: { maxMs: 2000 } },
  ],
  [
    "names never asked for before",
    { licence: { deny: ["GPL", "licence-#"] }, provider: { deny: ["maker-#"] }, model: { deny: ["model-#"] } },
  ],
];
