import { endsPhrase, MODEL, ONLY, pattern, QUALITIES, REFUSE } from "./grammar.ts";
import { licencesIn } from "./licence-names.ts";
import { MARKS, tellsModels } from "./marked.ts";
import { isMeantAlone, type Lead } from "./model-alone.ts";
import { fitsWork, isOfKnownFamily, isUnmistakable, mayBeUsed, mayStandAlone, modelsIn } from "./model-families.ts";
import { providersIn } from "./provider-names.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";
import { VOICED } from "./use-or-mention.ts";

const NAME = `${MARKS.named}{1,160}`;
const MAKERS =
  "(?:(?:open ?ai|meta|google|microsoft|mistral(?: ai)?|nvidia|facebook|alibaba|stability(?: ai)?|hugging ?face)(?:'s)? )?";
const ONE = `${MAKERS}${NAME}(?: ${MODEL})?`;
const NAMES = `(?<names>${ONE}(?:(?:,? (?:and|or|nor)|,| ?/| ?&) ?(?:with |the |any )?${ONE}){0,5})`;
const DETERMINED = `(?:(?:the|a|an|either|both|any|some|one of the|any of the|my|your|our|of the) )?${QUALITIES}`;
const USING =
  "(?:use|using|employ|employing|run|running|rely on|relying on|stick to|sticking to|stick with|go with|go for|work with)";
const CHOOSE =
  "(?:pick|choose|select|take|prefer|preferably|try|picking|choosing|call|(?:i |we )?insist on|i'd like|i want|i would like|i'd prefer)";
const NOT =
  "(?:do not|don't|dont|never|must not|mustn't|may not|should not|shouldn't|cannot|can't|not|without|avoid|no|nor|(?:i |we )?(?:don't|do not|would not|wouldn't|never) want (?:you |it |this )?to|(?:i'd|i would|would) rather (?:you )?(?:not|didn't|did not)|not (?:allowed|supposed) to|refuse to)";
const ANYTHING_BUT = "(?:anything|everything|any model|whatever) (?:but|except|other than)";

/** "Use whisper-large-v2", "don't use Llama", "with a model called acme-7": which models may be used, by their names. */
export const modelRules = (): readonly ConstraintRule[] => [...allowed(), ...denied(), ...called()];

const allowed = (): readonly ConstraintRule[] => [
  naming(
    `${USING}(?: (?:only|just|exclusively|nothing but|none but))? ${DETERMINED}${NAMES}(?: only)?`,
    "allow",
    "verb",
  ),
  naming(`${CHOOSE}(?: only)? ${DETERMINED}${NAMES}(?: only)?`, "allow", "mere"),
  naming(
    `(?:with|via|through|by|w/|by means of)(?: (?:only|just|nothing but|the help of))? ${DETERMINED}${NAMES}(?: only)?`,
    "allow",
    "tie",
  ),
  naming(`${ONLY}(?: with| by| via)? (?:the |${MODEL} of the )?${NAMES}`, "allow", "mere"),
  naming(`(?:the )?${NAMES}(?: family| series)? (?:only|exclusively|and nothing else)`, "allow", "mere"),
  naming(
    `(?:the |your )?${MODEL}(?: to use| used)? (?:must|should|has to|have to|needs to|shall) be (?:the |a |an )?${NAMES}`,
    "allow",
    "verb",
  ),
  naming(`(?<=^|[.,;:!?(\n-] ?)${MODEL} ?[:=] ?(?:only )?${NAMES}`, "allow", "verb"),
  naming(
    `(?<=(?:^|[.,;:!?(\\n¤]|- ) ?)(?:the )?${NAMES}(?: for (?:this|that|it))?,? (?:please|pls|plz)`,
    "allow",
    "mere",
  ),
  naming(
    `(?:let|have) (?:the )?${NAMES} (?:do|handle|transcribe|summari[sz]e|translate|draw|caption|classify)(?: (?:it|this|that|everything))?`,
    "allow",
    "mere",
  ),
];

const denied = (): readonly ConstraintRule[] => [
  naming(
    `(?:please )?${NOT} (?:ever |be |want to |want you to )?${USING}(?: (?:any|any of|anything from|anything like|one of))? ${DETERMINED}${NAMES}(?: family| series)?`,
    "deny",
    "verb",
  ),
  naming(`(?:${USING}|with|by|via) ${ANYTHING_BUT} ${DETERMINED}${NAMES}`, "deny", "verb"),
  naming(`(?:${USING} |with |by |via )?neither (?:the )?${NAMES}`, "deny", "verb"),
  naming(
    `${REFUSE}(?: (?:any|any of|the|use of|of|with|by|via|from|a|an|models? (?:from|of) the)){0,3} ${NAMES}(?: family| series)?`,
    "deny",
    "mere",
  ),
  naming(
    `(?:i |we )(?:really )?(?:hate|dislike|(?:don't|do not|can't) (?:like|trust|stand|want)|distrust|boycott) (?:the )?${NAMES}`,
    "deny",
    "mere",
  ),
  naming(`(?:keep|leave|leaving|keeping) (?:the )?${NAMES} out(?: of (?:this|it))?`, "deny", "mere"),
  naming(
    `(?:the )?${NAMES} (?:is|are) (?:not (?:ok|okay|allowed|fine|acceptable|an option|permitted)|off[- ]limits|forbidden|out of the question|excluded|banned)`,
    "deny",
    "mere",
  ),
  naming(
    `(?:the )?${NAMES} (?:must not|mustn't|must never|should not|shouldn't|may not|cannot|can't) be used`,
    "deny",
    "mere",
  ),
  naming(`non-${NAMES} ${MODEL}(?: only)?`, "deny", "mere"),
];

function naming(source: string, side: "allow" | "deny", lead: Lead): ConstraintRule {
  return {
    over: "names",
    needs: [new RegExp(MARKS.named)],
    pattern: pattern(source),
    read: (groups, around, phrase) => {
      const words = groups.names ?? "";
      const at = phrase.lastIndexOf(words);
      const names = modelsIn(around.asWritten.slice(at, at + words.length));
      const isTold = tellsModels(phrase) && !/^(?:a|an)\b/.test(words);
      if (side === "allow" && REFUSED.test(around.before)) return null;
      const isMeant = names.every(
        (name) =>
          isTold ||
          isMeantAlone(name, { lead, side }, around, phrase) ||
          means(name, lead, around, phrase.slice(0, at)),
      );
      return names.length > 0 && isMeant && isWish(around, phrase, lead)
        ? { constraints: { model: { [side]: names } } }
        : null;
    },
  };
}

/** "I don't want you to use …" */
const REFUSED = /(?:\b(?:no|not|never|without|avoid|nor|neither|refuse|stop|rather not)|n't)(?: [a-z]+){0,3} $/;

/** Whether a name is a model's here, without the word "model". */
function means(name: string, lead: Lead, around: Around, before: string): boolean {
  if (!isOfKnownFamily(name) && lead !== "verb") return false;
  if (isUnmistakable(name)) return true;
  // "Use a whisper", "by the llama"
  if (/\b(?:a|an|the|some|my|your|our) $/.test(before)) return false;
  if (lead === "tie") return mayBeUsed(name) && fitsWork(name, clauseOf(around.before)) && !/^by\b/.test(before);
  if (lead === "mere") return mayStandAlone(name) && /(?:^|[,;:.(¤]|\band|\bbut|\bplease)\s*$/.test(around.before);
  return (
    ((mayBeUsed(name) && (/^[A-Z]/.test(name) || fitsWork(name, around.all))) ||
      fitsWork(name, around.after.slice(0, NEXT_CHARS))) &&
    !IN_A_WORK.test(around.after) &&
    !(VOICED.test(around.all) && !HEARD.test(around.all))
  );
}

/** "Use Gemma to summarise …": the work is named this near. */
const NEXT_CHARS = 30;
/** "Use Llama in the picture", "use Bert for the hero" */
const IN_A_WORK =
  /^ (?:in|on) (?:the|a|an|my|this|that|your|it)\b(?! (?:first|second|last|third|next|transcription|translation|summary|summari[sz]ation|recognition|segmentation|classification|generation|drawing)\b)|^ (?:for|to be) (?:the |a |my |his |her )?(?:[a-z]+'s )?(?:name|hero|heroine|character|mascot|title|logo|subject|motif|theme|label|voice|tone|rhyme|effect|nickname|colou?r|cat|dog|boy|girl|friend)\b/;
const HEARD = /\b(?:transcri\w*|subtitl\w*|recogni\w*|record\w*|hear|audio|speech|dictat\w*)\b/;

const clauseOf = (before: string): string => before.split(/[,;:(]| - /).at(-1) ?? "";

/** "Models made by Mistral" */
const MADE =
  /\b(?:models?|made|trained|built|developed|created|released|published|offered|written|invented|painted)\s*$/;
/** "Any model other than whisper" */
const EXCEPTS = /^(?:other than|except|apart from|besides|but not)\b/;
/** What a text that speaks of models has before one. */
const SPEAKS =
  /\b(?:about|regarding|articles?|essays?|papers?|compar\w*|differen\w*|versus|vs|between|explain\w*|mention\w*|history|discuss\w*|tweets?|poems?|slogans?|posters?|tutorials?|courses?|guides?|blogs?|titled|called|named|whether|who|why|which|how|what|does|did|interview|people|compan(?:y|ies)|teams?|someone|somebody)\b/;
/** "the interview with Sam", "she is using Whisper" */
const MET =
  /\b(?:interview|talk|chat|conversation|call|meeting|dialogue|discussion|photo|picture|scene|date|game|lesson|session|lunch|dinner|duet|friends?|together|training|trained|working|experiments?|results?|is|are|was|were|been|be|keeps?|starts?)\s*$/;
/** Who is told to use it: whoever reads the request. */
const TOLD =
  /(?:^|[,;:.!?¤(\n]|(?:^|\s)-|\b(?:and|but|then|please|pls|plz|kindly|just|only|so|also|now|instead|always|rather|ideally|you|to|must|should|shall|can|could|may|would|let's|or|for (?:this|that|it|the [a-z]+)|'d|i'd))\s*$/;
const OTHERS =
  /\b(?:how|where|when|why|what|decide[ds]?|plan(?:s|ned)?|refuse[ds]?|able|best|ways?|wants|wanted|tried|started|began|learn(?:s|ed)?|they|he|she|people|companies|who|which|that|whether)(?: not)?(?: to| can| could| should| must| would| may)?\s*$/;
const WRITES =
  /\b(?:write|draft|compose|letter|e?mail|message|poem|story|essay|article|tweet|post|advert\w*|slogan|speech)\b/;

function isWish(around: Around, phrase: string, lead: Lead): boolean {
  const { before, after } = around;
  const clause = clauseOf(before).split("¤").at(-1) ?? "";
  if (
    !(endsPhrase(after) || /^ (?:locally|offline)\b/.test(after)) ||
    (MADE.test(before) && !EXCEPTS.test(phrase)) ||
    /licen[sc]/.test(before.slice(-NEAR_CHARS) + after.slice(0, NEAR_CHARS))
  )
    return false;
  if (SPEAKS.test(clause) || OTHERS.test(before) || /^ (?:and|or) [\w'-]+ (?:is|are|in|on|at)\b/.test(after))
    return false;
  if (lead === "tie" || /^(?:using|running|without|with|by|via)\b/.test(phrase)) return !MET.test(before);
  if (/\b(?:to|can|could|should|must|may|would|shall)\s*$/.test(before) && WRITES.test(clause)) return false;
  return lead === "mere" ? !QUESTIONED.test(before) : TOLD.test(before);
}
/** A licence named this near is what the name is about. */
const NEAR_CHARS = 16;
const QUESTIONED = /^\W*(?:what|which|who|how|why|is|are|does|do|did|has|can)\b[^,;:¤]*$/;

/** Any word is a name once it is called one. */
const GENERIC = "[a-z]\\w{1,30}(?:[-.:/]\\w{1,30}){0,8}";

const called = (): readonly ConstraintRule[] =>
  (
    [
      [`(?:please )?${NOT} (?:ever )?${USING}`, "deny"],
      ["avoid|without|not with", "deny"],
      [`${USING}|with|via|by|pick|choose|take|select`, "allow"],
    ] as const
  ).map(
    ([lead, side]): ConstraintRule => ({
      over: "names",
      needs: [new RegExp(MARKS.model)],
      pattern: pattern(
        `(?:${lead}) (?:only )?(?:the |a |an |my |our |any )?(?<kind>${MODEL}) (?<called>called |named |with the name |by the name of |with the id )?(?<one>${GENERIC}|${NAME})`,
      ),
      read: (groups, around, phrase) => readCalled(groups, around, phrase, side),
    }),
  );

function readCalled(
  { kind = "", called: isCalled, one = "" }: Readonly<Record<string, string | undefined>>,
  around: Around,
  phrase: string,
  side: "allow" | "deny",
): PhraseMeaning | null {
  const asWritten = around.asWritten.slice(-one.length);
  const isName =
    modelsIn(asWritten)[0] === asWritten ||
    (isCalled !== undefined && !/^with\b/.test(phrase)) ||
    // "the model v2" is the second of something.
    (/[a-z].*\d/.test(one) && /^[a-z]{2}/.test(one));
  if (!isName || !/(?:model|checkpoint|llm)$/.test(kind) || STOPPED.test(one)) return null;
  if (providersIn(one).length > 0 || licencesIn(one).names.length > 0) return null;
  const lead = /^(?:with|via|by)\b/.test(phrase) ? "tie" : "verb";
  return isWish(around, phrase, lead) ? { constraints: { model: { [side]: [asWritten] } } } : null;
}
/** Words after "the model called" that are none, and sizes. */
const STOPPED =
  /^(?:the|an?|by|in|on|for|it|this|that|so|whatever|something|under|over|with|int\d+|fp\d+|bf\d+|top-\d+)$/;
