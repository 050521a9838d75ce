import { overlap, type RequestSpan } from "./blank.ts";
import type { ConstraintFinding } from "./find-all.ts";
import { MARKS, type Marked } from "./marked.ts";
import { matchesOf } from "./matches.ts";
import type { Matter, Quality } from "./qualities.ts";

/** A word or mark of punctuation in the own words of a request. */
export interface ConstraintToken extends RequestSpan {
  readonly text: string;
  /** What it restricts by, if it may. */
  readonly matter: Matter | null;
  /** It belongs to a noun for models: "speech" in "speech models". */
  readonly isModel: boolean;
  /** It is that noun, and one that means little else. */
  readonly isNoun: boolean;
  /** A finding has read it. */
  readonly isRead: boolean;
}

const NOUN = /^(?:models?|llms?|checkpoints?|endpoints?|experts?)$/;
const TOKEN = /[¤\n,;:()!?]|\.(?=\s|$)|(?:[^\s¤,;:()!?.]|\.(?=[^\s])|[,:](?=\d))+/g;

/** The words of a request one by one, and what is known of each. */
export function tokensOf(
  { plain, models }: Marked,
  qualities: readonly Quality[],
  findings: readonly ConstraintFinding[],
): readonly ConstraintToken[] {
  let quality = 0;
  return Array.from(matchesOf(TOKEN, plain), ({ 0: text, index: start }): ConstraintToken => {
    const end = start + text.length;
    while ((qualities[quality]?.end ?? end) <= start) quality++;
    const matter = qualities.slice(quality, quality + 8).find((one) => overlap(one, { start, end }))?.matter;
    return {
      text,
      start,
      end,
      matter: matter ?? null,
      isModel: models[end - 1] === MARKS.model,
      isNoun: models[end - 1] === MARKS.model && NOUN.test(text),
      isRead: findings.some((one) => overlap(one, { start, end })),
    };
  });
}
