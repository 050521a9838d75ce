import { composeGuided, composerOf, inLanguage } from "./compose/index.ts";
import { CONTROLS } from "./cues/index.ts";
import { languagePair } from "./languages.ts";
import type { PlanBuilder } from "./plan-builder.ts";
import type { Intent } from "./recognise.ts";
import { mainKind, type Referent, valueFor } from "./referent-index.ts";
import type { ClauseScope, ScopedPart } from "./scope.ts";
import { guidesNewImage } from "./wording.ts";

/** Makes the tasks of a clause: what its nouns name first, then what its verbs do, reading aloud last. */
export function composeClause(intents: readonly Intent[], scope: ClauseScope, shop: PlanBuilder): Referent[] {
  const products = inDataOrder(
    intents.filter(({ role }) => role !== "act"),
    scope.words,
  );
  const acts = intents.filter(({ role }) => role === "act");
  const isGuided = guidesNewImage(intents);
  const owned = new Set<ScopedPart>();
  const results: Referent[] = [];
  for (const intent of products) {
    const own = ownParts(intent, intents, scope);
    for (const part of own) owned.add(part);
    const known = existing(intent, own, scope, { isGuided, isConsumed: acts.length > 0 }, shop);
    if (!known && intent.role === "reference") continue;
    const things = known ?? composerOf(intent.type)(intent, scope, own, shop);
    scope.products.push(...things);
    shop.scene.add(things.filter((thing) => thing.era === "message"));
    results.push(...things);
  }
  const free = scope.parts.filter((part) => !owned.has(part));
  for (const intent of acts.toSorted((a, b) => Number(isDelivery(a)) - Number(isDelivery(b)))) {
    const things = MAKES_IMAGE.has(intent.type)
      ? makeImage(intent, scope, free, shop)
      : composerOf(intent.type)(intent, scope, free, shop);
    if (things.length === 0) continue;
    scope.made.push(things);
    shop.scene.add(things);
    results.push(...things);
  }
  return [...results, ...spokenIn(acts, scope, shop)];
}

/** A new image by a map, from an image, or from words alone. */
function makeImage(
  intent: Intent,
  scope: ClauseScope,
  free: readonly ScopedPart[],
  shop: PlanBuilder,
): readonly Referent[] {
  const maps = scope.products.filter((thing) => thing.worth === "map");
  const images = maps.length > 0 ? maps : modelsFor(intent, scope, free, shop);
  const [model] = images;
  if (model?.worth === "map") return composeGuided(intent, model, scope, free, shop);
  return composerOf(model ? "image-to-image" : intent.type)(
    model ? { ...intent, type: "image-to-image" } : intent,
    scope,
    free,
    shop,
  );
}

const FROM_POINTED = /\b(?:use|using|from|with|by|based on|like|of) (?:it|this|that|them|the|these|those)\b/;

/** The image that a new one is made from: a file of the clause, or one that it points at. */
function modelsFor(
  intent: Intent,
  scope: ClauseScope,
  free: readonly ScopedPart[],
  shop: PlanBuilder,
): readonly Referent[] {
  const named = free.flatMap(({ thing }) => (thing && mainKind(thing) === "image" ? [thing] : []));
  if (named.length > 0) return named;
  const points =
    FROM_POINTED.test(scope.words) && scope.mentions.some((mention) => mention.kind === "image" || mention.pronoun);
  if (!points || scope.products.length > 0) return [];
  const newest =
    shop.scene.newestFirst
      .map((group) => group.filter((thing) => thing.words === null))
      .find((group) => group.length > 0) ?? [];
  const mentionsImage = scope.mentions.some((mention) => mention.kind === "image");
  return newest.filter(
    (thing) =>
      mainKind(thing) === "image" && (thing.worth === "map" || mentionsImage || intent.type === "image-to-image"),
  );
}

const MAKES_IMAGE: ReadonlySet<string> = new Set(["text-to-image", "image-to-image"]);
const DETECTORS: ReadonlySet<string> = new Set(CONTROLS.map(({ detector }) => detector));
const isDelivery = ({ type }: Intent): boolean => type === "text-to-speech";

/** "a summary from the transcript": what comes after "of" or "from" is made first. */
function inDataOrder(products: readonly Intent[], words: string): readonly Intent[] {
  const ordered: Intent[] = [];
  for (const product of products) {
    const last = ordered.at(-1);
    const between = last ? words.slice(last.end, product.at) : "";
    if (last && /^\s*(?:of|from|for|out of|based on|on)\b[^,]{0,30}$/.test(between)) ordered.splice(-1, 0, product);
    else ordered.push(product);
  }
  return ordered;
}

/** The parts that a noun owns: those between it and the next cue. */
function ownParts(intent: Intent, intents: readonly Intent[], scope: ClauseScope): readonly ScopedPart[] {
  const next = Math.min(...intents.filter(({ at }) => at > intent.at).map(({ at }) => at), Number.POSITIVE_INFINITY);
  return scope.parts.filter(({ at }) => at >= intent.at && at < next);
}

const DEFINITE =
  /(?:\b(?:the|that|this|these|those|its|his|her|their|above|previous|resulting|said)(?: [\w-]+){0,2} )$/;

/** What a noun refers to when that is already there: "the summary" after one was made, "the above canny image". */
function existing(
  intent: Intent,
  own: readonly ScopedPart[],
  scope: ClauseScope,
  { isGuided, isConsumed }: { readonly isGuided: boolean; readonly isConsumed: boolean },
  shop: PlanBuilder,
): readonly Referent[] | null {
  if (own.some(({ part }) => part.as === "file")) return null;
  const before = scope.words.slice(0, intent.at);
  const isDefinite = DEFINITE.test(before) && !/\ban? $/.test(before);
  const made = shop.newestOf(intent.type);
  if (made.length > 0 && (isDefinite || isGuided)) return made;
  // Asked for once more, and not as something to work on, it is made once more.
  if (!isConsumed || (!isDefinite && !isGuided)) return null;
  const groups = shop.scene.newestFirst;
  if (DETECTORS.has(intent.type)) {
    const kind = shop.ontology.get(intent.type)?.outputs[0]?.kinds[0];
    const map = groups.flat().find((thing) => thing.values[0]?.kind === kind);
    return map &&
      !groups.some((group) =>
        group.some((thing) => thing.era === "message" && mainKind(thing) === "image" && thing.worth === "source"),
      )
      ? [map]
      : null;
  }
  if (!isDefinite || groups.some((group) => group[0]?.era === "message")) return null;
  const said = groups.flat().find((thing) => thing.made && mainKind(thing) === "text");
  return said ? [said] : null;
}

/** Results in words are translated when the clause names a language: "describe photo.jpg in French". */
function spokenIn(acts: readonly Intent[], scope: ClauseScope, shop: PlanBuilder): readonly Referent[] {
  const { targets } = languagePair(scope.clause.text);
  const last = scope.made.at(-1) ?? (acts.length === 0 ? scope.products : undefined);
  if (targets.length === 0 || !last || acts.some(({ type }) => NAMES_LANGUAGE_ITSELF.has(type))) return [];
  const port = shop.ontology.get("translation")?.inputs[0];
  const texts = last.filter((thing) => port && mainKind(thing) === "text" && valueFor(thing, port));
  const translated = texts.flatMap((thing) => targets.map(({ name }) => inLanguage(thing, name, shop)));
  shop.scene.add(translated);
  return translated;
}

const NAMES_LANGUAGE_ITSELF: ReadonlySet<string> = new Set([
  "translation",
  "text-to-speech",
  "language-identification",
  "text-generation",
  "text2text-generation",
  "sentence-similarity",
]);
