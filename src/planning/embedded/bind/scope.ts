import type { Clause } from "../read/clauses.ts";
import { findMentions, type Mention } from "../read/mentions.ts";
import type { MaterialPart, PlacedPart } from "../read/parts.ts";
import { splitLabels } from "./labels.ts";
import type { Referent, ReferentIndex } from "./referent-index.ts";

/** A part of a clause and what it is. */
export interface ScopedPart {
  readonly part: MaterialPart;
  /** `null` for a file that nobody has. */
  readonly thing: Referent | null;
}

/** A clause with all that its tasks may take. */
export interface ClauseScope {
  readonly clause: Clause;
  readonly mentions: readonly Mention[];
  readonly parts: readonly ScopedPart[];
  /** Quoted and pasted words, in order. */
  readonly quotes: readonly string[];
  /** Those of a field of that name: "Labels: spam, no spam". */
  readonly labels: readonly string[] | null;
}

/** Names of fields that list labels. */
const LABEL_FIELDS: ReadonlySet<string> = new Set(["labels", "categories", "classes", "options"]);

/** Looks at a clause before its words are weighed. `lent` are the parts of the next clause, for one that has no object of its own. */
export function scopeOf(clause: Clause, scene: ReferentIndex, lent: readonly PlacedPart[]): ClauseScope {
  const placed = clause.parts.length > 0 ? clause.parts : lent;
  const parts = placed.map(({ part }) => ({ part, thing: scene.thingOf(part) }));
  const mentions = findMentions(clause.text);
  const quotes = parts.flatMap(({ part }) => (part.as === "quote" || part.as === "passage" ? [part.text] : []));
  const listed = parts.flatMap(({ part }) =>
    part.as === "passage" && part.label !== null && LABEL_FIELDS.has(part.label) ? splitLabels(part.text) : [],
  );
  const labels = listed.length > 1 ? listed : null;
  return {
    clause,
    mentions,
    parts,
    quotes,
    labels,
  };
}
