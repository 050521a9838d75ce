import { AT_MOST, AT_MOST_AFTER, endsPhrase, MODEL, needing, ONLY, pattern, QUALITIES, USE } from "./grammar.ts";
import { NUMBER, numberOf, rounded } from "./numbers.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";
import { isOfOthers } from "./use-or-mention.ts";

export type MoneyGroups = Readonly<Record<string, string | undefined>>;

/** A sum of money; `dollars` reads its groups. */
export const AMOUNT = `(?:(?:us ?)?\\$ ?(?<usd>${NUMBER})(?: (?:dollars?|usd))?|usd ?(?<code>${NUMBER})|(?<n>${NUMBER}) ?-?(?<unit>us[- ]dollars?|u\\.s\\. dollars?|american dollars?|dollars?|usd|us\\$|bucks?|\\$|us cents?|cents?|cts?|¢|penn(?:y|ies)|dimes?|nickels?))`;
const CENTS: readonly (readonly [RegExp, number])[] = [
  [/cent|^ct|¢|penn/, 1],
  [/dime/, 10],
  [/nickel/, 5],
  [/./, 100],
];

/** What the groups of `AMOUNT` come to in US dollars. */
export function dollars(groups: MoneyGroups): number | null {
  const whole = numberOf(groups.usd ?? groups.code ?? "");
  if (whole !== null) return whole;
  const count = numberOf(groups.n ?? "");
  const cents = CENTS.find(([spelling]) => spelling.test(groups.unit ?? ""))?.[1];
  return count === null || cents === undefined ? null : rounded((count * cents) / 100);
}

const spend = (groups: MoneyGroups): PhraseMeaning | null => {
  const usd = dollars(groups);
  return usd === null ? null : { budget: { usd } };
};

const RUN =
  "(?:it|this|that|you|everything|the (?:whole |entire |total |full )?(?:thing|run|job|request|total|lot|cost|costs|price|bill|work|processing|answer|operation)|all (?:of it|of this|this)|(?:the )?total (?:costs?|price)|(?:the )?(?:costs?|price|expenses?|spending))";
const MORE = "(?:more than|over|above|beyond)";
const NOT =
  "(?:do not|don't|dont|never|without|cannot|can't|won't|will not|must not|mustn't|may not|shouldn't|should not|not)";

/** Money: "under 10 cents", "my budget is $2", "for free". */
export const moneyRules = (): readonly ConstraintRule[] => [
  ...needing([/[$¢]|usd|dollar|buck|cent|\bcts?\b|\dcts?\b|penn|dime|nickel/], amounts()),
  ...free(),
];

const amounts = (): readonly ConstraintRule[] => [
  ...[
    `max(?:imum)?\\.? (?:costs?|price|spend|spending|expense)(?: (?:of|is))? ?[:=]? ?${AMOUNT}`,
    `(?:(?:i|we) )?${NOT} (?:want |like |wish |be willing )?(?:to )?(?:spend|spending|pay|paying|cost|costing|charge|exceed|go)(?: me| us)?(?: ${MORE})? ${AMOUNT}(?: (?:on|for) (?:this|it|that|everything))?`,
    `(?:you (?:may|can) )?(?:spend|spending|pay|paying|charge|costs?|costing)(?: me| us)?(?: only)? (?:${AT_MOST}|only|just) ${AMOUNT}(?: (?:on|for) (?:this|it|that|everything))?`,
    `${RUN} (?:must|should|may|can|has to|needs to|shall|is to|is allowed to|cannot|can't|must not|mustn't|may not|should not|shouldn't|must never|ought to)(?: (?:not|never|only|all))?(?: (?:cost|be|stay|remain|come to|amount to|exceed|go|total|set me back|set us back|end up costing|end up at|run to|add up to))?(?: me| us)? (?:(?:${AT_MOST}|${MORE}|only|just) ${AMOUNT}|${AMOUNT} ${AT_MOST_AFTER})`,
    `(?:(?:with|on|within|have|given|i have|we have|there is) )?(?:(?:a|my|the|our|total|max(?:imum)?|small|tiny|fixed|hard) ){0,3}(?:budget|price limit|spending limit|cost limit|money limit|spending cap|cost cap|price cap|cost ceiling)(?: for (?:this|it|that|the (?:whole )?(?:thing|job|run|request)))?(?: (?:is|of|at|being|=|stands at))?:? ?(?:only |just )?(?:${AT_MOST} )?${AMOUNT}`,
    `(?:the |total |all |overall ){0,2}(?:costs?|price|spend|spending|expenses?|bill|budget)(?: (?:is|are|must be|should be|to be|being))? (?:capped|limited|restricted|kept|held|fixed|set) (?:at|to|below|under)(?: ${AT_MOST})? ${AMOUNT}`,
    `${AMOUNT} is (?:my|the|our) (?:limit|budget|max(?:imum)?|cap|ceiling)`,
    `(?:(?:with|on|within) )?(?:a |my )?${AMOUNT} (?:budget|spending limit|limit|cap)`,
    `(?:(?:please )?(?:stop|halt|quit|give up|abort) (?:at|after(?: spending)?|once (?:it|this) costs)|(?:the )?(?:total|overall) (?:costs?|price|bill|spend(?:ing)?)(?: (?:must be|should be|is|has to be|must stay|should stay))?:? ${AT_MOST}) ${AMOUNT}`,
    `(?:keep|keeping|hold|cap|limit|limiting|capping)(?: ${RUN}| yourself| me| my [a-z]+)?(?: down)?(?: (?:to|at))? (?:${AT_MOST} )?${AMOUNT}`,
    `(?:i|we)(?: |(?='))(?:only |just )?(?:(?:have|got) (?:only|just)|have|(?:can|could|may) (?:only |just )?(?:spend|pay|afford|spare|part with|invest|stretch to|go to)|(?:will|would|'ll|am willing to|'m willing to|am happy to|'m happy to) (?:only |just )?(?:pay|spend|give you|chip in))(?: only| just)? ${AMOUNT}(?: (?:to spend|(?:for|on) (?:this|it)|left))?`,
  ].map(
    (source): ConstraintRule => ({
      pattern: pattern(source),
      read: (groups, around, phrase) =>
        EACH.test(around.after) ||
        (A_CENT.test(phrase) && !BOUNDED.test(phrase)) ||
        OF_A_THING.test(around.before) ||
        (/^costs? |^costing/.test(phrase) && !ON_ITS_OWN.test(around.before))
          ? null
          : spend(groups),
    }),
  ),
  {
    pattern: pattern(
      `(?:(?:and|but|all|do (?:it|this|that)|get (?:it|this) done) )?(?:(?:for|at|in|costing|on|with) )?(?:a total of )?(?:${AT_MOST} ${AMOUNT}(?: ${AT_MOST_AFTER})?|${AMOUNT}(?: or|,)? ?${AT_MOST_AFTER})(?: (?:in total|all in|altogether|overall|in all|total|for (?:everything|it all|the whole (?:thing|lot))))?`,
    ),
    read: (groups, around, phrase) => (isOfTheRun(around, phrase) ? spend(groups) : null),
  },
];

/** "I don't want to spend a penny": nothing, as `free` reads it. */
const A_CENT =
  /(?:n't|\b(?:not|never|without|cannot))\b.* (?:an?|one|single) (?:us )?(?:cent|penny|dime|nickel|dollar|buck)$/;
const BOUNDED = /more|over|above|beyond|exceed|most|under|less|only|just/;
/** What one of many costs. */
const EACH = /^ ?(?:\/|per |an? (?:minute|second|hour|image|picture|page|call|token|character|day|week|month|year)\b)/;
/** "a toy that …", "the hotel may …" */
const OF_A_THING = /\b(?:that|which|who|whose|holiday|trip|party|wedding|project|company|film|movie)\s*$/;
const ON_ITS_OWN = /(?:^|[,;:.(]|\band|\bbut|\bit|\bthis|\bmust|\bshould|\bmay|\bcan)\s*$/;
/** Things that have prices of their own. */
export const PRICED =
  /\b(?:find|list|which|what|who|show|filter|count|how (?:many|much)|sells?|sold|selling|buy|bought|prices?|priced|products?|items?|goods|shoes?|flights?|hotels?|coins?|tickets?|ads?|adverts?|advertisement|slogan|recipe|meal|gifts?|presents?|deals?|offers?|boy|girl|man|woman|person|worth|laptops?|phones?|cars?|houses?|rooms?|things to|toys?|menu|sale|shop|bet|fine|rows?|entries|customers?|orders?|payments?|invoices? (?:for|of)|amounts?|salar(?:y|ies)|sum|add)\b/;
const WORKS =
  /^\W*(?:(?:please|and|then|now|just|can you|could you|would you|i want you to|i'd like you to|i need you to|help me|also) )*(?:transcribe|caption|summari[sz]e|sum up|translate|describe|detect|classify|read|answer|generate|make|create|draw|paint|segment|estimate|extract|tell|do|get|run|colou?ri[sz]e|remove|turn|convert|recogni[sz]e|identify|analy[sz]e|produce|give|speak|say|write out|paraphrase|rewrite|shorten|upscale|sharpen|denoise|blur|crop|compose|find the (?:names|people|entities|objects)|what|how|which|who)\b/;

function isOfTheRun({ before, after }: Around, phrase: string): boolean {
  const clause = before.split(/[,;:(]| - /).at(-1) ?? "";
  if (
    PRICED.test(clause) ||
    /\b(?:cheaper|cheapest|expensive)\b/.test(before) ||
    !endsPhrase(after) ||
    /^ (?:of|in the|on the|that|which|from|by)\b/.test(after)
  )
    return false;
  return (
    clause.trim() === "" ||
    /^(?:and|but|for|costing|do|get|all) /.test(phrase) ||
    /¤\s*$/.test(clause) ||
    WORKS.test(clause)
  );
}

const NOT_A_CENT =
  "(?:anything|a thing|any money|money|a (?:single )?(?:cent|penny|dime|dollar|buck)|one cent|any(?:thing)? at all)";

const free = (): readonly ConstraintRule[] => [
  ...[
    `(?:at |with |for )(?:no|zero|0)(?: extra| additional| further)? (?:costs?|charge|charges|expense|fees?|price|money|dollars|cents)`,
    `(?:no|zero)(?: extra)? (?:costs?|charges?|fees|expenses|spending|expense)(?: (?:please|allowed|at all))?`,
    `(?:${USE} )?(?:${ONLY} )?(?:${USE} )?(?:no|avoid|without|don't use|do not use|never use)(?: any| using)? (?:paid|paying|commercial api|billed|metered) (?:${MODEL}|services?|apis?|providers?|tiers?|tools?|stuff|calls?)`,
    `without (?:it |this |that )?(?:spending|paying|costing|being charged|having to pay)(?: me| us)? ?(?:${NOT_A_CENT}|for (?:this|it|anything|that))`,
    `(?:i |we )?${NOT} (?:(?:want|like|wish|intend|plan|be willing) )?(?:to )?(?:spend|pay|charge|cost)(?: me| us)? (?:${NOT_A_CENT}|for (?:this|it|anything|that|the [a-z]+))`,
    `(?:${RUN} )?(?:must|should|may|can|shall|has to|needs to)(?: not|n't| never) cost(?: me| us)? ${NOT_A_CENT}`,
    `(?:${RUN}(?: |(?='s)))(?:must|should|has to|needs to|shall|'s got to)(?: all)? be (?:completely |entirely |totally )?(?:free(?: of charge)?|gratis|at no cost)`,
    `(?:${RUN} )?(?:must |should |has to |may |that |which )?(?:costs?|costing|spend|pay) (?:me )?(?:nothing|zero|0)`,
    `(?:${USE} )?(?:nothing|no ${MODEL}|avoid (?:${MODEL}|anything|everything)) (?:that |which )?(?:costs?|costing) (?:me )?(?:money|anything|something)`,
    `(?:${USE} |${ONLY} )(?:${USE} )?(?:${ONLY} )?(?:the |an? |completely |entirely |totally )?${QUALITIES}(?:free(?! (?:for|to use) commercial)|gratis|free-of-charge|no-cost|zero-cost)(?:[- ]of[- ]charge)?(?:[- ]tier)? (?:${MODEL}|services?|tiers?|apis?|tools?|stuff|options?|providers?)(?: only)?`,
    `(?:free|no-cost|zero-cost) (?:${MODEL}|services?|apis?|providers?|tiers?) (?:only|please)`,
    `(?:${ONLY} )?(?:${MODEL}|what|something|tools?|services?) (?:that |which )?(?:is|are|costs?) (?:free(?! (?:for|to use) commercial)(?: of charge)?(?: to use)?|nothing)`,
    `(?:i|we) (?:have|'ve got|got) (?:no|zero) (?:budget|money)(?: for this| to spend)?`,
    `(?:(?:my|the|our) )?budget(?: is| of| =)?:? ?(?:zero|nothing|none|nil|0)`,
    `zero[- ](?:budget|cost)`,
    `without (?:any )?(?:extra )?(?:costs?|charges?|fees?|expenses?)(?: at all)?`,
    `(?:only )?(?:if|as long as|provided|provided that|so long as) (?:it is|it's|they are|they're|that is|that's|this is) (?:completely |entirely )?(?:free(?: of charge)?|gratis)`,
  ].map(
    (source): ConstraintRule => ({
      pattern: pattern(source),
      read: (_groups, around, phrase) =>
        /^(?:that|which)/.test(phrase) || OF_A_THING.test(around.before) || isOfOthers(around)
          ? null
          : { budget: { usd: 0 } },
    }),
  ),
  {
    pattern: pattern(
      "(?:(?:all|do (?:it|this)|completely|entirely|totally|absolutely) )?(?:for free|free of (?:charge|cost)|gratis|for nothing|for gratis|free only|only (?:if (?:it is|it's) )?free)",
    ),
    read: (_groups, around) => {
      const { before, after } = around;
      return isOfOthers(around) ||
        PRICED.test(before.split(/[,;:(¤]/).at(-1) ?? "") ||
        /\b(?:give away|giving away|given away|offers?|gets?|got|enter|eat|ride|travel|drink|ship|shipped|works?|worked|come|is|are|was|were|be)\s*$/.test(
          before,
        ) ||
        !endsPhrase(after)
        ? null
        : { budget: { usd: 0 } };
    },
  },
];
