import { plural } from "./nouns.ts";
import { similarity, type WordVectors } from "./vectors.ts";

/** How a request asks for things in pictures. */
export interface AskedThings {
  /**
   * `count`: how many there are; `presence`: whether there are any; `which`: in which of several pictures;
   * `more`: of which of two kinds there are more.
   */
  readonly form: "count" | "presence" | "which" | "more";
  /** As they are called: "zebras", "baseball glove"; empty where all things are meant ("objects"). */
  readonly things: readonly string[];
}

/** Longer requests ask further up, or tell a story. */
const MAX_READ_CHARS = 1_000;

const DETERMINERS = "(?:(?:a|an|any|the|some|one|single|all|all the|of the|different|individual) )*";
/** Words that end the name of a thing: prepositions, auxiliaries, pronouns, conjunctions. */
const ENDS =
  "(?:in|on|at|of|with|within|among|inside|across|are|is|was|were|do|does|did|can|could|there|you|we|i|it|they|this|that|these|those|here|have|has|appear|appears|and|or|but|than|to|for|from|by|visible|shown|present|please|total|altogether|together|anywhere|somewhere|each)";
const NAME = `${DETERMINERS}((?:(?!${ENDS}\\b)[\\p{L}-]+ ?){1,4})`;

/** Where the name of a thing stands: grammar's closed classes on its left, of which English has no more. */
const FRAMES: readonly (readonly [form: AskedThings["form"], frame: RegExp])[] = [
  ["more", new RegExp(`\\b(?:more|fewer) ${NAME}\\b(?:than|or) ${NAME}`, "iu")],
  ["count", new RegExp(`\\bhow many ${NAME}`, "iu")],
  ["count", new RegExp(`\\b(?:count|number of) ${NAME}`, "iu")],
  [
    "which",
    new RegExp(`\\bwhich\\b.{0,60}?\\b(?:show|shows|contain|contains|has|have|include|includes|with) ${NAME}`, "iu"),
  ],
  ["presence", new RegExp(`\\b(?:is|are) there ${NAME}`, "iu")],
  [
    "presence",
    new RegExp(
      `\\b(?:show|shows|contain|contains|has|have|include|includes|see|spot|find|feature|features) ${NAME}`,
      "iu",
    ),
  ],
];

/** Words for whatever can be found. */
const ANYTHING: ReadonlySet<string> = new Set([
  "object",
  "objects",
  "thing",
  "things",
  "item",
  "items",
  "many",
  "stuff",
]);

/** The things that a request asks for, and how; null where it asks in none of these ways. English. */
export function readAskedThings(request: string): AskedThings | null {
  const text = request.slice(0, MAX_READ_CHARS).replace(/\s+/g, " ");
  for (const [form, frame] of FRAMES) {
    const names = frame.exec(text)?.slice(1);
    if (!names) continue;
    const things = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== "" && !ANYTHING.has(name));
    const asksWhich = form === "count" && /\bwhich\b/i.test(text);
    return { form: asksWhich ? "which" : form, things };
  }
  return null;
}

/**
 * Nearer words mean the same kind of thing. "puppy" is 0.72 from "dog", "sofa" 0.68 from "couch"; kinds that only
 * belong together, such as "knife" and "fork", stay apart because the nearest of all labels is taken.
 */
const MIN_SIMILARITY = 0.6;

/**
 * The label that is meant by the name of a thing: its singular or plural, or the nearest by the meaning of its words.
 * Null where none is near enough. @param vectors null, where only forms of the labels themselves are known
 */
export function labelMeant(thing: string, labels: readonly string[], vectors: WordVectors | null): string | null {
  const words = thing.toLowerCase();
  const isForm = (name: string, label: string): boolean => name === label || name === plural(label);
  const same = labels.find((label) => isForm(words, label.toLowerCase()));
  if (same !== undefined) return same;
  // "brown dogs", "teddy bears": the end of a name says what it is.
  const ending = labels
    .filter((label) => [label, plural(label)].some((form) => words.endsWith(` ${form.toLowerCase()}`)))
    .toSorted((one, other) => other.length - one.length)[0];
  if (ending !== undefined) return ending;
  const head = words.split(" ").at(-1) ?? "";
  const meant = vectors?.vectorOf(head);
  if (!vectors || !meant) return null;
  let best: string | null = null;
  let nearest = MIN_SIMILARITY;
  for (const label of labels) {
    const vector = vectors.meanOf(label.toLowerCase().split(" "));
    const near = vector ? similarity(meant, vector) : 0;
    if (near >= nearest) [best, nearest] = [label, near];
  }
  return best;
}
