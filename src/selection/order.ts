import type { ExpertIndex } from "./expert-index.ts";
import type { Preference } from "./preference.ts";
import type { RowOrder } from "./rank.ts";
import { MAX_HEALTH_SCORE } from "./score.ts";
import { keyOf } from "./words.ts";

/** What puts the experts for a task in order besides what is known of them. */
export interface Wanted {
  /** Whether the task needs a language. */
  readonly isAboutLanguage: boolean;
  readonly preferences: readonly Preference[];
  /** By row. */
  readonly healthScore: (row: number) => number;
}

/** What decides before anything else, whoever chooses: grade, and what is known of the languages that a task needs. */
export const firstKeys = ({ grades, notSureToKnow }: ExpertIndex, isAboutLanguage: boolean): RowOrder["keys"] => [
  grades,
  ...(isAboutLanguage ? [notSureToKnow] : []),
];

/**
 * The order that experts for a task stand in: grade, what is known of the languages that it needs, what was asked for,
 * what is built in, the score, and at last the name, `provider:model`, which no two experts for a task type share.
 */
export function orderOf(roster: ExpertIndex, { isAboutLanguage, preferences, healthScore }: Wanted): RowOrder {
  const { at, notBuiltIn, scores } = roster;
  return {
    keys: [...firstKeys(roster, isAboutLanguage), ...preferences.flatMap((preference) => preference.keys), notBuiltIn],
    score: (row) => (scores[row] ?? 0) + healthScore(row),
    scoreBound: (row) => (scores[row] ?? 0) + MAX_HEALTH_SCORE,
    name: (row) => keyOf(at(row)),
  };
}
