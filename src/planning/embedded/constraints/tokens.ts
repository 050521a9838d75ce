import type { RequestSpan } from "./blank.ts";
import { MATERIAL } from "./own-words.ts";

/** A word, a number or a sign of the own words. */
export interface OwnToken extends RequestSpan {
  readonly text: string;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+|[^\s]/gu;

/** Splits own words into words, numbers and signs. */
export const tokensOf = (text: string): readonly OwnToken[] =>
  Array.from(text.matchAll(TOKEN), ({ 0: found, index }) => ({ text: found, start: index, end: index + found.length }));

/** Stands for material among what the tagger reads. */
export const isMaterial = ({ text }: OwnToken): boolean => text === MATERIAL;
