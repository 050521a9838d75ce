import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";

/** The task type that a name seems to mean. */
export interface NearestType {
  readonly type: TaskType;
  /** From 0 to 1; 1 is another spelling of the very name. */
  readonly certainty: number;
}

/** Below this a name has too little in common with any task type for a guess to be a repair. */
const LEAST_CERTAINTY = 0.45;
/** Longer names are prose. */
const MAX_NAME_CHARS = 120;
/** A name read by one of its parts is a little less sure than one read whole. */
const PART_CERTAINTY = 0.9;
/** What agreement of the words counts against agreement of the letters, which finds misspellings. */
const WORD_WEIGHT = 0.7;
/** A task type whose inputs cannot take what the task was given is hardly the one that was meant. */
const MISFIT_FACTOR = 0.7;

/**
 * The task type meant by a name that no task type has: first by a part of it ("Text-to-Speech (English)", "OCR or
 * Image-to-Text"), then by the words and letters it shares with the names and spellings of task types.
 * @param suits whether a task of this type could take what the task was given
 */
export function nearestType(name: string, ontology: Ontology, suits: (type: TaskType) => boolean): NearestType | null {
  if (name.length > MAX_NAME_CHARS) return null;
  const exact = partsOf(name)
    .flatMap((part) => ontology.read(part) ?? [])
    .toSorted((a, b) => Number(suits(b)) - Number(suits(a)))[0];
  if (exact) return { type: exact, certainty: PART_CERTAINTY };
  const vocabulary = vocabularyOf(ontology);
  const written = describe(name);
  let best: NearestType | null = null;
  for (const { type, spellings } of vocabulary.entries) {
    const likeness = Math.max(...spellings.map((spelling) => compare(written, spelling, vocabulary.weights)));
    const certainty = Math.round(likeness * (suits(type) ? 1 : MISFIT_FACTOR) * 100) / 100;
    if (certainty > (best?.certainty ?? LEAST_CERTAINTY - 0.01)) best = { type, certainty };
  }
  return best;
}

/** A name with more alternatives names nothing. */
const MAX_PARTS = 16;

/** "TextToSpeech" as "Text To Speech", "text2speech" as "text to speech"; an abbreviation stays whole. */
const spaced = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ").replaceAll(/(?<=[a-z])2(?=[a-z])/gi, " to ");

/** A name as it could be meant: spaced, without its brackets, what stands in them, and each of its alternatives. */
function partsOf(name: string): readonly string[] {
  const outside = name.replaceAll(/\([^()]*\)/g, " ").trim();
  const inside = [...name.matchAll(/\(([^()]*)\)/g)].map((match) => match[1] ?? "");
  const whole = [name, outside, ...inside];
  const alternatives = whole.flatMap((part) => part.split(/\bor\b|\band\b|[/,|&]/i));
  const parts = new Set([...whole, ...alternatives].flatMap((part) => [part.trim(), spaced(part.trim())]));
  return [...parts].slice(0, MAX_PARTS);
}

/** A word of a name; in "text to video", text is what the task starts from. */
interface Word {
  readonly stem: string;
  readonly isSource: boolean;
  readonly trigrams: ReadonlySet<string>;
}

interface Described {
  readonly words: readonly Word[];
  readonly trigrams: ReadonlySet<string>;
}

interface Vocabulary {
  readonly entries: readonly { readonly type: TaskType; readonly spellings: readonly Described[] }[];
  /** Words that few task types have tell more. */
  readonly weights: (stem: string) => number;
}

const vocabularies = new WeakMap<Ontology, Vocabulary>();

function vocabularyOf(ontology: Ontology): Vocabulary {
  const known = vocabularies.get(ontology);
  if (known) return known;
  const entries = ontology.all.map((type) => ({ type, spellings: [type.name, ...type.aliases].map(describe) }));
  const counts = new Map<string, number>();
  for (const { spellings } of entries) {
    for (const stem of new Set(spellings.flatMap(({ words }) => words.map((word) => word.stem))))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const weights = (stem: string): number => Math.log(1 + entries.length / (counts.get(stem) ?? 1));
  const vocabulary = { entries, weights };
  vocabularies.set(ontology, vocabulary);
  return vocabulary;
}

function describe(name: string): Described {
  const stems = spaced(name)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(stem);
  const turn = stems.indexOf("to");
  const words = stems.map((one, place) => ({ stem: one, isSource: place < turn, trigrams: trigramsOf(one) }));
  return { words, trigrams: trigramsOf(stems.join(" ")) };
}

function trigramsOf(text: string): ReadonlySet<string> {
  const letters = ` ${text} `;
  return new Set(Array.from({ length: Math.max(0, letters.length - 2) }, (_, at) => letters.slice(at, at + 3)));
}

const MIN_STEM_CHARS = 4;
const SUFFIX = /(?:isation|ization|iser|izer|ise|ize|ational|ation|ition|ing|ion|ment|ied|ify|ies|er|or|ed|al|es|s|e)$/;

/** Enough of a word to know "classify" in "classification" by. */
function stem(word: string): string {
  const short = word.replace(SUFFIX, "");
  return short.length >= MIN_STEM_CHARS ? short : word;
}

/** Words that are less alike than this have nothing in common. */
const LEAST_WORD_LIKENESS = 0.5;

/** Likeness of the words, each with its weight, and of all letters (both Dice's coefficient), together from 0 to 1. */
function compare(a: Described, b: Described, weight: (stem: string) => number): number {
  const found = (words: readonly Word[], among: readonly Word[]): number =>
    words.reduce(
      (sum, word) => sum + weight(word.stem) * Math.max(0, ...among.map((other) => likeness(word, other))),
      0,
    );
  const all = [...a.words, ...b.words].reduce((sum, word) => sum + weight(word.stem), 0);
  const words = all === 0 ? 0 : (found(a.words, b.words) + found(b.words, a.words)) / all;
  return Math.min(1, WORD_WEIGHT * words + (1 - WORD_WEIGHT) * dice(a.trigrams, b.trigrams));
}

function likeness(a: Word, b: Word): number {
  if (a.isSource !== b.isSource) return 0;
  if (a.stem === b.stem) return 1;
  const alike = dice(a.trigrams, b.trigrams);
  return alike >= LEAST_WORD_LIKENESS ? alike : 0;
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return (2 * a.intersection(b).size) / Math.max(a.size + b.size, 1);
}
