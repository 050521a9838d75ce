import { type Add, VALUE } from "./feature-values.ts";
import { ASKED_CUES, HAND_CUES } from "./hand-cues.ts";
import type { RequestView } from "./view.ts";

/** Adds the wording that signals tasks, and what it is about with the flags. */
export function addWording(view: RequestView, flags: readonly string[], add: Add): void {
  const instruction = view.masked.toLowerCase();
  for (const [about, patterns] of Object.entries(HAND_CUES)) {
    const heard = [...patterns.entries()].filter(([, pattern]) => pattern.test(instruction));
    for (const [index] of heard) add(`g:${about}:${index}`, VALUE.wording, null);
    if (heard.length > 0) for (const flag of flags) add(`G:${about}/${flag}`, VALUE.wordingFlag, null);
  }
  addAsked(view, add);
}

/** Whether `addWording` adds features of this key. */
export const isWording = (key: string): boolean => /^[gGa]:/.test(key);

function addAsked({ tokens }: RequestView, add: Add): void {
  const asked = tokens.flatMap(({ isAsked, said }) => (isAsked ? [said.toLowerCase()] : [])).join(" ");
  for (const [index, pattern] of ASKED_CUES.entries()) if (pattern.test(asked)) add(`a:${index}`, VALUE.wording, null);
}
