import type { Constraints } from "../../../domain/constraints.ts";
import { endsPhrase, findingAt, isOtherModel, matchesIn, type Place, type ReadContext } from "./place.ts";
import type { Finding, Said } from "./said.ts";

/** Words that restrict models wherever somebody directs with them, what they mean, and what must hold of their place. */
interface Quality {
  readonly words: RegExp;
  readonly means: Said;
  readonly holds?: (place: Place, phrase: string) => boolean;
}

const limits = (constraints: Constraints): Said => ({ constraints });
const g = (source: string): RegExp => new RegExp(`(?<![\\w'-])(?:${source})(?![\\w'])`, "g");

const MADE_UP =
  /\b(?:draw|paint|sketch|illustrat\w*|depict\w*|picture of|photo of|poster|stor(?:y|ies)|poem|essay|slogan)\b/;
const isWished = ({ direction }: Place): boolean => direction !== null && direction.way === "allow";
const isNotDenied = (place: Place): boolean => isWished(place) && !isOtherModel(place.clause.text);
const isRefused = ({ direction }: Place): boolean => direction?.way === "deny";
const ends = (place: Place): boolean => endsPhrase(place.rest);
const isQuestioned = ({ clause }: Place): boolean =>
  /^[^\w¬§‡µ¶]*(?:is|are|was|does|do|did|which|what|who|where)\b/.test(clause.before + clause.text) &&
  clause.after.trim().startsWith("?");

/** A fragment asks for it by a word after it. */
const isAskedFor = ({ direction, rest }: Place): boolean =>
  direction?.by !== "bare" || /^ (?:is|does|works|will do|would do|suffices|only|please|are|preferred)/.test(rest);
const GAP = "(?: [a-z-]{2,16}| [¬§‡]+(?:[- ]licen[sc]ed)?| possible){0,3}?";
const POSSIBLE = "(?:possible|you can(?: be| find)?|can be|it gets|they come)";
const COSTS = "(?:prices?|costs?|spending|expenses?|fees?|bill)";
const SMALLEST = "smallest|tiniest|lightest|littlest|most compact|most lightweight|least big|minimal";
const SMALL = "small(?:er)?|tiny|light|lightweight|light-weight|compact|little";
const DESCRIBED =
  /\b(?:find|detect|describe|draw|paint|show|which|what|who|list|count|name|extract|of|about|world's|see|make|create|build|buy|identify|crop|circle|mark|highlight|locate|is|are)\s*(?:me )?(?:the |an? )?$/;
const isSized = (place: Place, phrase: string): boolean =>
  isNotDenied(place) &&
  !DESCRIBED.test(place.lead) &&
  !isOtherModel(phrase + place.rest) &&
  !/^ (?:size|count)\b[^.,;]{0,16}\d/.test(place.rest);

const HERE =
  "(?:here|home|in[- ]house|(?:my|this|our|the|its)(?: own| local)? (?:machine|computer|laptop|pc|mac|macbook|device|desktop|hardware|servers?|network|premises|box|workstation|phone|company|office|systems?|infrastructure|firewall|intranet|lan|organi[sz]ation|data cent(?:er|re)|walls|house|building|home|gpu|kit))";
const DATA =
  "(?:it|this|that|these|they|them|everything|anything|nothing|all(?: of (?:it|this|them))?|none of (?:it|this|them)|not (?:a|one) byte|(?:no|any|my|the|this|these|our|private|personal|own) (?:[a-z]+ )?(?:data|files?|documents?|pictures?|photos?|recordings?|audio|images?|texts?|letters?|contracts?|information|content|stuff|records?|processing|work|material|inference|bytes?|part of it))";
const AWAY =
  "(?:(?:the |any |some |an? |other )?(?:cloud|internet|web|outside|third[- ]part(?:y|ies)|outsiders?|external [a-z]+|remote [a-z]+|other (?:companies|servers|people|parties)|strangers|some(?:one|body) else(?:'s [a-z]+)?|foreign [a-z]+)|anywhere(?: else)?|elsewhere|online|abroad|any(?:one|body)|off[- ]?site|out)";
const LOCAL_WORD = "local(?:ly)?|offline|on[- ]device|self-hosted|on[- ]prem(?:ises?)?|in[- ]house|air-?gapped";
const LOCAL = limits({ provider: { allow: ["local"] } });
const SOMEBODY =
  /\b(?:is|are|was|were|he|she|who|man|woman|am|been|being|caught|bought|sourced|farmed|based|famous|made|grown|sold|works|lives?|dog|cat)(?: not)? ?$/;
/** "The app runs locally" */
const THING_RUNS = /^\W*(?:the|our|her|his) [a-z]+ (?:runs|works) /;
const PICTURED =
  /\b(?:draw|paint|sketch|picture|photo|sky|landscape|poster|describe|find|remove|write|explain|tell|plan|recommend)\b/;
const isOfData = (place: Place, phrase: string): boolean =>
  !SOMEBODY.test(place.lead) &&
  !THING_RUNS.test(place.clause.before + place.lead + phrase) &&
  !/\b(?:on|about|of|says?|saying|words?) $/.test(place.lead) &&
  !(/(?:clouds?|internet)$/.test(phrase) && PICTURED.test(place.clause.before + place.clause.text)) &&
  !isQuestioned(place) &&
  !/\b(?:what|which|who|story|about|policy|why|how)\b/.test(place.clause.before + place.lead) &&
  !/\bfiles? (?:larger|bigger|over)/.test(phrase + place.rest);

const WRITTEN = new RegExp(`${MADE_UP.source}|\\b(?:write|describe|translate|path|fence|garden|house)\\b`);
const OF_PLACES =
  /^ (?:communit|garden|park|house|estate|entranc|drive|area|villa|street|property|road|neighbo|residen|complex|home|villag|courtyard|reverb|signal|content|door)/;
const BARRIER =
  "(?:gat(?:es?|ing)|log-?in|sign-?ups?|signing up|registrations?|approvals?|(?:access )?requests?|click-?through|forms?|access tokens?|accounts?|authentication|permission)";
const OPEN_TO_ALL = limits({ gated: false });
const isOfWeights = (place: Place): boolean =>
  !OF_PLACES.test(place.rest) &&
  (place.isOfModels ||
    /\brepo|weights/.test(place.clause.text) ||
    ((!WRITTEN.test(place.clause.before + place.lead) ||
      /\b(?:us(?:e|ing)|want)\b/.test(place.lead) ||
      /please|pls/.test(place.rest)) &&
      ends(place) &&
      /(?:^|\b(?:nothing|anything|something|none|ones|stuff|avoid|without|only|use))(?: that(?:'s| is| are)?)? ?(?:not )?$/.test(
        place.lead.trimEnd(),
      )));

const PUBLISHED = limits({ licence: { deny: ["proprietary"] } });
const FREE: Said = { budget: { usd: 0 } };
const PRICED =
  /\b(?:find|list|which|what|who|show|filter|count|parking|entry|coffee|tickets?|give away|offers?|ship|eat|ride|design|voucher)\b/;
const isFree = (place: Place, phrase: string): boolean =>
  !place.clause.isAsked &&
  !isRefused(place) &&
  ends(place) &&
  !/\b(?:about|that|how|why|where|says?|who|titled|saying)\b/.test(place.lead) &&
  !PRICED.test(place.lead) &&
  !isQuestioned(place) &&
  !/\b(?:is|are|was|feel|come|works?) $/.test(place.lead) &&
  // "The man with no money": only at the head of a clause is it said of the run.
  (place.lead.trim() === "" || !phrase.startsWith("with "));
const CHEAPEST = limits({ prefer: "cheapest" });

const IS = "(?: that| which)? (?:is|are|must be|should be|has to be)(?: the)?";
/** "The smallest", "as small as possible", "whichever is smallest" */
const sized = (prefer: "smallest" | "largest", most: string, plain: string, more: string): Quality => ({
  words: g(
    `(?:the )?(?:very )?(?:${most})${GAP} µ+|as (?:${plain}) (?:an? µ+ |parameters )?as ${POSSIBLE}|(?:the )?${more} (?:parameters|params|weights)|(?:µ+|whichever|whatever|one)(?: µ+)?${IS} (?:${most})`,
  ),
  means: limits({ size: { prefer } }),
  holds: (place, phrase) => isSized(place, phrase) && (prefer === "smallest" || place.isOfModels || /µ/.test(phrase)),
});

/** Of several that match at one place the first counts. */
const QUALITIES: readonly Quality[] = [
  sized("smallest", SMALLEST, "small|tiny|little|light|lightweight|compact|few", "fewest"),
  sized("largest", "largest|biggest|hugest|heaviest", "large|big|huge", "most"),
  {
    words: g(`(?:${SMALL})(?:,? [¬§‡]+(?:[- ]licen[sc]ed)?| [a-z]{4,12})?,? µ+`),
    means: limits({ size: { prefer: "smallest" } }),
    holds: (place, phrase) => isSized(place, phrase) && isAskedFor(place),
  },
  {
    words: g("(?:larger|bigger|large|big|huge) (?:ai |ml |speech |vision )?(?:µ+)(?<!llms?)"),
    means: limits({ size: { prefer: "largest" } }),
    holds: (place, phrase) => isSized(place, phrase) && ["use", "only", "tie"].includes(place.direction?.by ?? ""),
  },
  {
    words: g(
      `(?:cheapest|least expensive|most affordable|least costly)(?:${GAP} µ+| (?:option|one|way|possible)(?! of)| (?:wins|please|only)|$)`,
    ),
    means: CHEAPEST,
    holds: isNotDenied,
  },
  {
    words: g(
      `(?:whichever|whatever|the)(?: µ+| one)?(?: that| which)? (?:(?:is|are) (?:the )?(?:cheapest|least expensive)|(?:costs?|charges?) (?:the )?(?:least|lowest))`,
    ),
    means: CHEAPEST,
    holds: (place) => isNotDenied(place) && !isQuestioned(place),
  },
  {
    words: g(`(?:the )?(?:very )?(?:lowest|smallest|least)(?: possible)? ${COSTS}(?: possible)?`),
    means: CHEAPEST,
    holds: (place) =>
      (isNotDenied(place) && ends(place)) ||
      (/\b(?:at|for|by|with) $/.test(place.lead) && ends(place) && !isQuestioned(place)),
  },
  {
    words: g("(?:cheap(?:er)?|inexpensive|affordable|low-cost|economical)(?: [a-z]+)? µ+"),
    means: CHEAPEST,
    holds: (place) => isNotDenied(place) && isAskedFor(place),
  },
  {
    words: g(
      `(?:keep|make|do|get) (?:it|this|that|everything|(?:the |my |all )?${COSTS}) (?:cheap|low|down|small|inexpensive|affordable|minimal|to (?:a|the) minimum)|minimi[sz]e (?:the |my |all )?${COSTS}|save (?:me )?(?:money|costs)|(?:choose|pick|select|rank|sort|go)(?: (?:it|them|µ+))? by (?:the |their )?${COSTS}|(?:the )?${COSTS} (?:matters?|counts?|comes?|is|are)(?: the)? (?:most|first|more|everything|paramount)(?: important)?|care (?:more |most |only )?about (?:the )?${COSTS}|(?:it|this|µ+) (?:must|should|has to|needs to) be (?:very |really )?(?:cheap|inexpensive|affordable)|as (?:cheap|inexpensive)(?:ly)? as (?:possible|you can)|(?<!as )cheaply|on a (?:tight |small |low |shoestring )?budget$`,
    ),
    means: CHEAPEST,
    holds: (place, phrase) =>
      !/\b(?:about|headline|slogan|article|write|says?|story|why|how)\b/.test(place.clause.before + place.lead) &&
      !(/\b(?:draw|paint|sketch|plan|design)\b/.test(place.lead) && !phrase.endsWith("ly")) &&
      !/^ (?:function|in|of)\b/.test(place.rest) &&
      !isQuestioned(place),
  },
  {
    words: g("(?:fully |truly |really )?(?:open|published|public)[- ]weights?(?: µ+)?"),
    means: PUBLISHED,
    holds: (place) => isNotDenied(place) && !MADE_UP.test(place.clause.before),
  },
  {
    words: g("(?:un-?gated|non-gated|not[- ]gated|(?:openly|freely|publicly) (?:downloadable|available|accessible))"),
    means: OPEN_TO_ALL,
    holds: (place) => isWished(place) && isOfWeights(place),
  },
  {
    words: g("gated"),
    means: OPEN_TO_ALL,
    holds: (place) =>
      (isRefused(place) ||
        /^ (?:µ+|ones|stuff|repos?) (?:is|are) (?:out|not|off|forbidden|excluded|no )/.test(place.rest)) &&
      isOfWeights(place) &&
      !isQuestioned(place),
  },
  {
    words: g(
      `µ+ (?:requiring|needing) (?:an? |any )?${BARRIER}|without (?:any )?gat(?:es|ing)|behind (?:an? |any )?${BARRIER}|µ+ (?:(?:whose|with) µ+ )?(?:that )?(?:anyone|anybody|everyone|everybody|i|we) (?:can|may|could) (?:download|have|get)|µ+ (?:(?:that|which) )?(?:do not|don't|does not|doesn't|must not|(?:i|we) (?:do not|don't)) (?:require|need|ask for|have to|need to)(?: (?:an?|any|my))? (?:${BARRIER}|(?:ask|apply|sign|log|request|register)[a-z ]{0,24})|µ+ (?:without|(?:that|which) (?:need|require)s? no) (?:having to )?(?:asking|signing|logging|(?:an? )?${BARRIER})`,
    ),
    means: OPEN_TO_ALL,
    holds: (place, phrase) =>
      place.direction !== null &&
      !MADE_UP.test(place.lead) &&
      !OF_PLACES.test(place.rest) &&
      (/^µ/.test(phrase) || isOfWeights(place)),
  },
  {
    words: g(`(?:openly|freely|publicly) µ+|${BARRIER}[- ](?:required|only|walled) µ+`),
    means: OPEN_TO_ALL,
    holds: (place) => place.direction !== null && place.direction.by !== "bare",
  },
  {
    words: g(
      `(?:nothing|none of (?:it|this|them)|no (?:data|files?|byte)|not a byte|not one byte|without (?:any )?(?:${DATA} )?(?:ever )?|${DATA}[^,;.]{0,30}?(?:not|n't|never|cannot)[^,;.]{0,12}?|µ+ that (?:never|don't|do not|doesn't) ) ?(?:(?:that|which) |is to |may |should |must |can |ever |allowed to |be allowed to ){0,3}(?:leav(?:e|es|ing)|exits?|escapes?|gets? out of|goes? (?:out of|outside)) (?:of )?${HERE}`,
    ),
    means: LOCAL,
    holds: isOfData,
  },
  {
    words: g(
      `(?:${DATA} [^,;.]{0,40}?(?:not|n't|never|cannot)|(?:do not|don't|dont|never|must not|mustn't|without)|nothing(?: that)?|no data)(?: [a-z]+){0,3}? (?:upload(?:ed|ing)?|sen[dt](?:ing)?|shar(?:e|ed|ing)|transmit(?:ted|ting)?|pass(?:ed|ing)?|giv(?:e|en|ing)|hand(?:ing|ed)?|go(?:es|ing)?|put(?:ting)?|post(?:ed|ing)?|leak(?:s|ed|ing)?)(?: [a-z]+| ¤){0,3}? (?:(?:to|into|on|over|through|via|with|off|up|out) )?${AWAY}|(?:without |don't |do not |never )(?:ever )?upload(?:ing)? (?:anything|any of (?:it|this|them)|it|this|my [a-z]+|any (?:data|files?))|(?:nothing|no data|no files|not a byte) (?:to|for) (?:any |the )?(?:third[- ]part(?:y|ies)|outsiders?|cloud|strangers|other (?:companies|parties))`,
    ),
    means: LOCAL,
    holds: isOfData,
  },
  {
    words: g(
      `(?:${DATA}) (?:must |should |has to |have to |needs? to |shall |is to |can only |may only |ought to )?(?:all )?(?:stays?|remains?|be kept|be processed|be done|run|happen|be run)(?: strictly| only)? (?:right )?(?:(?:on|in|within|inside|at|with) )?(?:${HERE})|keep(?:ing)? (?:${DATA}) (?:all |strictly |completely )?(?:(?:on|in|within|inside|at) ${HERE}|${LOCAL_WORD}|off (?:the )?(?:cloud|internet))|(?:run|runs|running|process|do|execute|compute|handle|transcribe|works?|hosted)(?: [a-z¤]+){0,3}? (?:on|in|within) ${HERE}|(?:only|just|right|entirely|solely|strictly) on ${HERE}|on (?:my|our) own (?:machine|computer|laptop|pc|mac|device|desktop|hardware|servers?|network|premises|box|workstation|phone|infrastructure|gpu|kit|metal)|(?:on|in) (?:this|my) (?:computer|machine) only|(?:just |only )?(?:transcribe|process|do|run|read|handle) (?:it|this|them|everything) here`,
    ),
    means: LOCAL,
    holds: isOfData,
  },
  {
    words: g(
      `(?:no|without|avoid|never use|don't use|do not use|stay(?:ing)? (?:off|away from|out of)|keep (?:it |everything )?(?:off|away from|out of))(?: (?:any|the|use of|an?|to use|of|using|other)){0,3} (?:(?:cloud|external|third[- ]party|remote|outside|online|hosted|web|internet|foreign)[- ](?:based )?(?:µ+|services?|apis?|providers?|calls?|servers?|processing|inference|computing|tools?|compan(?:y|ies)|connections?|access)|cloud|internet|third[- ]part(?:y|ies)|network access)`,
    ),
    means: LOCAL,
    holds: (place, phrase) => isOfData(place, phrase) && ends(place),
  },
  {
    words: g(LOCAL_WORD),
    means: LOCAL,
    holds: (place, phrase) => isOfData(place, phrase) && !isRefused(place) && isLocalWish(place, phrase),
  },
  {
    words: g(
      "(?:completely |entirely |totally |absolutely )?(?:for free|free of (?:charge|cost)|gratis|for nothing|(?:at|with|for) (?:no|zero|0)(?: extra| additional| further)? (?:costs?|charges?|expense|fees?|price|money|dollars|cents)|no (?:extra )?(?:costs?|charges?|fees|expenses|spending)(?: (?:please|allowed|at all))?|free only|only (?:if (?:it is|it's) )?free)",
    ),
    means: FREE,
    holds: isFree,
  },
  {
    words: g(
      "(?:free(?! (?:for|to use) commercial)|gratis|free-of-charge|no-cost|zero-cost)(?:[- ]of[- ]charge)?(?:[- ]tier)? (?:µ+|services?|tiers?|apis?|options?|providers?)",
    ),
    means: FREE,
    holds: (place) => isWished(place) && isAskedFor(place),
  },
  {
    words: g(
      "(?:µ+|(?:services?|tools?|what|something) (?:that|which)) (?:that |which )?(?:is|are|costs?) (?:free(?! (?:for|to use) commercial)(?: of charge)?|nothing)|(?:it|this|that|everything|the (?:whole )?(?:thing|run))(?: (?:must|should|has to|needs to|shall)|'s got to)(?: all)? be (?:completely |entirely |totally )?(?:free|gratis)(?: of charge)?",
    ),
    means: FREE,
    holds: isWished,
  },
  {
    words: g(
      "(?:(?:without|not|[a-z]{2,6}n't|never|dont)(?: [a-z]+){0,4}? (?:spend(?:ing)?|pay(?:ing)?|cost(?:ing)?|be(?:ing)? charged|charge)(?: me| us)?|must cost|no µ+ that costs?|nothing that costs?)(?: for)? (?:anything|a thing|any money|money|a (?:single )?(?:cent|penny|dime|dollar|buck)|one cent|it|this|that|a dime)|(?:it|this) (?:must|should|may|has to) cost (?:me )?nothing|(?:no|avoid|without|don't use|never use)(?: any| using)? (?:paid|paying|billed|metered) (?:µ+|services?|apis?|providers?|tiers?)|(?:have|'ve got|got) (?:no|zero) (?:budget|money)|budget(?: is| of| =)?:? ?(?:zero|nothing|none|nil|0)(?! ?\\.?\\d)",
    ),
    means: FREE,
    holds: (place) =>
      !isQuestioned(place) &&
      !/\b(?:more|over|above|most) (?:than )?a /.test(place.clause.text) &&
      !/\b(?:they|he|she|you|who|customers?)\b/.test(place.lead),
  },
];

const isLocalWish = (place: Place, phrase: string): boolean => {
  const { lead, rest, direction } = place;
  if (/^,? (?:(?:[a-z-]+|[¬§‡]+(?:[- ]licen[sc]ed)?),? ){0,3}µ|^ (?:only|please|processing)/.test(rest))
    return direction !== null && (direction.by !== "bare" || /^ (?:µ+ )?(?:only|please|processing only)/.test(rest));
  if (
    phrase === "local" &&
    !/^[^\w¬§‡µ¶]*(?:(?:only|strictly|just|purely|all|fully|keep (?:it|this|everything)) ?)*$/.test(lead)
  )
    return false;
  if (/^(?:ly)?$/.test(rest.trim()) || ends(place))
    return direction === null
      ? ends(place) &&
          /[a-z¤‡]\s*$|¤ *$/.test(lead) &&
          !/\b(?:the|an?|is|are|was) $/.test(lead) &&
          !/\b(?:what|which|who)\b/.test(place.clause.before + lead)
      : true;
  return false;
};

const OPEN =
  /(?<![\w'-])(?:fully |truly |really |cheapest |smallest |largest )?open (?:(?:ai|ml|language|speech|vision|foundation) ){0,2}(?:models?|llms?|checkpoints?|networks?)(?![\w'])/g;
const OPEN_WEIGHTS = /(?<![\w'-])weights (?:are|must be|should be|have to be|need to be) (?:open|published)(?!\w)/g;
const MUST_BE_OPEN =
  /(?<![\w'-])(?:models?|llms?|checkpoints?) (?:must|should|has to|have to|needs? to)(?: all)? be (?:fully |truly )?open(?![- ](?:source|weight|to)|\w)/g;
const OPEN_MODELS = limits({ licence: { allow: ["open-source", "permissive"] } });

/** Combines words such as "smallest", "locally", "ungated" with what directs at them. */
export const qualitiesIn = (context: ReadContext): readonly Finding[] => [
  ...QUALITIES.flatMap(({ words, means, holds }) =>
    Array.from(matchesIn(context, words)).flatMap(([[phrase], place]) =>
      (holds ?? isNotDenied)(place, phrase) ? [findingAt(place, means)] : [],
    ),
  ),
  ...openIn(context),
];

/** "Open" is part of what is marked as a noun, so that it is looked for in the plain words. */
function openIn(context: ReadContext): readonly Finding[] {
  const plain = {
    ...context,
    clauses: context.clauses.map((one) => ({ ...one, text: context.words.text.slice(one.start, one.end) })),
  };
  const named = ({ clause }: Place): boolean => /¬/.test(context.marked.slice(clause.start, clause.end));
  const isOpen = (place: Place): boolean =>
    isNotDenied(place) &&
    !named(place) &&
    !MADE_UP.test(place.clause.text + place.clause.before) &&
    !isOtherModel(`µ${place.rest}`);
  const find = (words: RegExp, means: Said, holds: (place: Place) => boolean): readonly Finding[] =>
    Array.from(matchesIn(plain, words)).flatMap(([, place]) =>
      isOpen(place) && holds(place) ? [findingAt(place, means)] : [],
    );
  return [
    ...find(OPEN, OPEN_MODELS, isAskedFor),
    ...find(MUST_BE_OPEN, OPEN_MODELS, () => true),
    ...find(OPEN_WEIGHTS, PUBLISHED, () => true),
  ];
}
