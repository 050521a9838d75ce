import type { Add } from "../../src/planning/embedded/rank/feature-values.ts";
import type { MoreFeatures } from "../../src/planning/embedded/rank/features.ts";
import type { RequestView } from "../../src/planning/embedded/rank/view.ts";
import { ASKED_CUES, HAND_CUES } from "./hand-cues.ts";

/** What these features are worth: they are fewer and surer than words. */
const VALUE = { wording: 2, wordingFlag: 0.9 } as const;

/** Adds the wording that was found to signal tasks in TaskBench's training rows (`g:` and `a:`), with the flags (`G:`). */
export const addWording: MoreFeatures = (view, flags, add) => {
  const instruction = view.masked.toLowerCase();
  for (const [about, patterns] of Object.entries(HAND_CUES)) {
    const heard = [...patterns.entries()].filter(([, pattern]) => pattern.test(instruction));
    for (const [index] of heard) add(`g:${about}:${index}`, VALUE.wording, null);
    if (heard.length > 0) for (const flag of flags) add(`G:${about}/${flag}`, VALUE.wordingFlag, null);
  }
  addAsked(view, add);
};

function addAsked({ tokens }: RequestView, add: Add): void {
  const asked = tokens.flatMap(({ isAsked, said }) => (isAsked ? [said.toLowerCase()] : [])).join(" ");
  for (const [index, pattern] of ASKED_CUES.entries()) if (pattern.test(asked)) add(`a:${index}`, VALUE.wording, null);
}
