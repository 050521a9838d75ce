import type { AskedBudget, Constraints } from "../../../domain/constraints.ts";
import type { Marked } from "./marked.ts";

/** What one phrase says. */
export interface PhraseMeaning {
  readonly constraints?: Constraints;
  readonly budget?: AskedBudget;
  /** The clause around the phrase speaks of nothing else. */
  readonly wholeClause?: true;
}

/** The words around a phrase, all of them plain. */
export interface Around {
  /** From the beginning of the sentence. */
  readonly before: string;
  /** What follows, as far as it can matter. */
  readonly after: string;
  /** All own words of the request. */
  readonly all: string;
  /** The phrase in the letters of the request. */
  readonly asWritten: string;
}

export interface ConstraintRule {
  /** What the words must hold, all of it, for the pattern to have a chance: its compilation is spared until then. */
  readonly needs?: readonly RegExp[];
  /** Which names stand as marks in the words that it is matched with; `models` unless said. */
  readonly over?: keyof Marked;
  /** The rule looks itself whether the phrase is spoken of. */
  readonly guarded?: true;
  /** Global; every repetition in it is bounded. */
  readonly pattern: RegExp;
  /** What the phrase says here, or `null` where it only sounds like a constraint. */
  readonly read: (
    groups: Readonly<Record<string, string | undefined>>,
    around: Around,
    phrase: string,
  ) => PhraseMeaning | null;
}

/** Rules of one matter, built when words that may speak of it first appear. */
export interface Reader {
  readonly maySpeak: (marked: Marked) => boolean;
  readonly rules: () => readonly ConstraintRule[];
}
