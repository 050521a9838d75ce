import type { StatedFacts } from "../../domain/endpoints.ts";
import { AppError } from "../../domain/errors.ts";
import { thread } from "../../thread.ts";
import { pause } from "../../waiting.ts";
import { memoryPermits } from "../memory-permits.ts";
import type { Provider } from "../provider.ts";
import { AUDIO_EXPERTS } from "./audio/entries.ts";
import { CODE_EXPERTS } from "./code/entries.ts";
import type { ExpertDependencies, ExpertEntry } from "./expert.ts";
import { TEXT_EXPERTS } from "./text/entries.ts";
import { VISION_EXPERTS } from "./vision/entries.ts";
import { WorkBudget } from "./work.ts";

export const EMBEDDED_EXPERTS: readonly ExpertEntry[] = [
  ...TEXT_EXPERTS,
  ...VISION_EXPERTS,
  ...AUDIO_EXPERTS,
  ...CODE_EXPERTS,
];

/** All of it comes with the Worker, and a call costs nobody anything. */
const FREE_FOR_ALL: StatedFacts = {
  gated: false,
  prices: [{ usd: 0, per: "call", source: "it runs inside the Worker", asOf: "2026-11-22" }],
};

/** Experts that run inside the Worker itself: no key, no network, no cost. */
export function createEmbeddedProvider(surroundings: ExpertDependencies): Provider {
  const entries = EMBEDDED_EXPERTS.filter((entry) => entry.available?.(surroundings) ?? true);
  return {
    name: "embedded",
    endpoints: () =>
      entries.map(({ model, taskType, description, licence, grade, stated }) => ({
        provider: "embedded",
        model,
        taskType,
        description,
        licence,
        grade,
        stated: { ...FREE_FOR_ALL, ...stated },
      })),
    call: async (call) => {
      const { model, taskType } = call.endpoint;
      const entry = entries.find((candidate) => candidate.model === model && candidate.taskType === taskType);
      if (!entry) throw new AppError("no-model", `There is no embedded expert ${model} for ${taskType}`);
      const { memoryBytes, work: bounds, load } = entry;
      return memoryPermits.run(memoryBytes, call.signal, () =>
        thread.compute(async (rest) => {
          const expert = await load();
          // To evaluate its code takes as long as a turn.
          await pause();
          return expert.run(call, { ...surroundings, work: new WorkBudget(bounds, call.signal, rest) });
        }, call.signal),
      );
    },
  };
}
