import { milliseconds, SPAN } from "./budget-time.ts";
import { AT_MOST, AT_MOST_AFTER, DETERMINER, endsPhrase, MODEL, ONLY, pattern, USE } from "./grammar.ts";
import { MARKS, tellsModels } from "./marked.ts";
import type { Around, ConstraintRule } from "./rule.ts";

const QUICK = "(?:(?:fast|quick|speedy|snappy|responsive|low-latency|fast-answering) )?";
const LEAD = `(?:(?:${USE} )?(?:${ONLY} )?(?:${DETERMINER} )?${QUICK}${MODEL}(?: (?:that|which|whose|with|having|has|have|must|should|at|of))? ?)`;
const ANSWERS =
  "(?:(?:must |should |can |could |will |usually |typically |always )?(?:answers?|answering|responds?|responding|repl(?:y|ies)|replying|runs?|running|finish(?:es)?|finishing|takes?|taking|needs?|needing|returns?|is|are|be|done|comes? back)(?: me| back)? )";
const LATENCY =
  "(?:(?:median |average |mean |typical )?(?:latency|latencies|response times?|answer times?|inference times?))";
const EACH = `(?: (?:per|for (?:each|every)|each|every|a) (?:single )?(?:(?:model |api )?call|${MODEL}|task|step))`;
/** A pattern with its bound before the span, and behind. */
const bounded = (source: (bound: string) => string): readonly string[] => [
  source(`(?:in |within )?(?:${AT_MOST}|faster than|quicker than|in) ?${SPAN}`),
  source(`(?:in |within )?${SPAN},? ${AT_MOST_AFTER}(?! ?[$\\d])`),
];

/** How long a model's call may take: "models that answer within 2 seconds", "latency under 500 ms". */
export const latencyRules = (): readonly ConstraintRule[] =>
  [
    ...bounded((bound) => `${LEAD}${ANSWERS}?(?:(?:a |an )?${LATENCY} (?:of |is |are )?)?\\(?${bound}\\)?${EACH}?`),
    ...bounded(
      (bound) =>
        `(?:with (?:a )?|and (?:a )?|a |the )?${LATENCY}(?: (?:budget|limit|cap))?(?: (?:of|is|must be|should be|may be|has to be|must stay|should stay|to be))? ?[:=]? ?${bound}`,
    ),
    ...bounded((bound) => `(?:with )?${bound}(?: of)? ${LATENCY}`),
    `(?:with (?:a )?)?(?:max(?:imum)?\\.? ${LATENCY}|${LATENCY} (?:limit|cap|budget))(?: (?:of|is|at))? ?[:=]? ?${SPAN}${EACH}?`,
    ...bounded(
      (bound) =>
        `(?:each|every) (?:single )?(?:(?:model )?call|${MODEL})(?: (?:must|may|should|can|has to|needs to))? (?:take|answer|last|run|be done|respond|finish|return) ${bound}`,
    ),
    `no (?:single )?(?:(?:model )?call|${MODEL}) (?:(?:must|may|should|can) )?(?:(?:take|last|run|need)s? |taking )?(?:longer|more|slower) than ${SPAN}`,
    `(?:${USE} )?(?:nothing|none|no ${MODEL})(?: (?:that|which) (?:is|are)| that's)? slower than ${SPAN}${EACH}?`,
    `${LEAD}(?:(?:is|are) )?(?:slower than|(?:taking|that (?:take|need)s?) (?:longer|more) than) ${SPAN}${EACH}? (?:is|are) (?:out|not (?:ok|okay|allowed|an option)|excluded|no good|too slow)`,
    `${LEAD}(?:(?:is|are) )?(?:no|not) slower than ${SPAN}${EACH}?`,
    ...bounded((bound) => `(?:(?:and|but|take|taking|needs?) )?${bound}${EACH}`),
  ].map(
    (source): ConstraintRule => ({
      needs: [SPEAKS],
      pattern: pattern(source),
      read: (groups, around, phrase) => {
        const maxMs = milliseconds(groups);
        return maxMs !== null && isWish(around, phrase) ? { constraints: { latency: { maxMs } } } : null;
      },
    }),
  );

/** Of the model, or a call of one; the time of the whole request is a budget. */
const SPEAKS = new RegExp(`latenc|response|slower|answer time|inference|\\bcall|task|step|${MARKS.model}`);
const WORKED_ON =
  /\b(?:list|find|show|which|what|who|count|how|filter|explain|about|write|plot|table|compare|draw|is|was|were|network|wi-?fi|ping|servers?)\b/;
/** A moving picture, or a speech, has a length of its own. */
const LASTING = /^ (?:long|video|clip|animation|speech|of (?:audio|video|speech|sound|music)|before|after|ago)\b/;

function isWish({ before, after }: Around, phrase: string): boolean {
  const clause = before.split(/[,;:¤(]| - /).at(-1) ?? "";
  if (WORKED_ON.test(clause) || LASTING.test(after) || !endsPhrase(after)) return false;
  // "The model runs in under 2 seconds" tells of one that is there.
  return /^(?:the|an?|that|this) /.test(phrase) && !/\b(?:must|should|with|latency)\b/.test(phrase)
    ? /\b(?:use|with|want|need)\s*$/.test(before)
    : tellsModels(phrase) || AIMED.test(phrase);
}
const AIMED = /latenc|time|slower|\bcall|\btask|\bstep|request/;
