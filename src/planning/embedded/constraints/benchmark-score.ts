import { KIND, METRIC, tiedBefore } from "./benchmark.ts";
import { AT_LEAST, AT_LEAST_AFTER, AT_MOST, AT_MOST_AFTER, DETERMINER, MODEL, ONLY, pattern, USE } from "./grammar.ts";
import { MARKS, tellsModels } from "./marked.ts";
import { NUMBER, numberOf, rounded } from "./numbers.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";
import { taskNamedBy } from "./task-words.ts";

type Groups = Readonly<Record<string, string | undefined>>;

const VALUE = "(?: ?(?:%|percent|per cent|points?))?";
const BETTER =
  "(?:better than|no worse than|not worse than|(?:(?:must|should|has to|have to|needs to) )?beat(?:s|ing)?)";
const BOUNDED = `(?:(?<bound>${AT_LEAST}|${AT_MOST}|${BETTER}) ?(?<n>${NUMBER})${VALUE}|(?<after>(?<m>${NUMBER})${VALUE}(?: (?<measure>${METRIC}))?(?: ?\\+|,? (?:${AT_LEAST_AFTER}|${AT_MOST_AFTER}|or (?:higher|better)|and (?:higher|better)))))`;
const NAME = `(?<name>${MARKS.benchmark}{1,60}|[\\w][\\w/+.-]{0,40}(?: [\\w][\\w/+.-]{0,40}){0,2}?(?= (?:benchmark|leader ?board)))${KIND}?`;
const ON = `(?:on|in|for|at) (?:the )?${NAME}`;
const LEAD = `(?:(?:${USE} )?(?:${ONLY} )?(?:${DETERMINER} )?(?:(?<model>${MODEL}|one|something|whatever|(?!cider )[a-z]{3,12}(?:er|or)) )(?:that |which |whose |it )?)?`;
const HAS =
  "(?:(?:with|having|has|have|having|reaching|reaches?|scores?|scoring|gets?|get|getting|achieves?|achieving|of|at|must have|must reach|must score|should have|should score|should reach|needs|is|are|does|hits?) )?(?:a |an |the |its )?";
const COPULA = "(?: ?[:=] ?| (?:of|is|at|must be|should be|has to be|being|stays?|to be) | )";

/** How good a model must be: "at least 80 on MMLU", "with a WER below 5 on LibriSpeech". */
export const benchmarkScoreRules = (): readonly ConstraintRule[] =>
  [
    `${LEAD}${HAS}(?:(?<metric>${METRIC})${COPULA})?${BOUNDED}(?: (?<unit>${METRIC}))? ${ON}`,
    `${LEAD}${HAS}(?<metric>${METRIC}) ${ON}${COPULA}${BOUNDED}`,
    `(?<bound>${AT_LEAST}) (?<n>${NUMBER})${VALUE} (?<name>${MARKS.benchmark}{1,60})`,
    `(?<bound>min(?:imum)?\\.?)(?: of)? (?<name>${MARKS.benchmark}{1,60})(?: (?<metric>${METRIC}))?${COPULA}(?<n>${NUMBER})${VALUE}`,
    `${LEAD}${HAS}(?<name>${MARKS.benchmark}{1,60})(?:'s)?(?: (?<metric>${METRIC}))?${COPULA}${BOUNDED}(?: (?<unit>${METRIC}))?`,
  ].map(
    (source): ConstraintRule => ({
      over: "benchmarks",
      needs: [/\d|ty\b|teen|hundred|five|six|seven|eight|nine|ten\b/],
      pattern: pattern(source),
      read,
    }),
  );

/** Metrics of which less is better. */
const LESS_IS_BETTER = /error|\b(?:wer|cer|perplexity|fid|eer|mae|rmse)\b/;
/** Metrics that are shares of a whole, and kept in per cent. */
const SHARE = /error|accura|\b(?:wer|cer|acc|f1|f-?score|map|miou|iou|ap|exact match|em|auc|top-?[15])\b/;
/** Without a metric, what is measured on these is errors. */
const SPEECH =
  /librispeech|common ?voice|fleurs|ted-?lium|voxpopuli|gigaspeech|switchboard|aishell|spgispeech|earnings/i;
/** Names that are known for other things than benchmarks. */
const KNOWN_OTHERWISE =
  /^(?:imdb|yelp|opus|spider|helm|pope|cola|cord|arc|arena|glue|coco|iam|voc|ami|rte|wham|superb|kinetics|sst|esc.?50|spoken)/i;
/** Where models themselves are what is worked on. */
const WORKED_ON =
  /\b(?:list|find|show|plot|which|what|who|count|how|filter|name|sort|rank|compare|extract|tell|chart|table|did|does|has|have|was|were|student|team|company|paper|article|about|explain)\b/;

function read(groups: Groups, around: Around, phrase: string): PhraseMeaning | null {
  const name = groups.name ?? "";
  const metric = groups.metric ?? groups.unit ?? groups.measure ?? "";
  const value = figureOf(groups, metric);
  const clause = around.before.split(/[,;:¤(]| - /).at(-1) ?? "";
  const isOfModels = tellsModels(phrase) || /\b(?:one|something|whatever)\b/.test(groups.model ?? "");
  const isMeasured =
    isOfModels || METRICS.test(metric) || (!KNOWN_OTHERWISE.test(name) && standsAlone(around, phrase, name));
  const places = name === "" ? -1 : phrase.lastIndexOf(name);
  if (value === null || !isMeasured || WORKED_ON.test(clause) || !isRightWay(groups, metric, name) || places < 0)
    return null;
  const ties = [groups.model, tiedBefore(around.before)];
  const task = ties.map((words) => taskNamedBy(words ?? "")).find((type) => type !== null) ?? null;
  const asWritten = around.asWritten.slice(places, places + name.length);
  return { constraints: { benchmark: { name: asWritten, atLeast: value, ...(task === null ? {} : { for: task }) } } };
}

/** A "score" may be anybody's. */
const METRICS = new RegExp(
  `${LESS_IS_BETTER.source}|${SHARE.source}|\\b(?:bleu|chrf|rouge|pesq|stoi|cider|spice|ndcg|mcc)`,
);

/** "MMLU >= 70": a clause of nothing else. */
const standsAlone = ({ before, after }: Around, phrase: string, name: string): boolean =>
  (/^(?:with|having|scoring|reaching|at least|min)/.test(phrase) || phrase.startsWith(name)) &&
  (/(?:^|[,;:.(¤]|\band|\bbut)\s*$/.test(before) || /^with\b/.test(phrase)) &&
  /^(?:$|\s*[.,;:!?)\n]| please| and| to | for )/.test(after);

/** The figure in the metric's own unit; 0.8 of a share is 80 per cent. */
function figureOf({ n, m }: Groups, metric: string): number | null {
  const value = numberOf(n ?? m ?? "");
  const isShare = SHARE.test(metric) || metric === "" || /^(?:scores?|results?|performance)$/.test(metric.trim());
  return value !== null && isShare && value > 0 && value < 1 ? rounded(value * 100) : value;
}

/** "At least" where more is better, "below" where less is; "better than" always. */
function isRightWay({ bound = "", after = "" }: Groups, metric: string, name: string): boolean {
  const words = bound === "" ? after : bound;
  if (/better|worse|beat/.test(words)) return true;
  const isLow = LOW.test(words);
  if (metric === "" || !METRICS.test(metric)) return isLow ? SPEECH.test(name) : !SPEECH.test(name);
  return isLow === LESS_IS_BETTER.test(metric);
}
const LOW =
  /(?<!no |not )\b(?:under|below|beneath|less|fewer|lower|smaller)|at (?:the )?(?:very )?most|no (?:more|greater|higher|larger)|not (?:more|over|above|beyond|exceed)|up to|max|within|exceed|<|≤|tops/;
