import { baseKind } from "../../../domain/kinds.ts";
import type { WordVectors } from "../../../words/vectors.ts";
import type { PlanRequest } from "../../controller.ts";
import type { Clause } from "../read/clauses.ts";
import { readingOf } from "../read/index.ts";
import { findMentions } from "../read/mentions.ts";
import type { PlacedPart, Reading } from "../read/parts.ts";
import { lostFileIn } from "../reply/ask.ts";
import { placedWords, withOtherQuestion, withOtherWords, withWords } from "./exchange.ts";
import { isMaterial, isPasted, type Message, readMessage, type Thing } from "./message.ts";

/** What a message would be planned as. */
export interface Verdict {
  /** It asks something of what is at hand, wishes something else, lacks what it is about, is talk, or none of these. */
  readonly does: "ask" | "wish" | "lacks" | "talk" | null;
  readonly types: readonly string[];
  /** The probability of that. */
  readonly confidence: number;
}

/** What is known of messages before they are planned. */
export interface Judged {
  readonly vectors: WordVectors;
  readonly judge: (request: PlanRequest) => Verdict;
  readonly divide: (request: PlanRequest) => readonly Clause[];
}

/** A message may lean on one that leans on another. */
const MAX_DEPTH = 3;
/** A longer message says all of what it wishes. */
const MAX_LEANING_CHARS = 160;
/** Nothing leans on a page. */
const MAX_LEANED_ON_CHARS = 2_000;
/** A fragment that is a wish by itself at least this surely is one. */
const MIN_WISH_CONFIDENCE = 0.5;
/** A fragment that is talk more surely than this is talk, whatever its words are like. */
const MIN_TALK_CONFIDENCE = 0.7;

/**
 * A message made whole by the one that it leans on (in the literature: utterance rewriting): "same for the other file"
 * is that one's wish with another thing to work on, "and in March?" its question with another time. A message that
 * stands by itself stays as it is.
 */
export const completed = (request: PlanRequest, judged: Judged): PlanRequest => wholeOf(request, judged, MAX_DEPTH);

function wholeOf(request: PlanRequest, judged: Judged, depth: number): PlanRequest {
  const said = request.text.trim();
  if (said === "" || said.length > MAX_LEANING_CHARS || depth === 0 || request.log.length === 0) return request;
  const message = readMessage(request);
  if (message.fragment === null && message.asks === null && message.thing === null && !message.repeats) return request;
  const before = turnBefore(request, judged, depth);
  if (before === null) return request;
  if (message.thing !== null) return withOtherThing(message.thing, request, readingOf(before)) ?? request;
  if (message.asks !== null) return askedOtherwise(message.asks, request, before, judged);
  if (message.repeats) return repeated(request, before, judged);
  return changed(message, request, before, judged) ?? request;
}

/** The newest message before that wishes or asks something, itself made whole. */
function turnBefore({ log, ontology, facts }: PlanRequest, judged: Judged, depth: number): PlanRequest | null {
  const at = log.findLastIndex(({ role }) => role === "user");
  const turn = log[at];
  if (!turn || turn.text.length > MAX_LEANED_ON_CHARS) return null;
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

/** The wish of the message before with another thing to work on; null where it works on several. */
function withOtherThing(thing: Thing, request: PlanRequest, before: Reading): PlanRequest | null {
  const lost = lostFileIn(before);
  const [only, another] = before.parts.filter(({ part }) => isMaterial(part));
  if (!lost && another) return null;
  return { ...request, text: withThing(thing, before, lost ?? only, request.attached.length > 0) };
}

/** The words of a message with a thing in the place of one of its parts, or of what it points at. */
function withThing(thing: Thing, before: Reading, place: PlacedPart | undefined, isAttached: boolean): string {
  if (thing.isPasted && !(place && isPasted(place.part)))
    return `${place ? withWords(before, { ...place, words: "this" }) : before.text}\n\n${thing.words}`;
  if (place) return withWords(before, { ...place, words: thing.words });
  // Whatever "this" was, it is now what came with the message.
  if (isAttached) return before.text;
  const [mention] = findMentions(before.masked);
  if (mention) return withWords(before, { start: mention.at, end: mention.end, words: thing.words });
  const end = before.masked.replace(/[\s?.!]+$/, "").length;
  return withWords(before, { start: end, end, words: ` in ${thing.words}` });
}

/** The same once more: of what came of it where that can be worked on like it, or else anew. */
function repeated(request: PlanRequest, before: PlanRequest, judged: Judged): PlanRequest {
  if (!edits(judged.judge(before), request)) return inContextOf(before, before.text, request);
  return withOtherThing({ words: "it", isPasted: false }, request, readingOf(before)) ?? request;
}

/** The last question before with another question word; the message itself where that had no question. */
function askedOtherwise(asks: string, request: PlanRequest, before: PlanRequest, judged: Judged): PlanRequest {
  const question = judged.divide(before).findLast(({ as }) => as === "question");
  const text = question ? withOtherQuestion(asks, readingOf(before), question) : null;
  return text === null ? request : inContextOf(before, text, request);
}

/** Whether all that a message makes can be made into the same again: a picture, a recording. */
const edits = ({ types }: Verdict, { ontology }: PlanRequest): boolean =>
  types.every((name) => {
    const { inputs, outputs } = ontology.get(name) ?? { inputs: [], outputs: [] };
    const [taken, given] = [inputs[0]?.kinds[0] ?? "data", outputs[0]?.kinds[0] ?? "data"];
    return baseKind(taken) === baseKind(given) && !inputs.some(({ name: port }) => port === "target-language");
  });

/** Whether a message makes a picture, with or without words to it. */
const draws = ({ types }: Verdict, { ontology }: PlanRequest): boolean =>
  types.some((name) => ontology.get(name)?.outputs[0]?.kinds.includes("image"));

/** "the average", "sum of all rents": one figure of several is asked for. */
const RECKONS =
  /^(?:the )?(?:sum|total|average|mean|median|count|number|share|percentage|difference|most|least|highest|lowest|largest|biggest|smallest)\b/i;

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
  if (fragment === null || (alone.does === "talk" && alone.confidence > MIN_TALK_CONFIDENCE)) return null;
  if (earlier.does === "lacks") return inContextOf(before, `${before.text} ${request.text}`, request);
  const isOther = alone.types.some((type) => !earlier.types.includes(type));
  const isEdit = earlier.does === "wish" && edits(earlier, request);
  const [drawn, drawnBefore] = [draws(alone, request), draws(earlier, request)];
  const isSure = alone.confidence >= MIN_WISH_CONFIDENCE && (alone.does === "wish" || (drawn && !drawnBefore));
  // "And the sum of all?" after a chart is a question; "and per month?", "and the costs?" go on with it.
  const isAnswered = alone.does === "ask" && drawnBefore && !drawn && RECKONS.test(fragment);
  const isWish = !corrects && (isSure || isAnswered) && (isOther || isEdit);
  if (isWish) return null;
  const said = judged.divide(before).filter((clause) => placedWords(clause.text).length > 0);
  const last = said.findLast(({ as }) => as === "order" || as === "question") ?? said.at(-1);
  const text = last ? withOtherWords(fragment, readingOf(before), last, earlier.does === "ask", judged.vectors) : null;
  return text === null ? null : inContextOf(before, text, request);
}
