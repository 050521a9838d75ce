import type { Port } from "../../../domain/task-types/index.ts";
import { isAskedPart, quotedTexts } from "../read/asked-parts.ts";
import { union } from "./about.ts";
import { comesFrom, placedIn } from "./at-hand.ts";
import { chooseObjects } from "./choose.ts";
import { listedTexts } from "./listed-texts.ts";

import type { SketchTask } from "./order.ts";
import { pastedFor } from "./pasted.ts";
import { objectPort } from "./ports.ts";
import { mainKind, type Referent, referentOfWords, valueFor } from "./referent-index.ts";
import type { ScopedPart } from "./scope.ts";

const ALL = /\b(?:both|all|each|every|everything|these|those|them|lot)\b/i;

/** The things that a task works on, as its links, its clause and what is at hand tell; empty when there is nothing. */
export function objectsOf(order: SketchTask, port = objectPort(order.type)): readonly Referent[] {
  if (!port) return [];
  const fits = (thing: Referent): boolean => valueFor(thing, port) !== null;
  const own = ownTexts(order, fits);
  if (own.length > 0) return own;
  const givers = newestOf(order, order.givers.filter(fits));
  const named = namedFor(order, fits);
  if (givers.length > 0) return givenTo(order, givers, named, fits);
  const result = OF_RESULT.test(order.clause.text) ? order.made.findLast(fits) : stepBefore(order, fits);
  if (result) return [result];
  const files = named.filter(fits);
  if (files.length > 0) return files;
  const placed = fitsWords(port) ? placedQuotes(order) : [];
  if (placed.length > 0) return placed;
  const parts = order.scope.parts.filter(isMaterial);
  const hasWords = hasTexts(order) || parts.some(({ thing }) => thing?.words != null && fits(thing));
  if (
    !hasWords &&
    fitsWords(port) &&
    !order.shop.scene.newestFirst.some((group) => group.some((thing) => isFileOfNow(thing) && fits(thing)))
  ) {
    const pasted = pastedFor(order.layout, order.home);
    const isBack = order.shop.scene.newestFirst.some((group) =>
      group.some((thing) => thing.era === "log" && fits(thing)),
    );
    if (pasted !== null && (!isBack || pasted.split(/\s+/).length >= MIN_WORDS_BESIDE_LOG))
      return textsOf(order, pasted);
  }
  const chosen = chooseObjects(order.type, port, order.scope, parts, order.shop);
  const direct = chosen.filter(fits).flatMap((thing) => (thing.words === null ? [thing] : textsOf(order, thing.words)));
  return oneOfEarlier(order, direct.length > 0 ? direct : chosen);
}

/**
 * Texts that stand in a task's own clause, where what it is linked to speaks in another and is not pointed at: "summarize
 * 'a long text' and translate 'good morning'".
 */
function ownTexts({ clause, givers, scope, layout, home, place }: SketchTask, fits: (thing: Referent) => boolean) {
  const isAlone = layout.claims[home]?.every((other) => other === place) === true;
  if (givers.length === 0 || !isAlone || scope.mentions.length > 0) return [];
  return clause.parts.flatMap(({ part }) => {
    const own = scope.parts.find((scoped) => scoped.part === part);
    return own?.thing?.words != null && isMaterial(own) && fits(own.thing) ? [own.thing] : [];
  });
}

/** What "it" is in "make it grey, then crop it": what was made last, of words only where this is said to come next. */
function stepBefore({ made, scope, clause, layout }: SketchTask, fits: (thing: Referent) => boolean) {
  const last = made.at(-1);
  const isPointed = scope.mentions.some(({ pronoun, plural }) => pronoun && !plural);
  if (!last || !isPointed || !fits(last) || clause.parts.some(({ part }) => part.as === "file")) return undefined;
  const isNext = NEXT.test(layout.reading.masked.slice(0, clause.start));
  return isNext || (mainKind(last) !== "text" && last.worth === "source") ? last : undefined;
}
const NEXT = /\b(?:then|next|afterwards|after that|finally|lastly)[, ]*$/i;

/** "the new image", "the resulting text": what this request makes. */
const OF_RESULT =
  /\b(?:the|this|that|its?) (?:new(?:ly \p{L}+)?|generated|resulting|created|produced|edited|result\b)/iu;

/** Where a text of an earlier turn can be meant, fewer words are a remark. */
const MIN_WORDS_BESIDE_LOG = 8;
const ONE_BY_ONE =
  /\b(?:each|every|separately|one by one|these|both|(?:two|three|four|five) (?:[\p{L}-]+ )?(?:lines?|sentences?|comments?|reviews?|answers?|texts?|messages?))\b/iu;

/** A text, or those that it enumerates where they are to be taken one by one. */
function textsOf({ type, clause }: SketchTask, words: string): readonly Referent[] {
  const isSplit = type.inputs.some(({ many }) => many) || ONE_BY_ONE.test(clause.text);
  const items = isSplit ? listedTexts(words) : [];
  return (items.length > 0 ? items : [words]).map((item) => referentOfWords(item));
}

const fitsWords = (port: Port): boolean => port.kinds.includes("text");
const isFileOfNow = (thing: Referent): boolean => thing.name !== null && thing.era === "message";
const isMaterial = ({ part }: ScopedPart): boolean => part.as !== "code" && !isAskedPart(part);

/** Of a result and what was made of it only the latter goes on, unless both are spoken of. */
const newestOf = ({ clause, type }: SketchTask, givers: readonly Referent[]): readonly Referent[] =>
  ALL.test(clause.text) || type.inputs.some(({ many }) => many)
    ? givers
    : givers.filter((giver) => !givers.some((other) => other !== giver && comesFrom(other, [giver])));

/** Whether the request holds a quotation or passage, wherever it stands, that may be meant. */
const hasTexts = ({ layout }: SketchTask): boolean => quotedTexts(layout.reading.parts).length > 0;

/** Of what the linked tasks gave, that which was made of the files that the clause names; and files named besides. */
function givenTo(
  order: SketchTask,
  givers: readonly Referent[],
  named: readonly Referent[],
  fits: (thing: Referent) => boolean,
): readonly Referent[] {
  if (named.length === 0) {
    const placed = placedIn(order.clause.text, givers);
    return placed.length > 0 ? placed : givers;
  }
  const meant = givers.filter((giver) => comesFrom(giver, named));
  const besides = named.filter((thing) => fits(thing) && !givers.some((giver) => comesFrom(giver, [thing])));
  const all = union([besides, meant]);
  return all.length > 0 ? all : givers;
}

/** Files that the clause names. One that reads for others reads theirs too. */
function namedFor({ about, takersAbout, clause }: SketchTask, fits: (thing: Referent) => boolean): readonly Referent[] {
  if (about.length > 0) return union([about, takersAbout.filter(fits)]);
  return ALL.test(clause.text) ? [] : takersAbout.filter(fits);
}

/** "put only the third into Latin": of several quotations of the request, those that the clause names by their place. */
function placedQuotes({ clause, layout, shop }: SketchTask): readonly Referent[] {
  const quotes = layout.reading.parts.flatMap(({ part }) =>
    part.as === "quote" && !part.asked ? [shop.scene.thingOf(part) ?? []].flat() : [],
  );
  const own = clause.parts.filter(({ part }) => part.as === "quote").length;
  return own === 1 ? [] : placedIn(clause.text, quotes);
}

const DERIVED =
  /summary|transcript|translat|edited|marked|result|answer|caption|draft|drawing|painting|cartoon|vintage|art\b/i;
const TO_ORIGINAL = /\b(?:original|source|first|not the (?:summary|translation))\b/i;

/** Of several things of one earlier turn a clause in the singular means one: the newest, or the original for a closer look. */
function oneOfEarlier({ clause, type }: SketchTask, things: readonly Referent[]): readonly Referent[] {
  const [first, second] = things;
  if (!first || !second || ALL.test(clause.text)) return things;
  if (!things.every((thing) => thing.era === "log" && mainKind(thing) === mainKind(first))) return things;
  const derived = things.filter(({ name }) => DERIVED.test(name ?? ""));
  const original = things.find((thing) => !derived.includes(thing));
  if (TO_ORIGINAL.test(clause.text) && original) return [original];
  const isText = mainKind(first) === "text";
  return isText && ANALYSES.has(type.name) && original ? [original] : things.slice(-1);
}

/** These look into a text, and want it whole. */
const ANALYSES: ReadonlySet<string> = new Set([
  "question-answering",
  "token-classification",
  "text-classification",
  "zero-shot-classification",
  "language-identification",
  "feature-extraction",
]);
