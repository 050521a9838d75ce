import type { NamedRun, Naming } from "./anchors.ts";
import { WORK } from "./clauses.ts";
import { licencesIn } from "./licence-names.ts";
import { fitsWork, isOfKnownFamily, isUnmistakable, mayBePerson, mayBeUsed, mayStandAlone } from "./model-names.ts";
import { endsPhrase, findingAt, matchesIn, type Place, placeOf, type ReadContext } from "./place.ts";
import { providersIn } from "./provider-names.ts";
import type { Finding, Said } from "./said.ts";

/** Combines the names of licences, providers and models with what directs at them: "no ‹GPL› models" → licence, deny. */
export const namedIn = (context: ReadContext): readonly Finding[] => [
  ...context.names.flatMap((names) => {
    const place = placeOf(context, names);
    const said = place && place.direction !== null ? readNames(context, names, place) : null;
    return place && said ? [findingAt(place, said)] : [];
  }),
  ...calledIn(context),
  ...commercialIn(context),
];

function readNames(context: ReadContext, names: NamedRun, place: Place): Said | null {
  const naming = namingOf(names, place);
  if (naming === "licence") return licences(context, names, place);
  if (naming === "provider") return providers(context, names, place);
  return naming === "model" ? models(context, names, place) : null;
}

const OF_LICENCES = /licen[sc]|\b(?:under|released|covered|terms)\b/;
const FROM = /\b(?:from|by|on|at|of|via|through)(?: the| any)? $/;
/** "Released under the ‹Llama 3› licence", "models from ‹Mistral›": which of several a name is. */
function namingOf({ may }: NamedRun, { lead, rest }: Place): Naming | undefined {
  if (may.length === 1) return may[0];
  if (may.includes("licence") && OF_LICENCES.test(lead.slice(-40) + rest.slice(0, 12))) return "licence";
  if (may.includes("provider") && (FROM.test(lead) || !may.includes("model"))) return "provider";
  return may[0];
}

const sideOf = (place: Place): "allow" | "deny" =>
  DENIED_AFTER.test(place.rest) ||
  /\bnon-$/.test(place.lead) ||
  (/\b(?:leave|keep|rule|leaving|keeping) (?:the )?$/.test(place.lead) && /^ out\b/.test(place.rest))
    ? "deny"
    : (place.direction?.way ?? "allow");
const DENIED_AFTER =
  /^(?:[- ]?licen[sc]\w*)?(?: (?:µ+|stuff|code|ones))* (?:(?:is|are|must be|should be) )?(?:not (?:be used|ok|okay|allowed|fine|acceptable|an option|permitted|possible|involved|see)|(?:must|should|may|can)(?: not| never|n't)|mustn't|can't|cannot|off[- ]limits|forbidden|out(?= of the question|$)|a no-go|excluded|prohibited|banned|ruled out|taboo)(?![\w-])/;
const IS_FINE = /^(?: µ+)? (?:is|are|would be) (?:also )?(?:fine|ok|okay|welcome|allowed|acceptable|enough|possible)\b/;
const ONLY_AFTER =
  /^(?:[- ]?licen[sc]\w*)?(?: (?:µ+|stuff|code|ones|family|tools?|software))* (?:only|exclusively|or (?:bust|nothing)|and (?:nothing|nobody|none|no one) else|all the way|across the board|throughout|everywhere|always|(?:(?:is|are) )?the only)\b/;
const POLITE = /\b(?:please|pls|plz|thanks)\b/;
/** Nothing but these in a clause leaves it to its names. */
const FILLER =
  /[\s\p{P}¬§‡µ]|\b(?:licen[sc](?:e|es|ed|ing)|only|please|pls|plz|thanks?|thank you|any|an?|the|some|either|under|with|from|by|and|or|restriction|code|stuff|models?|released|if possible|ones?|software|for (?:everything|all of it|this|it|the rest)|or (?:nothing|bust)|all the way|across the board|throughout|everywhere|always|exclusively|excluded|is|are)\b/gu;
/** What a text about licences, or a question, has before one. */
const ABOUT =
  /\b(?:explain|compare|differen\w+|versus|vs|which|what|why|how|who|define|discuss|name|mention\w*|words?|quiz|terms|titled|about|such as|includ\w+|contain\w*)\b(?!.*¤)/;
const isAlone = ({ clause }: Place): boolean =>
  clause.text.replace(FILLER, "") === "" &&
  !ABOUT.test(clause.before) &&
  (!/^[^\w¬§‡µ¶]*(?:what|which|how|why|is|are|does|do|can|explain|tell|define|who|when|where)\b/.test(clause.after) ||
    clause.after.includes("¤"));

/** "with a local model, ‹MIT›": the fragment goes on with what was said of a model. */
const CONTINUES = /\b(?:with|us(?:e|ing)|only|pick|choose|take|want|need)\b[^,;:.¤]*µ[^,;:.¤]{0,30}, ?$/;

function licences({ words }: ReadContext, { parts }: NamedRun, place: Place): Said | null {
  // Some names are a licence's only before that word.
  const read = parts.map((part) => licencesIn(`${words.text.slice(part.start, part.end)} licence`));
  const names = [...new Set(read.flatMap((one) => one.names))];
  const sure = read.some((one) => one.sure);
  const { direction, clause, rest, isOfModels } = place;
  const side = sideOf(place);
  if (names.length === 0 || direction === null || (IS_FINE.test(rest) && side === "allow")) return null;
  const tells =
    isOfModels ||
    CONTINUES.test(clause.before) ||
    /licen[sc](?:e|es|ed|ing)\b(?! plate)|\b(?:anything|something|everything|all of it|code|stuff|software|tools?|restrictions?|clauses?|strings)\b/.test(
      clause.text,
    );
  const isLast = (endsPhrase(rest) || DENIED_AFTER.test(rest)) && !/^ (?:of|in|at|on|to) /.test(rest);
  const isOnly = ONLY_AFTER.test(rest) || direction.by === "only";
  if (direction.by === "bare" && side === "allow") {
    const mayStand = tells || isOnly || (sure && POLITE.test(clause.text)) || /^ ?under/.test(clause.text);
    return (isAlone(place) || (isOnly && tells) || (tells && /licen[sc]ed µ|^ ?under/.test(clause.text))) &&
      mayStand &&
      !names.includes("non-commercial")
      ? { constraints: { licence: { [side]: names } } }
      : null;
  }
  if (side === "deny" && !tells && MADE_UP.test(clause.before)) return null;
  const isClear =
    side === "deny" &&
    /\b(?:nothing|avoid|no) $/.test(place.lead) &&
    /^\s*$/.test(rest) &&
    place.lead.trim().split(" ").length === 1;
  const mayMean = tells || (isLast && (sure || isOnly)) || isClear;
  return mayMean && (isLast || tells) && !(direction.by === "wish" && !tells)
    ? { constraints: { licence: { [side]: names } } }
    : null;
}

const OF_MODELS = /µ|\b(?:us(?:e|ing)|any(?:thing|one|body)|nothing|providers?|services?|apis?|servers?|cloud)\b/;
const HANDLES = new RegExp(`^ (?:do|handle|run|make|take care|${WORK})`);

function providers({ words }: ReadContext, { start, end }: NamedRun, place: Place): Said | null {
  const names = providersIn(words.text.slice(start, end));
  const { direction, lead, rest, clause, isOfModels } = place;
  const side = sideOf(place);
  const near = lead.slice(-16) + rest.slice(0, 16);
  if (names.length === 0 || direction === null || (IS_FINE.test(rest) && side === "allow") || isOfOthers(place))
    return null;
  if (
    /licen[sc]/.test(near) ||
    /^(?:'s)? (?:[a-z]+(?:ing|ed)|headquarters|logo|presentation|article|report|letter|account|page|name|stock|shares?)\b/.test(
      rest,
    )
  )
    return null;
  // "Not the part by Claude", "use the name Claude", "avoid Google in the text"
  if (
    /\b(?:the|an?|my|any) (?!(?:providers?|services?|makers?|vendors?|compan(?:y|ies)|hosts?|official|own|free|paid) )[a-z]+ (?:(?:by|from|of) )?$/.test(
      lead,
    ) ||
    IN_A_WORK.test(rest)
  )
    return null;
  // "Only the apple in ¤"
  if (/\bthe $/.test(lead) && /^ in $/.test(rest) && clause.after.startsWith("¤")) return null;
  // "Draw a window, not from Microsoft": what is made up may lack anything.
  if (side === "deny" && !OF_MODELS.test(clause.text) && MADE_UP.test(clause.before + lead)) return null;
  const isNamed = /^(?:'s)? (?:µ|services?|apis?|tools?)/.test(rest) || (isOfModels && FROM.test(lead));
  const mayAllow =
    direction.by === "only" ||
    direction.by === "use" ||
    (direction.by === "must" && (isOfModels || /\bproviders?\b/.test(lead))) ||
    ONLY_AFTER.test(rest) ||
    (/\b(?:let|have) $/.test(lead) && HANDLES.test(rest)) ||
    (direction.by === "tie" && (isNamed || (/^ ?(?:with|by) (?:the )?$/.test(lead) && /¤ *$/.test(clause.before)))) ||
    (direction.by === "wish" && isOfModels && isNamed) ||
    (direction.by === "bare" && /^(?: ?(?:µ|providers?)) ?: ?$/.test(lead));
  if (names[0] === "custom" && direction.by === "bare" && /\bon $/.test(lead))
    return { constraints: { provider: { allow: ["local"] } } };
  if (side === "allow" && !mayAllow) return null;
  if (side === "deny" && direction.by === "bare" && !DENIED_AFTER.test(rest) && !/^ out\b/.test(rest)) return null;
  const isLast =
    endsPhrase(rest.replace(/^'s|^ (?:services?|apis?|tools?|inference|products?)/, "")) || DENIED_AFTER.test(rest);
  return isLast ||
    /^ (?:anywhere|near|in this|see|do|handle|run|out)\b/.test(rest) ||
    (/\b(?:let|have) $/.test(lead) && HANDLES.test(rest))
    ? { constraints: { provider: { [side]: names } } }
    : null;
}

/** What is drawn or told: there a name may be a motif. */
const MADE_UP =
  /\b(?:draw|paint|sketch|illustrat\w*|depict\w*|picture of|photo of|poster|write|rewrite|draft|compose|stor(?:y|ies)|poem|essay|slogan|haiku|lyrics|joke|compan(?:y|ies))\b/;
const VOICED = /\b(?:aloud|out loud|speak|spoken|say|voice|narrat\w*)\b/;
const HEARD = /\b(?:transcri\w*|subtitl\w*|recogni\w*|record\w*|hear|audio|speech|dictat\w*)\b/;
const IN_A_WORK =
  /^ (?:in|on) (?:the|a|an|my|this|that|your|it)\b(?! (?:first|second|last|third|next|transcription|translation|summary|summari[sz]ation|recognition|segmentation|classification|generation|drawing)\b)|^ as an? (?!µ)|^ (?:for|to be|as) (?:the |a |my |his |her )?(?:[a-z]+'s )?(?:name|hero|heroine|character|mascot|title|logo|subject|motif|theme|label|voice|tone|rhyme|effect|nickname|colou?r|cat|dog|boy|girl|friend|address)\b/;
const SORTED = /\b(?:classif\w*|label\w*|categor\w*|class(?:es)?|sort|tags?|options?|rate|rating|grade)\b/;
const NEXT_CHARS = 30;

function models({ words }: ReadContext, names: NamedRun, place: Place): Said | null {
  const { direction, rest, clause } = place;
  const side = sideOf(place);
  if (direction === null) return null;
  if (isOfOthers(place)) return null;
  const written = names.parts.map(({ start, end }) => words.asWritten.slice(start, end));
  const isMeant = written.every((name) => isModel(name, words.text, place, side));
  const isAlone = direction.by === "bare" && side === "allow";
  const isAsked = isAlone && (ONLY_AFTER.test(rest) || POLITE.test(rest) || /µ(?: to use)? ?:? ?$/.test(place.lead));
  if (
    !isMeant ||
    (isAlone && !isAsked) ||
    !(endsPhrase(rest) || /^ (?:for|to|do)\b/.test(rest)) ||
    IN_A_WORK.test(rest)
  )
    return null;
  if (clause.before.trim() === "" && isAlone && MADE_UP.test(words.text)) return null;
  return { constraints: { model: { [side]: [...new Set(written)] } } };
}

/** What a text that speaks of models has before one. */
const SPEAKS =
  /\b(?:about|regarding|articles?|essays?|papers?|compar\w*|differen\w*|versus|vs|between|explain\w*|mention\w*|history|discuss\w*|tweets?|poems?|slogans?|posters?|tutorials?|courses?|guides?|blogs?|titled|whether|who|why|which|how|what|does|did|interview|people|compan(?:y|ies)|teams?|someone|somebody|she|he|they)\b/;
/** Whoever reads the request is told to use it. */
const TOLD =
  /(?:^|[^\w ]|\b(?:and|but|then|please|pls|plz|kindly|just|only|so|also|now|instead|always|rather|ideally|you|to|must|should|shall|can|could|may|would|let's|or|not|never|n't|this|that|it|task|part|step|rest|us|we|i|i'd|will|need|want|like|n't ever|ever)) *$/;

/** Whether a text speaks of the name, or others use it: "the team uses ‹Llama›". */
function isOfOthers({ direction, lead, clause }: Place): boolean {
  const from = (direction?.start ?? clause.start) - clause.start;
  return (
    SPEAKS.test(lead.split("¤").at(-1) ?? "") ||
    (direction?.by === "use" &&
      !/^(?:using|via|through|thru|calling|running)\b/.test(lead.slice(from)) &&
      !TOLD.test(lead.slice(0, Math.max(0, from))))
  );
}

const LEADS_ITSELF =
  /^(?:[^\w]|\b(?:and|but|then|please|so|it|this|that|everything|to|you|can|could|kindly|i|we|want|prefer)\b)*$/;
const USES =
  /\b(?:us(?:e|ing)|run(?:ning)?|employ(?:ing)?|via|through|with|go with|prefer|want|pick|choose|take|select|let) (?:only |the )?$/;

/** Two words with a slash may be anything: what is told to be used, or not to be, in a clause of its own. */
function isChosenId(
  name: string,
  all: string,
  { direction, lead, rest, clause }: Place,
  side: "allow" | "deny",
): boolean {
  const isVersioned = /[-\d]/.test(name.split("/").at(-1) ?? "");
  if ((SORTED.test(all) && !isVersioned) || direction === null) return false;
  const isOwn = LEADS_ITSELF.test(clause.text.slice(0, Math.max(0, direction.start - clause.start)));
  if (side === "deny") return isOwn && (isVersioned || !MADE_UP.test(all));
  return isVersioned
    ? USES.test(lead) || direction.by === "only"
    : isOwn && (direction.by === "only" || ONLY_AFTER.test(rest));
}

/** Whether a name is a model's here; everyday words need the work of such a model near, an unknown id a word for it. */
function isModel(name: string, all: string, place: Place, side: "allow" | "deny"): boolean {
  const { direction, lead, rest, clause } = place;
  const by = direction?.by ?? "bare";
  const isTold = /µ(?: (?:called|named))? ?:? ?$/.test(lead) || (/^ µ/.test(rest) && !/\ban? $/.test(lead));
  if (isTold) return true;
  if (/\b(?:an?|the|some|my|your|our) $/.test(lead) && !isUnmistakable(name)) return false;
  if (!isOfKnownFamily(name)) return isChosenId(name, all, place, side);
  if (isUnmistakable(name)) return true;
  const isSentence = clause.before.trim() === "" || /¤ *$/.test(clause.before);
  const works = fitsWork(name, all);
  if (VOICED.test(all) && !HEARD.test(all)) return false;
  if (MADE_UP.test(all) && !works) return false;
  if (by === "tie") return mayBeUsed(name) && fitsWork(name, clause.before + clause.text);
  if (by === "use" || /\b(?:use|using|run|pick)\b/.test(lead)) {
    const isLast = /^\s*(?:please|pls|thanks)?\s*$/.test(rest);
    if ((mayBeUsed(name) && (/^[A-Z]/.test(name) || works)) || fitsWork(name, rest.slice(0, NEXT_CHARS))) return true;
    return isLast && (works || (side === "deny" && isSentence));
  }
  if (mayStandAlone(name)) return true;
  return works
    ? isSentence || !mayBePerson(name) || side === "allow"
    : isSentence && mayBeUsed(name) && !mayBePerson(name) && /^\W*$/.test(rest);
}

const NAMED =
  /µ (?:called|named|with the (?:name|id)|by the name of) (?<name>[a-z]\w{1,30}(?:[-.:/]\w{1,30}){0,8})|µ (?<version>[a-z]{2,20}[-.]?\d\w{0,20}(?:[-.:]\w{1,30}){0,8})(?![\w%])/g;

/** "A model called Nightingale": any word is a name once it is called one. */
const calledIn = (context: ReadContext): readonly Finding[] =>
  Array.from(matchesIn(context, NAMED)).flatMap(([match, place]) => {
    const name = match.groups?.name ?? match.groups?.version ?? "";
    const noun = placeOf(context, { start: place.start, end: place.start + 1 });
    const start = place.end - name.length;
    if (!noun?.direction || noun.direction.by === "bare" || !endsPhrase(place.rest) || STOPPED.test(name)) return [];
    return [
      findingAt(noun, {
        constraints: { model: { [noun.direction.way]: [context.words.asWritten.slice(start, place.end)] } },
      }),
    ].map((one) => ({ ...one, end: Math.max(one.end, place.end) }));
  });
const STOPPED =
  /^(?:the|an?|by|in|on|for|it|this|that|so|whatever|something|under|over|with|int\d+|fp\d+|bf\d+|top-\d+)$/;

const COMMERCIAL =
  /(?<!non-)commercial(?:ly)?(?:[- ](?:use|usage|purposes?|work|projects?|products?|applications?|settings?|restrictions?))?/g;
/** "Models that allow commercial use", "none that forbids it": in either case what is not for commercial use is out. */
const commercialIn = (context: ReadContext): readonly Finding[] =>
  Array.from(matchesIn(context, COMMERCIAL)).flatMap(([, place]) => {
    const { clause, direction, lead, rest, isOfModels } = place;
    const noun = /^[^µ]*?(?:µ|licen[sc])/.exec(clause.text)?.[0].length ?? 0;
    const wished =
      direction ?? placeOf(context, { start: clause.start + Math.max(0, noun - 1), end: place.start })?.direction;
    const isGranted =
      /\b(?:allow\w*|permit\w*|support\w*|ok|okay|fine|cleared|suitable|licen[sc]ed|good|approved|usable|available|free|safe|for|can use|may use|used|with|required|forbid\w*|prohibit\w*|exclud\w*|ban\w*|restrict\w*|without|no)\b/.test(
        clause.text,
      ) || /^ly[- ]/.test(rest);
    const isOf =
      isOfModels || /licen[sc]|\b(?:must|has to|have to|should|needs? to) (?:be|allow|permit)/.test(clause.text);
    return wished && isGranted && isOf && !/\b(?:sort|contract|does|rights)\b/.test(lead)
      ? [findingAt({ ...place, direction: wished }, { constraints: { licence: { deny: ["non-commercial"] } } })]
      : [];
  });
