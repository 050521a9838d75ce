import type { PriceUnit } from "../../../domain/catalogue.ts";
import { AMOUNT, dollars, type MoneyGroups, PRICED } from "./budget-money.ts";
import { AT_MOST, AT_MOST_AFTER, DETERMINER, endsPhrase, MODEL, ONLY, pattern, USE } from "./grammar.ts";
import { tellsModels } from "./marked.ts";
import { rounded } from "./numbers.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";
import { isOfOthers } from "./use-or-mention.ts";

const COUNT = "(?:(?:1 |one |a )?million|1,?000,?000|1 ?m|m|mio\\.?|(?:1 |one |a )?thousand|1,?000|1 ?k|k|hundred|100)";
const THING =
  "(?:(?:input|output|prompt|completion|generated) )?(?:tokens?|m?tok)|(?:characters?|chars?)|(?:generated |output )?(?:images?|pictures?|photos?|drawings?)|(?:(?:audio|video|recorded|recording) )?(?:seconds?|secs?|minutes?|mins?|hours?)|(?:api |model )?(?:calls?|predictions?|inferences?)";
const PER = `(?: ?(?:per|/|a|an|each|every|for (?:a|an|each|every|one)) ?(?:(?<count>${COUNT}) ?)?(?<thing>${THING})(?: of (?:audio|video|sound|speech|input|output))?)`;
const COSTS =
  "(?:(?:that|which) )?(?:(?:must |may |should |can |will |do |does )?(?:not )?(?:cost|costs|costing|charge|charges|charging|asks?|asking|are|is|priced|at|for|with (?:a |the )?prices?|with (?:a )?costs?)(?: of| at| for)? )?";
const LEAD = `(?:(?:${USE} )?(?:${ONLY} )?(?:${DETERMINER} )?(?:cheap |cheaper )?${MODEL} ?${COSTS})`;

/** What models may ask: "at most 2 cents per image", "models that cost less than $1 per million tokens". */
export const priceRules = (): readonly ConstraintRule[] => [
  ...[
    `${LEAD}?(?:(?:(?:it|they|this|providers?|the provider|each call|you) (?:must|should|may|can|has to|have to)(?: not|n't| never)? (?:cost|charge|ask)(?: me| us)?|for|at|and|but|costing|pay|spend|charge|(?:the )?(?:price|cost)s?(?: must be| is| of)?|max(?:imum)?\\.? (?:price|cost)) )?(?:(?<bound>${AT_MOST}|(?<=(?:not|n't|never) (?:cost|charge|ask)(?: me| us)? )(?:more than|over)|(?:(?:the )?(?:price|cost) )(?:cap|limit|ceiling)(?: (?:of|is|at))? ?[:=]?) )?${AMOUNT}${PER}(?:,? (?<limit>${AT_MOST_AFTER})(?! ?[$\\d]))?`,
    `(?:${USE} )?no ${MODEL} (?:for |(?:that |which )?(?:costs?|costing|charg(?:es|ing)) )?(?<bound>more than|over|above) ${AMOUNT}${PER}`,
    `(?<thing>${THING}) (?:prices?|costs?)(?: (?:must|should|may)(?: not)?(?: be| stay| exceed)?)? ?[:=]? ?(?<bound>${AT_MOST}) ?${AMOUNT}`,
    `(?:(?:do not|don't|never|without) (?:pay|paying|spend|spending) )(?<bound>more than|over) ${AMOUNT}${PER}`,
    `(?:the )?(?:price|cost)s? ${PER}(?: must| should| may)?(?: not)?(?: be| is| exceed| stay)? ?[:=]? ?(?<bound>${AT_MOST}|over|above|more than|exceed)? ?${AMOUNT}`,
  ].map(
    (source): ConstraintRule => ({
      needs: [PRICE, /per|\/|[¢$a-z\d] (?:an?|each|every|for) /],
      pattern: pattern(source),
      read: (groups, around, phrase) => (isOfModels(around, phrase) ? priced(groups, phrase) : null),
    }),
  ),
  {
    // Without a unit: what models ask, whatever for.
    needs: [PRICE],
    pattern: pattern(
      `(?:${USE} )?(?:${ONLY} )?(?:${DETERMINER} )?${MODEL} (?:(?:that|which) (?:do not |don't |must not |may not |should not )?(?:cost|costs|charge|charges|are|is)|costing|priced|cheaper than|charging|(?=under|below|up to|at most))(?: at)? ?(?<bound>${AT_MOST}|more than)? ?${AMOUNT}(?: each)?`,
    ),
    read: (groups, around, phrase) =>
      endsPhrase(around.after) &&
      /cheaper|less|under|below|most|up to|max|more than/.test(phrase) &&
      isOfModels(around, phrase)
        ? priced(groups, phrase)
        : null,
  },
];
const PRICE = /[$¢]|usd|dollar|buck|cent|\bcts?\b|\dcts?\b|penn|dime|nickel/;

function priced(groups: MoneyGroups, phrase: string): PhraseMeaning | null {
  const usd = dollars(groups);
  const isBound =
    groups.bound !== undefined ||
    groups.limit !== undefined ||
    /\bmax|\bcheaper\b/.test(phrase) ||
    (tellsModels(phrase) && /\b(?:for|at|costing)\b/.test(phrase));
  // "More than" bounds from above only where it is refused.
  const isUpper = !/over|above|more|exceed/.test(groups.bound ?? "") || /\b(?:no|not|never|without)\b|n't/.test(phrase);
  if (usd === null || !isBound || !isUpper) return null;
  if (groups.thing === undefined) return { constraints: { price: { maxUsd: usd } } };
  const [per, unitsEach] = unitOf(groups.thing);
  return { constraints: { price: { maxUsd: rounded((usd * unitsEach) / countOf(groups.count)), per } } };
}

/** The unit that prices are kept in, and how many of the named thing it is. */
function unitOf(thing: string): readonly [per: PriceUnit, unitsEach: number] {
  if (/tok/.test(thing)) {
    // Without a word for it, output is meant: it is the dearer of both with every maker.
    return [/input|prompt/.test(thing) ? "million-input-tokens" : "million-output-tokens", /^m/.test(thing) ? 1 : 1e6];
  }
  if (/char/.test(thing)) return ["million-characters", 1e6];
  if (/second|sec/.test(thing)) return ["second", 1];
  if (/hour/.test(thing)) return ["minute", 1 / 60];
  if (/min/.test(thing)) return ["minute", 1];
  return [/call|prediction|inference/.test(thing) ? "call" : "image", 1];
}

function countOf(words = ""): number {
  if (words === "") return 1;
  if (/million|000,?000|m/.test(words)) return 1e6;
  return /hundred|^100$/.test(words) ? 100 : 1e3;
}

/** What people charge each other for. */
const OF_PEOPLE =
  /\b(?:we|they|he|she|customers?|clients?|printers?|shops?|company|companies|taxi|parking|phone|plumber|lawyer|invoice|bill|rent)\b/;
const WORKED_ON =
  /\b(?:list|find|show|which|what|who|count|how|filter|explain|about|write|plot|table|compare|compute|calculate|multiply|convert)\b/;

/** Something else costs that, or it is to be written somewhere. */
const OF_A_THING =
  /\b(?:costs?|charges?|are|is|priced|sells?|sold)\s*$|\b(?:ads?|advert\w*|signs?|posters?|slogans?|labels?|flyers?|notes?|say|says|saying|read out)\b[^.]*:\s*$/;

function isOfModels(around: Around, phrase: string): boolean {
  const clause = around.before.split(/[,;:¤(]| - /).at(-1) ?? "";
  if (/^costs?\b/.test(phrase) && !/(?:^|[,;:.(]|\band|\bbut)\s*$/.test(around.before)) return false;
  if (OF_A_THING.test(around.before) || isOfOthers(around) || WORKED_ON.test(clause) || OF_PEOPLE.test(clause))
    return false;
  if (/\btok|m?tok\b/.test(phrase) && endsPhrase(around.after)) return true;
  if (tellsModels(phrase)) return true;
  return endsPhrase(around.after) && !PRICED.test(clause);
}
