import type { InferenceProvider } from "@huggingface/inference";
import type { ChatTask } from "../chat-tasks/index.ts";
import type { ModelAddress } from "./address.ts";
import type { HuggingFaceSdk } from "./failures.ts";
import type { MappingEntry } from "./mapping.ts";
import type { InferenceTarget } from "./session.ts";
import type { TaskRecipe } from "./tasks/way.ts";

/** Where a call goes, and how it is made there. */
export type ModelRoute = { readonly to: InferenceTarget } & (
  | { readonly by: "way"; readonly way: TaskRecipe }
  | { readonly by: "chat"; readonly task: ChatTask }
);

export interface Served {
  readonly address: ModelAddress;
  /** What is live. */
  readonly mapping: readonly MappingEntry[];
}

/** hf-inference alone answers both with the vectors of a model that is mapped to either. */
const SAME_AT_HF_INFERENCE: readonly string[] = ["feature-extraction", "sentence-similarity"];

/**
 * The inference provider that does a task type with a model: one that is served for one of the ways to do it, else for
 * chat, where a chat does it. Among several the Hub's order counts; only a chat is left to the router to place, as with
 * other tasks the library's "auto" takes the first provider whatever it serves. Null where there is none.
 */
export function routeOf(
  { address: { id, via }, mapping }: Served,
  how: { readonly ways: readonly TaskRecipe[]; readonly chat: ChatTask | null },
  sdk: HuggingFaceSdk,
): ModelRoute | null {
  const open = mapping.filter(({ provider }) => via === null || provider === via);
  for (const way of how.ways) {
    for (const { provider, task } of open) {
      const known = providerOf(provider, sdk);
      const equal =
        task === way.task ||
        (known === "hf-inference" && SAME_AT_HF_INFERENCE.includes(task) && SAME_AT_HF_INFERENCE.includes(way.task));
      if (known && equal && sdk.PROVIDERS[known][way.task]) {
        return { by: "way", way, to: { model: id, provider: known } };
      }
    }
  }
  if (!how.chat || !open.some(({ task }) => task === "conversational")) return null;
  const chat = { by: "chat", task: how.chat } as const;
  const known = via === null ? undefined : providerOf(via, sdk);
  if (known && sdk.PROVIDERS[known].conversational) return { ...chat, to: { model: id, provider: known } };
  // The router itself reads "id:via", and knows of providers that this release of the library does not.
  return { ...chat, to: { model: via === null ? id : `${id}:${via}`, provider: "auto" } };
}

const providerOf = (name: string, { INFERENCE_PROVIDERS }: HuggingFaceSdk): InferenceProvider | undefined =>
  INFERENCE_PROVIDERS.find((known) => known === name);
