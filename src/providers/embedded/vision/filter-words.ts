import type { Filter } from "./filters.ts";

/** How much of it, as the words around it say: "slightly", "a lot". */
export type Degree = "weak" | "usual" | "strong";

/** One way of asking for a filter, tried where the reader stands in a normalised clause. */
export interface FilterRule {
  readonly pattern: RegExp;
  /** Means a filter only where it is all that is asked for: "edges", but not "blur the edges". */
  readonly alone?: true;
  read(groups: Readonly<Record<string, string | undefined>>, degree: Degree): readonly Filter[];
}

/** What may stand between a verb and what it does: "the image", "its size". */
export const THING =
  "(?: (?:it|its|this|that|the|a|an|my|our|your|above|following|given|attached|uploaded|previous|last|resulting|result|whole|entire|image|picture|photo|photograph|pic|file(?! size)|colou?rs?|size))*";
export const LINK = "(?: (?:by|of|with|to|at|through|in|into|about|around|a|an|the|its|from))*";
export const NUMBER = "\\d+(?:\\.\\d+)?";
export const PIXELS = "(?: ?(?:px|pixels?))?";
export const DEGREES = "(?: ?(?:degrees?|degs?))";
export const LEFT = "(?:(?:to the |to its )?left|counter ?clockwise|anti ?clockwise|ccw)";
export const RIGHT = "(?:(?:to the |to its )?right|clockwise|cw)";
export const HORIZONTAL = "(?:horizontal(?:ly)?|left (?:to |and )?right|sideways)";
export const VERTICAL = "(?:vertical(?:ly)?|upside down|top (?:to |and )?bottom)";

/** @param source matched case-sensitively from where the reader stands to the end of a word. */
export const rule = (source: string, read: FilterRule["read"]): FilterRule => ({
  pattern: new RegExp(`(?:${source})(?![\\w%.])`, "y"),
  read,
});
export const by = (degree: Degree, weak: number, usual: number, strong: number): number =>
  ({ weak, usual, strong })[degree];
export const numberOf = (text: string | undefined): number => Number(text ?? Number.NaN);
