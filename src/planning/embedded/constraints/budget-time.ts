import { AT_MOST, AT_MOST_AFTER, CLAUSE_BEGINS, endsPhrase, pattern } from "./grammar.ts";
import { NUMBER, numberOf, rounded } from "./numbers.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";
import { isOfOthers } from "./use-or-mention.ts";

const UNIT = "(?:milliseconds?|millis|msecs?|ms|seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h)(?![a-z])";
/** A span of time; `milliseconds` reads its groups. */
export const SPAN = `(?<n>${NUMBER}) ?-?(?<unit>${UNIT})`;
const MILLISECONDS: readonly (readonly [RegExp, number])[] = [
  [/^m(?:s|illi)/, 1],
  [/^s/, 1_000],
  [/^min/, 60_000],
  [/^h/, 3_600_000],
];

/** What the groups of `SPAN` come to; `null` where they are no time. */
export function milliseconds(groups: Readonly<Record<string, string | undefined>>): number | null {
  const count = numberOf(groups.n ?? "");
  const unit = MILLISECONDS.find(([spelling]) => spelling.test(groups.unit ?? ""))?.[1];
  return count === null || unit === undefined ? null : rounded(count * unit);
}

function limit(groups: Readonly<Record<string, string | undefined>>): PhraseMeaning | null {
  const timeMs = milliseconds(groups);
  return timeMs === null ? null : { budget: { timeMs } };
}

const RUN =
  "(?:it|this|that|you|everything|the (?:whole |entire )?(?:thing|run|job|request|lot|work|processing|answer|result|operation|reply)|all (?:of it|of this|this))";
const LONGER = "(?:longer than|more than|over|above|beyond)";
const NOT =
  "(?:do not|don't|dont|never|without|cannot|can't|won't|will not|must not|mustn't|may not|shouldn't|should not|not|must never)";
const HAVE_IT =
  "(?:need|want|have|get|give|finish|finished|done|answer|ready|reply|respond|complete|completed|deliver|expect|return|come back|get back)";

/** "a clip that lasts …", "what happens within …": how long a thing is, not the run. */
const LASTING =
  /\b(?:(?:that|which|who|lasts?|lasting|happens?|happened|occurs?|occurred|said|goes off|arrives?|leaves?|departs?|finishe[sd]|won|cooks?|baked?|boils?|delivered|spoken|runs?|ran|dies|falls?|ends?|explodes?|story|joke|riddle|speech|talk)\s*(?:¤\s*)?|(?:first|last|next|every|about|of|to|from|recipe|timer|countdown|clock|exercise|workout)\s*)$/;

/** What has a length in time, made here. */
const MAKES_LASTING =
  /\b(?:cut|trim|shorten|crop|split|speed|clip|clips|video|videos|animation|song|jingle|tune|melody|movie|film|trailer|speech|monologue|podcast|gif|track|intro|voice-?over)\b(?!.*\b(?:transcri|summar|describ|caption|detect|classif|denois|subtitl))/;
const LENGTH_AFTER =
  /^(?: (?:of (?!this|that|now|it)|after|before|into|long|each|apart|later|video|clip|or so of|from the|per|in length|ago|away|more)\b|-)/;

const clauseOf = (before: string): string => before.split(/[;:(]| - /).at(-1) ?? "";
const isOfTheRun = (around: Around): boolean =>
  endsPhrase(around.after) && !LENGTH_AFTER.test(around.after) && !LASTING.test(around.before) && !isOfOthers(around);

/** Time: "within 30 seconds", "in under a minute", "time limit 20 s". */
export const timeRules = (): readonly ConstraintRule[] => [
  rule(
    `(?:in|within) (?:${AT_MOST} |about |only |just )?${SPAN}[^.!?\\n]{0,40}?\\b(?:(?:by|before|until|till) (?:then|that)|in time)`,
    () => true,
  ),
  rule(
    `(?:(?:all|done|finished|be done|to be done|be finished|be ready|finish|answer|ready|do it|do this) )?(?:in|within)(?: the next)? (?:${AT_MOST} )?${SPAN}(?: ${AT_MOST_AFTER})?`,
    (around, phrase) =>
      isOfTheRun(around) &&
      // "in 30 seconds" alone may be when, or how long.
      /\bwithin|\b(?:under|less|below|most|more than|up to|max|longer|finish|done|ready|answer|fewer|shorter)/.test(
        phrase,
      ),
  ),
  rule(
    `(?:(?:i|we) )?(?:must |should |'ll |will |would like to )?${HAVE_IT}(?: me| back)?(?: (?:to (?:be|have|get)|it|this|that|them|the [a-z]+|an answer|all|everything|done|ready|back|finished)){0,4} (?:in|within) (?:${AT_MOST} )?${SPAN}`,
    (around) => isOfTheRun(around) && !/\b(?:who|they|he|she|runners?|trains?)\s*$/.test(around.before),
  ),
  rule(
    `(?:${RUN} )?(?:may |must |should |can |shall |is allowed to |has to |needs to |ought to |cannot |can't |mustn't |shouldn't |must not |should not |may not )(?:not |never |only )?(?:take|need|run|use|require|last|be done|be finished|finish|be ready|keep me waiting)(?: (?:you|me|up))?(?: (?:in|within|for))? (?:${AT_MOST}|${LONGER}|only|just) ${SPAN}(?: ${AT_MOST_AFTER})?`,
    (around) => !LASTING.test(around.before) && !LENGTH_AFTER.test(around.after),
  ),
  rule(
    `(?:please )?${NOT} (?:take|need|run|use|spend|wait|want to wait|make me wait|require|exceed|let it take|let it run)(?: (?:it|for|up))? (?:${LONGER} |any longer than |a second more than )?${SPAN}(?: (?:to|on|for) )?`,
    (around) => !LASTING.test(around.before),
  ),
  rule(
    `if (?:it|this|that) (?:takes|needs|lasts|runs) (?:longer|more) than ${SPAN},? (?:please )?(?:stop|give up|abort|cancel|forget it|leave it|quit)(?: it)?`,
    () => true,
  ),
  rule(
    `(?:please )?(?:stop|give up|abort|quit|time out|cancel(?: it)?) (?:after|at) (?:${AT_MOST} )?${SPAN}`,
    (around) => isOfTheRun(around) && CLAUSE_BEGINS.test(around.before),
  ),
  rule(
    `(?:(?:i|we) (?:can|could|will|am willing to|'ll) (?:only |just )?)wait (?:for )?(?:(?:${AT_MOST}|only|just) ${SPAN}|${SPAN},? ${AT_MOST_AFTER})`,
    isOfTheRun,
  ),
  rule(
    `(?:take|spend|use|taking|spending|run for|wait) (?:${AT_MOST}|only|just) ${SPAN}(?: (?:on|for) (?:this|it))?`,
    (around) => isOfTheRun(around) && !/\b(?:exercises?|recipes?|steps?|walks?)\b/.test(around.before),
  ),
  rule(
    `(?:(?:with|on|within) )?(?:(?:a|my|the|our|hard|total|overall) ){0,3}(?:time[- ]?(?:limit|out|budget|cap|box)|deadline|run[- ]?time|max(?:imum)? (?:time|duration|runtime|run time|wait)|budget|(?<=(?:^|[.,;:(\\n]|and ) ?)time)(?: (?:is|of|at|must be|should be|=))?:? ?(?:${AT_MOST} )?${SPAN}`,
    (around) => !/\b(?:speech|speaker|debate|exam|game|race|match|test)\b/.test(around.before),
  ),
  rule(
    `(?:(?:with|on|within|under) )?(?:a |my )?${SPAN} (?:time )?(?:limit|deadline|timeout|time limit|budget|cap)`,
    () => true,
  ),
  rule(
    `(?:i|we|you)(?: only| just)?(?:'ve| have|'ll have| will have| get|'ll get| are given| are allowed)(?: only| just)?(?: got)?(?: only| just)?(?: (?:${AT_MOST}))? ${SPAN}(?: (?:for (?:this|it|that)|left|to spare|time|at most))?`,
    (around, phrase) =>
      /only|just|most|under|less|up to|max|you/.test(phrase) &&
      endsPhrase(around.after) &&
      !LENGTH_AFTER.test(around.after),
  ),
  rule(
    `(?:(?:and|but|all) )?(?:${AT_MOST} ${SPAN}|${SPAN}(?: or|,)? ?${AT_MOST_AFTER})`,
    (around) => isOfTheRun(around) && !MAKES_LASTING.test(clauseOf(around.before)) && CLAUSE_BEGINS.test(around.before),
  ),
];

const rule = (source: string, holds: (around: Around, phrase: string) => boolean): ConstraintRule => ({
  pattern: pattern(source),
  read: (groups, around, phrase) => (holds(around, phrase) ? limit(groups) : null),
});
