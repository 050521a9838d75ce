import type { WordVectors } from "../../../words/vectors.ts";
import { wordSet } from "../read/word-set.ts";
import { conceptsOf } from "./concepts.ts";
import { addCues, addFlags, flagsOf } from "./cue-features.ts";
import { type Add, VALUE } from "./feature-values.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";

/** One thing that is true of a request. */
export interface Feature {
  /**
   * What it is, by what its key begins with:
   *
   * | | |
   * |---|---|
   * | `w:` `W:` | a word, two neighbours |
   * | `q:` `Q:` | the same within quotations |
   * | `0:` `1:` | the first word; a word that begins a clause |
   * | `c:` `C:` `S:` | a concept; one before another; two within a clause |
   * | `k:` `K:` | a cue of the rules for a task type; a type that has cues, and a flag |
   * | `a:` | what a quoted question is about |
   * | `x:` | a flag: what the request is about, coarsely; two of them |
   * | `v:` | the mean of the words' vectors, a dimension each |
   * | `f:` `F:` `h:` | a kind of file at hand; one with a concept; one of earlier turns |
   * | `n:` `p:` | its length in eights of words; its punctuation |
   */
  readonly key: string;
  readonly value: number;
  /** Tokens that show it; empty for what is true of the request as a whole. */
  readonly places: readonly number[];
}

/** Adds further features: what a domain of its own knows of its wording. */
export type MoreFeatures = (view: RequestView, flags: readonly string[], add: Add) => void;

/** What features are made from, beside the request. */
export interface FeatureSources {
  readonly vectors: WordVectors;
  /** Features that only this domain has. */
  readonly more?: MoreFeatures | undefined;
}

/** All that is true of a request, each once. */
export function featuresOf(view: RequestView, { vectors, more }: FeatureSources): readonly Feature[] {
  const found = new Map<string, { readonly value: number; readonly places: number[] }>();
  const add: Add = (key, value, place) => {
    const known = found.get(key);
    if (!known) found.set(key, { value, places: place === null ? [] : [place] });
    else if (place !== null) known.places.push(place);
  };
  const flags = flagsOf(view);
  addWords(view.tokens, add);
  addConcepts(view.tokens, add);
  addMeaning(view.tokens, vectors, add);
  addFlags(flags, add);
  addCues(view, flags, add);
  addFiles(view, add);
  addForm(view, add);
  more?.(view, flags, add);
  return [...found].map(([key, { value, places }]) => ({ key, value, places }));
}

function addWords(tokens: readonly RequestToken[], add: Add): void {
  for (const [place, { word, isQuoted }] of tokens.entries()) {
    add(isQuoted ? `q:${word}` : `w:${word}`, isQuoted ? VALUE.quotedWord : VALUE.word, place);
    const next = tokens[place + 1];
    if (next?.isQuoted !== isQuoted) continue;
    add(`${isQuoted ? "Q" : "W"}:${word} ${next.word}`, isQuoted ? VALUE.quotedPair : VALUE.wordPair, place);
  }
}

/** Of a longer request the beginning tells enough; the time is quadratic in it. */
const MAX_CONCEPTS = 60;

function addConcepts(tokens: readonly RequestToken[], add: Add): void {
  const own = [...tokens.entries()].filter(([, { isQuoted }]) => !isQuoted);
  addConceptOrder(own, add);
  addConceptPairs(own, add);
}

type Placed = readonly [place: number, token: RequestToken];

function addConceptOrder(own: readonly Placed[], add: Add): void {
  const seen: { readonly concept: string; readonly place: number }[] = [];
  for (const [place, { word }] of own) {
    if (seen.length >= MAX_CONCEPTS) break;
    for (const concept of conceptsOf(word)) seen.push({ concept, place });
  }
  for (const [index, { concept, place }] of seen.entries()) {
    add(`c:${concept}`, VALUE.concept, place);
    for (const later of seen.slice(index + 1))
      if (later.place > place) add(`C:${concept}>${later.concept}`, VALUE.concept, place);
  }
}

/** Words that tell much about a clause beside their concepts, as stems. */
const TELLING = wordSet("text document tabl sentenc artic main content style new");

function addConceptPairs(own: readonly Placed[], add: Add): void {
  const named = own
    .map(([place, { word, clause }]) => ({ place, clause, names: namesOf(word) }))
    .filter(({ names }) => names.length > 0)
    .slice(0, MAX_CONCEPTS);
  for (const [index, one] of named.entries()) {
    for (const other of named.slice(index + 1)) {
      if (other.clause !== one.clause) break;
      for (const a of one.names) for (const b of other.names) if (a !== b) add(`S:${a}+${b}`, VALUE.concept, one.place);
    }
  }
}

const namesOf = (word: string): readonly string[] =>
  /^[#@]/.test(word) || TELLING.has(word) ? [...conceptsOf(word), word] : conceptsOf(word);

/** What the words mean together: near for "eliminate the sofa" and "remove the couch", which share no word. */
function addMeaning(tokens: readonly RequestToken[], vectors: WordVectors, add: Add): void {
  const own = tokens.flatMap(({ said, isQuoted }) => (isQuoted ? [] : [said.toLowerCase()]));
  for (const [dimension, value] of (vectors.meanOf(own) ?? []).entries()) {
    add(`v:${dimension}`, VALUE.meaning * value, null);
  }
}

function addFiles({ tokens, kinds, hasPaper, isFollowUp }: RequestView, add: Add): void {
  for (const [kind, files] of Map.groupBy(kinds, (kind) => kind)) {
    add(`f:${kind}`, VALUE.situation, null);
    if (files.length > 1) add(`f:${kind}s`, VALUE.situation, null);
    if (isFollowUp) add(`h:${kind}`, VALUE.situation, null);
    for (const { word, isQuoted } of tokens) {
      if (isQuoted) continue;
      for (const concept of conceptsOf(word)) add(`F:${kind}/${concept}`, VALUE.concept, null);
    }
  }
  if (kinds.length === 0) add("f:none", VALUE.situation, null);
  if (hasPaper) add("f:paper", VALUE.situation, null);
}

/** Signs that tell what sort of request it is. */
const MARKS: readonly (readonly [mark: string, pattern: RegExp])[] = [
  ["asks", /\?/],
  ["asks-last", /\?\s*$/],
  ["list", /(?:^|\n)\s*(?:\d[.)]|[-*•])\s/],
  ["arrow", /->|→|=>/],
  ["code", /\w\(.*\)|[{};]\s*$|\bdef \w|\bfor \w+ in\b|\w = \w|==|\+=/m],
  ["passage", /@passage/],
  ["quotes", /@quote[^@]*@quote/],
];

/** Requests are told apart by their length in steps of so many words. */
const LENGTH_STEP = 8;
const MAX_LENGTH_STEPS = 8;

function addForm({ tokens, masked }: RequestView, add: Add): void {
  if (tokens.some(({ isQuoted }) => isQuoted)) add("f:quote", VALUE.situation, null);
  add(`n:${Math.min(MAX_LENGTH_STEPS, Math.floor(tokens.length / LENGTH_STEP))}`, VALUE.situation, null);
  const first = tokens[0]?.word;
  if (first !== undefined) add(`0:${first}`, VALUE.situation, 0);
  for (const [mark, pattern] of MARKS) if (pattern.test(masked)) add(`p:${mark}`, VALUE.situation, null);
  for (const [place, { word, isQuoted, clause }] of tokens.entries())
    if (place > 0 && !isQuoted && tokens[place - 1]?.clause !== clause) add(`1:${word}`, VALUE.opening, place);
}
