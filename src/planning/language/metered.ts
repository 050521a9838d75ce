import { AppError } from "../../domain/errors.ts";
import type { Measured } from "../../domain/usage.ts";
import type { Meter } from "../controller.ts";
import type { LanguageModel, Prompt } from "./language-model.ts";

/**
 * One answer of a model, if another call is allowed. The meter is told of every call that was made, also of one that failed.
 * @throws {AppError} `budget-exceeded` where none is allowed, and whatever the model throws.
 */
export async function completeMetered(
  model: LanguageModel,
  prompt: Prompt,
  { signal, meter }: { readonly signal: AbortSignal; readonly meter: Meter | undefined },
): Promise<string> {
  const call = begin(meter);
  try {
    const answer = await model.complete(prompt, signal, call.took);
    call.end();
    return answer;
  } catch (thrown) {
    if (wasMade(thrown)) call.end();
    throw thrown;
  }
}

/** The same, word by word; all at once from a model that cannot. */
export async function* streamMetered(
  model: LanguageModel,
  prompt: Prompt,
  limits: { readonly signal: AbortSignal; readonly meter: Meter | undefined },
): AsyncGenerator<string> {
  if (!model.stream) {
    yield await completeMetered(model, prompt, limits);
    return;
  }
  const call = begin(limits.meter);
  let isMade = true;
  try {
    for await (const part of model.stream(prompt, limits.signal)) {
      if ("text" in part) yield part.text;
      else call.took(part.usage);
    }
  } catch (thrown) {
    isMade = wasMade(thrown);
    throw thrown;
  } finally {
    // Also where whoever reads the words stops in the middle.
    if (isMade) call.end();
  }
}

/** A call that a gate refused was never made. */
const wasMade = (thrown: unknown): boolean => !(thrown instanceof AppError && thrown.notCalled);

function begin(meter: Meter | undefined): { readonly took: (usage: Measured) => void; readonly end: () => void } {
  const refusal = meter?.refusal() ?? null;
  if (refusal !== null) throw new AppError("budget-exceeded", refusal);
  let usage: Measured = {};
  return {
    took: (told) => {
      usage = told;
    },
    end: () => meter?.called(usage),
  };
}
