import { similarity, type WordVectors } from "../../words/vectors.ts";
import type { PlanRequest } from "../controller.ts";
import { pointsOnly } from "./bind/wording.ts";
import { beginsClause, divide, plainly } from "./read/clauses.ts";
import { readingOf } from "./read/index.ts";
import { findMentions } from "./read/mentions.ts";
import { type MaskedRequest, type MaterialPart, wordsOf } from "./read/parts.ts";
import { isQuestion } from "./read/questions.ts";
import { namesThing } from "./read/vocabulary.ts";
import { wordSet } from "./read/word-set.ts";

/** What is known of messages before they are planned. */
export interface Judged {
  readonly vectors: WordVectors;
  /** Whether a message asks something of what is at hand, wishes something else, is talk, or none of these. */
  readonly does: (request: PlanRequest) => "ask" | "wish" | "talk" | null;
}

/** A message may lean on one that leans on another. */
const MAX_DEPTH = 3;
/** Whoever says more says all of it. */
const MAX_CHARS = 160;
/** Nothing leans on a page. */
const MAX_CHARS_BEFORE = 2_000;
const MAX_FRAGMENT_WORDS = 7;

/** With these words a message goes on from the one before. */
const LEADS =
  /^(?:(?:and|but|also|now|then|ok(?:ay)?|no|nope|sorry|hm+|oh|well|actually|please|pls|what about|how about|i (?:meant?|wanted)|not (?:that|this|the \w+)(?: one)?|(?:do )?(?:the )?same(?: thing)?|ditto|likewise|again|once more)\b[\s,.:;–—-]*)+/i;
const TAILS = /(?:[\s,]+(?:too|as well|also|please|pls|instead|again|only|then))*[\s?.!]*$/i;
/** Once more what was done, of what came of it. */
const REPEATS =
  /^\s*(?:(?:ok|and|now|then|yes|please)[, ]+)*(?:(?:do )?(?:it |that |the same )?(?:once more|again|one more time)|(?:a (?:bit|little) |even |some )?more|further|keep going|continue like (?:that|this)|more of (?:that|this)|repeat that)[\s,]*(?:please|pls)?[\s.!]*$/i;
/** Which of several things is meant. */
const SELECTS = /^(?:other|first|second|third|last|previous|next|latter|former|original|new|number|[1-5])$/i;

/**
 * A message made whole by the one that it leans on (in the literature: utterance rewriting): "same for the other file"
 * is that one's wish with another thing to work on, "and in March?" its question with another time. A message that
 * stands by itself stays as it is.
 */
export const completed = (request: PlanRequest, judged: Judged): PlanRequest => wholeOf(request, judged, MAX_DEPTH);

function wholeOf(request: PlanRequest, judged: Judged, depth: number): PlanRequest {
  const said = request.text.trim();
  if (said === "" || said.length > MAX_CHARS || depth === 0) return request;
  const reading = readingOf(request);
  const thing = thingPointedAt(request, reading);
  const fragment = thing === null ? fragmentIn(reading, request) : null;
  const before = thing === null && fragment === null ? null : turnBefore(request, judged, depth);
  if (before === null) return request;
  const own = fragment === null ? "wish" : judged.does(request);
  const isAsked = fragment !== null && (own === "ask" || own === null) && judged.does(before) === "ask";
  const text =
    thing !== null
      ? withOtherThing(thing, request, readingOf(before))
      : isAsked
        ? withOtherWords(fragment, readingOf(before), judged.vectors)
        : null;
  return text === null ? request : { ...request, text };
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
  const does = judged.does(whole);
  if (does === "ask" || does === "wish") return whole;
  return depth > 1 ? turnBefore(given, judged, depth - 1) : null;
}

const isMaterial = (part: MaterialPart): boolean => part.as !== "file" || part.resource !== null;

/** What a message that says nothing else points at, in words; null where it says more, or points at nothing. */
function thingPointedAt(request: PlanRequest, { masked, parts }: MaskedRequest): string | null {
  if (REPEATS.test(masked) && request.attached.length === 0) return "it";
  const words = masked.trim().replace(LEADS, "").replace(TAILS, "");
  const names = namesAtHand(request);
  const isPointing = words.split(/\s+/).every((word, at, all) => {
    const plain = word.replaceAll(/[^\p{L}\p{N}@]/gu, "");
    const isName = names.has(plain.toLowerCase()) && BEFORE_NAME.has(all[at - 1]?.toLowerCase() ?? "");
    return plain.startsWith("@") || SELECTS.test(plain) || isName || namesThing(plain) || pointsOnly(plain);
  });
  const [placed, ...more] = parts;
  if (!isPointing || more.length > 0 || (placed && !isMaterial(placed.part))) return null;
  if (placed) return written(placed.part);
  if (request.attached.length > 0) return request.attached.map(({ name }) => name).join(" and ");
  return isOfLog(words, request, names) ? words : null;
}

/** "the minutes" names a file, "minutes" may be a wish. */
const BEFORE_NAME = wordSet("the this that my our in of for from with on to and");

/** The wish of the message before with another thing to work on; null where it works on several. */
function withOtherThing(thing: string, { attached }: PlanRequest, before: MaskedRequest): string | null {
  const own = before.parts.filter(({ part }) => isMaterial(part));
  if (own.length > 1) return null;
  return own[0] ? rewritten(before, own[0].start, thing) : pointedAt(before, thing, attached.length > 0);
}

/** Words of the names of files: "the minutes" of minutes.txt. */
const namesAtHand = ({ attached, log }: PlanRequest): ReadonlySet<string> =>
  new Set(
    [...attached, ...log.flatMap(({ resources }) => resources)].flatMap(({ name }) =>
      name
        .toLowerCase()
        .replace(/\.\w+$/, "")
        .split(/[^\p{L}]+/u)
        .filter((word) => word.length > 2),
    ),
  );

/** Whether words point at one of several files of earlier turns. */
function isOfLog(words: string, { log }: PlanRequest, names: ReadonlySet<string>): boolean {
  const files = new Set(log.flatMap(({ resources }) => resources.map(({ id }) => id)));
  const said = words.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const isTold = said.some((word) => names.has(word) || SELECTS.test(word));
  return files.size > 1 && isTold && said.some((word) => names.has(word) || namesThing(word));
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
  return `${masked.replace(TAILS, "")} in ${phrase}`;
}

/** A message that goes on with part of a question; null for any other. */
function fragmentIn({ masked, parts }: MaskedRequest, { attached }: PlanRequest): string | null {
  const said = masked.trim();
  const fragment = said.replace(LEADS, "").replace(TAILS, "");
  const isShort = fragment !== "" && fragment.split(/\s+/).length <= MAX_FRAGMENT_WORDS;
  const isLed = fragment !== said && parts.length === 0 && attached.length === 0;
  return isShort && isLed && !beginsClause(fragment) && !isQuestion(plainly(fragment)) ? fragment : null;
}

/** The question of the message before with other words in it; null where nothing there is like them, or it asks more than one. */
function withOtherWords(fragment: string, before: MaskedRequest, vectors: WordVectors): string | null {
  if (divide(before.masked, before.parts).length > 1 || NEGATES.test(fragment)) return null;
  const question = before.masked.replace(TAILS, "");
  const text = exchanged(question, fragment, vectors);
  if (text === null || text === question) return null;
  // The masks stand in the order of the parts, whatever was put between them.
  const parts = before.parts.values();
  return `${text.replaceAll(/@\w+/g, (mask) => written(parts.next().value?.part) ?? mask)}?`;
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
function exchanged(question: string, fragment: string, vectors: WordVectors): string | null {
  const put = ({ start, end }: PlacedWord, words: string): string =>
    question.slice(0, start) + words + question.slice(end);
  const [, kept, gone] = INSTEAD.exec(fragment) ?? [];
  const named = wordsIn(question).find(({ word }) => word.toLowerCase() === gone?.toLowerCase());
  if (kept !== undefined && named) return put(named, kept.replace(ARTICLE, ""));
  const [, preposition, object] = PHRASE.exec(fragment) ?? [];
  const likest = likestIn(question, (object ?? fragment).replace(ARTICLE, ""), vectors);
  if (preposition === undefined) return likest && put(likest, fragment.replace(ARTICLE, ""));
  const opening = likest && question.slice(0, likest.start).replace(/(?: the| an?)? $/i, "");
  return opening?.toLowerCase().endsWith(` ${preposition.toLowerCase()}`)
    ? `${opening} ${object}${question.slice(likest?.end)}`
    : `${question} ${fragment}`;
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

/** What a question says that means most like a phrase; null where nothing does. */
function likestIn(question: string, phrase: string, vectors: WordVectors): PlacedWord | null {
  const said = wordsIn(phrase);
  const head = said.at(-1)?.word ?? "";
  const words = wordsIn(question);
  const rated = words.flatMap((placed, at) =>
    isSmall(placed) ? [] : [{ at, likeness: likenessOf(placed.word, head, vectors) }],
  );
  const best = rated.toSorted((a, b) => b.likeness - a.likeness)[0];
  const last = best && best.likeness >= MIN_LIKENESS ? words[best.at] : undefined;
  if (!last) return null;
  // More words than one stand for more than one: "the hotel price" for "the flight number".
  const first = said.length > 1 ? words.slice(words.slice(0, best?.at).findLastIndex(isSmall) + 1)[0] : last;
  return { word: phrase, start: first?.start ?? last.start, end: last.end };
}

/** Names are alike, and so are figures, whatever they are of. */
const OF_ONE_FORM = [/^\p{Lu}/u, /^\d/];

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
