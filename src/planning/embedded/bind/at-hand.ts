import type { Clause } from "../read/clauses.ts";
import { isLooseNoun, isPaper, kindOfNoun } from "../read/vocabulary.ts";
import { ORDINALS } from "./pick.ts";
import { mainKind, type Referent, type ReferentIndex, sameReferent } from "./referent-index.ts";

/** The files of the message in the order in which they came, or else those of the newest turn that has any. */
export function filesAtHand(scene: ReferentIndex): readonly Referent[] {
  const groups = scene.newestFirst.map((group) => group.filter((thing) => thing.name !== null && thing.task === null));
  const isNow = (thing: Referent): boolean => thing.era === "message";
  const files = groups.find((group) => group.some(isNow)) ?? groups.find((group) => group.length > 0) ?? [];
  return files.slice(0, MAX_FILES);
}

/** Nobody tells more apart by words. */
const MAX_FILES = 32;

const PLACES: Readonly<Record<string, number>> = {
  ...ORDINALS,
  last: -1,
  latter: -1,
  former: 0,
  one: 0,
  two: 1,
  three: 2,
  four: 3,
  five: 4,
  "1": 0,
  "2": 1,
  "3": 2,
  "4": 3,
  "5": 4,
};
const ORDINAL =
  /(?:([\p{L}']+) )?\b(first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last|latter|former)\b(?: ([\p{L}'-]+))?/giu;
const NUMBERED = /\b(\p{L}+) ?#?([1-5]|one|two|three|four|five)\b(?! \p{L}+s\b)/giu;
/** Before a place in a row. */
const DETERMINERS: ReadonlySet<string> = new Set(
  "the my our your his her their its this that of in on for from only only both and".split(" "),
);
/** What else has a place in a row. */
const INNER = new Set(
  "page paragraph line row column sentence chapter half name time times question step day person man woman place prize word part section floor point aid version draft thing language class week month year act scene impression sight".split(
    " ",
  ),
);
const EXTRA_NOUNS: ReadonlySet<string> = new Set("tape memo voicemail still shot call interview house side".split(" "));

const namesFile = (word: string): boolean =>
  kindOfNoun(word) !== undefined || isLooseNoun(word) || isPaper(word) || EXTRA_NOUNS.has(word.toLowerCase());

/** Those of a row that a clause names by their place in it: "the second", "photo 2". */
export function placedIn(text: string, row: readonly Referent[]): readonly Referent[] {
  if (row.length < 2) return [];
  const bare = text.replaceAll(/@\w+/g, ",");
  const found = new Set<Referent>();
  const take = (word: string, noun: string | undefined): void => {
    const kind = noun === undefined ? undefined : kindOfNoun(noun);
    const alike = kind === undefined ? row : row.filter((thing) => mainKind(thing) === kind);
    const thing = (alike.length > 1 ? alike : row).at(PLACES[word.toLowerCase()] ?? row.length);
    if (thing) found.add(thing);
  };
  for (const [, before, word = "", after] of bare.matchAll(ORDINAL)) {
    const isDetermined = before !== undefined && DETERMINERS.has(before.toLowerCase());
    const opens = before === undefined && (after === undefined || namesFile(after));
    if ((isDetermined || opens) && !(after !== undefined && INNER.has(after.toLowerCase()))) take(word, after);
  }
  for (const [, noun = "", word = ""] of bare.matchAll(NUMBERED))
    if (namesFile(noun) && !/s$/i.test(noun) && !INNER.has(noun.toLowerCase())) take(word, noun);
  return row.filter((thing) => found.has(thing));
}

/** After these, or one word later, a file may be called by a word of its name. */
const BEFORE_NAME: ReadonlySet<string> = new Set(
  "the this that my our his her its in on of from for is to with and per about".split(" "),
);
const EMPTY: ReadonlySet<string> = new Set(
  "the and for new old img dsc image photo picture file scan audio text final copy".split(" "),
);

/** What is said of all names none. */
const OF_ALL = /\b(?:both|each|every|all|the one\b.*\bthe other)\b/i;

const stem = (word: string): string => word.toLowerCase().replace(/s$/, "");

/** Words of each file's name that no other file of the row has in its own. */
function ownWords(row: readonly Referent[]): readonly ReadonlySet<string>[] {
  const words = row.map(({ name }) => {
    const bare = (name ?? "").toLowerCase().replace(/\.\w{1,5}$/, "");
    return new Set([bare, ...bare.split(/[^\p{L}\p{N}]+/u)].map(stem));
  });
  return words.map((own, at) => {
    const others = words.filter((_, other) => other !== at);
    return new Set(
      [...own].filter(
        (word) =>
          !EMPTY.has(word) && (word.length > 2 || /\p{L}\p{N}/u.test(word)) && !others.some((other) => other.has(word)),
      ),
    );
  });
}

/** Those of a row that a clause calls by a word of their names: "the plan" of facade.jpg and plan.pdf. */
export function calledIn(text: string, row: readonly Referent[]): readonly Referent[] {
  if (row.length < 2) return [];
  if (OF_ALL.test(text)) return [];
  const words = text.toLowerCase().match(/[\p{L}\p{N}'_-]+/gu) ?? [];
  const said = new Set(
    words
      .filter((_, at) =>
        [words[at - 1], words[at - 2]].some(
          (word) => word !== undefined && (BEFORE_NAME.has(word) || word.endsWith("'s")),
        ),
      )
      .map(stem),
  );
  const own = ownWords(row);
  return row.filter((_, at) => [...(own[at] ?? [])].some((word) => said.has(word)));
}

/** Files that a clause names: by their masks, their places, or words of their names. */
export function namedIn(clause: Clause, row: readonly Referent[], scene: ReferentIndex): readonly Referent[] {
  const masked = clause.parts.flatMap(({ part }) => (part.as === "file" ? (scene.thingOf(part) ?? []) : []));
  if (masked.length > 0) {
    const placed = placedIn(clause.text, row);
    return masked.length >= row.length && placed.length > 0 ? placed : masked;
  }
  const placed = placedIn(clause.text, row);
  return placed.length > 0 ? placed : calledIn(clause.text, row);
}

/** Whether a thing is one of these, or was made of one. */
export const comesFrom = (thing: Referent, sources: readonly Referent[]): boolean =>
  sources.some((source) => sameReferent(source, thing)) || thing.from.some((giver) => comesFrom(giver, sources));
