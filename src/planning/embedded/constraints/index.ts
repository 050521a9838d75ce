import type { AskedBudget, Constraints } from "../../../domain/constraints.ts";
import { blank, type RequestSpan } from "./blank.ts";
import { merge } from "./merge.ts";
import { ownWordsOf, type Words } from "./own-words.ts";
import type { TaggedToken, Tagger } from "./tagger.ts";
import type { Tag } from "./tags.ts";
import { tokensOf } from "./tokens.ts";
import { type RestrictingPhrase, readPhrase, type Said } from "./values.ts";

/** What the words of a request restrict. */
export interface ConstraintReading {
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
  /** The request, as long as before, with spaces where it spoke of constraints and wished nothing. */
  readonly rest: string;
  /** Phrases that restrict something as well, and that were not understood; in the letters of the request, cut. */
  readonly unread: readonly string[];
}

/**
 * Reads out of a request's own words what models may be used and what may be spent. Quotations, passages, files and
 * addresses are not read, nor words beyond `MAX_READ_PIECES` of the tagger. Deterministic, never throws, linear in the text.
 */
export type ReadConstraints = (text: string) => ConstraintReading;

/**
 * 1. The tagger tells which words restrict what (`tagger.ts`); words beside each other that restrict the same are a phrase.
 * 2. Its names and amounts are looked up (`values.ts`); a phrase of which that says nothing, or that the tagger is unsure
 *    of, is told as not understood.
 * 3. What the phrases say is merged; the rest of the request is planned from.
 */
export function createConstraintReader(tag: Tagger): ReadConstraints {
  const read = (text: string): { readonly words: Words; readonly phrases: readonly FoundPhrase[] } => {
    const words = ownWordsOf(text, isRestriction);
    return { words, phrases: phrasesIn(words, tag(tokensOf(words.text))) };
  };
  /** Whether a paragraph restricts models or spending, and does nothing else. */
  const isRestriction = (paragraph: string): boolean => {
    const { words, phrases } = read(paragraph);
    const isWhole = !/[\p{L}\p{N}]/u.test(blank(paragraph, words, phrases));
    return phrases.length > 0 && isWhole && phrases.every(({ isSure }) => isSure);
  };
  return lastRemembered((text) => {
    const { words, phrases } = read(text);
    const [understood, unread] = [phrases.filter(({ said }) => said), phrases.filter(({ said }) => !said)];
    return {
      ...merge(understood.flatMap(({ said }) => said ?? [])),
      rest: blank(
        text,
        words,
        understood.filter((phrase) => !isWishedToo(phrase, words)),
      ),
      unread: unread.slice(0, MAX_UNREAD).map((phrase) => cut(asTyped(text, words, phrase))),
    };
  });
}

/** "Answer in German" restricts models, and is a step as well: a translation. */
const isWishedToo = ({ tag, start, end }: FoundPhrase, { text }: Words): boolean =>
  tag === "language" && !OF_MODELS.test(text.slice(start, end));
const OF_MODELS = /\b(?:models?|llms?|supports?|knows?|understands?|speaks?|trained)\b/;

/** Phrases beyond these are more than anybody asks for. */
const MAX_PHRASES = 64;
/** More that were not understood are told by the first. */
export const MAX_UNREAD = 4;
const MAX_UNREAD_CHARS = 120;
const MAX_NAME_CHARS = 100;
/** A phrase is read so far; nobody says one thing in more words. */
const MAX_PHRASE_WORDS = 60;

/** Where words restrict one thing, and what they say. */
interface FoundPhrase extends RequestSpan {
  readonly tag: Tag;
  readonly isSure: boolean;
  /** Null where it was not understood. */
  readonly said: Said | null;
}

/** Below this mean probability of its words' tags a phrase is not acted on. */
const MIN_PROBABILITY = 0.6;

const phrasesIn = (words: Words, tokens: readonly TaggedToken[]): readonly FoundPhrase[] =>
  runsOf(tokens, ({ tag }) => tag)
    .flatMap(({ key: tag, run }) => (tag === null ? [] : [{ tag, run }]))
    .slice(0, MAX_PHRASES)
    .map(({ tag, run }) => {
      const isSure = run.reduce((sum, { probability }) => sum + probability, 0) / run.length >= MIN_PROBABILITY;
      const read = run.slice(0, MAX_PHRASE_WORDS);
      return { ...spanOf(run), tag, isSure, said: isSure ? readPhrase(tag, phraseOf(words, read)) : null };
    });

/** Words beside each other that have a key in common. */
function runsOf<Key>(
  tokens: readonly TaggedToken[],
  keyOf: (token: TaggedToken) => Key,
): readonly { readonly key: Key; readonly run: readonly TaggedToken[] }[] {
  const runs: { key: Key; run: TaggedToken[] }[] = [];
  for (const token of tokens) {
    const [key, last] = [keyOf(token), runs.at(-1)];
    if (last?.key === key) last.run.push(token);
    else runs.push({ key, run: [token] });
  }
  return runs;
}

const spanOf = (run: readonly TaggedToken[]): RequestSpan => ({ start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 });

function phraseOf({ text, asWritten }: Words, run: readonly TaggedToken[]): RestrictingPhrase {
  const { start, end } = spanOf(run);
  // The words of a name stand beside each other.
  const named = runsOf(run, ({ isName }) => isName).flatMap(({ key, run: name }) => (key ? [spanOf(name)] : []));
  const spans = named.map((span, at) =>
    wholeName(text, span, { start: named[at - 1]?.end ?? 0, end: named[at + 1]?.start ?? text.length }),
  );
  const besidesNames = spans.reduce(
    (left, span) => left.slice(0, span.start) + " ".repeat(span.end - span.start) + left.slice(span.end),
    text,
  );
  const names = spans.map((span) => asWritten.slice(span.start, span.end));
  return { text: text.slice(start, end), names: [...new Set(names)], besidesNames: besidesNames.slice(start, end) };
}

const MAKER_BEFORE = /(?:[\w@.-]{1,40}\/){1,3}$/;
const VERSION_BEHIND = /^(?:[./-]?\w{1,40}){1,12}/;
/** A name goes on with its maker, and with its version, as far as they are written together with it and are no other name. */
function wholeName(text: string, { start, end }: RequestSpan, within: RequestSpan): RequestSpan {
  const maker = MAKER_BEFORE.exec(text.slice(Math.max(within.start, start - MAX_NAME_CHARS), start))?.[0] ?? "";
  const version = VERSION_BEHIND.exec(text.slice(end, Math.min(within.end, end + MAX_NAME_CHARS)))?.[0] ?? "";
  return { start: start - maker.length, end: end + version.length };
}

/** A span of the own words as it stands in the request. */
const asTyped = (request: string, { places }: Words, { start, end }: RequestSpan): string =>
  request.slice(places[start] ?? 0, (places[end - 1] ?? 0) + 1);

const cut = (words: string): string =>
  words.length > MAX_UNREAD_CHARS ? `${words.slice(0, MAX_UNREAD_CHARS)}…` : words;

/** A request is read where its run is planned, and again by the planner: the second time it is known. */
function lastRemembered(read: ReadConstraints): ReadConstraints {
  let last: { readonly text: string; readonly reading: ConstraintReading } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, reading: read(text) };
    return last.reading;
  };
}
