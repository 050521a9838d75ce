import { endsPhrase, MODEL, needing, ONLY, pattern, QUALITIES, REFUSE, USE } from "./grammar.ts";
import type { ConstraintRule } from "./rule.ts";

const MINE = "(?:my|this|our|the|its)";
const DEVICE = `${MINE}(?: own| local)? (?:machine|computer|laptop|pc|mac|macbook|device|desktop|hardware|server|servers|network|premises|box|workstation|phone|company|office|system|infrastructure|firewall|intranet|lan|organi[sz]ation|data cent(?:er|re)|walls)`;
const HOME = `(?:${DEVICE}|${MINE} (?:house|building|home)|here|in[- ]house|home)`;
const MATTER =
  "(?:it|this|that|these|they|them|everything|anything|all|all of (?:it|this|them)|(?:my |the |this |these |our |any |any of my |any of the )?(?:own |private |personal )?(?:data|files?|documents?|pictures?|photos?|recordings?|audio|images?|texts?|letters?|contracts?|information|content|stuff|records?|processing|work|material|computation|inference))";
const ELSEWHERE =
  "(?:(?:to |into |on |in |over |through |via |with )?(?:the |any |some |an? |other )?(?:cloud(?: services?| providers?)?|internet|outside(?: world)?|web|third[- ]part(?:y|ies)(?: [a-z]+)?|external [a-z]+|remote [a-z]+|outside [a-z]+|other (?:companies|servers|people|parties)|somebody else's [a-z]+|someone else's [a-z]+|strangers|foreign [a-z]+)|anywhere(?: else)?|elsewhere|online|abroad|to any(?:one|body)(?: else)?|off[- ]?site|outside(?: of)? " +
  `${HOME}|off ${DEVICE})`;
const NEVER =
  "(?:must not|mustn't|may not|should not|shouldn't|cannot|can't|can not|shall not|is not to|isn't to|are not to|aren't to|is not allowed to|are not allowed to|isn't allowed to|aren't allowed to|will not|won't|does not|doesn't|do not|don't|must never|should never|may never|can never|never|has to never|not)";
const NOTHING =
  "(?:nothing|none of (?:it|this|that|them|my [a-z]+)|no data|no files?|not a byte|no byte|not one byte|no part of (?:it|this|them))";
const MAY = "(?:(?:that |which )?(?:should |must |may |can |shall |will |is to |is allowed to |ever ){0,2})";
const LEAVES = `(?:leaves?|leaving|exits?|escapes?|gets? out of|goes? (?:out of|beyond|outside)|go outside) (?:of )?${HOME}`;
const SENT = `(?:(?:be |is |are |gets? |being )?(?:sent|uploaded|shared|transmitted|passed|given)|go(?:es)?|going|leaks?) (?:off |out |over |up )?${ELSEWHERE}`;
const SEND = "(?:upload|send|share|transmit|pass|give|hand|put|post|transfer|leak)";
const SENDING = "(?:uploading|sending|sharing|transmitting|passing|giving|handing|putting|transferring|leaking)";

/** Somebody keeps something somewhere: no wish. */
const SOMEBODY = /\b(?:is|are|was|were|he|she|who|man|woman)\s*$/;

const local = (needsEnd: boolean): ConstraintRule["read"] => {
  const said = { constraints: { provider: { allow: ["local"] } } };
  return (_groups, around) => (!SOMEBODY.test(around.before) && (!needsEnd || endsPhrase(around.after)) ? said : null);
};

/** What may not leave the house: "locally", "nothing that leaves my machine", "no cloud". */
export const localRules = (): readonly ConstraintRule[] => [
  ...needing([AWAY], whole(mayNotLeave())),
  ...whole(mustStay()),
  ...locally(),
];

/** All of these say how, or where to, something may not go. */
const AWAY =
  /leav|exit|escap|upload|\bout|beyond|phone home|call home|cloud|internet|web|third|external|remote|other|else|strangers|foreign|anywhere|online|abroad|any(?:one|body)|\boff/;

const whole = (sources: readonly string[]): readonly ConstraintRule[] =>
  sources.map((source): ConstraintRule => ({ pattern: pattern(source), read: local(false) }));

const mayNotLeave = (): readonly string[] => [
  `(?:use |using |with )?(?:${ONLY} )?(?:${NOTHING})(?: (?:that|which))? ?${MAY}(?:${LEAVES}|${SENT})`,
  `(?:${USE} )?(?:${ONLY} )?(?:${MODEL}|what|things|something|tools?) (?:that|which) (?:do not|don't|does not|doesn't|never) (?:leave ${HOME}|send ${MATTER} ${ELSEWHERE}|phone home|call home)`,
  `${MATTER} (?:${NEVER}) (?:ever )?(?:be allowed to )?(?:leave ${HOME}|(?:be |get )?(?:sent|uploaded|shared|transmitted|passed|given)(?: out| off)? ${ELSEWHERE}|go (?:out )?${ELSEWHERE})`,
  `(?:never|do not|don't|dont|please don't|must not|mustn't) (?:ever )?${SEND}(?: (?:${MATTER}|my [a-z]+|the [a-z]+|this [a-z]+|any of it)){0,2} (?:out |off |up |over )?${ELSEWHERE}`,
  `(?:(?:please )?(?:never|do not|don't|dont)|without) (?:ever )?(?:upload|uploading) (?:anything|any of (?:it|this|them)|it|this|my [a-z]+|any (?:data|files?))(?=\\s*(?:$|[.,;!?)\\n]))`,
  `without (?:ever )?${SENDING}(?: (?:${MATTER}|my [a-z]+|the [a-z]+|this [a-z]+|anything)){0,2} (?:out |off |up |over )?${ELSEWHERE}`,
  `(?:do not|don't|dont|never|please don't) (?:ever )?let ${MATTER} (?:leave ${HOME}|get out|go (?:out )?${ELSEWHERE}|be sent ${ELSEWHERE})`,
  `(?:${NOTHING}) (?:to|for) (?:any |the )?(?:third[- ]part(?:y|ies)|outsiders?|cloud(?: providers?)?|strangers|other (?:companies|parties))`,
  `without (?:${MATTER} |anything )?(?:leaving|ever leaving|having to leave) ${HOME}`,
];

const mustStay = (): readonly string[] => [
  `${MATTER} (?:must |should |has to |have to |needs? to |shall |is to |can only |may only |ought to )?(?:all )?(?:stays?|remains?|be kept|be processed|be done|run|happen|be run)(?: strictly| only)? (?:(?:on|in|within|inside|at|with) ${HOME}|right here|here)`,
  `(?:keep|keeping) ${MATTER} (?:all )?(?:strictly |completely )?(?:(?:on|in|within|inside|at) ${HOME}|in[- ]house|on[- ]?premises?|on[- ]?prem|on[- ]device|local|offline|off (?:the )?(?:cloud|internet))`,
  `(?:${USE} )?(?:${ONLY} )?(?:${MODEL}|what|something|tools?|whatever) (?:that |which )?(?:runs?|running|works?|hosted|lives?|is|are|executes?)(?: [a-z]+)? (?:on ${DEVICE}|in[- ]house|on[- ]prem(?:ises)?|on[- ]device)`,
  `(?:run|runs|process|do|execute|compute|handle|keep)(?: ${MATTER}| (?:the|this|my|these) [a-z]+(?: [a-z¤]+)?| ¤)?(?: (?:only|entirely|completely|all|just|strictly))? (?:on ${DEVICE}|on[- ]device|on[- ]prem(?:ises)?|in[- ]house)`,
  `(?:(?:only|just|right|entirely|solely|strictly) on ${DEVICE}|on (?:my|our) own (?:machine|computer|laptop|pc|mac|device|desktop|hardware|servers?|network|premises|box|workstation|phone|infrastructure|gpu|kit|metal))`,
  `(?:entirely |completely |only |strictly |fully )on[- ]device`,
  `(?:${USE} )?(?:${ONLY} )(?:${USE} )?(?:my |our |the )?(?:local|locally[- ](?:run|running|hosted|installed)|self-hosted|on-device|on-prem(?:ise)?s?|offline|in-house) ${MODEL}`,
  `(?:${USE} )(?:${ONLY} )?(?:my |our |the |an? )?${QUALITIES}(?:local|locally[- ](?:run|running|hosted|installed)|self-hosted|on-device|on-prem(?:ise)?s?|offline) ${MODEL}(?: only)?`,
  `(?:local|self-hosted|on-device|offline) ${MODEL} (?:only|please)`,
  `${REFUSE}(?: (?:any|the|use of|an?|to use|of|use|using|rely on|other)){0,3} (?:cloud|external|third[- ]party|remote|outside|online|hosted|web|internet|foreign)[- ](?:based )?(?:${MODEL}|services?|apis?|providers?|calls?|servers?|processing|inference|computing|help|tools?|compan(?:y|ies)|connections?|access)`,
];

const locally = (): readonly ConstraintRule[] =>
  [
    "(?:purely |strictly |entirely |completely |fully |only |all |100% |run |work |done |do it |do this |everything |runs? (?:it|this|everything) )?locally(?: only)?",
    "(?:strictly |purely )?(?:local|offline|on-device|on-prem|in-house|self-hosted|air-?gapped)(?: processing)? (?:only|please)",
    "(?:stay|keep|keep it|keep everything) (?:off|away from|out of) (?:the )?(?:cloud|internet|web)",
    "(?:only|strictly|just) local",
    "(?:all |everything |run |run it |do it )?on-device",
    "(?:completely |fully |purely |entirely |run |work |strictly )?offline",
    `${REFUSE}(?: (?:any|the|to use|of|use))? (?:cloud|internet|third[- ]part(?:y|ies)|network(?: access)?)`,
    "(?:(?:all|everything|do it|do this|processed|done|strictly|only) )in[- ]house",
    "(?:(?:all|everything|do it|do this|processed|done|strictly|only|run|run it) )?on[- ]prem(?:ise|ises)?(?: only)?",
  ].map(
    (source): ConstraintRule => ({
      pattern: pattern(source),
      read: (groups, around, phrase) =>
        // "who is offline", "was made locally": a state of things, not a wish.
        /\b(?:is|are|was|were|am|been|being|caught|bought|brewed|sourced|farmed|based|famous|known|eats?|shops?|hired|raised|sold|made|grown|produced|available|works|living|lives?)\s*$/.test(
          around.before,
        )
          ? null
          : local(true)(groups, around, phrase),
    }),
  );
