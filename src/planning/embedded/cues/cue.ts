import type { BaseKind } from "../../../domain/kinds.ts";

/** A pattern of words that speaks for a task type. Patterns are written for `cueWords`. */
export interface Cue {
  /**
   * `act`: something to be done. `product`: something named, which is made only when there is none yet. `reference`:
   * something named that is never made for it.
   */
  readonly role: "act" | "product" | "reference";
  readonly pattern: RegExp;
  /** Speaks only when something of one of these kinds is in sight; words mean different things of different media. */
  readonly on: readonly BaseKind[] | null;
  /** Speaks only when nothing of these kinds is in sight. */
  readonly off: readonly BaseKind[];
}

/** All cues of one task type. */
export interface CueEntry {
  readonly cues: readonly Cue[];
  /** Task types that this one makes way for when both are heard in one clause. */
  readonly yieldsTo: readonly string[];
}

export type CueTable = Readonly<Record<string, CueEntry>>;

interface Conditions {
  readonly on?: readonly BaseKind[];
  readonly off?: readonly BaseKind[];
}

export const act = (pattern: RegExp, { on, off }: Conditions = {}): Cue => ({
  role: "act",
  pattern,
  on: on ?? null,
  off: off ?? [],
});
export const product = (pattern: RegExp, { on, off }: Conditions = {}): Cue => ({
  role: "product",
  pattern,
  on: on ?? null,
  off: off ?? [],
});
export const reference = (pattern: RegExp, { on, off }: Conditions = {}): Cue => ({
  role: "reference",
  pattern,
  on: on ?? null,
  off: off ?? [],
});
export const heard = (cues: readonly Cue[], yieldsTo: readonly string[] = []): CueEntry => ({ cues, yieldsTo });

export const READABLE: readonly BaseKind[] = ["image", "document"];
