import { MODEL, ONLY, pattern, REFUSE, USE } from "./grammar.ts";
import { tellsModels } from "./marked.ts";
import type { Around, Rule } from "./rule.ts";

const OPEN =
  "(?:ungated|non-gated|not[- ]gated|openly (?:downloadable|available)|freely downloadable|publicly downloadable)";
const ASKING =
  "(?:asking|signing (?:up|in|anything)|an? (?:access )?(?:request|approval|form|application)|logging in|requesting access|having to (?:ask|sign|request|apply)[a-z ]{0,20})";

/** Only weights that everybody may have: "no gated models", "ungated", "openly downloadable weights". */
export const gatedRules = (): readonly Rule[] => [
  rule(
    `(?:${USE} )?${REFUSE}(?: (?:any|anything|that is|that's|be|to use|using|models?|the|of)){0,3} gated(?: (?:${MODEL}|ones?|stuff|repos?|repositor(?:y|ies)))?`,
  ),
  rule(`(?:${USE} )?(?:${ONLY} )?(?:an? |the |some )?${OPEN}(?: (?:${MODEL}|ones|stuff))?(?: only)?`),
  rule(`(?:${USE} )?(?:${ONLY} )?(?:an? |the |some )?${MODEL} without (?:any )?gating(?: only)?`),
  rule("(?:(?:and|but|that|which) ){0,2}(?:is not|are not|isn't|aren't|must not be|should not be|may not be) gated"),
  rule(
    `(?:${USE} )?(?:${ONLY} )?(?:an? |the )?${MODEL} (?:that |which )?(?:(?:is|are|must be|should be|has to be) (?:not gated|${OPEN})|(?:isn't|aren't|must not be|mustn't be|may not be|should not be|shouldn't be|can't be|cannot be) gated)`,
  ),
  rule(
    `(?:${USE} )?(?:${ONLY} )?(?:an? |the )?${MODEL} (?:(?:whose|with) ${MODEL} )?(?:that )?(?:anyone|anybody|everyone|everybody|i|we) (?:can|may|could) (?:download|have|get)(?: freely)? without ${ASKING}`,
  ),
  rule(
    `(?:${USE} )?(?:${ONLY} )?(?:an? |the )?${MODEL} whose ${MODEL} (?:anyone|anybody|everyone|everybody) (?:can|may) (?:download|have|get)(?: freely)?`,
  ),
];

/** Houses and gardens are gated as well. */
const rule = (source: string): Rule => ({
  pattern: pattern(source),
  read: (_groups, around, phrase) => (isOfModels(around, phrase) ? { constraints: { gated: false } } : null),
});

const OF_PLACES =
  /^ (?:communit|garden|park|house|estate|entranc|drive|area|villa|street|property|road|neighbo|residen|complex|propert|home|villag|courtyard|reverb|signal|content|door)/;
const WORKED_ON = /\b(?:list|find|show|which|what|who|count|how|filter|explain|about|was|were|describe|why|whether)\b/;

function isOfModels({ before, after }: Around, phrase: string): boolean {
  const clause = before.split(/[,;:¤(]| - /).at(-1) ?? "";
  if (OF_PLACES.test(after) || WORKED_ON.test(clause)) return false;
  // "Which models in ¤ are not gated?"
  if (/^(?:is|are|not)\b/.test(phrase) && ASKED.test(before)) return false;
  if (tellsModels(phrase) || tellsModels(before.slice(-NEAR_CHARS))) return true;
  // "…, nothing gated please": of what is to be used, as nothing else is spoken of.
  const isPolite =
    /^ (?:please|pls|weights|stuff)\b/.test(after) ||
    /^(?:use |using |with )?(?:nothing|only|ungated|non-gated)\b/.test(phrase);
  return isPolite && /^(?:$|\s*[.,;:!?)\n]| [a-z])/.test(after) && /(?:^|[,;:.(¤]|\band|\bbut|\bwith)\s*$/.test(before);
}
const ASKED = /^\W*(?:which|what|who|whose|list|find|show|count|how many)\b[^,;:(]*$/;
const NEAR_CHARS = 60;
