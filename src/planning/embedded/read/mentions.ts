import type { BaseKind } from "../../../domain/kinds.ts";
import { isLooseNoun, isPaper, kindOfNoun, namesThing } from "./vocabulary.ts";
import { wordSet } from "./word-set.ts";

/** A noun phrase or pronoun that points at something: "the second photo", "these", "the English one". */
export interface Mention {
  /** Position of its first word in the clause. */
  readonly at: number;
  /** Position after its last. */
  readonly end: number;
  /** `null` when the word leaves the kind open: "it", "the file". */
  readonly kind: BaseKind | null;
  /** A paper may be an image, a PDF or a text. */
  readonly paper: boolean;
  /** Words between the determiner and the noun, and the noun itself, in lower case. */
  readonly words: readonly string[];
  readonly plural: boolean;
  readonly pronoun: boolean;
}

const DETERMINERS: ReadonlySet<string> = new Set([
  "the",
  "this",
  "that",
  "these",
  "those",
  "my",
  "our",
  "your",
  "its",
  "both",
  "all",
  "each",
  "every",
  "which",
  "attached",
  "two",
  "three",
  "any",
]);
const PRONOUNS: ReadonlySet<string> = new Set(["it", "them", "they", "these", "those", "this", "that", "both", "each"]);
const PLURALS: ReadonlySet<string> = new Set([
  "these",
  "those",
  "both",
  "all",
  "each",
  "every",
  "them",
  "they",
  "two",
  "three",
  "which",
]);
/** A determiner further back belongs to another noun. */
const MAX_MODIFIERS = 4;
/** More pointers than this in one clause are left alone. */
const MAX_MENTIONS = 16;

/** Finds what a clause points at, in order. Words of the clause that are masks are no mentions. */
export function findMentions(clause: string): readonly Mention[] {
  const words = [...clause.matchAll(/[\p{L}\p{N}@'_-]+/gu)].map((match) => ({
    word: match[0],
    lower: match[0].toLowerCase(),
    at: match.index,
  }));
  const mentions: Mention[] = [];
  for (const [index, { word, lower, at }] of words.entries()) {
    if (mentions.length === MAX_MENTIONS) break;
    const next = words[index + 1];
    const kind = kindOfNoun(lower) ?? null;
    const paper = isPaper(lower);
    const isSelector = SELECTORS.has(lower) && (next === undefined || AFTER_SELECTOR.has(next.lower));
    if (isSelector || kind !== null || paper || isLooseNoun(lower)) {
      // "the image file", "the text of the image": the last noun of a row is the head, and a mask after it names it.
      if (next && (kindOfNoun(next.lower) !== undefined || isLooseNoun(next.lower) || next.word.startsWith("@")))
        continue;
      const phrase = phraseBefore(words, index);
      if (!phrase) continue;
      // "image B": the letter that it is listed under is of the phrase.
      const letter = next && /^(?:[A-H]|\d)$/.test(next.word) ? next : null;
      const plural = phrase.words.some((word) => PLURALS.has(word)) || (/s$/.test(lower) && !/ss$/.test(lower));
      mentions.push({
        at: words[phrase.from]?.at ?? at,
        end: letter ? letter.at + letter.word.length : at + word.length,
        kind,
        paper,
        words: [...phrase.words, lower],
        plural,
        pronoun: false,
      });
    } else if (PRONOUNS.has(lower) && isPronoun(next?.lower)) {
      mentions.push({
        at,
        end: at + word.length,
        kind: null,
        paper: false,
        words: [lower],
        plural: PLURALS.has(lower),
        pronoun: true,
      });
    }
  }
  return mentions;
}

/** "the original", "the other", "the second": these stand for a noun where none follows. */
const SELECTORS = wordSet("original other others latter former first second third fourth fifth last");
const AFTER_SELECTOR = wordSet("and or but also in into to is for with as on from by of then again instead too please");

/** "this" before a noun is no pronoun; before a verb, a joint or the end it is. */
const isPronoun = (next: string | undefined): boolean =>
  next === undefined ||
  (!/^(?:image|one|ones|kind|type|way|time|week|weekend|month|year|day|morning|afternoon|evening|night)$/.test(next) &&
    !namesThing(next));

interface Words {
  readonly word: string;
  readonly lower: string;
}

/** The words from the determiner up to the noun; `null` when the noun has none, or an indefinite one. */
function phraseBefore(
  words: readonly Words[],
  noun: number,
): { readonly from: number; readonly words: readonly string[] } | null {
  for (let from = noun - 1; from >= Math.max(0, noun - 1 - MAX_MODIFIERS); from--) {
    const { lower, word } = words[from] ?? { lower: "", word: "@" };
    if (word.startsWith("@") || lower === "a" || lower === "an" || lower === "and" || lower === "of") break;
    if (DETERMINERS.has(lower) && !(from > 0 && DETERMINERS.has(words[from - 1]?.lower ?? "")))
      return { from, words: words.slice(from, noun).map((other) => other.lower) };
  }
  // "attached photos", "photos A and B": plural nouns need no determiner.
  return /[^s]s$/.test(words[noun]?.lower ?? "") ? { from: noun, words: [] } : null;
}
