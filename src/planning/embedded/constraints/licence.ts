import {
  CLAUSE_BEGINS,
  DETERMINER,
  endsPhrase,
  listOf,
  MODEL,
  needing,
  ONLY,
  pattern,
  QUALITIES,
  REFUSE,
  USE,
  WISH_TO_USE,
} from "./grammar.ts";
import { licencesIn } from "./licence-names.ts";
import { MARKS, tellsModels } from "./marked.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";
import { meansMaker } from "./shared-names.ts";

const LICENCE = "licen[sc](?:es|ed|e|ing)";
const NAME = `${MARKS.licence}{1,60}`;
const ONE = `(?:more )?${NAME}(?:[- ](?:compatible |style )?${LICENCE}(?! to\\b| plate| number))?`;
const NAMES = `(?<names>${listOf(ONE)})`;
/** "models that are released under the …" */
const UNDER = `(?: (?:that|which|whose|having|where))?(?: (?:the|their|its))?(?: ${LICENCE}| they)?(?: (?:are|is|be|has|have|carry|carries|come|comes|fall|falls|use|uses|allow|allows))?(?: ${ONLY})?(?: (?:${LICENCE}|released|published|available|distributed|covered|shared|offered))?(?: (?:under|with|by|as|having|of|in|on))?(?: (?:either|${DETERMINER}))?(?: ${LICENCE})?(?: (?:of|like|such as))?`;
const MUST = "(?:must|should|shall|has to|have to|had to|needs? to|ought to|can only|may only)(?: all)?(?: only)?";
const tellsLicence = (phrase: string): boolean =>
  tellsModels(phrase) || /\blicen[sc]|\b(?:anything|something)\b/.test(phrase);

/** What whoever has a say does. */
const DEMAND =
  "(?:insist(?:s|ing)? on|demand(?:s|ing)?|requires?|requiring|mandates?|(?:ask|call|push|look|go|opt)(?:s|es|ing)? for|(?:bound|tied|limited|restricted|committed|confined|obliged) to|approves?(?: of)?|permits?|tolerates?|prescribes?|expects?|prefers?|wants?|needs?)";

const allow = (names: readonly string[]): PhraseMeaning => ({ constraints: { licence: { allow: names } } });
const deny = (names: readonly string[]): PhraseMeaning => ({ constraints: { licence: { deny: names } } });

/** A name such as "MIT" means the licence only where the words speak of models or licences, or end there. */
function namesOf(groups: Readonly<Record<string, string | undefined>>, around: Around, phrase: string) {
  const { names, sure } = licencesIn(groups.names ?? groups.named ?? "");
  if (names.length === 0) return null;
  if (/^under\b/.test(phrase) && /^\W*(?:is|are|was|were|does|do|did|has|have|which|what|who)\b/.test(around.before))
    return null;
  if (meansMaker(names, around.before, phrase)) return null;
  if (tellsLicence(phrase)) return names;
  return endsPhrase(around.after) &&
    (sure || new RegExp(`\\b(?:${ONLY}|use|using|under|and nothing|restrict|limit|stick|confine)`).test(phrase))
    ? names
    : null;
}

const side =
  (say: (names: readonly string[]) => PhraseMeaning): ConstraintRule["read"] =>
  (groups, around, phrase) => {
    const names = namesOf(groups, around, phrase);
    return names === null ? null : say(names);
  };

const ENDS = /^\s*(?:$|[.,;!?)\n]|(?:please|pls|thanks)\b)/;

/** "doesn't accept" before a phrase that began with the verb. */
const NEGATED = /(?:n't|\b(?:not|never|cannot|refuses? to))(?: ever| want to| like to)?\s*$/;
const allowUnlessNegated: ConstraintRule["read"] = (groups, around, phrase) =>
  side(NEGATED.test(around.before) ? deny : allow)(groups, around, phrase);

/** What models' licences may be: "only Apache-licensed models", "no GPL", "commercial use allowed". */
export const licenceRules = (): readonly ConstraintRule[] => [
  ...needing(
    [new RegExp(MARKS.licence)],
    [...allowed(), ...refused()].map((rule): ConstraintRule => ({ ...rule, over: "licences" })),
  ),
  ...needing([/commercial/], commercial()),
];

const allowed = (): readonly ConstraintRule[] => {
  const read = allowUnlessNegated;
  const doubleRefusal = `${REFUSE}(?: ${DETERMINER}| anything| something)?(?: ${MODEL})? (?:that|which) (?:are not|aren't|is not|isn't)(?: (?:under|${LICENCE}|released|covered|by|the|an?)){0,4} ${NAMES}`;
  return [
    `(?:${USE} )?${ONLY}(?: to)?(?: ${USE})?(?: ${DETERMINER})?(?: ${MODEL}${UNDER}| under(?: ${DETERMINER})?(?: ${LICENCE})?(?: of)?| those under(?: the)?)? ${NAMES}(?: ${MODEL}|(?: code| stuff))?(?: only)?`,
    `(?:${USE} )?(?:${DETERMINER} )?${NAMES}(?: ${MODEL}| tools?| software| stuff| code)? (?:only|exclusively|and (?:nothing|none|no) (?:else|more|others?))`,
    `(?:${USE} )(?:${ONLY} )?(?:${DETERMINER} )?${MODEL}${UNDER} ${NAMES}(?: ${MODEL})?(?: only| exclusively)?`,
    `${MODEL}${UNDER} ${NAMES} (?:only|exclusively|please)`,
    `(?:with|under|having)(?: ${DETERMINER})? ${NAMES} (?:only|exclusively)`,
    `(?:restrict|limit|confin|constrain|keep|stick|narrow)(?:e|ed|ing|s)?(?: yourself| it| this| that| them| things| everything)?(?: (?:${DETERMINER} )?(?:choice|selection|search))?(?:(?: of)?(?: ${DETERMINER})? ${MODEL})?(?: down)? to (?:${ONLY} )?(?:${DETERMINER} )?(?:${MODEL}${UNDER} )?${NAMES}(?: ${MODEL})?`,
    `(?:${DETERMINER} |every |each )?(?:${MODEL}|${LICENCE})(?:'s ${LICENCE})?(?: (?:used|you use|chosen|you pick|you choose))? ${MUST}(?: be| have| carry| come| use| fall)?${UNDER} ${NAMES}`,
    `(?<=^|[.,;:!?(\n-] ?|and )(?:(?:required |allowed |acceptable |permitted |approved )?${LICENCE}(?: (?:white|allow)-?list)? ?(?:[:=]|(?:is|are)(?= ${NAME} only))|(?:required|allowed|acceptable|permitted|approved) ${LICENCE} (?:is|are)) ?${NAMES}(?: only)?`,
    `${USE} (?:${DETERMINER} )?${QUALITIES}${NAMES} ${QUALITIES}${MODEL}`,
    `${USE} (?:${DETERMINER} )?(?:[a-z-]{3,14} ){1,3}${MODEL}${UNDER} ${NAMES}`,
    `(?<=[¤,] ?)(?:under(?: ${DETERMINER})? ${NAMES}|with (?:an?|the|some) (?<named>${NAME} ${LICENCE}))`,
    `${WISH_TO_USE} (?:something|anything|whatever|stuff)(?: that is| that's| which is)?(?: ${LICENCE}| released| available| covered)?(?: under| with)?(?: ${DETERMINER})? ${NAMES}`,
    `(?:it|everything(?: you use)?|they|(?:whatever|anything|what|all) you (?:use|take|pick|choose|run)|all of it|the (?:tools?|code|software)) (?:must|has to|have to|needs to|should)(?: all)? be${UNDER} ${NAMES}(?: only)?`,
    `(?:make sure|ensure|see to it|be sure|check)(?: that)?(?: (?:every|each|all|all the|the|any))? ${MODEL}(?: (?:that )?(?:you use|used|chosen|you pick|involved))?(?: (?:is|are|has|have|comes?|be))?${UNDER} ${NAMES}`,
    `${DEMAND}(?: us| me)?(?: to use)? (?:${ONLY} )?(?:${DETERMINER} )?${QUALITIES}(?:${MODEL}${UNDER} )?${NAMES}(?: ${MODEL})?`,
    doubleRefusal,
  ].map((source) => ({ pattern: pattern(source), read }));
};

const refused = (): readonly ConstraintRule[] => {
  const filler = `(?: (?:to|use|using|any|any of|anything|something|nothing|with|under|of|from|in|on|that is|that's|that has|that have|which is|which has|that are|which are|that carry|that uses?|licen[sc]ed|released|published|covered|by|a|an|the|${MODEL})){0,6}`;
  return [
    {
      pattern: pattern(
        `(?:${USE} )?${REFUSE}(?! only| one)${filler} ${NAMES}(?: (?:${MODEL}|stuff|code|ones|anything|things|terms))?`,
      ),
      read: (groups, around, phrase) => {
        const words = groups.names ?? "";
        const { names, sure } = licencesIn(words);
        // "Nothing proprietary" alone can be of nothing else; "proprietary" may.
        const isClear =
          /^nothing (?:that(?:'s| is) )?$/.test(phrase.slice(0, phrase.indexOf(words))) &&
          CLAUSE_BEGINS.test(around.before) &&
          ENDS.test(around.after);
        const said =
          names.length > 0 &&
          !meansMaker(names, around.before, phrase) &&
          (tellsLicence(phrase) || (sure ? endsPhrase(around.after) : isClear));
        return said ? deny(names) : null;
      },
    },
    {
      pattern: pattern(
        `(?:(?:forbidden|banned|excluded|prohibited|unacceptable) ${LICENCE}|${LICENCE} (?:black|deny)-?list) ?(?:[:=]|is|are) ?${NAMES}`,
      ),
      read: side(deny),
    },
    {
      pattern: pattern(`(?:${USE} )?(?:${ONLY} )?non-?(?<names>${NAME})(?:[- ]${LICENCE})? ${MODEL}(?: only)?`),
      read: side(deny),
    },
    {
      pattern: pattern(
        `${NAMES}(?: ${MODEL}| stuff| code)? (?:is|are) (?:not (?:ok|okay|allowed|fine|acceptable|an option|permitted|possible)|off[- ]limits|forbidden|out|out of the question|a no-go|excluded|taboo)`,
      ),
      read: (groups) => deny(licencesIn(groups.names ?? "").names),
    },
    {
      pattern: pattern(
        `(?<=(?:^|[.,;:!?(\n¤]|- |\\b(?:and|but|with) ) ?)(?:all |any )?${NAMES}(?: ${MODEL}| stuff| code)? (?:excluded|forbidden|prohibited|banned|ruled out)`,
      ),
      // "The companies with GPL excluded"
      read: (groups, around, phrase) =>
        ENDS.test(around.after) && (tellsLicence(phrase) || !/\bwith $/.test(around.before))
          ? deny(licencesIn(groups.names ?? "").names)
          : null,
    },
  ];
};

const commercial = (): readonly ConstraintRule[] => {
  const use =
    "commercial(?:ly)?(?:[- ](?:use|usage|purposes?|work|projects?|products?|applications?|settings?|exploitation))?";
  const lets =
    "(?:(?:that |which )?(?:allow|allows|allowing|permit|permits|permitting|support|supports)(?: for)?|(?:that's |that |which )?(?:(?:is|are|be) )?(?:ok|okay|fine|cleared|suitable|licen[sc]ed|allowed|good|approved|usable|permitted|available|free|safe)(?: to (?:be )?used?)?(?: for| in)?)";
  const we =
    "(?:that |which )?(?:i|we|one|you)(?:'m|'re)? ?(?:can|may|could|am allowed to|are allowed to|allowed to) use(?: (?:at|for|in|it|them|my|our|the|work|business|company|client|clients|product)){0,4}";
  const sources = [
    `(?:${USE} )?(?:${ONLY} )?(?:${DETERMINER} )?${MODEL}(?: (?:whose|with a|with) ${LICENCE})?(?: (?:that|which))?(?: (?:must|should|has to|have to|needs? to)(?: be)?)?,? (?:${lets} ${use}|${we} (?:commercially|(?:in|for)(?: an?)? commercial(?: [a-z]+)?)|for ${use}(?: only)?|(?:be )?(?:commercially usable|usable commercially))`,
    `(?:${ONLY} )?(?:${DETERMINER} )?${LICENCE} (?:that |which )?(?:must |should |has to |have to |needs to )?(?:be )?${lets} ${use}(?: only)?`,
    `(?:${USE} )?(?:${ONLY} )?(?:${MODEL} )?(?:with )?commercial(?:ly)? (?:use|usage) (?:(?:must|should|has to|needs? to) be |is )?(?:allowed|permitted|ok|okay|possible|fine|required|a must)`,
    `(?:${USE} |${ONLY} )(?:${USE} )?(?:${DETERMINER} )?commercially[- ](?:usable|licen[sc]ed|allowed|safe|friendly|viable|available) (?:${MODEL}|${LICENCE})(?: only)?`,
    `(?:it |this |the result )?(?:must|has to|should|needs? to) (?:be (?:ok|okay|fine|cleared|usable|allowed|licen[sc]ed)|allow|permit)(?: for| in)? commercial (?:use|usage|purposes?)`,
  ];
  const forbids =
    "(?:forbids?|prohibits?|excludes?|bans?|restricts?|rules? out|disallows?|(?:does not|doesn't|do not|don't) (?:allow|permit)|(?:is|are) not (?:ok|okay|allowed|licen[sc]ed|cleared|free) for|(?:isn't|aren't) (?:ok|okay|allowed|licen[sc]ed|cleared|free) for)";
  const refusals = [
    `${REFUSE}(?: (?:any|use|a|an|the)){0,2} (?:${MODEL}|${LICENCE})(?: (?:that|which|whose ${LICENCE}|with ${LICENCE} (?:that|which)))? ${forbids} (?:any )?${use}`,
    `(?:${MODEL}|${LICENCE})(?: (?:that|which|whose ${LICENCE}|with ${LICENCE} (?:that|which)))? ${forbids} (?:any )?${use} (?:is|are) (?:out|not (?:ok|okay|allowed|an option)|excluded|forbidden|off[- ]limits|a no-go|no use|useless)`,
    `(?:without|no|free (?:of|from)) (?:any )?(?:restrictions? (?:on|of) commercial use|commercial restrictions?|non-?commercial (?:clauses?|restrictions?|strings))`,
  ];
  return [...sources, ...refusals].map((source) => ({
    pattern: pattern(source),
    read: () => deny(["non-commercial"]),
  }));
};
