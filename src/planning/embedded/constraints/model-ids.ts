import { listOf, pattern } from "./grammar.ts";
import type { ConstraintRule } from "./rule.ts";
import { isOtherModel } from "./size.ts";
import { MADE_UP } from "./use-or-mention.ts";

/** What people write with a slash besides models: "and/or", "his/her", the labels of a classification. */
const PAIRS =
  "(?:and/or|either/or|s?he/s?he|s/he|(?:he|she|they)/(?:him|her|them|she|he|they)|(?:his|her|him|their)/(?:his|hers?|him|theirs?|them)|yes/no|true/false|on/off|in(?:put)?/out(?:put)?|i/o|n/a|a/b|pass/fail|up/down|left/right|before/after|good/bad|male/female|men/women|positive/negative|negative/positive|pos/neg|spam/ham|spam/not|hot/cold|passive/active|active/passive|tcp/ip|train/test|question/answer|client/server|read/write)";

/** Maker and name, both more than a letter: "our/sum". */
export const MODEL_ID = `(?!${PAIRS}(?![\\w/-]))[a-z][\\w.-]{0,40}\\w/[a-z](?:[\\w.-]{0,60}\\w)(?![\\w/])`;

const MODEL = "(?:(?:ai |ml |language )?(?:model|checkpoint|llm|endpoint|expert)s?)";
/** Here a sentence or clause is over. */
export const CLAUSE_ENDS =
  "(?=\\s*(?:$|[.,;!?)\\n]|(?: -)? (?:please|pls|thanks|and then|but|to|when|while)\\b| for (?:this|that|it|the|all|any)\\b))";

const REFUSING =
  "(?:please )?(?:(?:do not|don't|dont|never|must not|mustn't|may not|should not|shouldn't|cannot|can't)(?: ever)? (?:use|using|employ|run|call|rely on|pick|choose)|(?:do not|don't|dont|never) (?:run|do|process) (?:it|this|that|anything|everything) (?:on|with|through|by|via)|avoid|avoiding|without(?: using)?|(?:(?:use|with|by|via) )?(?:anything|everything|any model) (?:but|except|other than))";
/** A clause begins. */
const BEGUN = /(?:^|[,;:(¤-]|\b(?:and|but|then|please|so))\s*$/;

const LEAD = "(?:use|using|with|via|by|pick|choose|take|select|run)";
const ONLY = "(?:only|just|solely|exclusively|nothing but|none but|nothing except)";

/**
 * Models by ids alone: "avoid our/sum", "use the model our/sum", "only use our/sum". Without "model" or "only" an id is
 * merely refused: it may be no model.
 */
export const idRules = (): readonly ConstraintRule[] => [
  byId(`${REFUSING} (?:the )?(?:${MODEL} )?(?<ids>${listOf(MODEL_ID)})${CLAUSE_ENDS}`, "deny"),
  byId(`${LEAD}(?: only)? (?:the )?(?:${MODEL}) (?<ids>${listOf(MODEL_ID)})${CLAUSE_ENDS}`, "allow"),
  byId(`(?:${ONLY} ${LEAD}|${LEAD} ${ONLY}) (?:the )?(?<ids>${listOf(MODEL_ID)})${CLAUSE_ENDS}`, "allow"),
  byId(
    `${LEAD} (?:the )?(?<ids>${listOf(MODEL_ID)})(?: only| exclusively|,? (?:and )?nothing else)${CLAUSE_ENDS}`,
    "allow",
  ),
];

const byId = (source: string, side: "allow" | "deny"): ConstraintRule => ({
  over: "plain",
  pattern: pattern(source),
  read: ({ ids = "" }, around, phrase) => {
    const at = phrase.indexOf(ids);
    const names = around.asWritten.slice(at, at + ids.length).match(NAME) ?? [];
    const isTold = /\b(?:model|checkpoint|llm|endpoint|expert)s? $/.test(phrase.slice(0, at));
    const isMeant = side === "deny" ? BEGUN.test(around.before) : !REFUSED.test(around.before);
    const mayBeLabels = side === "allow" && SORTED.test(around.all);
    return isMeant && (isTold || !(mayBeLabels || MADE_UP.test(around.all))) && !isOtherModel(around.after)
      ? { constraints: { model: { [side]: names } } }
      : null;
  },
});
const NAME = /[\w.-]*\w\/[\w.-]*\w/g;
/** Labels are written with a slash as well. */
export const SORTED = /\b(?:classif\w*|label\w*|categor\w*|class(?:es)?|sort|tag|tags|options?|rate|rating|grade)\b/;
/** "Don't summarise it with the model …" */
const REFUSED = /(?:\b(?:no|not|never|without|avoid|nor|neither)|n't)(?: [a-z]+){0,3} $/;
