import type { BaseKind } from "../../domain/kinds.ts";
import type { Clause } from "./clauses.ts";
import { findMentions, type Mention } from "./mentions.ts";
import type { MaterialPart, PlacedPart } from "./parts.ts";
import { mayMean } from "./pick.ts";
import type { ClauseView } from "./recognise.ts";
import { mainKind, type Referent, type ReferentIndex } from "./referent-index.ts";
import { cueWords } from "./vocabulary.ts";
import { labelsIn, splitLabels } from "./wording.ts";

/** A part of a clause and what it is. */
export interface ScopedPart {
  readonly part: MaterialPart;
  /** `null` for a file that nobody has. */
  readonly thing: Referent | null;
  /** What the clause before made of it, when the two share their object. */
  readonly standIn: Referent | null;
  /** Position in the clause's cue words. */
  readonly at: number;
}

/** A clause with all that its tasks may take. */
export interface ClauseScope extends ClauseView {
  readonly clause: Clause;
  readonly mentions: readonly Mention[];
  readonly parts: readonly ScopedPart[];
  /** Quoted and pasted words, in order. */
  readonly quotes: readonly string[];
  readonly labels: readonly string[] | null;
  /** What its nouns made or referred to: "the summary". */
  readonly products: Referent[];
  /** What its verbs made, in groups. */
  readonly made: (readonly Referent[])[];
}

/** Turns back this far to tell what a clause without any noun is about. */
const RECENT_LOG_GROUPS = 3;

/** Names of fields that list labels. */
const LABEL_FIELDS: ReadonlySet<string> = new Set(["labels", "categories", "classes", "options"]);

/** Looks at a clause before its words are weighed. `lent` are the parts of the next clause, for one that has no object of its own. */
export function scopeOf(clause: Clause, scene: ReferentIndex, lent: readonly PlacedPart[]): ClauseScope {
  const words = cueWords(clause.text);
  const masks = [...words.matchAll(/@\w+/g)].map((match) => match.index);
  const placed = clause.parts.length > 0 ? clause.parts : lent;
  const parts = placed.map(({ part }, index) => ({
    part,
    thing: scene.thingOf(part),
    standIn: scene.standInFor(part),
    at: masks[index] ?? words.length,
  }));
  const mentions = findMentions(clause.text);
  const kinds = kindsOf(parts, mentions, scene);
  const quotes = parts.flatMap(({ part }) => (part.as === "quote" || part.as === "passage" ? [part.text] : []));
  const listed = parts.flatMap(({ part }) =>
    part.as === "passage" && part.label !== null && LABEL_FIELDS.has(part.label) ? splitLabels(part.text) : [],
  );
  const labels = listed.length > 1 ? listed : labelsIn(clause, quotes);
  return {
    clause,
    words,
    said: clause.text,
    asks: clause.asks,
    mentions,
    parts,
    quotes,
    labels,
    hasLabels: labels !== null,
    kinds,
    pointsAtNothing: kinds.size === 0 && mentions.length > 0,
    products: [],
    made: [],
  };
}

function kindsOf(
  parts: readonly ScopedPart[],
  mentions: readonly Mention[],
  scene: ReferentIndex,
): ReadonlySet<BaseKind> {
  const kinds = new Set<BaseKind>();
  for (const { part, thing } of parts) {
    if (thing && part.as !== "code") kinds.add(mainKind(thing));
    else if (part.as === "file" && part.kind) kinds.add(part.kind);
  }
  const groups = scene.newestFirst;
  if (kinds.size > 0) {
    // "by the above canny image and a prompt 'a zoo'": words of its own don't hide the image it points at.
    for (const { kind } of mentions)
      if (kind !== null && MEDIA.has(kind) && groups.flat().some((thing) => mainKind(thing) === kind)) kinds.add(kind);
    return kinds;
  }
  const message = groups.filter((group) => group[0]?.era === "message");
  const near = message.length > 0 ? message : groups.slice(0, RECENT_LOG_GROUPS);
  const atHand = new Set(near.flat().map(mainKind));
  for (const mention of mentions) {
    if (mention.pronoun) continue;
    const meant = (atHand.size > 0 ? groups : [])
      .flat()
      .filter((thing) => mayMean(mention, thing) && (mention.kind !== null || mention.paper));
    for (const thing of meant) kinds.add(mainKind(thing));
    // "the text" of an image, before it has been read.
    if (meant.length === 0 && mention.kind !== null) for (const kind of atHand) kinds.add(kind);
    if (atHand.size === 0 && mention.kind !== null) kinds.add(mention.kind);
  }
  return kinds.size > 0 ? kinds : atHand;
}

const MEDIA: ReadonlySet<BaseKind> = new Set(["image", "audio", "video"]);
