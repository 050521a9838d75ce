import type { PlanRequest } from "../../controller.ts";
import { meantBy, wordsOfThings } from "../bind/named.ts";
import { type Referent, ReferentIndex } from "../bind/referents.ts";
import { readingOf } from "../read/index.ts";
import { languageOfWord } from "../read/languages.ts";
import { findMentions } from "../read/mentions.ts";
import { beginsClause, plainly } from "../read/openings.ts";
import type { MaterialPart, Reading } from "../read/parts.ts";
import { asksYesOrNo, isQuestion } from "../read/questions.ts";
import { namesThing } from "../read/vocabulary.ts";
import { wordSet } from "../read/word-set.ts";
import { placedWords } from "./exchange.ts";

/** A message as far as it leans on the one before. */
export interface Message {
  /** What it says of its own, where that is part of a wish or a question; null where it is a whole one. */
  readonly fragment: string | null;
  /** The question word that is all it says: "which ones?", "and when?". */
  readonly asks: string | null;
  /** What it points at, where it says nothing else. */
  readonly thing: Thing | null;
  /** It wishes the same once more. */
  readonly repeats: boolean;
  /** It takes back what was said. */
  readonly corrects: boolean;
}

/** Something to work on. */
export interface Thing {
  /** The name of a file, or what is quoted or pasted as it was written. */
  readonly words: string;
  /** It was pasted, and stands in lines of its own. */
  readonly isPasted: boolean;
}

/** A fragment of more words is a message of its own. */
const MAX_FRAGMENT_WORDS = 7;
/** What goes on with nothing said to that end is short. */
const MAX_BARE_WORDS = 2;

const REPEATS = wordSet("again more further another repeat continue keep once");
const CORRECTS = wordSet("no nope nah not sorry meant mean said instead rather actually");
/** With these alone no question begins. */
const LEADS = wordSet(
  "and but also or now then ok okay yes no nope nah sorry hm hmm oh well actually finally please pls i i'm want meant mean wanted said same do again just make it that rather instead",
);
const TAILS = wordSet("too as well also please pls instead again only then rather though");
/** Words that go on, take back or repeat, and say nothing of what is wished. */
const FRAME: ReadonlySet<string> = new Set([
  ...[...REPEATS, ...CORRECTS, ...LEADS, ...TAILS],
  ...wordSet(
    "next here there about as for on in of with without to from into the a an this these those them its we you me my our did does is thing going bit little even some ditto likewise one ones thanks thank",
  ),
]);
const NUMBERS = wordSet("one two three four five six seven eight nine ten");
/** Which of several things is meant. */
const SELECTS = wordSet(
  "other others first second third fourth fifth last previous latter former original new left right both two three",
);

/** Reads how a message leans on the one before: what of it stands by itself, what it points at, or neither. */
export function readMessage(request: PlanRequest): Message {
  const reading = readingOf(request);
  const masked = reading.masked.replace(DENIED, (denied) => " ".repeat(denied.length));
  const fragment = withoutFrame(masked);
  const lower = (text: string): readonly string[] => placedWords(text).map(({ word }) => word.toLowerCase());
  const [words, own] = [lower(reading.masked), lower(fragment).filter((word) => !FRAME.has(word))];
  const [, asks = null] = reading.parts.length > 0 ? [] : (BARE_QUESTION.exec(masked) ?? []);
  const said = {
    fragment: null,
    asks,
    thing: null,
    repeats: false,
    corrects: words.some((word) => CORRECTS.has(word)),
  };
  if (asks !== null && request.attached.length === 0) return said;
  const thing = thingPointedAt(request, { ...reading, masked }, own);
  if (thing !== null) return { ...said, thing };
  if (reading.parts.length > 0) return said;
  if (own.length === 0)
    return { ...said, repeats: request.attached.length === 0 && words.some((word) => REPEATS.has(word)) };
  if (own.every((word) => isNumber(word) || languageOfWord(word))) {
    const values = placedWords(fragment).filter(({ word }) => !FRAME.has(word.toLowerCase()));
    return { ...said, fragment: values.map(({ word }) => word).join(" ") };
  }
  // Of "do I need a key?" the frame is more than something that goes on.
  const isWhole = beginsClause(fragment) || isQuestion(plainly(fragment)) || asksYesOrNo(plainly(masked));
  const isLed = masked.trimStart().indexOf(fragment) > 0 && own.length <= MAX_FRAGMENT_WORDS;
  const mentions = findMentions(fragment);
  const isBare = own.length <= MAX_BARE_WORDS && mentions.length === 0;
  // "The old one", "a picture of that" point at something, and are no word of a wish.
  const isPointing = mentions.some(({ kind, paper }) => kind === null && !paper);
  return isWhole || isPointing || !(isLed || isBare) ? said : { ...said, fragment };
}

const BARE_QUESTION =
  /^\s*(?:(?:and|but|ok|okay|so) )?(which|who|when|where|why|how many|how)(?: (?:ones?|exactly|then|of (?:them|those|these)))?\s*\?*\s*$/i;

/** "not in Spanish, …" */
const DENIED = /\bnot\b[^,;.!?]{1,40}[,;]/gi;

const isNumber = (word: string): boolean => NUMBERS.has(word) || /^\d+$/.test(word);

/** The words between those that go on at the beginning and at the end. */
function withoutFrame(masked: string): string {
  const words = placedWords(masked);
  const isAbout = (at: number): boolean => words[at + 1]?.word.toLowerCase() === "about";
  const begins = words.findIndex(({ word }, at) => {
    const lower = word.toLowerCase();
    if (/^(?:what|how)$/.test(lower)) return !isAbout(at);
    return !LEADS.has(lower) && !(lower === "about" && at > 0);
  });
  if (begins === -1) return "";
  const ends = words.findLast(({ word }) => !TAILS.has(word.toLowerCase()));
  return masked.slice(words[begins]?.start ?? 0, ends?.end ?? masked.length);
}

/** Whether a part is something to work on: a file that is there, or words. */
export const isMaterial = (part: MaterialPart): boolean => part.as !== "file" || part.resource !== null;

/** Whether a part was pasted in lines of its own, and is neither a name nor a quotation. */
export const isPasted = (part: MaterialPart): boolean => part.as !== "file" && part.as !== "quote";

const thingsCalled = (things: readonly { readonly name: string | null }[]): Thing => ({
  words: things.map(({ name }) => name).join(" and "),
  isPasted: false,
});

/** What a message that says nothing else points at; null where it says more, or points at nothing that has a name. */
function thingPointedAt(request: PlanRequest, reading: Reading, own: readonly string[]): Thing | null {
  const { masked, parts, text, stretchOf } = reading;
  const material = parts.filter(({ part }) => isMaterial(part));
  if (parts.length > material.length) return null;
  const said = own.filter((word) => !namesThing(word) && !SELECTS.has(word));
  const [only, another] = material;
  if (only) {
    const { from, to } = stretchOf(only.start, only.end);
    return said.length === 0 && !another ? { words: text.slice(from, to), isPasted: isPasted(only.part) } : null;
  }
  if (said.length === 0 && request.attached.length > 0) return thingsCalled(request.attached);
  const things = own.length === 0 ? [] : filesMeantBy(masked, own, request);
  const known = wordsOfThings(things);
  return things.length > 0 && said.every((word) => known.has(word.replace(/s$/, ""))) ? thingsCalled(things) : null;
}

/** The files of earlier turns that words tell from others; none where there are no others. */
function filesMeantBy(masked: string, own: readonly string[], request: PlanRequest): readonly Referent[] {
  const index = new ReferentIndex(request, { masked, parts: [], cut: false });
  const files = index.earlier.map((group) => group.filter(({ name }) => name !== null));
  const mention = findMentions(masked).at(-1) ?? { words: own, plural: own.some(isNumber) };
  if (index.attached.length > 0) return index.attached;
  const groups = files.filter((group) => group.length > 0);
  return groups.flat().length > 1 ? meantBy(mention, groups, index.saidBefore) : [];
}
