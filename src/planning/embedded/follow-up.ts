import { baseKind } from "../../domain/kinds.ts";
import { similarity, type WordVectors } from "../../words/vectors.ts";
import type { PlanRequest } from "../controller.ts";
import { meantBy, wordsOfThings } from "./bind/named.ts";
import { type Referent, ReferentIndex } from "./bind/referents.ts";
import { beginsClause, divide, plainly } from "./read/clauses.ts";
import { readingOf } from "./read/index.ts";
import { languageOfWord } from "./read/languages.ts";
import { findMentions } from "./read/mentions.ts";
import { type MaskedRequest, type MaterialPart, wordsOf } from "./read/parts.ts";
import { isQuestion } from "./read/questions.ts";
import { namesThing } from "./read/vocabulary.ts";
import { wordSet } from "./read/word-set.ts";
import { lowerFirst } from "./reply/ask.ts";

/** What a message would be planned as. */
export interface Judgement {
  /** It asks something of what is at hand, wishes something else, lacks what it is about, is talk, or none of these. */
  readonly does: "ask" | "wish" | "lacks" | "talk" | null;
  readonly types: readonly string[];
  /** The probability of that. */
  readonly confidence: number;
}

/** What is known of messages before they are planned. */
export interface Judged {
  readonly vectors: WordVectors;
  readonly judge: (request: PlanRequest) => Judgement;
}

/** A message may lean on one that leans on another. */
const MAX_DEPTH = 3;
/** Whoever says more says all of it. */
const MAX_CHARS = 160;
/** Nothing leans on a page. */
const MAX_CHARS_BEFORE = 2_000;
const MAX_FRAGMENT_WORDS = 7;
/** What goes on with nothing said to that end is short. */
const MAX_BARE_WORDS = 2;
/** A message that is surer a wish by itself is one. */
const MIN_WISH = 0.5;
/** What is surer talk is talk, whatever its words are like. */
const MAX_TALK = 0.7;

/** Words that go on, take back or repeat, and say nothing of what is wished. */
const FRAME = wordSet(
  "and but also or now then next ok okay yes no nope nah not sorry hm hmm oh well actually please pls finally too as instead rather only just here there " +
    "about for on in of with to from into the a an this that these those it them its i i'm we you me my our mean meant want wanted said do did does make is " +
    "same thing again once more further another repeat continue keep going bit little even some ditto likewise one ones thanks thank",
);
const REPEATS = wordSet("again more further another repeat continue keep once");
const CORRECTS = wordSet("no nope nah not sorry meant mean said instead rather actually");
/** With these alone no question begins. */
const LEADS = wordSet(
  "and but also or now then ok okay yes no nope nah sorry hm hmm oh well actually finally please pls i i'm want meant mean wanted said same do again just make it that rather instead",
);
const NUMBERS = wordSet("one two three four five six seven eight nine ten");
/** Which of several things is meant. */
const SELECTS = wordSet(
  "other others first second third fourth fifth last previous latter former original new left right both two three",
);

/**
 * A message made whole by the one that it leans on (in the literature: utterance rewriting): "same for the other file"
 * is that one's wish with another thing to work on, "and in March?" its question with another time. A message that
 * stands by itself stays as it is.
 */
export const completed = (request: PlanRequest, judged: Judged): PlanRequest => wholeOf(request, judged, MAX_DEPTH);

function wholeOf(request: PlanRequest, judged: Judged, depth: number): PlanRequest {
  const said = request.text.trim();
  if (said === "" || said.length > MAX_CHARS || depth === 0 || request.log.length === 0) return request;
  const message = readMessage(request);
  if (message.fragment === null && message.thing === null && !message.repeats) return request;
  const before = turnBefore(request, judged, depth);
  if (before === null) return request;
  if (message.thing !== null) return withOtherThing(message.thing, request, readingOf(before)) ?? request;
  if (message.repeats) return repeated(request, before, judged);
  return changed(message, request, before, judged) ?? request;
}

/** The newest message before that wishes or asks something, itself made whole. */
function turnBefore({ log, ontology, facts }: PlanRequest, judged: Judged, depth: number): PlanRequest | null {
  const at = log.findLastIndex(({ role }) => role === "user");
  const turn = log[at];
  if (!turn || turn.text.length > MAX_CHARS_BEFORE) return null;
  const given = {
    text: turn.text,
    attached: turn.resources,
    log: log.slice(0, at),
    ontology,
    ...(facts ? { facts } : {}),
  };
  const whole = wholeOf(given, judged, depth - 1);
  const { does } = judged.judge(whole);
  if (does !== "talk" && does !== null) return whole;
  return depth > 1 ? turnBefore(given, judged, depth - 1) : null;
}

/** A message as far as it leans on the one before. */
interface Message {
  /** What it says of its own, where that is part of a wish or a question; null where it is a whole one. */
  readonly fragment: string | null;
  /** What it points at, in words, where it says nothing else. */
  readonly thing: string | null;
  /** It wishes the same once more. */
  readonly repeats: boolean;
  /** It takes back what was said. */
  readonly corrects: boolean;
}

function readMessage(request: PlanRequest): Message {
  const reading = readingOf(request);
  const { parts } = reading;
  const masked = reading.masked.replace(DENIED, (denied) => " ".repeat(denied.length));
  const fragment = withoutFrame(masked);
  const lower = (text: string): readonly string[] => wordsIn(text).map(({ word }) => word.toLowerCase());
  const [words, own] = [lower(reading.masked), lower(fragment).filter((word) => !FRAME.has(word))];
  const said = { fragment: null, thing: null, repeats: false, corrects: words.some((word) => CORRECTS.has(word)) };
  const thing = thingPointedAt(request, { ...reading, masked }, own);
  if (thing !== null) return { ...said, thing };
  if (parts.some(({ part }) => isMaterial(part))) return said;
  if (own.length === 0)
    return { ...said, repeats: request.attached.length === 0 && words.some((word) => REPEATS.has(word)) };
  if (own.every((word) => isNumber(word) || languageOfWord(word))) {
    const values = wordsIn(fragment).filter(({ word }) => !FRAME.has(word.toLowerCase()));
    return { ...said, fragment: values.map(({ word }) => word).join(" ") };
  }
  const isWhole = beginsClause(fragment) || isQuestion(plainly(fragment));
  const isLed = masked.trimStart().indexOf(fragment) > 0 && own.length <= MAX_FRAGMENT_WORDS;
  const mentions = findMentions(fragment);
  const isBare = own.length <= MAX_BARE_WORDS && mentions.length === 0;
  // "The old one" points at something, and is no word of a wish.
  const isPointing = mentions.some(({ kind, pronoun, paper }) => kind === null && !pronoun && !paper);
  return isWhole || isPointing || !(isLed || isBare) ? said : { ...said, fragment };
}

/** "not in Spanish, …" */
const DENIED = /\bnot\b[^,;.!?]{1,40}[,;]/gi;

const isNumber = (word: string): boolean => NUMBERS.has(word) || /^\d+$/.test(word);

/** The words between those that go on at the beginning and at the end. */
function withoutFrame(masked: string): string {
  const words = wordsIn(masked);
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
const TAILS = wordSet("too as well also please pls instead again only then rather though");

const isMaterial = (part: MaterialPart): boolean => part.as !== "file" || part.resource !== null;

/** What a message that says nothing else points at, in words; null where it says more, or points at nothing that has a name. */
function thingPointedAt(request: PlanRequest, { masked, parts }: MaskedRequest, own: readonly string[]): string | null {
  const material = parts.filter(({ part }) => isMaterial(part)).map(({ part }) => written(part));
  if (parts.length > material.length) return null;
  const said = own.filter((word) => !namesThing(word) && !SELECTS.has(word));
  if (said.length === 0 && material.length === 1) return material.join();
  if (material.length > 0) return null;
  if (said.length === 0 && request.attached.length > 0) return request.attached.map(({ name }) => name).join(" and ");
  const things = own.length === 0 ? [] : filesMeantBy(masked, own, request);
  const known = wordsOfThings(things);
  return things.length > 0 && said.every((word) => known.has(word.replace(/s$/, "")))
    ? things.map(({ name }) => name).join(" and ")
    : null;
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

/** The wish of the message before with another thing to work on; null where it works on several. */
function withOtherThing(thing: string, request: PlanRequest, before: MaskedRequest): PlanRequest | null {
  const own = before.parts.filter(({ part }) => isMaterial(part));
  if (own.length > 1) return null;
  const isAttached = request.attached.length > 0;
  return { ...request, text: own[0] ? rewritten(before, own[0].start, thing) : pointedAt(before, thing, isAttached) };
}

/** The same once more: of what came of it where that can be worked on like it, or else anew. */
function repeated(request: PlanRequest, before: PlanRequest, judged: Judged): PlanRequest {
  if (!edits(judged.judge(before), request)) return inContextOf(before, before.text, request);
  return withOtherThing("it", request, readingOf(before)) ?? request;
}

/** Whether all that a message makes can be made into the same again: a picture, a recording. */
const edits = ({ types }: Judgement, { ontology }: PlanRequest): boolean =>
  types.every((name) => {
    const { inputs, outputs } = ontology.get(name) ?? { inputs: [], outputs: [] };
    const [taken, given] = [inputs[0]?.kinds[0] ?? "data", outputs[0]?.kinds[0] ?? "data"];
    return baseKind(taken) === baseKind(given) && !inputs.some(({ name: port }) => port === "target-language");
  });

/** What was said before in other words: planned of what it was about, and not of what came of it. */
const inContextOf = ({ attached, log }: PlanRequest, text: string, request: PlanRequest): PlanRequest => ({
  ...request,
  text,
  attached: [...attached, ...request.attached],
  log,
});

/**
 * The wish or question before with a fragment in it, or behind it where it lacks something; null where the fragment
 * says more by itself.
 */
function changed(message: Message, request: PlanRequest, before: PlanRequest, judged: Judged): PlanRequest | null {
  const { fragment, corrects } = message;
  const [alone, earlier] = [judged.judge(request), judged.judge(before)];
  if (fragment === null || (alone.does === "talk" && alone.confidence > MAX_TALK)) return null;
  if (earlier.does === "lacks") return inContextOf(before, `${before.text} ${request.text}`, request);
  const isOther = alone.types.some((type) => !earlier.types.includes(type));
  const isEdit = earlier.does === "wish" && edits(earlier, request);
  const isWish = !corrects && alone.does === "wish" && alone.confidence >= MIN_WISH && (isOther || isEdit);
  if (isWish) return null;
  const text = withOtherWords(fragment, readingOf(before), earlier.does === "ask", judged.vectors);
  return text === null ? null : inContextOf(before, text, request);
}

function written(part: MaterialPart): string;
function written(part: MaterialPart | undefined): string | null;
function written(part: MaterialPart | undefined): string | null {
  if (!part) return null;
  return part.as === "file" ? part.name : `"${(wordsOf(part) ?? "").replaceAll('"', "'")}"`;
}

/** The words of a message as they were, but for what stands at this place. */
function rewritten({ masked, parts }: MaskedRequest, place: number, phrase: string): string {
  let text = "";
  let at = 0;
  for (const { part, start, end } of parts) {
    text += masked.slice(at, start) + (start === place ? phrase : written(part));
    at = end;
  }
  return text + masked.slice(at);
}

/** The words of a message with the thing that they point at put for another. */
function pointedAt({ masked }: MaskedRequest, phrase: string, isAttached: boolean): string {
  // Whatever "this" was, it is now what came with the message.
  if (isAttached) return masked;
  const [mention] = findMentions(masked);
  if (mention) return masked.slice(0, mention.at) + phrase + masked.slice(mention.end);
  return `${masked.replace(/[\s?.!]+$/, "")} in ${phrase}`;
}

/** The words of a message before with others in the place of what they are likest to; null where nothing there is like them, or it asks more than one. */
function withOtherWords(
  fragment: string,
  before: MaskedRequest,
  isAsked: boolean,
  vectors: WordVectors,
): string | null {
  const last = divide(before.masked, before.parts).at(-1);
  if (!last || NEGATES.test(fragment)) return null;
  const said = before.masked.slice(last.start).replace(/[\s?.!]+$/, "");
  const text = exchanged(said, fragment, isAsked, vectors);
  if (text === null || text === said) return null;
  // The masks stand in the order of the parts, whatever was put between them.
  const parts = before.parts.filter(({ start }) => start >= last.start).values();
  return `${text.replaceAll(/@\w+/g, (mask) => written(parts.next().value?.part) ?? mask)}${isAsked ? "?" : ""}`;
}

/** "not in Berlin": what is asked then is not that question. */
const NEGATES = /^(?:not|without|except|but not)\b/i;
/** "units, not revenue" */
const INSTEAD = /^(.+?),? (?:not|instead of|rather than|and not)(?: the)? (\p{L}+)$/iu;
const PHRASE = /^(for|in|on|at|by|per|from|of|with|to|since|until|before|after|during|between|under|over|about) (.+)$/i;
const ARTICLE = /^(?:the|an?|its|their|his|her|my|our) /i;
/** Words mean things of one kind from about here. */
const MIN_LIKENESS = 0.4;

/** A question with a fragment in the place of what it is likest to; null where it is like nothing there. */
function exchanged(question: string, fragment: string, isAsked: boolean, vectors: WordVectors): string | null {
  const put = ({ start, end }: PlacedWord, words: string): string =>
    question.slice(0, start) + words + question.slice(end);
  const [, kept, gone] = INSTEAD.exec(fragment) ?? [];
  const named = wordsIn(question).find(({ word }) => word.toLowerCase() === gone?.toLowerCase());
  if (kept !== undefined && named) return put(named, kept.replace(ARTICLE, ""));
  if (languageOfWord(fragment)) {
    const told = wordsIn(question).findLast(({ word }) => languageOfWord(word));
    return told ? put(told, fragment) : `${question} in ${fragment}`;
  }
  const [, preposition, object] = PHRASE.exec(fragment) ?? [];
  const phrase = (object ?? fragment).replace(ARTICLE, "");
  if (!isAsked && wordsIn(phrase).length > MAX_BARE_WORDS) return null;
  const likest = likestIn(question, phrase, isAsked, vectors);
  if (preposition === undefined) return likest && put(likest, fragment.replace(ARTICLE, ""));
  const opening = likest && question.slice(0, likest.start).replace(/(?: the| an?)? $/i, "");
  return opening?.toLowerCase().endsWith(` ${preposition.toLowerCase()}`)
    ? `${opening} ${object}${question.slice(likest?.end)}`
    : isAsked
      ? `${question} ${fragment}`
      : null;
}

interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const wordsIn = (text: string): readonly PlacedWord[] =>
  [...text.matchAll(/(?<!@)(?<![\p{L}\p{N}])[\p{L}\p{N}'-]+/gu)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }));

/** What a question says, or a wish behind its verb, that means most like a phrase; null where nothing does. */
function likestIn(question: string, phrase: string, isAsked: boolean, vectors: WordVectors): PlacedWord | null {
  const said = wordsIn(phrase);
  const head = said.at(-1)?.word ?? "";
  const words = wordsIn(question);
  const verb = isAsked ? -1 : words.findIndex((placed) => !isSmall(placed));
  const rated = words.flatMap((placed, at) =>
    isSmall(placed) || at === verb
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

/** Names are alike, and so are figures, whatever they are of. */
const OF_ONE_FORM = [/^\p{Lu}/u, /'s$/, /^(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)$)/];

/** How much two words mean alike, from 0 to 1. */
function likenessOf(one: string, other: string, vectors: WordVectors): number {
  if (OF_ONE_FORM.some((form) => form.test(one) && form.test(other))) return 1;
  const [a, b] = [vectors.vectorOf(one.toLowerCase()), vectors.vectorOf(other.toLowerCase())];
  return a && b ? similarity(a, b) : 0;
}

/** Words that are never what a question is about. */
const SMALL = wordSet(
  "what who whom whose when where which why how much many long often the a an of in on at by for to from with is are was were do does did has have had and or it this that these those its",
);
const isSmall = ({ word }: PlacedWord): boolean => SMALL.has(word.toLowerCase());
