import type { LanguageModel } from "../planning/language/language-model.ts";
import { type CallGate, type GatedCall, streamWithPermit, withPermit } from "./gate.ts";

/**
 * What a call is taken to last at most. Half of it may go by before its turn comes: then there is still time to do without
 * the model, as every language step can.
 */
const CALL_MS = 60_000;

/** A language model whose calls wait for their turn, as those of tasks do. @param gateOf asked before each call */
export function gatedModel(
  model: LanguageModel,
  gateOf: () => Promise<CallGate | null>,
  caller: Pick<GatedCall, "tenant" | "run" | "endpoint">,
): LanguageModel {
  const callOf = (signal: AbortSignal): GatedCall => ({ ...caller, priority: 0, timeoutMs: CALL_MS, signal });
  const stream = model.stream?.bind(model);
  return {
    complete: async (prompt, signal, onUsage) =>
      withPermit(await gateOf(), callOf(signal), () => model.complete(prompt, signal, onUsage)),
    ...(stream
      ? {
          stream: async function* (prompt, signal) {
            yield* streamWithPermit(await gateOf(), callOf(signal), () => stream(prompt, signal));
          },
        }
      : {}),
  };
}
