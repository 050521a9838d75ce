import { BASE_KINDS, type BaseKind, baseKind } from "../../../domain/kinds.ts";
import { BUILT_IN_TASK_TYPES, type Ontology, type TaskType } from "../../../domain/task-types/index.ts";
import { isLooseNoun, kindOfNoun } from "../read/vocabulary.ts";
import { type SaidWord, saidWords, stemOf } from "./said-words.ts";

/** A stretch of a clause's cue words. */
interface Span {
  readonly at: number;
  readonly end: number;
}

/** A deployment's own task type that a clause speaks of. */
export interface OwnIntent extends Span {
  readonly type: string;
}

/** What a clause says of a deployment's own task types. */
export interface OwnHearing {
  readonly intents: readonly OwnIntent[];
  /** One that most telling words speak for: worth a try when nothing else is heard. */
  readonly likely: OwnIntent | null;
}

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_TASK_TYPES.map(({ name }) => name));
const ownTypes = new WeakMap<Ontology, readonly TaskType[]>();

/** The task types that a deployment adds to those built in. */
export function ownTypesOf(ontology: Ontology): readonly TaskType[] {
  const known = ownTypes.get(ontology) ?? ontology.all.filter(({ name }) => !BUILT_IN.has(name));
  ownTypes.set(ontology, known);
  return known;
}

const SMALL_WORDS: ReadonlySet<string> = new Set(
  "a an the this that these those some any each every all both of in on at from for to into with out by as and or , my your our its their it them me us i you we please can could will would want need run do use apply perform what which who that's is are be do does".split(
    " ",
  ),
);
/** Says what is worked on, and not what is done: masks, and what any file or picture is called. */
export const isIdle = (word: string): boolean =>
  SMALL_WORDS.has(word) || word.startsWith("@") || isLooseNoun(word) || NAMES_KIND.has(kindOfNoun(word) ?? word);
const NAMES_KIND: ReadonlySet<string> = new Set(BASE_KINDS);

/** Verbs between which people don't choose: "get", "find", "read" and "extract" the subtitles. */
const SEEKS: ReadonlySet<string> = new Set(
  "detect extract find get give identify locate read recognise show spot".split(" ").map(stemOf),
);
const meaningOf = (stem: string): string => (SEEKS.has(stem) ? "find" : stem);

interface Phrase {
  readonly type: TaskType;
  readonly isName: boolean;
  readonly words: readonly SaidWord[];
  readonly meanings: readonly string[];
}

const phrases = new WeakMap<Ontology, readonly Phrase[]>();

function phrasesOf(ontology: Ontology): readonly Phrase[] {
  const known = phrases.get(ontology) ?? ownTypesOf(ontology).flatMap(readPhrases);
  phrases.set(ontology, known);
  return known;
}

/** Names in all their words; of the description what its first clause tells, as more only explains. */
function readPhrases(type: TaskType): readonly Phrase[] {
  const read = (text: string, isName: boolean): Phrase => {
    const words = saidWords(text).filter(({ word }) => !(isName ? SMALL_WORDS.has(word) : isIdle(word)));
    return { type, isName, words, meanings: [...new Set(words.map(({ stem }) => meaningOf(stem)))] };
  };
  const described = type.description.split(/[.,;:(]/, 1)[0] ?? "";
  return [...[type.name, ...type.aliases].map((name) => read(name, true)), read(described, false)];
}

interface Match {
  readonly phrase: Phrase;
  readonly words: readonly SaidWord[];
  readonly isCalled: boolean;
  readonly fits: boolean;
}

/** One telling word is in many requests that mean something else. */
const MIN_TELLING_WORDS = 2;
/** Of a description's telling words, where nothing else is heard. */
const LIKELY_SHARE = 2 / 3;

/**
 * Hears a deployment's own task types, by name, alias or the words of their description. Of those that the same words
 * speak for, the one that is called by name is meant, else the one for the `kinds` in sight, else the one more is said of.
 * @param said the clause in the user's words
 * @param heard its cue words, blank where they are not to be heard
 * @param named other task types that are called by name; a name within a longer one is not meant
 */
export function hearOwn(
  said: string,
  heard: string,
  kinds: ReadonlySet<BaseKind>,
  named: readonly Span[],
  ontology: Ontology,
): OwnHearing {
  const known = phrasesOf(ontology);
  if (known.length === 0) return { intents: [], likely: null };
  const words = saidWords(said, heard);
  // The first word of each meaning, as there may be far more phrases than words.
  const byMeaning = new Map(words.toReversed().map((word) => [meaningOf(word.stem), word] as const));
  const telling = words.filter(({ word }) => !SMALL_WORDS.has(word));
  const matches = known
    .map((phrase) => matchOf(phrase, telling, byMeaning, kinds))
    .filter((match) => match.words.length > 0 && !named.some((name) => isWithin(spanOf(match), name)))
    .toSorted(
      (a, b) =>
        Number(b.isCalled) - Number(a.isCalled) ||
        Number(b.fits) - Number(a.fits) ||
        b.words.length - a.words.length ||
        literal(b) - literal(a),
    );
  const taken: Match[] = [];
  for (const match of matches) {
    if (!match.isCalled && match.words.length < match.phrase.meanings.length) continue;
    if (taken.some((other) => match.words.every((word) => other.words.includes(word)))) continue;
    if (!taken.some((other) => other.phrase.type === match.phrase.type)) taken.push(match);
  }
  const likely = matches.find(({ fits, phrase }) => fits && !phrase.isName);
  return { intents: taken.map(intentOf), likely: likely ? intentOf(likely) : null };
}

function matchOf(
  phrase: Phrase,
  telling: readonly SaidWord[],
  byMeaning: ReadonlyMap<string, SaidWord>,
  kinds: ReadonlySet<BaseKind>,
): Match {
  const fits = phrase.type.inputs.some((port) => port.kinds.some((kind) => kinds.has(baseKind(kind))));
  const called = phrase.isName ? calledBy(phrase, telling) : [];
  if (called.length > 0) return { phrase, words: called, isCalled: true, fits };
  const told = phrase.meanings.flatMap((meaning) => byMeaning.get(meaning) ?? []);
  const needed = phrase.isName ? phrase.meanings.length : phrase.meanings.length * LIKELY_SHARE;
  const isHeard = told.length >= MIN_TELLING_WORDS && told.length >= needed;
  return { phrase, words: isHeard ? told : [], isCalled: false, fits };
}

/** The telling words of a clause that are a name, in a row whatever small words stand between; a name of one word only to the letter. */
function calledBy({ words: name }: Phrase, telling: readonly SaidWord[]): readonly SaidWord[] {
  const from = telling.findIndex((_, start) =>
    name.every(({ word, stem }, offset) =>
      name.length > 1 ? telling[start + offset]?.stem === stem : telling[start]?.word === word,
    ),
  );
  return from === -1 ? [] : telling.slice(from, from + name.length);
}

const literal = ({ phrase, words }: Match): number =>
  words.filter(({ stem }) => phrase.words.some((word) => word.stem === stem)).length;

const spanOf = ({ words }: Match): Span => ({
  at: Math.min(...words.map(({ at }) => at)),
  end: Math.max(...words.map(({ end }) => end)),
});

const intentOf = (match: Match): OwnIntent => ({ type: match.phrase.type.name, ...spanOf(match) });

const isWithin = (span: Span, wider: Span): boolean =>
  wider.at <= span.at && span.end <= wider.end && wider.end - wider.at > span.end - span.at;
