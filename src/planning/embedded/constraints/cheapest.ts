import { CHOOSE, isOfModels, NOUN, START } from "./doubts.ts";
import { pattern } from "./grammar.ts";
import { CLAUSE_ENDS } from "./model-ids.ts";
import type { ConstraintRule } from "./rule.ts";

const CHEAPEST = "(?:cheapest|least expensive|most affordable|most economical)";
const CHEAP = "(?:cheap(?:er)?|inexpensive|less expensive|(?:more )?affordable|low-cost)";
const COSTS = "(?:prices?|costs?|spending|expenses?|fees?|bill)";
const WHICH = "(?: (?:possible|available|there is|you have|that (?:can do (?:it|this)|works|will do)))?";

/** "Use whichever model is cheapest", "keep costs low": of the models that are left, the one that costs the least. */
export const cheapestRules = (): readonly ConstraintRule[] =>
  [
    `(?:${CHOOSE} |${START})(?:only )?(?:the )?(?:very )?${CHEAPEST} (?:[a-z\\d][\\w.-]{0,30} ){0,2}?${NOUN}${WHICH}`,
    `(?:the )?${CHEAPEST} (?:option|one|way|possible)(?! of)`,
    `${START}(?:the )?${CHEAPEST}(?: wins| please| only)${CLAUSE_ENDS}`,
    `(?:${CHOOSE} )?(?:whichever|whatever|the)(?: (?:${NOUN}|one))?(?: that| which)? (?:(?:is|are) (?:the )?${CHEAPEST}|(?:costs?|charges?) (?:the )?(?:least|lowest)(?: money)?)${CLAUSE_ENDS}`,
    `(?:${CHOOSE} )?(?:an? |the |whichever )?${NOUN} (?:with|at|that has|which has|for) (?:the )?(?:lowest|least|best) (?:possible )?${COSTS}${CLAUSE_ENDS}`,
    `(?:${START}(?:(?:go for|choose|prefer|pick|aim for|want|i want|with|for) )?|\\b(?:at|for|by) )the (?:very )?(?:lowest|smallest|least) (?:possible )?${COSTS}(?: possible)?${CLAUSE_ENDS}`,
    `(?:${CHOOSE}|only)(?: (?:an?|some|the|only|very|really)){0,2} ${CHEAP} (?:${NOUN}|ones)`,
    `${START}${CHEAP} (?:${NOUN}|ones) (?:only|please|preferred)${CLAUSE_ENDS}`,
    `${START}(?:keep|make|do|get) (?:it|this|that|everything|(?:the |my |all )?${COSTS}) (?:cheap|low|down|small|inexpensive|affordable|minimal|to (?:a|the) minimum)${CLAUSE_ENDS}`,
    `${START}(?:minimi[sz]e (?:the |my |all )?${COSTS}|save (?:me )?(?:money|costs))${CLAUSE_ENDS}`,
    `${START}(?:(?:choose|pick|select|rank|sort|go)(?: (?:it|them|${NOUN}))? by (?:the |their )?${COSTS}|(?:the )?${COSTS} (?:matters?|counts?|comes?|is|are)(?: the)? (?:most|first|more|everything|paramount)(?: important)?(?: than [a-z]+)?|i (?:only )?care (?:more |most |only )?about (?:the )?${COSTS}(?: (?:more|most)(?: than [a-z]+)?)?)${CLAUSE_ENDS}`,
    `(?<=¤ |^|[.,;] )on a (?:tight |small |low |shoestring )?budget${CLAUSE_ENDS}`,
    `${START}(?:it|this|the ${NOUN}) (?:must|should|has to|needs to) be (?:very |really )?(?:cheap|inexpensive|affordable)${CLAUSE_ENDS}`,
    "as (?:cheap|cheaply|inexpensive|inexpensively) as possible",
    "(?<! as )cheaply(?! as)",
  ].map(
    (source): ConstraintRule => ({
      over: "plain",
      pattern: pattern(source),
      read: (_groups, around, phrase) => (isOfModels(around, phrase) ? { constraints: { prefer: "cheapest" } } : null),
    }),
  );
