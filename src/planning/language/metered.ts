import { AppError } from "../../domain/errors.ts";
import type { Measured } from "../../domain/usage.ts";
import type { Wait } from "../../waiting.ts";
import type { Meter, PromptTokens } from "../controller.ts";
import { createPatience } from "./attempts.ts";
import type { LanguageModel, Prompt, StreamPart } from "./language-model.ts";
import { mostTokensOf } from "./tokens.ts";

export interface MeteredCallLimits {
  readonly signal: AbortSignal;
  readonly meter: Meter | undefined;
  /** What passes the time between two calls; that of the clock when left out. */
  readonly wait?: Wait;
}

/**
 * An answer of a model, asked once more after a failure that may pass, if another call is allowed. The meter is told of
 * every call that was made, also of one that failed.
 * @throws {AppError} `budget-exceeded` where none is allowed, and whatever the model throws at last.
 */
export async function completeMetered(
  model: LanguageModel,
  prompt: Prompt,
  limits: MeteredCallLimits,
): Promise<string> {
  let words = "";
  for await (const part of metered(() => completed(model, prompt, limits.signal), prompt, limits)) words += part;
  return words;
}

/** The same, word by word; all at once from a model that cannot. What fails after the first word is not begun again. */
export function streamMetered(model: LanguageModel, prompt: Prompt, limits: MeteredCallLimits): AsyncGenerator<string> {
  const { signal } = limits;
  return metered(() => model.stream?.(prompt, signal) ?? completed(model, prompt, signal), prompt, limits);
}

/** A whole answer as parts: what it took, also of one that is of no use, and its words. */
async function* completed(model: LanguageModel, prompt: Prompt, signal: AbortSignal): AsyncGenerator<StreamPart> {
  const told: Measured[] = [];
  const answer = model.complete(prompt, signal, (usage) => told.push(usage));
  await Promise.allSettled([answer]);
  for (const usage of told) yield { usage };
  yield { text: await answer };
}

async function* metered(
  call: () => AsyncIterable<StreamPart>,
  prompt: Prompt,
  limits: MeteredCallLimits,
): AsyncGenerator<string> {
  const account = open(prompt, limits);
  for (;;) {
    const { took, end } = account.begin();
    let isMade = true;
    let hasBegun = false;
    try {
      for await (const part of call()) {
        if ("usage" in part) {
          took(part.usage);
          continue;
        }
        hasBegun = true;
        yield part.text;
      }
      return;
    } catch (thrown) {
      isMade = wasMade(thrown);
      if (hasBegun) throw thrown;
      // It is told before it is asked whether there may be another.
      if (isMade) end();
      isMade = false;
      await account.again(thrown);
    } finally {
      // Also where whoever reads the words stops in the middle.
      if (isMade) end();
    }
  }
}

/** A call that a gate or a server would not have was never made. */
const wasMade = (thrown: unknown): boolean => !(thrown instanceof AppError && thrown.notCalled);

interface Call {
  readonly took: (usage: Measured) => void;
  readonly end: () => void;
}

/** The calls for one prompt: `begin` where one is allowed, and `again`, after a failure, where there may be another. */
function open(
  prompt: Prompt,
  { signal, meter, wait }: MeteredCallLimits,
): { readonly begin: () => Call; readonly again: (thrown: unknown) => Promise<void> } {
  const foreseen: PromptTokens = { inputTokens: mostTokensOf(prompt), outputTokens: prompt.maxTokens };
  const patience = createPatience(signal, wait);
  const refusal = (): string | null => meter?.refusal(foreseen) ?? null;
  return {
    begin: () => {
      const why = refusal();
      if (why !== null) throw new AppError("budget-exceeded", why);
      let usage: Measured = {};
      return {
        took: (told) => {
          usage = told;
        },
        end: () => meter?.called(usage, foreseen),
      };
    },
    again: async (thrown) => {
      await patience(thrown);
      if (refusal() !== null) throw thrown;
    },
  };
}
