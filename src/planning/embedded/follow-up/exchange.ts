import { lowerFirst } from "../../../domain/lower-first.ts";
import { similarity, type WordVectors } from "../../../words/vectors.ts";
import type { Clause } from "../read/clauses.ts";
import { languageOfWord } from "../read/languages.ts";
import type { Reading } from "../read/parts.ts";
import { wordSet } from "../read/word-set.ts";

/** Words for a stretch of the masked text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** A message as it was written, but for one stretch. */
export function withWords({ text, stretchOf }: Reading, { start, end, words }: Edit): string {
  const { from, to } = stretchOf(start, end);
  return text.slice(0, from) + words + text.slice(to);
}

/**
 * A message before with other words in the place of what they are likest to in its last clause; null where nothing there
 * is like them.
 */
export function withOtherWords(
  fragment: string,
  before: Reading,
  last: Clause,
  isAsked: boolean,
  vectors: WordVectors,
): string | null {
  if (NEGATES.test(fragment) || ASKS_ITSELF.test(fragment)) return null;
  const said = last.text.replace(/[\s?.!]+$/, "");
  const edit = exchanged(said, fragment, isAsked, vectors);
  if (edit === null || said.slice(edit.start, edit.end) === edit.words) return null;
  return withWords(before, { ...edit, start: last.start + edit.start, end: last.start + edit.end });
}

/** "How many reviews are good?" and then "Which ones?": what a question opens with, and the noun of "which" and "how many". */
const OPENING = /^(?:how (?:many|much|long|often)|what|which|who|when|where|why|how)\b\s*/i;
const OF_NOUN = /^(?:how many|which|what) (?=\p{L})/iu;
const NOUN = /^((?:\p{L}+ ){0,2}?\p{L}+) (?=(?:is|are|was|were|do|does|did|have|has|had|will|can)\b)/iu;
const AUXILIARY = /^(?:is|are|was|were|do|does|did|have|has|had|will|would|can|could|should|must|may)\b/i;

/** What is reckoned, as it is written out. */
const RECKONED = "average|count|maximum|mean|median|minimum|sum|total";
const RECKONS = new RegExp(`\\b(?:${RECKONED})\\b`, "i");

/** A question before with another question word, such as "which" or "when", in place of its own; null where it has no such form. */
export function withOtherQuestion(asks: string, before: Reading, { text, start }: Clause): string | null {
  const end = OPENING.exec(text)?.[0].length ?? 0;
  const rest = text.slice(end);
  const noun = OF_NOUN.test(text) ? (NOUN.exec(rest)?.[1] ?? "") : "";
  const asked = rest.slice(noun === "" ? 0 : noun.length + 1);
  const isOfKinds = /^(?:which|how many)$/i.test(asks);
  if (!AUXILIARY.test(asked) || RECKONS.test(text) || (isOfKinds ? noun === "" : noun !== "")) return null;
  const words = isOfKinds ? `${asks} ${noun}` : asks;
  return withWords(before, { start, end: start + text.length, words: `${words} ${lowerFirst(asked)}` });
}

/** "not in Berlin": what is asked then is not that question. */
const NEGATES = /^(?:but )?not\b/i;
/** What asks in words of its own takes no place: "the deposit, by when". */
const ASKS_ITSELF = /(?<=\S.*)\b(?:who|when|where|which|why|how)\b/i;
/** "units, not revenue" */
const INSTEAD = /^(.+?),? (?:not|instead of|rather than|and not)(?: the)? (\p{L}+)$/iu;
const PHRASE =
  /^(for|in|on|at|by|per|from|of|with|to|since|until|before|after|during|between|under|over|about|without|except|excluding) (.+)$/i;
/** "As a pie chart" */
const AS = /^as /i;
const ARTICLE = /^(?:the|an?|its|their|his|her|my|our) /i;
/** Of a wish so many words are exchanged at most: more are a wish of their own. */
const MAX_WORDS_OF_WISH = 2;
/** Words mean things of one kind from about here. */
const MIN_LIKENESS = 0.4;

/** Where in a question a fragment stands for what it is likest to, or behind it; null where it is like nothing there. */
function exchanged(question: string, fragment: string, isAsked: boolean, vectors: WordVectors): Edit | null {
  const behind = (words: string): Edit => ({ start: question.length, end: question.length, words });
  const [, kept, gone] = INSTEAD.exec(fragment) ?? [];
  const named = placedWords(question).find(({ word }) => word.toLowerCase() === gone?.toLowerCase());
  if (kept !== undefined && named) return { ...named, words: kept.replace(ARTICLE, "") };
  if (languageOfWord(fragment)) {
    const told = placedWords(question).findLast(({ word }) => languageOfWord(word));
    return told ? { ...told, words: fragment } : behind(` in ${fragment}`);
  }
  const [, preposition, object = ""] = PHRASE.exec(fragment) ?? [];
  const phrase = (object || fragment.replace(AS, "")).replace(ARTICLE, "");
  // "The VAT by itself" after the total with VAT: what was named already is asked for now, and takes no place.
  const head = headOf(phrase).toLowerCase();
  const isNamed = placedWords(question).some(({ word }) => word.toLowerCase() === head);
  if (isAsked && preposition === undefined && isNamed && !AS.test(fragment)) return null;
  if (!isAsked && placedWords(phrase).length > MAX_WORDS_OF_WISH) return null;
  const likest = likestIn(question, phrase, isAsked, vectors);
  if (preposition === undefined) return likest && { ...likest, words: phrase };
  const opening = likest && question.slice(0, likest.start).replace(/(?: the| an?)? $/i, "");
  return likest && opening?.toLowerCase().endsWith(` ${preposition.toLowerCase()}`)
    ? { start: opening.length, end: likest.end, words: ` ${object}` }
    : isAsked
      ? behind(` ${fragment}`)
      : null;
}

interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a masked text that are no masks. */
export const placedWords = (text: string): readonly PlacedWord[] =>
  [...text.matchAll(/(?<!@)(?<![\p{L}\p{N}])[\p{L}\p{N}'-]+/gu)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }));

/** The word that a phrase is about: the last before what says more of it. */
const headOf = (phrase: string): string =>
  placedWords(phrase.replace(/(?<=\S) (?:for|in|on|at|by|per|from|of|with|to) .*$/i, "")).at(-1)?.word ?? "";

/** What a question says, or a wish behind its verb, that means most like a phrase; null where nothing does. */
function likestIn(question: string, phrase: string, isAsked: boolean, vectors: WordVectors): PlacedWord | null {
  const said = placedWords(phrase);
  const head = headOf(phrase);
  const words = placedWords(question);
  const verb = isAsked ? -1 : words.findIndex((placed) => !isSmall(placed));
  const rated = words.flatMap((placed, at) =>
    isSmall(placed) || at === verb || (isAsked && isVerb(words[at - 1]))
      ? []
      : [{ at, likeness: likenessOf(at === 0 ? lowerFirst(placed.word) : placed.word, head, vectors) }],
  );
  const best = rated.toSorted((a, b) => b.likeness - a.likeness)[0];
  const isOnly = !isAsked && rated.length === 1;
  const last = best && (isOnly || best.likeness >= MIN_LIKENESS) ? words[best.at] : undefined;
  if (!last) return null;
  // More words than one stand for more than one: "the hotel price" for "the flight number".
  const first = said.length > 1 ? words.slice(words.slice(0, best?.at).findLastIndex(isSmall) + 1)[0] : last;
  return { word: phrase, start: first?.start ?? last.start, end: last.end };
}

/** Names are alike, and so are figures, whatever they are of, what is reckoned, and superlatives. */
const OF_ONE_FORM = [
  /^\p{Lu}/u,
  /'s$/,
  /^(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)$)/,
  new RegExp(`^(?:${RECKONED}|max|min|number)$`, "i"),
  /^(?:most|least|best|worst|\p{L}{3,}est)$/iu,
];

/** How much two words mean alike, from 0 to 1. */
function likenessOf(one: string, other: string, vectors: WordVectors): number {
  if (OF_ONE_FORM.some((form) => form.test(one) && form.test(other))) return 1;
  const [a, b] = [vectors.vectorOf(one.toLowerCase()), vectors.vectorOf(other.toLowerCase())];
  return a && b ? similarity(a, b) : 0;
}

/** Words that are never what a question is about. */
const SMALL = wordSet(
  "what who whom whose when where which why how much many long often the a an of in on at by for to from with is are was were do does did has have had and or it this that these those its be been being will would can could should must may might up down off out away back i you we they he she me us them",
);
/** A verb stands behind these. */
const BEFORE_VERB = wordSet("to i you we they he she who will would can could should must may might");
const isVerb = (before: PlacedWord | undefined): boolean => BEFORE_VERB.has(before?.word.toLowerCase() ?? "");
const isSmall = ({ word }: PlacedWord): boolean => SMALL.has(word.toLowerCase());
