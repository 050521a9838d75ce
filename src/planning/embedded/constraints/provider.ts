import {
  AT_LEAST,
  AT_MOST,
  DETERMINER,
  endsPhrase,
  listOf,
  MODEL,
  ONLY,
  pattern,
  QUALITIES,
  REFUSE,
  WISH_TO_USE,
} from "./grammar.ts";
import { MARKS } from "./marked.ts";
import { NUMBER } from "./numbers.ts";
import { providersIn } from "./provider-names.ts";
import type { ConstraintRule, PhraseMeaning } from "./rule.ts";
import { SCALE } from "./size.ts";

const THINGS = `(?: (?:${MODEL}|services?|apis?|stuff|products?|things?|tools?|inference|providers?|cloud))?`;
const NAME = `${MARKS.provider}{1,60}`;
const ONE = `${NAME}${THINGS}`;
const NAMES = `(?<names>${listOf(ONE)})`;
/** "A permissive model below 10B …" */
const OF_LICENCE =
  "(?:(?:permissive(?:ly licen[sc]ed)?|open(?:[- ]source)?|(?:mit|apache)(?:[- ]licen[sc]ed)?|ungated|non-gated),? ){0,2}";
const BOUNDED = `(?: (?:with |of )?(?:${AT_MOST}|${AT_LEAST}) ?${NUMBER}${SCALE}(?: ?-?(?:parameters?|params?))?)?`;
const BY = `(?: (?:from|by|of|on|at|hosted (?:by|on|at)|made by|that come from|that belong to|run by|offered by|provided by))`;

/** A licence named this near is what the name is about. */
const NEAR_CHARS = 16;

const say =
  (side: "allow" | "deny"): ConstraintRule["read"] =>
  (groups, around, phrase): PhraseMeaning | null => {
    const names = providersIn(groups.names ?? "");
    // "Licence: only DeepSeek"
    if (/licen[sc]/.test(around.before.slice(-NEAR_CHARS) + phrase + around.after.slice(0, NEAR_CHARS))) return null;
    return names.length > 0 && endsPhrase(around.after) ? { constraints: { provider: { [side]: names } } } : null;
  };

/** Who may run the models: "don't use OpenAI", "only via Hugging Face". What says `local` is read in `local.ts`. */
export const providerRules = (): readonly ConstraintRule[] =>
  [...allowed(), ...denied()].map((rule): ConstraintRule => ({ ...rule, over: "providers" }));

const allowed = (): readonly ConstraintRule[] =>
  [
    `(?:${WISH_TO_USE} |with |from |by |via |on )?${ONLY}(?: to)?(?: (?:use|using|with|via|through|by|from|on|run on|go through))?(?: (?:${DETERMINER} )?(?:${MODEL})${BY})?(?: the)? ${NAMES}(?: only)?`,
    `(?:${WISH_TO_USE} |with |from |by |via |on )?(?:the )?${NAMES} (?:only|exclusively|and (?:nothing|nobody|no one) else)`,
    `${WISH_TO_USE}(?: (?:${DETERMINER} )?(?:${MODEL})${BY})?(?: the| a)? ${NAMES}`,
    `(?:${WISH_TO_USE}|with) (?:${DETERMINER} )?${QUALITIES}${OF_LICENCE}${MODEL}${BOUNDED}${BY} (?<names>${listOf(NAME)})`,
    `with (?:(?:${DETERMINER} )?${MODEL}${BY} (?<names>${listOf(NAME)})|(?:the |an? )?${QUALITIES}(?<named>${NAME} ${MODEL}))`,
    `(?<=¤ )with (?<names>${NAME})`,
    `(?:restrict|limit|confin|keep|stick)(?:e|ed|ing|s)?(?: yourself| it| this| everything)?(?: ${DETERMINER})?(?: ${MODEL})? to (?:${ONLY} )?(?:the )?${NAMES}`,
    `(?:${DETERMINER} )?(?:${MODEL}|provider) (?:must|should|has to|have to|needs? to) (?:be|come|run)${BY}?(?: the)? ${NAMES}`,
    `(?<=^|[.,;:!?(\n] ?)providers? ?[:=] ?${NAMES}`,
    `${NAMES} (?:is|are|shall be|must be|should be) the only (?:provider|one|option|service|company|thing|vendor|api|place)s?(?: (?:that |which )?(?:you|we|i)(?:'re|'m| are| am)? ?(?:may|can|could|should|shall|allowed to|allow|accept|trust|use|want)(?: to)?(?: use| call)?| allowed| permitted| acceptable)?`,
    `(?:the )?only (?:provider|option|service|company|vendor|api|one)s?(?: (?:you|we|i)(?:'re|'m| are| am)? ?(?:may|can|allowed to|allow|accept|trust|want)(?: to)?(?: use| call)?| allowed| permitted)? (?:is|are|shall be|must be|should be) ${NAMES}`,
    `(?:let|have|get) (?<names>${NAME}) (?:do|handle|run|make|take care of)(?: (?:it|this|that|everything|all))?`,
  ].map((source): ConstraintRule => {
    const read = say("allow");
    return {
      pattern: pattern(source),
      read: (groups, around, phrase) => read({ names: groups.names ?? groups.named }, around, phrase),
    };
  });

const denied = (): readonly ConstraintRule[] =>
  [
    `(?:using |with |and |but )?${REFUSE}(?: (?:to use|use|using|any|any of|anything|something|from|by|with|via|through|of|on|to|that comes? from|the|rely on|made by|hosted by|${MODEL})){0,5} ${NAMES}`,
    `(?:never|do not|don't|dont|without|must not|mustn't|may not|no|nothing)(?: (?:is|may|must|should|can|to))?(?: (?:be|go|get|ever))?(?: (?:send|sending|sent|give|giving|upload|uploading|uploaded|pass|passing|share|sharing|show|hand|handing|go|going|goes))(?: [a-z]+){0,4} (?:to|with|through|via) ${NAMES}`,
    `(?:i |we )?(?:do not|don't|dont|would rather not|would not|wouldn't|'d rather not|never) (?:want|like|have|see|involve|use)(?: to (?:use|have|see|involve|rely on|depend on))?(?: any(?:thing)?)?(?: (?:from|by|of))?(?: ${MODEL}(?: from| by))? ${NAMES}(?: (?:involved|used|here|in this|for this|near (?:this|it)|to (?:see|touch|get|have) (?:this|it|that|my [a-z]+)))?`,
    `(?:keep|leave|leaving|keeping) ${NAMES} out(?: of (?:this|it|the picture|the loop))?`,
    `${NAMES} (?:is|are) (?:not (?:ok|okay|allowed|fine|acceptable|an option|permitted)|off[- ]limits|forbidden|out|out of the question|a no-go|excluded|banned|taboo)`,
    `${NAMES} (?:(?:must|should|may|can|shall) (?:not|never)|mustn't|shouldn't|can't|cannot|may never) (?:be (?:used|involved|asked|called|part of (?:this|it))|see (?:it|this|that)|get (?:it|this|that))`,
    `non-(?<names>${NAME}) ${MODEL}(?: only)?`,
    `(?:${DETERMINER} )?${MODEL}(?: that| which)? (?:must|should|may|can) not (?:be|come)(?: from| by| made by)? ${NAMES}`,
    `independent(?:ly)? (?:of|from) (?<names>${NAME})`,
  ].map((source): ConstraintRule => ({ pattern: pattern(source), read: say("deny") }));
