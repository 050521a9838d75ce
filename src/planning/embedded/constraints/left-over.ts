import type { RequestSpan } from "./blank.ts";
import { isOfModels, isUsed } from "./doubts.ts";
import type { ConstraintFinding } from "./find-all.ts";
import { endsPhrase } from "./grammar.ts";
import type { Marked } from "./marked.ts";
import { type Matter, type Quality, qualitiesIn, unreadAmong } from "./qualities.ts";
import { isOtherModel } from "./size.ts";
import { type ConstraintToken, tokensOf } from "./tokens.ts";
import { isSpokenOf } from "./use-or-mention.ts";

/** A stretch of the own words of a request, and what in it restricts models and was not read. */
export interface LeftOver extends RequestSpan {
  readonly unread: readonly Quality[];
}

/** So many phrases are looked at. */
const MAX_SEEDS = 64;
/** So many words that tell nothing may stand between one quality of a model and the next. */
const MAX_BETWEEN = 6;
/** So many may stand before the noun: "a permissive speech recognition model". */
const MAX_KINDS = 3;
const NEAR_CHARS = 300;

/**
 * Stretches around a noun for models, or a phrase that was read, that hold a licence, provider, benchmark, name, size,
 * price or the like which no finding has read: "the cheapest ‹open› model", "a local model, ‹MIT› or ‹Apache›".
 */
export function leftOver(marked: Marked, findings: readonly ConstraintFinding[]): readonly LeftOver[] {
  if (marked.models === marked.plain && findings.length === 0 && !MAY_NAME.test(marked.plain)) return [];
  const qualities = qualitiesIn(marked);
  const open = unreadAmong(qualities, findings);
  if (open.length === 0) return [];
  const tokens = tokensOf(marked, qualities, findings);
  const stretches = tokens
    .flatMap((token, at) => (isSeed(token) && !(token.isRead && tokens[at - 1]?.isRead) ? [at] : []))
    .slice(0, MAX_SEEDS)
    .flatMap((at) => stretchAround(tokens, at, marked.plain) ?? []);
  return stretches
    .filter(
      (one, place) =>
        !stretches.some((other, at) => at !== place && holds(other, one) && (at < place || !holds(one, other))),
    )
    .map((one) => ({ ...one, unread: open.filter((quality) => holds(one, quality)) }))
    .filter(({ unread }) => unread.length > 0);
}

const isSeed = ({ isNoun, isRead, matter, text }: ConstraintToken): boolean =>
  isNoun || isRead || (matter === "model" && text.includes("/"));
const MAY_NAME = /[a-z]\/[a-z]/;
const holds = (outer: RequestSpan, inner: RequestSpan): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** Words that may stand between a model and what it is to be. */
const JOINS =
  /^(?:,|that|which|whose|is|are|be|it|has|have|having|with|under|below|over|above|beyond|at|most|least|less|more|than|up|on|from|by|of|no|none|neither|not|nothing|never|without|except|but|avoiding|excluding|besides|other|and|or|nor|any|all|an?|the|one|licen[sc](?:es?|ed)|released|published|hosted|made|built|run|running|works?|available|allowed|comes?|coming|either|both|also|only|per|image|minute|second|call|best|top|highest|lowest|leading|first|scor(?:es?|ing)|ranks?|ranked|does|performs?|well|performing|accuracy|wer|error|rate|good|must|should|parameters?|params|knows?|speaks?|understands?|supports?)$/;
/** What stands before the noun, or leads to it, and is no quality of it. */
const DETERMINERS = /^(?:an?|the|any|some|all|every|each|my|our|your|one|whichever|very|really|absolute|these|those)$/;
const LEADS =
  /^(?:use|using|with|without|via|by|pick|choose|take|select|prefer|preferably|run|call|want|need|only|just|no|not|avoid|avoiding|exclude|except|never|be|but|please|so|then|employ|like|accept|allow|rely)$/;
const BREAKS = /^[,.;:!?()¤\n-]$/;
const STOPS =
  /^(?:to|of|in|at|is|are|was|were|that|which|who|this|into|about|it|its|his|her|their|has|have|had|as|than|what|how|why|where)$/;
const KNOWS = /^(?:for|knows?|speaks?|understands?|supports?)$/;

/** The noun phrase or the phrase that was read at a token, with the qualities that are said of it; `null` where it is no wish. */
function stretchAround(tokens: readonly ConstraintToken[], at: number, text: string): RequestSpan | null {
  const seed = tokens[at];
  const begin = tokens[seed?.isRead ? at : (leadOf(tokens, at) ?? tokens.length)];
  if (!seed || !begin || !(seed.isRead || seed.isNoun || IS_USED.test(begin.text))) return null;
  const span = { start: begin.start, end: lastOf(tokens, at, text).end };
  if (seed.isRead) return span;
  const phrase = text.slice(span.start, span.end);
  const before =
    text
      .slice(Math.max(0, span.start - NEAR_CHARS), span.start)
      .split(/[.!?] |\n/)
      .at(-1) ?? "";
  const around = { before, after: text.slice(seed.end, seed.end + NEAR_CHARS), all: text, asWritten: phrase };
  const isTold = isSpokenOf(before, phrase) || REPORTED.test(before) || IS_FINE.test(around.after);
  // "A model from China" is one that runs, "a model from Paris" may be a person.
  const isFrom = span.end > seed.end && /^ from /.test(around.after);
  // "Draw a fox with any model except FLUX"
  const isSure = tokens.some((token) => holds(span, token) && token.matter !== null && SURE.includes(token.matter));
  return !isTold && (isSure ? isUsed : isOfModels)(around, phrase) && (isFrom || !isOtherModel(around.after))
    ? span
    : null;
}

/** Nothing that is drawn or told of has these. */
const SURE: readonly Matter[] = ["licence", "benchmark", "gated", "model"];
/** What leads to an id that is no pair of labels. */
const IS_USED = /^(?:use|using|with|via|by)$/;
/** "According to ¤ the model …" */
const REPORTED = /\b(?:according to|as per|says?) ¤,?\s*$/;
const IS_FINE = /^ (?:is|are|would be) (?:also )?(?:fine|ok|okay|welcome|allowed|acceptable|enough|possible)\b/;

/** Where the phrase of a noun begins, if something leads to it. */
function leadOf(tokens: readonly ConstraintToken[], noun: number): number | null {
  let kinds = 0;
  let at = noun - 1;
  for (; at >= 0; at--) {
    const { text, matter, isModel } = tokens[at] ?? NOTHING;
    const next = tokens[at + 1];
    if (matter !== null || isModel) continue;
    // "permissive, non-gated", "MIT or Apache"
    const joinsTwo = /^(?:,|or|and|\/|&)$/.test(text) && next?.matter != null && tokens[at - 1]?.matter != null;
    if (joinsTwo || DETERMINERS.test(text)) continue;
    if (LEADS.test(text) || (text === "of" && /^(?:help|means)$/.test(tokens[at - 1]?.text ?? ""))) return at;
    if (BREAKS.test(text)) break;
    if (STOPS.test(text) || ++kinds > MAX_KINDS) return null;
  }
  // At the beginning of a clause a verb of another wish may stand: "caption …".
  return kinds === 0 ? at + 1 : null;
}

/** The last quality that is said of what stands at a token, or that itself. */
function lastOf(tokens: readonly ConstraintToken[], seed: number, text: string): ConstraintToken {
  let last = tokens[seed] ?? NOTHING;
  let between = 0;
  for (let at = seed + 1; at < tokens.length && between <= MAX_BETWEEN; at++) {
    const token = tokens[at] ?? NOTHING;
    const isTold = token.matter !== null && isComplete(tokens, at, text);
    if (token.isRead || token.isModel || isTold) {
      last = token;
      between = 0;
    } else if (JOINS.test(token.text) || (token.text === ":" && tokens[at - 1]?.isNoun)) {
      between++;
      if (/^licen[sc]/.test(token.text) && tokens[at - 1] === last) last = token;
    } else if (token.matter === null) break;
  }
  return last;
}

/** "Apple" in "a small model, Apple pie" is a part of something else; a language is said of a model that knows it. */
function isComplete(tokens: readonly ConstraintToken[], at: number, text: string): boolean {
  const { end, matter } = tokens[at] ?? NOTHING;
  const next = tokens[at + 1] ?? NOTHING;
  if (matter === "language" && !KNOWS.test(tokens[at - 1]?.text ?? "")) return false;
  return next.matter !== null || next.isModel || next.isRead || JOINS.test(next.text) || endsPhrase(text.slice(end));
}

const NOTHING: ConstraintToken = {
  start: 0,
  end: 0,
  text: "",
  matter: null,
  isModel: false,
  isNoun: false,
  isRead: false,
};
