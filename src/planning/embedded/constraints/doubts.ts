import { AT_MOST, AT_MOST_AFTER, pattern } from "./grammar.ts";
import { EVERYDAY_NAME, fitsWork } from "./model-families.ts";
import { CLAUSE_ENDS, MODEL_ID, SORTED } from "./model-ids.ts";
import { NUMBER } from "./numbers.ts";
import type { Around, ConstraintRule } from "./rule.ts";
import { MADE_UP, VOICED } from "./use-or-mention.ts";

/** Phrasings that may restrict the models and that no constraint says, or no reader understands. They are told, never applied. */

export const NOUN =
  "(?:(?:ai|ml|language|large|speech|vision|foundation) ){0,2}(?:models?|llms?|checkpoints?|providers?|endpoints?)(?! (?:of|on|in|at|number|wearing|walks?|airplane|plane|car|train|ship|railway)\\b)";
export const START = "(?<=(?:^|[.,;:!?(\\n¤]|- |\\b(?:and|but|please|so|then) ) ?)(?:please )?";
export const CHOOSE =
  "(?:use|using|with|via|by|pick|picking|choose|choosing|take|select|prefer|favou?r|run|run on|call|go for|want|need)";
const TAIL = "(?: (?!please|thanks)(?:[^\\s.,;:!?()¤]|\\.(?=\\w)){1,40}){1,12}";
/** Some models and not others: "Chinese models", "GLP-3.0 models", "models that keep logs". */
const KIND_OF_MODELS = `(?:(?:[a-z-](?:[a-z\\d-]|\\.(?=\\w)){1,19} ){1,2}?${NOUN}(?:${TAIL}|${CLAUSE_ENDS})|${NOUN}${TAIL})`;
const MOST =
  "(?:fastest|quickest|speediest|newest|latest|most recent|oldest|greenest|safest|most secure|most accurate|most reliable|most popular|most downloaded|most private|least biased)";
const QUITE =
  "(?:(?:too |very )?(?:expensive|costly|pricey)|fast(?:er)?|quick(?:er)?|slow(?:er)?|low[- ]latency|multi-?lingual)";
const MONEY =
  "(?:[$€£¥] ?\\d[\\d.,]{0,12}|\\d[\\d.,]{0,12} ?(?:[€£¥]|(?:euros?|pounds?|francs?|yen|yuan|rupees?|kroner|kronor|dollars?|cents?|usd|eur|gbp|chf)\\b))";
const TIMES = "(?:latency|speed|response times?)";
const MUST = "(?:must|should|has to|have to|needs? to|may|can)(?: not|n't| never)?(?: only)?";

const MOSTLY = /est\b|most\b|least\b/;
const TIMED = /latenc|speed|response/;
const QUICK_OR_DEAR = /expens|cost|pric|fast|quick|slow|latency|lingual/;

/** Wishes for models of a kind: never read, whatever stands beside them, but for a cap on the same. */
export const wishes = (): readonly ConstraintRule[] => [
  doubt(MOSTLY, `${CHOOSE}(?: only)? the (?:very )?${MOST} (?:[a-z\\d][\\w.-]{0,30} ){0,2}?${NOUN}`),
  doubt(
    MOSTLY,
    `(?:${CHOOSE} )?(?:whichever|whatever|the)(?: (?:${NOUN}|one))?(?: that| which)? (?:is|are|answers?|runs?|takes?)(?: the)? (?:${MOST}|least)(?: (?:time|of all))?${CLAUSE_ENDS}`,
  ),
  doubt(MOSTLY, `${START}(?:the )?${MOST}(?: (?:${NOUN}|one|option))?(?: wins| please| only)${CLAUSE_ENDS}`),
  doubt(
    QUICK_OR_DEAR,
    `(?:${CHOOSE}|only|no|avoid)(?: (?:an?|some|the|only|any|very|really)){0,2} ${QUITE} (?:${NOUN}|ones)`,
  ),
  doubt(QUICK_OR_DEAR, `${START}${QUITE} (?:${NOUN}|ones) (?:only|please|preferred|wins?)${CLAUSE_ENDS}`),
  doubt(
    QUICK_OR_DEAR,
    `${START}(?:(?:use |with )?nothing (?:too |very |that is )?(?:expensive|costly|pricey|slow)|(?:it|this|the ${NOUN}) (?:must|should|has to|needs to) be (?:very |really )?(?:fast|quick))${CLAUSE_ENDS}`,
  ),
  doubt(
    TIMED,
    `(?:${CHOOSE} )?(?:an? |the |whichever )?${NOUN} (?:with|at|that has|which has|for) (?:the |a )?(?:lowest|least|best|low) (?:possible )?${TIMES}${CLAUSE_ENDS}`,
  ),
  doubt(
    TIMED,
    `(?:${START}(?:(?:go for|choose|prefer|pick|aim for|want|i want|with|for) )?|\\b(?:at|for|by) )the (?:very )?(?:lowest|smallest|least) (?:possible )?${TIMES}(?: possible)?${CLAUSE_ENDS}`,
  ),
  doubt(
    TIMED,
    `${START}(?:(?:choose|pick|select|rank|sort|go)(?: (?:it|them|${NOUN}))? by (?:the |their )?${TIMES}|(?:the )?${TIMES} (?:matters?|counts?|comes?|is|are)(?: the)? (?:most|first|more|everything|paramount)(?: important)?(?: than [a-z]+)?|i (?:only )?care (?:more |most |only )?about (?:the )?${TIMES}(?: (?:more|most)(?: than [a-z]+)?)?)${CLAUSE_ENDS}`,
  ),
];

/** What may refuse models, or allow some alone, if no rule has understood it. */
export const restrictions = (): readonly ConstraintRule[] => [
  doubt(
    /only|just|solely|exclus/,
    `${START}(?:${CHOOSE} )?(?:only|just|solely|exclusively)(?: ever)?(?: ${CHOOSE})? ${KIND_OF_MODELS}`,
  ),
  doubt(
    /only|exclus/,
    `${START}${CHOOSE} (?:[a-z-]{2,20} ){0,2}?${NOUN}(?: [a-z-]{2,20}){1,6}? (?:only|exclusively)${CLAUSE_ENDS}`,
  ),
  doubt(
    /n't|not |dont|never|avoid|no |without|exclud/,
    `${START}(?:with )?(?:do not|don't|dont|never|avoid|no|without|exclude)(?: (?:ever|use|using|pick|choose|want|run|call|rely on|any)){0,3} ${KIND_OF_MODELS}`,
  ),
  doubt(
    /must|should|ha(?:s|ve) to|need|may|can/,
    `${START}(?:the |your |every |each |all )${NOUN} ${MUST} (?:be|run|have|use|come|cost|support|know)${TAIL}`,
  ),
  doubt(
    / (?:is|are) (?:out|not|off|forb|excl|a no)/,
    `${START}${NOUN}${TAIL.replace("{1,12}", "{1,8}?")} (?:is|are) (?:out|not (?:ok|okay|allowed|fine|acceptable|an option)|off[- ]limits|forbidden|excluded|a no-go)${CLAUSE_ENDS}`,
  ),
  doubt(
    /[$€£¥\d]/,
    `${START}(?:(?:for|and|spend|pay) )?(?:${AT_MOST} ?${MONEY}|${MONEY},? ${AT_MOST_AFTER})(?: (?:each|apiece))?${CLAUSE_ENDS}`,
  ),
  doubt(
    /[\da-z] ?-?(?:[bm]\b|[bm]illion)/,
    `${CHOOSE}(?: an?| the| some)? (?:${NUMBER} ?-?[bm](?:illion)?(?: parameters?)? ${NOUN}|${NOUN} (?:of|with) (?:about |around |roughly |some |exactly |~ ?)?${NUMBER} ?-?[bm]\\b)`,
  ),
  doubt(
    /(?:er|re [a-z]+|worse) than/,
    `${START}(?:use |with )?(?:nothing|no ${NOUN})(?: that is| that's)? (?:bigger|larger|smaller|slower|older|newer|worse|heavier|dearer|pricier|more [a-z]+) than [a-z\\d][\\w./-]{1,60}${CLAUSE_ENDS}`,
  ),
  doubt(/[$€£¥\d]/, `${START}${AT_MOST} ?${MONEY} ?(?:/|per |an? )[a-z\\d]{1,12}`),
  doubt(
    /licen[sc]/,
    `${CHOOSE}(?: only)?(?: an?| the| some)? (?:models?|llms?|checkpoints?) (?:of|under|with)(?: (?:[a-z\\d-]|\\.(?=\\w)){1,20}){1,4}? licen[sc]es?${CLAUSE_ENDS}`,
  ),
  ...places(),
  ...names(),
];

/** Where models may not run, or what may not be seen by others, as far as no provider says it. */
const places = (): readonly ConstraintRule[] => {
  const area =
    "(?:the )?(?:eu|e\\.u\\.|european union|europe|usa?|u\\.s\\.a?|united states|america|uk|united kingdom|switzerland|germany|france|china|asia|(?:my|our|this) country)";
  const hosts = "(?:servers?|hosts?|hosting|providers?|vendors?|compan(?:y|ies)|clouds?|data ?cent(?:re|er)s?)";
  const owned = "(?:it|this|that|these|them|everything|data|(?:my|our|the|all|any)(?: [a-z]+){1,2})";
  const kept = "(?:stay|remain|leave|go|be (?:hosted|processed|stored|kept|run|sent))";
  return [
    doubt(
      /\b(?:e\.?u|europ|u\.?[sk]|america|switz|germ|franc|china|asia|united|country)/,
      `${START}(?:stay|remain|(?:only )?(?:hosted|processed|stored|run)|(?:keep|process|store|host|run) ${owned}|${owned} ${MUST} ${kept}|(?:only|no|just)(?: use)? ${hosts}) (?:strictly |only )?(?:(?:in|within|inside|outside|from|on|to) )?${area}(?: only)?${CLAUSE_ENDS}`,
    ),
    doubt(
      /(?:none|nothing|no [a-z]+) /,
      `${START}(?:(?:use )?none|(?:use )?nothing|no ${NOUN}) (?:that (?:is|are|comes?) )?(?:from|made in|built in|trained in) ${area}${CLAUSE_ENDS}`,
    ),
    doubt(
      /server|host|provider|vendor|compan|cloud|data ?cent/,
      `${START}(?:use )?(?:(?:only|no|just|avoid) (?:[a-z-]{2,14} )?${hosts}|(?:eu|us|uk|[a-z]{4,12}an|[a-z]{4,12}ese|swiss|french) ${hosts} only)${CLAUSE_ENDS}`,
    ),
    doubt(
      /private|confiden|secret|gdpr/,
      `${START}(?:(?:keep|treat|handle) ${owned} (?:as )?(?:strictly |completely |absolutely )?(?:private|confidential(?:ly)?|secret)|(?:it |this |everything )?(?:must be |has to be |only )?gdpr[- ]compliant(?: ${NOUN})?(?: only)?)${CLAUSE_ENDS}`,
    ),
  ];
};

const names = (): readonly ConstraintRule[] => [
  doubt(
    /[a-z]\/[a-z]/,
    `(?:${START}(?:use|using|do not use|don't use|dont use|never use|avoid|exclude|skip|no|not|only|prefer|try|take|(?:run|do|process) (?:it|this|that|everything) (?:on|with|through|by|via))|with|via)(?: only)? (?:the )?${MODEL_ID}(?: (?:first|only|if possible))?${CLAUSE_ENDS}`,
  ),
  // Everyday words that are families of models as well: where no work and no verb of using tells.
  ...(
    [
      ["use|do not use|don't use|dont use|never use|avoid|avoid using|leave out|not with", () => true],
      ["with|by|without|no|not|skip|prefer|anything but", fitsWork],
    ] as const
  ).map(
    ([lead, fits]): ConstraintRule => ({
      over: "plain",
      needs: [new RegExp(`\\b(?:${EVERYDAY_NAME})\\b`)],
      pattern: pattern(`${START}(?:${lead}) (?:any )?(?<name>${EVERYDAY_NAME})${CLAUSE_ENDS}`),
      read: ({ name = "" }, { all }) => (fits(name, all) && !MADE_UP.test(all) && !VOICED.test(all) ? {} : null),
    }),
  ),
];

const doubt = (needs: RegExp, source: string): ConstraintRule => ({
  over: "plain",
  needs: [needs],
  pattern: pattern(source),
  read: (_groups, around, phrase) => (isOfModels(around, phrase) ? {} : null),
});

/** What is looked for, or made up, is no model that does it. */
export function isOfModels(around: Around, phrase: string): boolean {
  const isMadeUp = MADE_UP.test(around.all) && !/\/|llm|checkpoint|endpoint/.test(phrase);
  return !isMadeUp && isUsed(around, phrase);
}
/** Likewise for words that would not be said of what is made up. */
export const isUsed = ({ before, all }: Around, phrase: string): boolean =>
  !PICTURED.test(all) && !WORKED_ON.test(before) && !(/\//.test(phrase) && SORTED.test(all));
const PICTURED = /\b(?:runway|fashion|catwalk|wearing|dress|role|cars?|phones?|aircraft|toys?)\b/;
const WORKED_ON =
  /\b(?:list|find|show|which|what|who|why|whether|count|how|filter|explain|about|compare|search|extract|tell|buy|sell|sold|book|shop|shops?|said|says)\b/;

/** Requests that name none of these leave nothing unread. */
const SPEAKS = new RegExp(
  `model|llm|checkpoint|provider|endpoint|cheap|expensive|[€£¥]|euro|pound|franc|yen|yuan|rupee|kron|dollar|cents?\\b|[a-z]/[a-z]|price|cost|budget|fast|slow|speed|latenc|money|server|host|europ|germany|switz|america|china|country|\\b(?:eu|us|uk)\\b|private|confiden|secret|gdpr|\\b(?:stay|keep|remain|stored|process)|\\b(?:${EVERYDAY_NAME})\\b`,
);
export const mayDoubt = (text: string): boolean => SPEAKS.test(text);
