import { DETERMINER, MODEL, pattern, USE } from "./grammar.ts";
import { MARKS } from "./marked.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";
import { taskNamedBy } from "./task-words.ts";

/** What follows the name of a benchmark. */
export const KIND =
  "(?: (?:benchmarks?|leader ?boards?|test ?sets?|data ?sets?|tests?|evals?|evaluations?|corpus|rankings?|challenge|suite))";
const NAME = `(?:${MARKS.benchmark}{1,60}|(?:[\\w][\\w/+.-]{0,40}(?: [\\w][\\w/+.-]{0,40}){0,3}?)(?=${KIND}))`;
const ON = `(?:on|in|for|at|by) (?:the )?(?<name>${NAME})${KIND}?`;
const BEST =
  "(?:the )?(?:(?:very )?best|top|highest|lowest|strongest|leading|most accurate|greatest|number one|no\\. ?1|number 1|#1|first|sota|state[- ]of[- ]the[- ]art)";
/** What is measured on one. */
export const METRIC =
  "(?:(?:word error rate|character error rate|wer|cer|accuracy|acc|f1|f-?score|bleu|chrf|rouge(?:-?[12l])?|map|miou|iou|ap|pesq|stoi|cider|spice|exact match|em|perplexity|mcc|fid|clip|top-?[15](?: accuracy)?|auc|ndcg|average|error)[ -]?(?:scores?|results?|rates?|values?|figures?)?|scores?|results?|performance|numbers?|ranking|rank|marks?|figures?|ratings?|error rate|errors?)";
/** Verbs of whichever does best. */
const DOES_BEST =
  "(?:(?:does|do|is|are|scores?|performs?|works?|ranks?|ranked|scoring|performing|fares?|has|have|gets?|got|comes?(?: out)?|did|scored|performed|ranking|being|rated|must be|should be|must do|should do|to be) (?:the )?(?:very )?(?:best|highest|top|first|number one|strongest|on top|no\\. ?1|#1|ranked (?:best|highest|first)|top-ranked|lowest)|(?:best|top|highest)(?:[- ](?:ranked|rated|scoring|performing|placed))?|(?:leads?|leading|tops?|topping|wins?|winning|heads?|beats? (?:all|everything)))";
const TASK = "(?:(?: (?:at|in|for) (?:the )?(?<task>[a-z][a-z -]{2,30}?))?)";

const QUESTION_HEAD = /\b(?:which|what|who|whose|how)(?: [\w'-]+){0,3}$/;

/** "According to ¤ the model has the best …" */
const REPORTED = /\b(?:according to|as per|says?) ¤,?\s*$/;

function read(
  groups: Readonly<Record<string, string | undefined>>,
  around: Around,
  phrase: string,
): PhraseMeaning | null {
  const name = groups.name;
  if (name === undefined || isEveryday(name) || QUESTION_HEAD.test(around.before.trimEnd())) return null;
  if ((/^what\b/.test(phrase) && around.before.trim() === "") || REPORTED.test(around.before)) return null;
  const at = phrase.lastIndexOf(name);
  const ties = [groups.task, groups.model, groups.after, tiedBefore(around.before)];
  const task = ties.map((words) => taskNamedBy(words ?? "")).find((type) => type !== null) ?? null;
  const asWritten = around.asWritten.slice(at, at + name.length);
  return {
    constraints: { benchmark: { name: asWritten, prefer: "best", ...(task === null ? {} : { for: task }) } },
  };
}

/** "For the transcription, take …": words for the task, if any. */
export const tiedBefore = (before: string): string | undefined =>
  /\bthe ([a-z]+(?:er|or|ion|ing)) (?:should|must|has to|shall|needs to) (?:be )?(?:done )?(?:the one |by )?(?:with )?$/.exec(
    before,
  )?.[1] ?? /\bfor (?:the |all )?([a-z][a-z -]{2,40}?)(?: (?:task|step|part|job))?,? ?(?:please )?$/.exec(before)?.[1];

/** "the test", "this page": a thing at hand, not the name of a benchmark. */
const isEveryday = (name: string): boolean =>
  /^(?:(?:the|a|an|this|that|these|my|our|your|his|her|any|each|every|all|last|final|first|same|latest|usual|standard|common|public|relevant|official|right|whole|page|maths?|history|safety|iq|driving|eye|english|school)\b ?)+$/.test(
    name,
  ) || /^(?:a|an|this|that|my|our|his|her)\b/.test(name);

/** Which benchmark decides: "best on common voice", "the lowest WER on LibriSpeech for the transcription". */
export const benchmarkRules = (): readonly ConstraintRule[] => {
  // Looked at and left: it says what is to be done as well.
  const after = `(?=(?:,? (?:for|at|in|to do) (?:the )?(?<after>(?:[a-z][a-z-]{2,30})(?: [a-z][a-z-]{2,30}){0,3}))?)`;
  const lead = `(?:(?:${USE}|by using|filter for|filtering for|go by|going by|look for|get|give me|i want|i need) )?`;
  const model = `(?:(?:the |an? |whichever |whatever |only |those )?(?<model>${MODEL}|one|[a-z]+(?:er|or)|whichever|whatever) )`;
  return [
    `${lead}${model}(?:(?:that|which|is|are|with|having|it|has|must|should|who) ){0,2}${DOES_BEST}(?: (?:of all|results?|scores?))?${TASK} ?${ON}${after}`,
    `${lead}(?:(?:whichever|whatever|what|the one)(?: (?:model|one|that))? )${DOES_BEST}${TASK} ?(?:${ON}|(?:the )?(?<named>${NAME})${KIND}?)${after}`,
    `${lead}${model}(?:(?:that|which) )?(?:leads?|leading|tops?|topping|wins?|winning|heads?|heading|beats? all (?:others )?on|should lead|must lead|should top|must top) (?:the )?(?<name>${NAME})${KIND}?${after}`,
    `${lead}(?:(?:the )?(?<model>${MODEL}) (?:with|having|that has|which has|that have|must have|should have|by) )?${BEST} (?:${METRIC} )(?:at (?<task>[a-z][a-z -]{2,30}?) )?${ON}${after}`,
    `${lead}(?:the )?(?:one|${MODEL}|whichever|whatever) (?:with|having|that has|has|which has) (?:the )?(?:best|highest|lowest|top) (?<name>${NAME}) ${METRIC}${after}`,
    `${lead}(?:the )?${BEST}[- ]?(?:performing|ranked|scoring|rated|ranking|placed)? (?<model>${MODEL}|one|[a-z]+(?:er|or)) ?${ON}${after}`,
    `${lead}(?:the )?(?:state[- ]of[- ]the[- ]art|sota|leader|winner|champion|number one|top scorer|record holder|best one|front-?runner)(?: model)? (?:on|of|in|for) (?:the )?(?<name>${NAME})${KIND}?${after}`,
    `(?<=^|[.,;:!?(\n-] ?|must be |should be |and )(?:${BEST}(?:[- ](?:performing|ranked|scoring|rated))?) ${ON}${after}`,
    `(?:select|choose|pick|rank|judge|decide|go|sort|chosen|selected|selecting|choosing|ranking|ranked)(?: (?:it|them|${DETERMINER} ${MODEL}|${MODEL}))? by (?:the |their |its )?(?:${METRIC} on (?:the )?(?<name>${NAME})|(?<named>${NAME}) (?:${METRIC}|ranking|leaderboard|benchmark))${after}`,
    `(?:${DETERMINER} )?${MODEL} (?:must|should|has to|have to|needs? to) (?:be|come|rank|score) (?:the )?(?:number one|no\\. ?1|#1|first|best|top|highest|on top|in the lead) ${ON}${after}`,
  ].map(
    (source): ConstraintRule => ({
      over: "benchmarks",
      pattern: pattern(source),
      read: (groups, around, phrase) => read({ ...groups, name: groups.name ?? groups.named }, around, phrase),
    }),
  );
};
