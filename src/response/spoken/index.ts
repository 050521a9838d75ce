import type { ControllerName } from "../../domain/controllers.ts";
import { AppError } from "../../domain/errors.ts";
import type { Controller, StepLimits } from "../../planning/index.ts";
import { pieces } from "../markdown.ts";
import { cleanStream } from "./clean-stream.ts";
import type { Material } from "./material.ts";

/** Who may write the answer in words, and what that may take. */
export interface Speaker extends StepLimits {
  readonly controller: Controller;
}

/** What became of an answer in words; `why` it does not come to an end is safe to show. */
export type Spoken =
  | { readonly as: "not-asked" }
  | { readonly as: "whole"; readonly by: ControllerName }
  | { readonly as: "broken" | "failed"; readonly by: ControllerName; readonly why: string };

/** One piece becomes one event. */
const MAX_PIECE_CHARS = 16_000;

/**
 * A language model's answer, cleaned, as it is written; ends with a blank line. Where it fails before the first word
 * nothing is said, and after it the words end there: either way the return value says so.
 */
export async function* speak({ told, ...pointed }: Material, speaker: Speaker): AsyncGenerator<string, Spoken> {
  const { controller, ...limits } = speaker;
  const answering = controller.answer?.({ ...told, ...limits });
  if (!answering) return { as: "not-asked" };
  const { by, words } = answering;
  let hasSpoken = false;
  try {
    for await (const piece of cleanStream(words, pointed)) {
      hasSpoken = true;
      yield* pieces(piece, MAX_PIECE_CHARS);
    }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (!hasSpoken) return { as: "failed", by, why: thrown.message };
    yield " …\n\n";
    return { as: "broken", by, why: thrown.message };
  }
  if (!hasSpoken) return { as: "failed", by, why: "it said nothing" };
  yield "\n\n";
  return { as: "whole", by };
}
