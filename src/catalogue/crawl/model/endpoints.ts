import * as z from "zod";
import type { CatalogueEndpoint, EndpointStatus } from "../../../domain/catalogue.ts";
import { CHAT_STANDS_IN, tasksOfTag, VISION_CHAT_STANDS_IN } from "./tasks.ts";

const MAX_MAPPINGS = 40;

/** `InferenceProviderMapping` in huggingface_hub's hf_api.py; an adapter is served on top of another model. */
const entry = z.object({
  provider: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  status: z.string(),
  task: z.string().max(64),
  adapter: z.unknown().optional(),
});
type Entry = z.infer<typeof entry>;

const STATUSES: Readonly<Record<string, EndpointStatus>> = { live: "live", staging: "staging" };

/**
 * Where a model is served, from its `inferenceProviderMapping`: a list in lists of models, an object by provider where
 * one model is asked for (https://huggingface.co/docs/inference-providers/hub-api), which older lists had as well. One
 * endpoint for each task type and provider.
 */
export function readEndpoints(model: {
  readonly id: string;
  readonly tasks: readonly string[];
  readonly pipelineTag: string;
  readonly mapping: unknown;
}): readonly CatalogueEndpoint[] {
  const served = entries(model.mapping).filter(({ adapter }) => adapter === undefined || adapter === null);
  return served.flatMap(({ provider, status, task }) => {
    const endpoint = (taskType: string, standsIn: boolean): CatalogueEndpoint => ({
      provider: "huggingface",
      via: provider,
      // The router takes the Hub's id; what the provider calls it itself is looked up there.
      model: model.id,
      taskType,
      status: STATUSES[status] ?? "unknown",
      standsIn,
      prices: [],
      contextTokens: null,
      maxInputBytes: null,
    });
    const { does, standsInFor } = doneThere(model, task, status);
    return [
      ...does.map((taskType) => endpoint(taskType, false)),
      ...standsInFor.map((taskType) => endpoint(taskType, true)),
    ];
  });
}

/** A chat is a way to ask for more than a chat; as that is so of every one of them, only those that are live count. */
function doneThere(
  model: { readonly tasks: readonly string[]; readonly pipelineTag: string },
  task: string,
  status: string,
): { readonly does: readonly string[]; readonly standsInFor: readonly string[] } {
  if (task !== "conversational") {
    const does = tasksOfTag(task);
    return { does: task === model.pipelineTag ? model.tasks : does, standsInFor: [] };
  }
  const sees = model.pipelineTag === "image-text-to-text";
  const does = sees ? ["conversational", ...model.tasks] : ["conversational"];
  const instructed = sees ? [...CHAT_STANDS_IN, ...VISION_CHAT_STANDS_IN] : CHAT_STANDS_IN;
  return { does, standsInFor: status === "live" ? instructed.filter((one) => !does.includes(one)) : [] };
}

function entries(value: unknown): readonly Entry[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : byProvider(value);
  return listed.slice(0, MAX_MAPPINGS).flatMap((one) => entry.safeParse(one).data ?? []);
}

const byProvider = (value: unknown): readonly unknown[] =>
  Object.entries(z.record(z.string(), z.unknown()).safeParse(value).data ?? {}).map(([provider, one]) =>
    typeof one === "object" ? { ...one, provider } : null,
  );
