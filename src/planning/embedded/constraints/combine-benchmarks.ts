import { NUMBER, numberOf, rounded } from "./amounts.ts";
import type { NamedRun } from "./anchors.ts";
import { findingAt, type Place, placeOf, type ReadContext } from "./place.ts";
import type { Finding } from "./said.ts";
import { taskNamedBy } from "./task-words.ts";

const BEST =
  /\b(?:best|top|highest|lowest|strongest|lead\w*|number one|no\. ?1|first|sota|state[- ]of[- ]the[- ]art|winn?\w*|champion|most accurate|greatest|how (?:well|good)|beats? (?:all|everything)|ranking|ranked|front-?runner)\b|#1/;
const CHOSEN_BY =
  /\b(?:select|choos|pick|rank|judge|decide|go|sort|filter)\w*(?: [a-zµ]+){0,2} by (?:the |their |its )?(?:[a-z]+ on )?(?:the )?$/;
/** Metrics of which less is better, and those that are shares of a whole. */
const ERRORS = /error|\b(?:wer|cer|perplexity|fid|eer|mae|rmse)\b/;
const SHARES = /error|accura|\b(?:wer|cer|acc|f1|f-?score|map|miou|iou|ap|exact match|em|auc|top-?[15])\b/;
const METRICS = new RegExp(
  `${ERRORS.source}|${SHARES.source}|\\b(?:bleu|chrf|rouge|pesq|stoi|cider|spice|ndcg|mcc)\\b`,
);
/** Without a metric, what is measured on these is errors. */
const SPEECH =
  /librispeech|common ?voice|fleurs|ted-?lium|voxpopuli|gigaspeech|switchboard|aishell|spgispeech|earnings/i;
/** Names that are known for other things than benchmarks. */
const KNOWN_OTHERWISE =
  /^(?:imdb|yelp|opus|spider|helm|pope|cola|cord|arc|arena|glue|coco|iam|voc|ami|rte|wham|superb|kinetics|sst|esc.?50|squad)/i;
const LOW =
  /(?<!no |not )\b(?:under|below|beneath|less|fewer|lower|smaller)\b|at (?:the )?(?:very )?most|no (?:more|greater|higher|larger)|not (?:more|over|above|exceed)|up to|max|within|exceed|<|tops/;
const HIGH =
  /over|above|more than|at (?:the )?least|no (?:less|lower|worse)|min|exceeding|upwards|>=?|better|beat|worse/;
const BOUND = `(?:${HIGH.source}|under|below|(?:less|fewer|lower|smaller) than|at (?:the )?(?:very )?most|(?:no|not) (?:less|lower|worse|more|higher|greater) than|up to|max(?:imum)?|minimum|than)`;
const FIGURE = new RegExp(
  `(?<before>${BOUND}(?: of| than|:)?) ?(?:[a-z]+ )?(?<n>${NUMBER})(?! ?(?:[bm]|billion|million|cents?|seconds?|dollars?)\\b)|(?<m>${NUMBER})(?: ?(?:%|percent|per cent|points?))?(?: [a-z1-9]+)?(?<after> ?\\+|,? (?:or|and) (?:more|above|higher|better|less|lower|below|up)|,? (?:at (?:the )?(?:least|most)|max|min))|(?:score|result|accuracy)[ :]+(?<o>${NUMBER})`,
);

/** Combines the names of benchmarks with what is wanted on them: "at least 80 on MMLU" → atLeast 80. */
export const benchmarksIn = (context: ReadContext): readonly Finding[] =>
  context.names
    .filter(({ may }) => may[0] === "benchmark")
    .flatMap((names) => {
      const place = placeOf(context, names);
      return place && place.direction?.way === "allow" ? readBenchmark(context, names, place) : [];
    });

function readBenchmark({ words }: ReadContext, { parts: [part] }: NamedRun, place: Place): readonly Finding[] {
  const { clause, direction, lead, rest, isOfModels } = place;
  if (part === undefined) return [];
  const from = (direction?.start ?? clause.start) - clause.start;
  const name = words.asWritten.slice(part.start, part.end);
  const plain = words.text.slice(clause.start, clause.end);
  const around = plain.replace(name.toLowerCase(), "");
  if (WORKED_ON.test(lead.slice(0, Math.max(0, from)) + (direction?.by === "bare" ? lead : ""))) return [];

  const ties = [
    words.text.slice(clause.start + Math.max(0, from), place.start),
    /^[^,;.]{0,12} (?:for|at|in|to do) (?:the )?([a-z][a-z -]{2,40})/.exec(rest)?.[1],
    /\bfor (?:the |all )?([a-z][a-z -]{2,40}?),? ?$/.exec(clause.before)?.[1],
    /\bfor (?:the |all )?([a-z][a-z -]{2,40})$/.exec(
      words.text.slice(clause.start, clause.start + Math.max(0, from)).trimEnd(),
    )?.[1],
  ];
  const task = ties.map((said) => taskNamedBy(said ?? "")).find((type) => type !== null) ?? null;
  const tied = task === null ? {} : { for: task };
  // Right after a file the sentence goes on: "photo.jpg shows …".
  if (direction?.by === "bare" && /¤ *$/.test(clause.before)) return [];
  const figure = figureIn(around, name);
  const isChosen = /^[^\w¬§‡µ¶]*(?:the |with |µ|must |should |min|at |an? )?/.test(lead);
  if (figure !== null) {
    const isMeasured = METRICS.test(around) || !KNOWN_OTHERWISE.test(name);
    return isChosen && isMeasured
      ? [findingAt(place, { constraints: { benchmark: { name, atLeast: figure, ...tied } } })]
      : [];
  }
  const isRanked =
    /\b(?:on|in|at|for|by|according to|(?:leader|winner|champion|top|runner) of|leads?|tops?|leading|topping|wins?|winning|heads?) (?:the )?(?:[a-z0-9]+ (?:on|in) (?:the )?)?$/.test(
      lead,
    ) ||
    /^(?:'s)? (?:score|result|accuracy|performance|leader|winner|champion|number|rank|rating|benchmark|wer|miou|map|f1)/.test(
      rest,
    ) ||
    /\b(?:best|top|highest|lowest) $/.test(lead);
  const ranks = (isRanked && BEST.test(clause.text)) || CHOSEN_BY.test(lead);
  const isBare =
    direction?.by === "bare" &&
    !isOfModels &&
    !/^[^\w¬§‡µ¶]*(?:the )?(?:very )?(?:best|top|highest|lowest|first|sota|state|leader|winner|number one|no\. ?1|strongest)|#1/.test(
      clause.text,
    );
  const isOfOthers = direction?.by === "must" && !isOfModels;
  const isTold = isOfModels || METRICS.test(around) || !KNOWN_OTHERWISE.test(name) || /[A-Z]{2}/.test(name);
  return ranks && isTold && !isBare && !isOfOthers
    ? [findingAt(place, { constraints: { benchmark: { name, prefer: "best", ...tied } } })]
    : [];
}

const WORKED_ON = /\b(?:list|show|plot|which|what|who|count|students?|teams?|paper|article|about|explain|does|did)\b/;
/** How good a model must be, in the metric's own unit: "a WER below 5" → 5; null where it bounds the wrong way. */
function figureIn(around: string, name: string): number | null {
  const { before, after, n, m, o } = FIGURE.exec(around)?.groups ?? {};
  const value = numberOf(n ?? m ?? o ?? "");
  if (value === null) return null;
  const bound = before ?? after ?? "";
  const metric = METRICS.exec(around)?.[0];
  const isLow = LOW.test(bound);
  const isBetter = /better|worse|beat/.test(bound);
  const wantsLow = metric === undefined ? SPEECH.test(name) : ERRORS.test(metric);
  if (!isBetter && isLow !== wantsLow) return null;
  const isShare = metric === undefined || SHARES.test(metric);
  return isShare && value > 0 && value < 1 ? rounded(value * 100) : value;
}
