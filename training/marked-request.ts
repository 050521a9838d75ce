import { ownWordsOf } from "../src/planning/embedded/constraints/own-words.ts";
import type { TaggedToken } from "../src/planning/embedded/constraints/tagger.ts";
import { isTag, type Tag } from "../src/planning/embedded/constraints/tags.ts";
import { tokensOf } from "../src/planning/embedded/constraints/tokens.ts";

/** Words of a request that say one thing. */
export interface Segment {
  readonly text: string;
  /** What they restrict; null where nothing. */
  readonly tag: Tag | null;
  /** The name of a model or benchmark. */
  readonly isName: boolean;
}

/** A request in which the words of each restriction are marked. */
export type MarkedRequest = readonly Segment[];

const MARK = /\{([a-z]+[-+<>]?): ([^{}]+)\}/g;

/**
 * Reads a row of `restrictions/`: "Caption a.png {model-: without [BLIP]}".
 * @throws {RangeError} for a tag that is none, and for braces or brackets that are no mark
 */
export function parseMarked(row: string): MarkedRequest {
  const segments: Segment[] = [];
  let at = 0;
  for (const { 0: mark, 1: tag = "", 2: words = "", index } of row.matchAll(MARK)) {
    if (!isTag(tag)) throw new RangeError(`${tag} is no tag: ${row}`);
    segments.push(plainSegment(row.slice(at, index)));
    for (const [place, text] of words.split(/[[\]]/).entries()) segments.push({ text, tag, isName: place % 2 === 1 });
    at = index + mark.length;
  }
  segments.push(plainSegment(row.slice(at)));
  if (segments.some(({ text }) => /[[\]{}]/.test(text))) throw new RangeError(`There is half a mark: ${row}`);
  return segments.filter(({ text }) => text !== "");
}

export const plainSegment = (text: string): Segment => ({ text, tag: null, isName: false });

export const textOf = (request: MarkedRequest): string => request.map(({ text }) => text).join("");

export const isMarked = (request: MarkedRequest): boolean => request.some(({ tag }) => tag !== null);

/** Its own words, as a tagger would tell them that says what the marks say. */
export function taggedTokens(request: MarkedRequest): readonly TaggedToken[] {
  const ends = request.map((_, place) => textOf(request.slice(0, place + 1)).length);
  const { places, text } = ownWordsOf(textOf(request), () => false);
  return tokensOf(text).map((token) => {
    const segment = request[ends.findIndex((end) => end > (places[token.start] ?? 0))];
    return { ...token, tag: segment?.tag ?? null, probability: 1, isName: segment?.isName ?? false };
  });
}
