import { MODEL, ONLY, pattern, REFUSE, USE } from "./grammar.ts";
import { tellsModels } from "./marked.ts";
import type { Around, ConstraintRule } from "./rule.ts";
import { MADE_UP } from "./use-or-mention.ts";

const OPEN = "(?:ungated|non-gated|not[- ]gated|(?:openly|freely|publicly) (?:downloadable|available|accessible))";
const ASKING =
  "(?:(?:any )?(?:access requests?|approvals?|sign-?ups?|log-?ins?|gates?)|asking|signing (?:up|in|anything)|an? (?:access )?(?:request|approval|form|application)|logging in|requesting access|having to (?:ask|sign|request|apply)[a-z ]{0,20})";

/** What stands between a person and the weights. */
const BARRIER =
  "(?:(?:licen[sc]e |access )?(?:gates?|log-?ins?|sign-?ups?|registrations?|approvals?|requests?|click[- ]?through|forms?|application forms?|access tokens?|accounts?|authentication|permission))";
const ANYBODY = "(?:anyone|anybody|everyone|everybody|i|we)";

/** Only weights that everybody may have: "no gated models", "ungated", "openly downloadable weights". */
export const gatedRules = (): readonly ConstraintRule[] => [
  rule(
    `(?:${USE} )?${REFUSE}(?: (?:any|anything|that is|that's|be|to use|using|models?|the|of|access to)){0,3} gated(?: (?:${MODEL}|ones?|stuff|repos?|repositor(?:y|ies)))?`,
  ),
  rule(`(?:${USE} )?(?:${ONLY} )?(?:an? |the |some )?${OPEN}(?: (?:${MODEL}|ones|stuff))?(?: only)?`),
  // "Available" is read as one word with what it stands by.
  rule(`(?:(?:${USE} )(?:${ONLY} )?|${ONLY} )(?:openly|freely|publicly) ${MODEL}(?: only)?`),
  rule(`(?:${USE} )?(?:${ONLY} )?(?:an? |the |some )?${MODEL} without (?:any )?gat(?:es|ing)(?: only)?`),
  rule("(?:(?:and|but|that|which) ){0,2}(?:is not|are not|isn't|aren't|must not be|should not be|may not be) gated"),
  rule(
    `(?:${USE} )?(?:${ONLY} )?(?:an? |the )?${MODEL} (?:that |which )?(?:(?:is|are|must be|should be|has to be|have to be) (?:not gated|public|${OPEN})|(?:isn't|aren't|must not be|mustn't be|may not be|should not be|shouldn't be|can't be|cannot be) gated)`,
  ),
  rule(
    `(?:${USE} )?(?:${ONLY} )?(?:an? |the )?${MODEL} (?:(?:whose|with) ${MODEL} )?(?:that )?(?:${ANYBODY} (?:can|may|could) (?:download|have|get)(?: freely)?(?: without ${ASKING})?|without (?:having to )?${ASKING})`,
  ),
  rule(
    `(?:${USE} )?(?:${ONLY} )?(?:an? |the )?${MODEL} whose ${MODEL} ${ANYBODY} (?:can|may) (?:download|have|get)(?: freely)?`,
  ),
  rule(
    `(?:${USE} )?(?:${ONLY} )?(?:an? |the |any )?${MODEL} (?:(?:that|which) )?(?:do not|don't|does not|doesn't|(?:must|should|may) not|(?:mustn't|shouldn't)|(?:i|we|you) (?:do not|don't)) (?:require|need|ask for|have to|need to)(?: (?:an?|any|my))? (?:${BARRIER}|(?:ask|apply|sign|log|request|register)[a-z ]{0,24}?)(?: (?:to|for))?`,
  ),
  rule(
    `(?:${USE} )?${REFUSE} (?:any )?(?:(?:${BARRIER}[- ](?:required|only|walled) )${MODEL}|${MODEL} (?:(?:that|which) (?:need|require|ask for|want|have)|behind|with|needing|requiring)(?: (?:an?|any))? ${BARRIER})`,
  ),
  rule(
    `gated (?:${MODEL}|ones|stuff|repos?|repositor(?:y|ies)) (?:is|are) (?:out|not (?:ok|okay|allowed|fine|acceptable|an option)|off[- ]limits|forbidden|excluded|a no-go|no good)`,
  ),
  rule(`(?:${USE} )?nothing (?:that is |that's )?(?:gated|behind (?:an? |any )?${BARRIER})`),
];

/** Houses and gardens are gated as well. */
const rule = (source: string): ConstraintRule => ({
  pattern: pattern(source),
  read: (_groups, around, phrase) => (isOfModels(around, phrase) ? { constraints: { gated: false } } : null),
});

const OF_PLACES =
  /^ (?:communit|garden|park|house|estate|entranc|drive|area|villa|street|property|road|neighbo|residen|complex|propert|home|villag|courtyard|reverb|signal|content|door)/;
const WORKED_ON = /\b(?:list|find|show|which|what|who|count|how|filter|explain|about|was|were|describe|why|whether)\b/;

function isOfModels({ before, after, all }: Around, phrase: string): boolean {
  const clause = before.split(/[,;:¤(]| - /).at(-1) ?? "";
  if (OF_PLACES.test(after) || WORKED_ON.test(clause)) return false;
  // "Which models in ¤ are not gated?"
  if (/^(?:is|are|not)\b/.test(phrase) && ASKED.test(before)) return false;
  if (/\brepos/.test(phrase) || tellsModels(phrase) || tellsModels(before.slice(-NEAR_CHARS))) return true;
  // "…, nothing gated please": of what is to be used, as nothing else is spoken of.
  const isPolite =
    /^,? (?:please|pls|weights|stuff)\b/.test(after) ||
    /^(?:use |using |with )?(?:nothing|only|ungated|non-gated|(?:please )?(?:do not|don't|never) use)\b/.test(phrase);
  // "Draw a park, nothing gated"
  const isMotif = MADE_UP.test(all) && phrase === "nothing gated" && !/^,? (?:please|pls)\b/.test(after);
  return (
    isPolite &&
    !isMotif &&
    /^(?:$|\s*[.,;:!?)\n]| [a-z])/.test(after) &&
    /(?:^|[,;:.(¤]|\band|\bbut|\bso|\bwith)\s*$/.test(before)
  );
}
const ASKED = /^\W*(?:which|what|who|whose|list|find|show|count|how many)\b[^,;:(]*$/;
const NEAR_CHARS = 60;
