import { DETERMINER, ONLY, pattern, USE } from "./grammar.ts";
import type { ConstraintRule, PhraseMeaning } from "./rule.ts";
import { isOtherModel } from "./size.ts";
import { MADE_UP } from "./use-or-mention.ts";

const NOUN = "(?:(?:ai |ml |language |speech |vision |foundation ){0,2}(?:models?|llms?|checkpoints?|networks?))";
const FULLY = "(?:(?:fully|truly|really|completely|entirely|genuinely) )?";
const WISH = `(?:(?:${USE} )(?:${ONLY} )?|${ONLY} )(?:${USE} )?(?:${DETERMINER} )?`;
const AFTER = "(?: only| exclusively)?";

/**
 * "Open models" may be those under an open-source licence or those whose weights are published. It is read so that both
 * are true: software licences that are open source, and licences of content that ask for no more. "Open weights" are
 * whatever is published, under any licence but a proprietary one.
 */
export const OPEN: PhraseMeaning = { constraints: { licence: { allow: ["open-source", "permissive"] } } };
export const PUBLISHED: PhraseMeaning = { constraints: { licence: { deny: ["proprietary"] } } };

export const openRules = (): readonly ConstraintRule[] => [
  open(`${WISH}${FULLY}open ${NOUN}${AFTER}`, OPEN),
  open(`(?<=(?:^|[.,;:!?(\\n¤]|- ) ?)${FULLY}open ${NOUN} (?:only|please|exclusively)`, OPEN),
  open(
    `(?:${DETERMINER} )?${NOUN} (?:must|should|has to|have to|needs? to)(?: all)? be ${FULLY}open(?![- ](?:source|weight))`,
    OPEN,
  ),
  open(`${WISH}${FULLY}open[- ]weights?(?: ${NOUN})?${AFTER}`, PUBLISHED),
  open(`(?<=(?:^|[.,;:!?(\\n¤]|- ) ?)${FULLY}open[- ]weights?(?: ${NOUN})? (?:only|please|exclusively)`, PUBLISHED),
  open(
    `(?:${DETERMINER} )?${NOUN} (?:must|should|has to|have to|needs? to)(?: all)? be ${FULLY}open[- ]weights?`,
    PUBLISHED,
  ),
  open(`${WISH}${NOUN} (?:with|that have|which have|having) (?:open|published|public) weights${AFTER}`, PUBLISHED),
  open(
    `(?:${WISH}${NOUN} whose |(?:the |all )?)weights (?:are|must be|should be|have to be|need to be) (?:open|published)`,
    PUBLISHED,
  ),
];

/** "An open model of a heart" is to be seen, and no model that runs. */
const open = (source: string, said: PhraseMeaning): ConstraintRule => ({
  over: "plain",
  needs: [/open|publi/],
  pattern: pattern(source),
  read: (_groups, around, phrase) =>
    isOtherModel(around.after) || (MADE_UP.test(around.all) && !/llm|checkpoint|weight/.test(phrase)) ? null : said,
});
