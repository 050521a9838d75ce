import { sureLanguageOf } from "../../../words/identify-language.ts";
import type { Clause } from "../read/clauses.ts";
import { languageOfNamePart, languageOfWord } from "../read/languages.ts";
import type { Mention } from "../read/mentions.ts";
import { isLooseNoun, kindOfNoun, namesThing } from "../read/vocabulary.ts";
import { wordSet } from "../read/word-set.ts";
import { mainKind, type Referent, type ReferentIndex, union } from "./referents.ts";

/** Places in a row, counted from 0; from its end where they are negative. */
const PLACES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ first: 0, second: 1, third: 2, fourth: 3, fifth: 4, last: -1, latter: -1, former: 0 },
    ...{ "1st": 0, "2nd": 1, "3rd": 2, "4th": 3, "5th": 4, one: 0, two: 1, three: 2, four: 3, five: 4 },
  }),
);
/** Places and names are looked for in so much of a text: the patterns may go over its words once for each of them. */
const MAX_READ_CHARS = 1_000;
const ORDINAL =
  /(?:([\p{L}']+) )?\b(first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last|latter|former)\b(?: ([\p{L}'-]+))?/giu;
const NUMBERED = /\b(\p{L}+) ?#?([1-5]|one|two|three|four|five)\b(?! \p{L}+s\b)/giu;
const DETERMINERS = wordSet("the my our your his her their its this that of in on for from only both and");
/** After a place in a row that says no noun. */
const SMALL = wordSet(
  "and or but in into to is are was for with as on from by of then who what how where when which please aloud",
);

const namesFile = (word: string, row: readonly Referent[]): boolean =>
  namesThing(word) || row.some((thing) => nameWords(thing).some((name) => name.replace(/\d+$/, "") === stem(word)));

/** Those of a row that words name by their place in it: "the second", "photo 2". */
export function placedIn(text: string, row: readonly Referent[]): readonly Referent[] {
  if (row.length < 2) return [];
  const bare = text.slice(0, MAX_READ_CHARS).replaceAll(/@\w+/g, ",");
  const found = new Set<Referent | undefined>();
  const take = (place: string, noun: string | undefined): void => {
    const kind = noun === undefined ? undefined : kindOfNoun(noun);
    const alike = row.filter((thing) => mainKind(thing) === kind);
    const at = PLACES.get(place.toLowerCase()) ?? Number(place) - 1;
    found.add((alike.length > 1 ? alike : row).at(at));
  };
  for (const [, before, place = "", after] of bare.matchAll(ORDINAL)) {
    const isNoun = after === undefined || namesFile(after, row);
    const isMeant =
      before === undefined
        ? isNoun
        : DETERMINERS.has(before.toLowerCase()) && (isNoun || SMALL.has(after.toLowerCase()));
    if (isMeant) take(place, after);
  }
  // "The south one" is no first of its kind, "photo one" is.
  for (const [, noun = "", place = ""] of bare.matchAll(NUMBERED))
    if ((/\d/.test(place) ? namesFile(noun, row) : namesThing(noun)) && !noun.endsWith("s")) take(place, noun);
  return row.filter((thing) => found.has(thing));
}

/** After these, or one word later, a file may be called by a word of its name. */
const BEFORE_NAME = wordSet("the this that my our his her its in on of from for is to with and per about");
/** Words of names that say nothing of which one is meant. */
const EMPTY = wordSet(
  "the and for a of new old img dsc image photo picture file scan audio text final copy example test sample",
);
/** What is said of all names none. */
const OF_ALL = /\b(?:both|each|every|all|the one\b.*\bthe other)\b/i;

const COUNTS = wordSet("two three four five six 2 3 4 5 6");

const stem = (word: string): string => word.toLowerCase().replace(/s$/, "");

const nameWords = ({ name }: Referent): readonly string[] => {
  const bare = (name ?? "").toLowerCase().replace(/\.\w{1,5}$/, "");
  return [bare, ...bare.split(/[^\p{L}\p{N}]+/u)].map(stem);
};

/** The words that tell things from others: of their names, and of what was told of them. */
export const wordsOfThings = (things: readonly Referent[]): ReadonlySet<string> =>
  new Set(things.flatMap((thing) => [...nameWords(thing), ...wordsIn(thing.told).map(stem)]));

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}'_-]+/gu) ?? [];

/** Those of a row that have a word of their names, or else of what was told of them, to themselves which is among these. */
const calledBy = (said: ReadonlySet<string>, row: readonly Referent[]): readonly Referent[] =>
  [nameWords, ({ told }: Referent) => wordsIn(told).map(stem)]
    .map((wordsOf) => havingAlone(said, row, wordsOf))
    .find((found) => found.length > 0) ?? [];

function havingAlone(
  said: ReadonlySet<string>,
  row: readonly Referent[],
  wordsOf: (thing: Referent) => readonly string[],
): readonly Referent[] {
  const words = row.map(wordsOf);
  return row.filter((_, at) =>
    words[at]?.some(
      (word) =>
        said.has(word) &&
        !EMPTY.has(word) &&
        (word.length > 2 || /\p{L}\p{N}/u.test(word)) &&
        !words.some((others, other) => other !== at && others.includes(word)),
    ),
  );
}

/** Those of a row that words call by their names: "the plan" of facade.jpg and plan.pdf. */
export function calledIn(text: string, row: readonly Referent[]): readonly Referent[] {
  const read = text.slice(0, MAX_READ_CHARS);
  if (row.length < 2 || OF_ALL.test(read)) return [];
  const words = wordsIn(read);
  const isBefore = (word: string | undefined): boolean =>
    word !== undefined && (BEFORE_NAME.has(word) || word.endsWith("'s"));
  // "The two quotes" are several, and not the one whose name has that word.
  const isCounted = (at: number): boolean => COUNTS.has(words[at - 1] ?? "") && words[at]?.endsWith("s") === true;
  const names = words.filter((_, at) => !isCounted(at) && (isBefore(words[at - 1]) || isBefore(words[at - 2])));
  return calledBy(new Set(names.map(stem)), row);
}

/** Files that a clause names: by themselves, their places, or words of their names. */
export function namedIn(
  { text, parts }: Clause,
  row: readonly Referent[],
  referents: ReferentIndex,
): readonly Referent[] {
  const files = parts.flatMap(({ part }) => (part.as === "file" ? (referents.thingOf(part) ?? []) : []));
  const placed = placedIn(text, row);
  if (files.length > 0) return files.length >= row.length && placed.length > 0 ? placed : files;
  return placed.length > 0 ? placed : calledIn(text, row);
}

/** The language of a thing as far as it can be told without running anything. */
function languageOf(thing: Referent): string | undefined {
  const guessed = thing.language ?? sureLanguageOf(thing.words ?? "")?.name;
  return (
    guessed ??
    nameWords(thing)
      .map(languageOfNamePart)
      .find((language) => language !== undefined)?.name
  );
}

const MADE = wordSet("new edited modified generated resulting result created produced enhanced cleaned output latest");
const GIVEN = wordSet("original source initial uploaded attached input");

/**
 * What a mention means among groups of things, the newest group first: by language, name or place, by being made or
 * given, or else all of the newest group. Empty where nothing answers to it.
 * @param saidBefore what was said before, for "the other one"
 */
export function meantBy(
  { words, plural }: Pick<Mention, "words" | "plural">,
  groups: readonly (readonly Referent[])[],
  saidBefore: string,
): readonly Referent[] {
  const all = groups.flat();
  const language = words.map(languageOfWord).find((found) => found !== undefined);
  if (language) return all.filter((thing) => languageOf(thing) === language.name);
  // "The first picture" of many turns with one each is the oldest.
  const row = groups.find((group) => group.length > 1) ?? all.filter(({ name }) => name !== null).toReversed();
  if (words.some((word) => word === "other" || word === "others")) {
    const others = othersOf(row, saidBefore, all);
    return plural ? others : others.slice(-1);
  }
  const said = new Set(words.filter((word) => !isLooseNoun(word)).map(stem));
  const called = groups.map((group) => calledBy(said, group)).find((found) => found.length > 0) ?? calledBy(said, all);
  if (called.length > 0) return called;
  for (const word of words) {
    const place = /^(?:one|two|three|four|five)$/.test(word) ? undefined : PLACES.get(word);
    const chosen =
      place !== undefined
        ? row.at(place)
        : MADE.has(word)
          ? all.find(({ made }) => made)
          : GIVEN.has(word)
            ? all.find(({ made }) => !made)
            : undefined;
    if (chosen) return [chosen];
  }
  return groups[0] ?? [];
}

/** Those of a row that words name by their places or names, or by what was told of them. */
export const spokenOf = (text: string, row: readonly Referent[]): readonly Referent[] =>
  union([placedIn(text, row), calledIn(text, row), row.filter(({ name }) => name !== null && text.includes(name))]);

/** Those of a row that were not spoken of before, or else of which nothing was made or told yet; all where nothing tells them apart. */
function othersOf(row: readonly Referent[], saidBefore: string, all: readonly Referent[]): readonly Referent[] {
  const done = row.filter((thing) => thing.told !== "" || all.some((other) => isVersionOf(other, thing)));
  const left = [spokenOf(saidBefore, row), done].map((gone) => row.filter((thing) => !gone.includes(thing)));
  return left.find(({ length }) => length > 0 && length < row.length) ?? row;
}

/** By their names: "photo-blurred.jpg" was made of photo.png. */
const isVersionOf = ({ name, made }: Referent, source: Referent): boolean =>
  made && name !== null && source.name !== null && name.startsWith(`${source.name.replace(/\.\w{1,5}$/, "")}-`);
