import { type Anchored, MARKS } from "./anchors.ts";
import type { RequestSpan } from "./blank.ts";
import { type ConstraintClause, WORK } from "./clauses.ts";
import { type Direction, directionAt } from "./direction.ts";
import type { Words } from "./own-words.ts";
import type { Finding, Said } from "./said.ts";

/** The own words of a request, with what was found in them. */
export interface ReadContext extends Anchored {
  readonly words: Words;
  readonly clauses: readonly ConstraintClause[];
}

/** A name, an amount or a word that restricts models, where it stands in its clause. */
export interface Place extends RequestSpan {
  readonly clause: ConstraintClause;
  /** Null where content is spoken of. */
  readonly direction: Direction | null;
  /** The clause before the place, names marked. */
  readonly lead: string;
  /** The clause after it. */
  readonly rest: string;
  readonly isOfModels: boolean;
}

export function placeOf({ clauses }: ReadContext, { start, end }: RequestSpan): Place | null {
  const clause = clauses[clauses.findIndex((one) => start < one.end)];
  if (clause === undefined || start < clause.start) return null;
  return {
    start,
    end,
    clause,
    direction: directionAt(clause, start),
    lead: clause.text.slice(0, start - clause.start),
    rest: clause.text.slice(end - clause.start),
    isOfModels: clause.text.includes(MARKS.noun) && !isOtherModel(clause.text),
  };
}

/** The model of something, or a person who is one: "the model of a car", "a model on a runway". */
const OTHER_MODEL =
  /µ (?:of (?:(?:an?|the|this|that) )?(?![^,;]{0,24}licen)(?!(?:all|each|them|those|these|yours|\d|up|at|less|under|max|about)\b)|on (?:a|the|my) (?!(?:list|hub|catalog))|in (?:a|the|my) (?!list|range|catalog|\d)|at the|wearing|walk|posing|who\b|name|number|year|agency|train\b|rail|car\b|plane|aeroplane|house\b|kit\b|from \d|[tx] )|\b(?:draw|paint|sketch|describe|count|detect|crop|remove|replace) (?:[a-z]+ ){0,3}µ|(?:fashion|runway|toy|role|car|train|plane|top) µ/;
export const isOtherModel = (marked: string): boolean => OTHER_MODEL.test(marked);

/** Words in which a phrase may end: courtesy, what joins on, or what it is used for. */
const ENDS =
  /^(?:[- ]?(?:licen[sc]\w{1,3}|µ+|only|exclusively|stuff|code|ones?|things?|famil(?:y|ies)|series|always)(?![\w]))*(?:$|['")\]]?[.,;:!?)\n]|\s?[-(¤]|\s+$|,? (?:please|pls|plz|thanks|thank|thx|and|or|but|for|to|when|while|where|so|if|on|in|at|of|then|because|as|only|either|though|anyway|now|instead|here|this time|today|with|using|within|under|that|since|whatever|by|ok|okay|is|are|must|should|may|can|be|has|locally|offline|avoiding|excluding|except|without|over|above|below|less|whenever|wherever|we|i|you|which|involved|used|here|whatsoever|or|nor|all|across|throughout|everywhere|everything|no|not|max|at|left|to)(?![\w-]))/;
export const endsPhrase = (rest: string): boolean => ENDS.test(rest);

const WORKS = new RegExp(`\\b${WORK}|¤|\\b(?:into|picture|image|photo|caption|story|poem|haiku|map|it aloud)\\b`);
const FOLLOWS =
  /^(?:[- ]?(?:licen[sc]\w{1,3}|µ+|only|exclusively|stuff|code|ones?|famil(?:y|ies)|series|involved|at all|whatsoever|instead|for (?:this|that|it|everything|me)|or bust|available|possible|in total|altogether|please)(?![\w-]))+/;
const MAX_CLAUSE_CHARS = 80;

/** What is said at a place: the words that direct, and the whole clause where it does nothing else. */
export function findingAt({ clause, direction, lead, rest, start, end }: Place, said: Said): Finding {
  const from = (direction?.by === "bare" ? start : direction?.start) ?? start;
  const head = lead.slice(0, from - clause.start);
  const tail = FOLLOWS.exec(rest)?.[0] ?? "";
  const left = rest.slice(tail.length);
  const isWhole =
    head.length <= MAX_CLAUSE_CHARS &&
    !WORKS.test(head) &&
    !/ (?:in|to|of) [a-z]+ ?$/.test(head) &&
    (direction?.by !== "tie" || head.trim() === "");
  const isToEnd =
    left.length <= MAX_CLAUSE_CHARS &&
    !WORKS.test(left) &&
    !/^ (?:for|to|in|on) (?!this|that|it\b|all|any|everything)/.test(left);
  return {
    ...said,
    about: { start, end },
    start: isWhole ? clause.start : from,
    end: isToEnd ? clause.end : end + tail.length,
  };
}

/** Matches beyond these are more than anybody asks for. */
const MAX_MATCHES = 64;

/** The places in the clauses that a global pattern matches. */
export function* matchesIn(
  context: ReadContext,
  pattern: RegExp,
  holds: (word: string) => boolean = () => true,
): Generator<readonly [RegExpMatchArray, Place]> {
  let found = 0;
  for (const clause of context.clauses) {
    for (const match of clause.text.matchAll(pattern)) {
      if (!holds(match[0])) continue;
      const start = clause.start + match.index;
      const place = placeOf(context, { start, end: start + match[0].length });
      if (place) yield [match, place];
      if (++found === MAX_MATCHES) return;
    }
  }
}
