import { amountsIn, BOUNDED_BEFORE } from "./amounts.ts";
import { MARKS } from "./anchors.ts";
import type { RequestSpan } from "./blank.ts";
import type { ConstraintClause } from "./clauses.ts";
import { fitsWork, isUnmistakable } from "./model-names.ts";
import { endsPhrase, isOtherModel, type Place, placeOf, type ReadContext } from "./place.ts";
import type { Finding } from "./said.ts";

/** More of them are told by the first. */
export const MAX_UNREAD = 4;
/** So many clauses are looked at. */
const MAX_CLAUSES = 200;
const MAX_UNREAD_CHARS = 120;

/** What is said of a clause that was left unread, as a note for the person who wrote it. */
export const noteOfUnread = (clause: string): string =>
  `“${clause}” may restrict the models; it was not understood, so that it was not applied.`;

/** Tells the clauses that may restrict the models, and that no finding has understood: "Use the ‹fastest› model". */
export function unreadIn(
  context: ReadContext,
  findings: readonly Finding[],
  contradicted: readonly RequestSpan[],
): readonly string[] {
  const isRead = (span: RequestSpan): boolean =>
    findings.some(({ about }) => about.start < span.end && span.start < about.end);
  if (PICTURED.test(context.words.text)) return [];
  const doubts = context.clauses
    .filter((clause) => !clause.isAsked)
    .slice(0, MAX_CLAUSES)
    .flatMap((clause) => doubtsIn(context, clause, isRead(clause)).filter((doubt) => !isRead(doubt)));
  const phrases = [...doubts, ...contradicted].flatMap((doubt) => {
    const place = placeOf(context, doubt);
    return place ? [phraseAround(place)] : [];
  });
  return joined(phrases)
    .slice(0, MAX_UNREAD)
    .map(({ start, end }) => cut(context.words.asWritten.slice(start, end).trim()));
}

/** Where the models of a request are of another kind, or looked for. */
const PICTURED = /\b(?:runway|fashion|catwalk|wearing|dress|role|cars?|phones?|aircraft|aeroplane|toys?)\b/;
const MADE_UP =
  /\b(?:draw|paint|sketch|poster|write|rewrite|draft|compose|story|poem|essay|slogan|haiku|lyrics|headline|article)\b/;
const VOICED = /\b(?:aloud|speak|say|voice|narrat\w*)\b/;
const SORTED = /\b(?:classif\w*|label\w*|categor\w*|sort|tags?)\b/;

/** Words of kinds of models that no constraint says. */
const KINDS =
  /(?<![\w'-])(?:fast(?:er|est)?|quick(?:er|est)?|slow(?:er)?|speediest|newest|latest|most recent|oldest|greenest|safest|(?:most )?(?:secure|accurate|reliable|popular|downloaded|private|explainable)|least biased|(?:too |very )?(?:expensive|costly|pricey)|low[- ]latency|multi-?lingual|gdpr[- ]compliant|(?:of|with|under)(?: the| an?)? [a-z][\w.-]{1,20} licen[sc]es?|[a-z]{2,5}-\d(?:\.\d)?(?= [µ]))(?![\w-])/g;
const AREA =
  "(?:the )?(?:eu|e\\.u\\.|european union|europe|usa?|u\\.s\\.a?|united states|america|uk|united kingdom|switzerland|germany|france|china|asia|russia|(?:my|our|this) country)";
const PEOPLE_OF = "(?:chinese|european|russian|american|swiss|german|french|british|eu|us|uk)";
const HOSTS = "(?:servers?|hosts?|hosting|vendors?|data ?cent(?:re|er)s?|providers?)";
const PLACES = new RegExp(
  `(?<![\\w'-])(?:(?:from|made in|built in|trained in|hosted in|outside|within|in) ${AREA}|${PEOPLE_OF} (?:${HOSTS}|µ+)|(?:keep|treat|handle) (?:it|this|everything|(?:my|our|the) [a-z]+) (?:as )?(?:strictly |completely |absolutely )?(?:private|confidential(?:ly)?|secret)|that keep logs)(?![\\w-])`,
  "g",
);
const SPEED =
  /^[^\w¬§‡µ¶]*(?:the )?(?:(?:latency|speed|response times?) (?:matters?|counts?|comes?|is|are)|(?:fastest|quickest|newest)(?: (?:one|option))? (?:wins|please|only)|(?:lowest|least) (?:latency|response time))/g;
const FOREIGN =
  /(?:[€£¥] ?\d[\d.,]{0,12}|(?<![\w.])\d[\d.,]{0,12} ?(?:[€£¥]|(?:euros?|pounds?|francs?|yen|yuan|rupees?|kroner|kronor|eur|gbp|chf)(?![a-z])))/g;
const LOOKED_FOR =
  /\b(?:find|list|show|which|what|who|count|filter|buy|sell|shop|flat|explain|why|about|search|compare|says?|said)\b/;
/** Whatever else stands by a noun that is refused, or alone allowed. */
const NOUN_WITH_KIND =
  /(?<![\w'-])(?:(?!(?:any|the|other|these|those|all|use|using|such|best|good|only|an?|models?|ai|your|licen[sc]ed|run|pick|choose|take|with|under|from|by|no|not|non|avoid|without|exclude|never|need|want|prefer|accept|allow|which|that|and|or|but|on|than|of) )[a-z][\w.-]{2,20} µ+|µ+ (?!(?:please|thanks|only|for|to|and|or|in|on|at|is|are|of|here|you|i|we|it|that (?:is|are)? ?$)\b)[a-z][\w.'-]{1,20})/g;

function doubtsIn(context: ReadContext, clause: ConstraintClause, isPartlyRead: boolean): readonly RequestSpan[] {
  const spans = (words: RegExp, holds: (place: Place, found: string) => boolean): readonly RequestSpan[] =>
    Array.from(clause.text.matchAll(words)).flatMap(({ 0: found, index }) => {
      const span = { start: clause.start + index, end: clause.start + index + found.length };
      const place = placeOf(context, span);
      return place && holds(place, found) ? [span] : [];
    });
  const all = context.words.text;
  const isDirected = ({ direction }: Place): boolean => direction !== null && direction.by !== "bare";
  const isOfModels = (place: Place): boolean =>
    clause.text.includes(MARKS.noun) &&
    !isOtherModel(clause.text) &&
    place.direction !== null &&
    !(MADE_UP.test(all) && !/llm|checkpoint/.test(all) && !/\bus(?:e|ing)\b/.test(clause.text)) &&
    !LOOKED_FOR.test(clause.before + place.lead);
  const nouns = Array.from(clause.text.matchAll(/µ+/g));
  const isKind = (place: Place): boolean =>
    isDirected(place) &&
    ["no", "only", "must"].includes(place.direction?.by ?? "") &&
    isOfModels(place) &&
    nouns.length < 4;
  return [
    ...spans(
      KINDS,
      (place, found) => isOfModels(place) && (isDirected(place) || /licen|only|please/.test(found + place.rest)),
    ),
    ...spans(SPEED, () => !LOOKED_FOR.test(clause.before)),
    ...spans(
      PLACES,
      (place) =>
        !LOOKED_FOR.test(clause.before + place.lead) &&
        !MADE_UP.test(clause.before + place.lead) &&
        (isOfModels(place) ||
          isDirected(place) ||
          /^ only/.test(place.rest) ||
          /^[^\w¬§‡µ¶]*(?:keep|treat|handle)/.test(clause.text)) &&
        endsPhrase(place.rest),
    ),
    ...spans(
      FOREIGN,
      (place) =>
        BOUNDED_BEFORE.test(place.lead) && !LOOKED_FOR.test(clause.before + place.lead) && !MADE_UP.test(place.lead),
    ),
    ...(isPartlyRead ? [] : spans(NOUN_WITH_KIND, isKind)),
    ...spans(
      /µ+[^µ]{3,60} (?:is|are) (?:out|not (?:ok|okay|allowed|fine|acceptable|an option)|off[- ]limits|forbidden|excluded|a no-go)/g,
      (place) => place.lead.trim() === "" && isOfModels(place),
    ),
    ...amountsIn(context.words.text.slice(clause.start, clause.end)).flatMap((amount) => {
      const place = placeOf(context, { start: clause.start + amount.at, end: clause.start + amount.end });
      const isOf =
        amount.measure === "parameters" && place && isOfModels(place) && isDirected(place) && /^ ?µ/.test(place.rest);
      return place && isOf ? [place] : [];
    }),
    ...context.names.flatMap((names) => {
      if (names.start < clause.start || clause.end < names.end) return [];
      const place = placeOf(context, names);
      if (place?.clause !== clause || !isDirected(place) || !names.may.includes("model")) return [];
      const words = all.slice(names.start, names.end);
      const mayBe =
        (words.includes("/") && !SORTED.test(all)) ||
        isUnmistakable(words) ||
        fitsWork(words, all) ||
        /\b(?:us(?:e|ing)|avoid|leave out) $/.test(place.lead);
      const isFree = !MADE_UP.test(all) || /\//.test(words);
      return mayBe &&
        isFree &&
        !VOICED.test(all) &&
        endsPhrase(place.rest) &&
        !/\b(?:an?|the|my|about|of) $/.test(place.lead)
        ? [names]
        : [];
    }),
  ];
}

/** From the words that direct to where the phrase is over. */
function phraseAround({ clause, direction, rest, start, end }: Place): RequestSpan {
  const from =
    direction === null || direction.by === "bare" || direction.by === "must" || direction.by === "only"
      ? clause.start
      : direction.start;
  const at = rest.search(/ (?:to|for|available|please|pls|when|while|so)\b|$/);
  return { start: Math.min(from, start), end: end + at };
}

/** In order, of those that overlap one. */
const joined = (spans: readonly RequestSpan[]): readonly RequestSpan[] =>
  spans
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .reduce<RequestSpan[]>((all, span) => {
      const last = all.at(-1);
      if (last && span.start < last.end) all.splice(-1, 1, { start: last.start, end: Math.max(last.end, span.end) });
      else all.push(span);
      return all;
    }, []);

const cut = (words: string): string =>
  words.length > MAX_UNREAD_CHARS ? `${words.slice(0, MAX_UNREAD_CHARS)}…` : words;
