import { amountsIn, type SaidAmount } from "./amounts.ts";
import { endsPhrase, findingAt, type Place, placeOf, type ReadContext } from "./place.ts";
import type { Finding, Said } from "./said.ts";

/** Amounts beyond these are more than anybody asks for. */
const MAX_AMOUNTS = 64;

/** Combines amounts with what they bound: "models under ‹3B›" → size, "for at most ‹10 cents›" → budget. */
export const amountsOf = (context: ReadContext): readonly Finding[] => [
  ...amountsIn(context.words.text)
    .slice(0, MAX_AMOUNTS)
    .flatMap((amount) => {
      if (context.names.some(({ start, end }) => start < amount.end && amount.at < end)) return [];
      const place = placeOf(context, amount);
      const isAsked = place?.clause.isAsked && place.direction === null;
      const said = place && !isAsked && READERS[amount.measure](amount, place);
      return place && said ? [findingAt(place, said)] : [];
    }),
  ...noCallsIn(context),
  ...fewCallsIn(context),
];

type Reader = (amount: SaidAmount, place: Place) => Said | null;

const DENIES = /(?:\b(?:no|not|never|nothing|avoid|without|cannot|dont)|n't)\b[^,;.]{0,40}$/;
/** A refusal turns the bound around: "no models below 3B" is at least 3B, "never more than a dollar" at most. */
function boundOf({ bound }: SaidAmount, place: Place): "max" | "min" | null {
  if (bound === null) return null;
  const isTurned = place.direction?.way === "deny" || DENIES.test(place.lead) || TOO_MUCH.test(place.rest);
  return isTurned ? (bound === "max" ? "min" : "max") : bound;
}
const TOO_MUCH =
  /^[^.]{0,24}\b(?:too (?:slow|big|large|heavy|expensive|much)|(?:is|are) (?:out|not (?:ok|okay|allowed|an option)|excluded|no good|forbidden|off[- ]limits)|leave (?:them|those) out)\b/;

const OTHER_THING =
  /^ ?(?:dollars?|euros?|pounds?|people|inhabitants|users|years?|words?|characters?|pixels?|km|miles|tons?|views|followers|copies|units|francs|yen|rupees|cells|stars|customers|residents|big|tall)/;

function size(amount: SaidAmount, place: Place): Said | null {
  const { direction, clause, lead, rest, isOfModels } = place;
  const bound = boundOf(amount, place);
  const limitIs = /\b(?:max(?:imum)?|largest|biggest|limit|cap)\b[^,;]{0,30}$/.test(lead) ? "max" : null;
  const way = bound ?? limitIs;
  if (OTHER_THING.test(rest) || direction === null) return null;
  const isOf = isOfModels || amount.isSure || /¶/.test(lead) || /\b(?:model|parameter|param)s?\b/.test(clause.text);
  if (amount.low !== undefined)
    return isOf && (direction.by !== "bare" || /^\W*µ/.test(lead))
      ? { constraints: { size: { min: amount.low, max: amount.value } } }
      : null;
  const isShort = /^[^\w¬§‡µ¶]*(?:(?:max|nothing|no|not|never|and|only|with|µ+|,) ?)*$/.test(lead);
  if (way === null || !(isOf || isShort || /\b(?:go|something) /.test(lead))) return null;
  return { constraints: { size: { [way]: amount.value } } };
}

const FILE =
  /\b(?:ggufs?|files?|downloads?|quants?|quanti[sz]ed|safetensors|on disk|disk|ram|vram|memory|gpu|card|laptop|size)\b|µ/;
const HARDWARE = /\b(?:my|our|i|we|this)\b.*\b(?:has|have|only|just|got|with)\b|\b(?:ram|vram|gpu|memory)\b/;

function bytes(amount: SaidAmount, place: Place): Said | null {
  const { clause, lead, direction, isOfModels } = place;
  const isMine =
    /\b(?:gpu|laptop|machine|computer|pc|card|i|we|mac|phone|device)\b/.test(lead) &&
    HARDWARE.test(clause.text) &&
    /\b(?:my|our|i|we)\b/.test(lead);
  const way = boundOf(amount, place) ?? (/\b(?:fits?|in|on|into|max(?:imum)?)\b/.test(lead) ? "max" : null);
  const isFile =
    isOfModels ||
    /\b(?:ggufs?|quants?|quanti[sz]ed|safetensors|weights?|checkpoint)\b|µ/.test(clause.text) ||
    (/\bmodel\b/.test(clause.text) && FILE.test(clause.text)) ||
    /^[^\w¬§‡µ¶]*(?:(?:the|max) )?downloads? /.test(lead) ||
    (/\bfits? /.test(lead) && /\b(?:v?ram|memory|gpu|disk)\b/.test(clause.text));
  if (isMine && direction?.by !== "tie" && !/\b(?:write|draw|describe|story|about)\b/.test(clause.before + lead))
    return { constraints: { size: { maxBytes: amount.value } } };
  return direction !== null && way === "max" && isFile && !/\b(?:draw|image|picture)\b/.test(lead)
    ? { constraints: { size: { maxBytes: amount.value } } }
    : null;
}

/** Looking for things that have prices and lengths of their own. */
const LOOKED_FOR =
  /\b(?:find|list|which|what|who|show|filter|count|how (?:many|much)|sells?|sold|selling|buy|bought|priced|products?|items?|goods|shoes?|flights?|hotels?|coins?|tickets?|ads?|adverts?|advertisement|slogan|recipe|meal|gifts?|deals?|offers?|worth|laptops?|phones?|cars?|houses?|rooms?|toys?|menu|sale|shop|bet|fine|customers?|orders?|payments?|prices|presents?|boy|girl|man|woman|person|rows?|entries|invoices? (?:for|of)|amounts|sum(?! up)|add(?! up to)|salar(?:y|ies)|taxi|parking|rent|printers?|says?|said|saying|calls for|they|he|she|his|her|their|has|that (?:i|we)|why|about|plot|compare|compute|calculate|convert|write that|trip|holiday|wedding|party)\b/;
const ASKED = /^[^\w¬§‡µ¶]*(?:is|are|was|does|do(?! it| this| not| everything)|did|how|what|which|who|where|when)\b/;
/** "A bill of at most …" */
const ITS_AMOUNT = /\ban? (?!budget|limit|cap|cost|price|total|max)[a-z]+ of $/;
const isOfRun = ({ clause, lead, rest }: Place): boolean =>
  !LOOKED_FOR.test(lead) &&
  !ITS_AMOUNT.test(lead) &&
  !(
    ASKED.test(clause.before + lead) &&
    !/¤/.test(clause.before + lead) &&
    (/\?/.test(clause.after) || !/[,;:]/.test(clause.before + lead))
  ) &&
  endsPhrase(rest) &&
  !/^ (?:of (?!this|that|it\b|latency)|in the|which|from)\b/.test(rest);
const SPENDS =
  /\b(?:budget|limit|cap|ceiling|spend\w*|pay\w*|costs?|costing|price|charge|bill|afford|spare|total|expense|invest|stretch to|chip in|willing|keep|hold|stop|halt|exceed|worth)\b/;

function money(amount: SaidAmount, place: Place): Said | null {
  const { clause, lead, rest, direction, isOfModels } = place;
  const { per, value: usd, bound } = amount;
  if (
    (direction === null && LOOKED_FOR.test(lead)) ||
    (ASKED.test(clause.text) && clause.after.includes("?")) ||
    /\byour (?:account|order|complaint)/.test(clause.text)
  )
    return null;
  const isRefused = DENIES.test(lead);
  const isMax = bound === "max" ? !isRefused || SPENDS.test(lead) : bound === "min" ? isRefused : false;
  const isCap =
    /\b(?:cap|limit|ceiling|max(?:imum)?|budget)\b[^,;]{0,24}$/.test(lead) ||
    /^ (?:budget|limit|cap|max|is (?:my|the|our) (?:limit|budget|max))/.test(rest);
  if (per !== undefined) {
    const isAsked = isMax || isCap || (isOfModels && /\b(?:for|at|costing) ?$/.test(lead));
    return isAsked &&
      !LOOKED_FOR.test(lead) &&
      !/\b(?:i|we|they|customers?) (?:only )?(?:pay|charge|ask|earn|make)/.test(lead) &&
      (/tok|million-/.test(per) || isOfModels || endsPhrase(rest))
      ? { constraints: { price: { maxUsd: usd, per } } }
      : null;
  }
  if (/^ ?(?:\/|per |an? (?:minute|second|hour|image|page|call|day|week|month|year)\b)/.test(rest)) return null;
  if (
    isOfModels &&
    /µ(?: (?:that|which|must|should|may|do|cost\w*|charg\w*|not|priced|for|at|are|is|don't|cheaper|than))* ?$/.test(
      lead,
    ) &&
    isMax
  )
    return { constraints: { price: { maxUsd: usd } } };
  if (!isOfRun(place)) return null;
  const isNothing =
    isRefused &&
    usd <= 1 &&
    /\b(?:an?|one|single) [a-z]+$/.test(clause.text.slice(amount.at - clause.start, amount.end - clause.start)) &&
    bound === null;
  if (isNothing) return SPENDS.test(lead) ? { budget: { usd: 0 } } : null;
  const spends = SPENDS.test(lead) || isCap;
  const mayHave =
    /\b(?:i|we) (?:only |just )?(?:have|got|can|could|may|will|would)\b|\b(?:budget|you have|'ll pay|willing)\b/.test(
      lead,
    );
  if (
    isMax ||
    isCap ||
    (spends && (mayHave || /\b(?:only|just|to|at|budget|stop)\b/.test(lead) || isRefused)) ||
    (mayHave && /\b(?:only|just)\b/.test(lead))
  )
    return { budget: { usd } };
  return null;
}

const ANSWERS = /latenc|response|\banswer|inference|\bcalls?\b|slower|faster|µ/;
const LASTING =
  /\b(?:that|which|who|lasts?|lasting|happens?|happened|said|occurr?e?[ds]|delivered|dies|falls?|goes off|arrives?|departs?|finishe[sd]|won|cooks?|baked?|boils?|spoken|ran|ends?|explodes?|story|joke|riddle|speech|talk|first|last|next|every|about|recipe|timer|countdown|clock|exercise|workout|stirring|long)\b|\b(?:of|to|from) $/;
const MAKES_LASTING =
  /\b(?:cut|trim|crop|split|speed|clips?|videos?|animation|song|jingle|tune|melody|movie|film|trailer|speech|monologue|podcast|gif|track|intro|voice-?over|audio)\b(?!.*\b(?:transcri|summar|describ|caption|detect|classif|denois|subtitl))/;
const LENGTH_AFTER =
  /^(?: (?:of (?!this|that|now|it|latency)|after|before (?!that|then)|into|long|later|video|clip|from the|at (?:the|a)|ago|away|more)\b|-)/;

function time(amount: SaidAmount, place: Place): Said | null {
  const { clause, lead, rest, isOfModels } = place;
  const { value, bound } = amount;
  const isRefused = DENIES.test(lead);
  const isTold =
    /\b(?:list|find|show|which|what|who|count|explain|about|write|plot|compare|draw|network|ping|laps?|rules?|story|players?)\b/.test(
      clause.before.split(/[¤.]/).at(-1) + lead,
    ) && !/¤/.test(lead);
  const isEach =
    /^ (?:per|for (?:each|every)|each|every|a) (?:single )?(?:(?:model |api )?call|µ+|task|step)\b/.test(rest) &&
    !/ of the /.test(rest);
  const isLatency =
    isEach ||
    (isOfModels &&
      /\bwithin|\bin |slower|faster|take|answer|respond|run|latenc|under|at (?:most)|time/.test(clause.text)) ||
    /latenc|response time|answer time|inference time|(?:each|every|no) (?:single )?(?:model )?call|slower|faster/.test(
      clause.text,
    );
  const isMax =
    bound === "max" ? true : bound === "min" ? isRefused || TOO_MUCH.test(rest) || /^\W*if\b/.test(lead) : false;
  const isWithin =
    /\b(?:within|in) (?:the next |about |only |just )?$/.test(lead) ||
    /^ ?within/.test(clause.text.slice(amount.start - clause.start));
  const isCapped = /limit|deadline|budget|timeout|cap$/.test(
    clause.text.slice(amount.at - clause.start, amount.end - clause.start),
  );
  const isLimit =
    isCapped ||
    /\b(?:limit|(?:run ?)?time(?:out)?|duration|deadline|budget|cap|latency|max(?:imum)?)\b[^,;]{0,20}$/.test(lead) ||
    /^ (?:time |latency )?(?:limit|deadline|timeout|budget|cap)\b/.test(rest);
  if (LENGTH_AFTER.test(rest) || isTold) return null;
  if (isLatency && ANSWERS.test(clause.text)) {
    const isOwn =
      isEach ||
      /\b(?:us(?:e|ing)|choos(?:e|ing)|pick|take|with|only|must|should|may|no|nothing|each|every|want|need)\b|latency|response|^ ?µ/.test(
        clause.text,
      );
    return (isMax || isWithin || isLimit) && isOwn ? { constraints: { latency: { maxMs: value } } } : null;
  }
  if (!endsPhrase(rest) || MAKES_LASTING.test(clause.before + lead) || (LASTING.test(lead) && !isLimit)) return null;
  const isGiven =
    /\b(?:i|we|you)(?:'ve|'ll)?(?: only| just)? (?:have|get|got|are given)(?: only| just| got)* ?$/.test(lead) &&
    (/\b(?:only|just|you)\b/.test(lead) || bound === "max");
  const isStopped =
    /\b(?:stop|give up|abort|quit|time ?out|cancel)(?: it)? (?:after|at) ?$/.test(lead) &&
    lead.trim().split(" ").length < 6;
  const isNeeded =
    isWithin &&
    (/^ ?within/.test(clause.text.slice(amount.start - clause.start)) ||
      /\b(?:within|need|want|have|get|give|finish\w*|done|answer|ready|deliver|reply|get back)\b/.test(lead) ||
      /by then|before (?:that|then)|by that|in time/.test(clause.text + clause.after));
  const isTaken =
    isMax &&
    (/^\W*(?:(?:and|but|all|in|done|finished|please|for|ready) ?)*$/.test(lead) ||
      isNeeded ||
      /\b(?:takes?|taking|spend|use|wait|run|last|need|done|finish|longer|keep me|exceed|in) /.test(lead));
  return isGiven || isStopped || isNeeded || isTaken || isLimit ? { budget: { timeMs: value } } : null;
}

const LLM = "(?:llms?|(?:large )?language[- ]models?|gpt|chat models?)";
const HAS_STEPS =
  /\b(?:lists?|recipes?|guides?|instructions?|explain|explanation|tutorial|manual|how|poem|story|essay|plan for|schedule|agenda|checklist|game|dance|describe|project|to-?do|week|homework|write|tell|name|memo|which|what|bake)\b/;

function calls({ value, bound }: SaidAmount, { lead, rest, direction }: Place): Said | null {
  const isBound =
    bound === "max" ||
    direction?.by === "only" ||
    /\b(?:only|just|exactly|one|a single|limit\w*|budget|with|use|using) ?$/.test(lead) ||
    /^ (?:only|limit|budget)/.test(rest);
  return isBound && Number.isInteger(value) && !/\b(?:how|explain|what|often)\b/.test(lead)
    ? { budget: { llmCalls: value } }
    : null;
}

const times: Reader = ({ value, bound }, { lead, rest, direction }) =>
  new RegExp(
    `\\b(?:call|ask|use|query|invoke|prompt|consult)(?:ing)? (?:the |an? |any |your )?(?:${LLM}|µ+)(?: [a-z]+){0,4} ?$`,
  ).test(lead) &&
  /llm|language|µ/.test(lead) &&
  (bound === "max" || direction?.by === "only" || /only|just/.test(lead + rest)) &&
  !/\bhow\b/.test(lead)
    ? { budget: { llmCalls: value } }
    : null;

function tasks({ value, bound, at }: SaidAmount, place: Place): Said | null {
  const { lead, rest, clause } = place;
  const unit = clause.text.slice(at - clause.start);
  if (!Number.isInteger(value) || value < 1 || !endsPhrase(rest) || HAS_STEPS.test(lead.split("¤").at(-1) ?? ""))
    return null;
  if (
    /^ (?:of|to (?:become|make|get|a)|for (?:a|the|my|beginners))\b/.test(rest) ||
    (ASKED.test(clause.before + lead) && !/¤/.test(clause.before))
  )
    return null;
  const isMax =
    bound === "max" ||
    /\b(?:only|just|exactly|limit\w* (?:it|this|yourself)? ?to|to) ?$/.test(lead) ||
    /^ (?:only|please)/.test(rest) ||
    (/\b(?:single|one)\b/.test(unit.slice(0, 16)) &&
      (/^ ?(?:in|a|with)? ?(?:just )?(?:an?)? ?$/.test(lead) || /\b(?:do|run|solve|finish|handle)\b/.test(lead)));
  const isOfPlan =
    /task/.test(unit.slice(0, 24)) ||
    /\b(?:do|run|solve|finish|handle|get|keep|limit|restrict|plan|pipeline|workflow|use|using|spend|split|sum it up|translate)\b/.test(
      lead,
    ) ||
    lead.trim() === "" ||
    /^ ?(?:in|with|and|but|not) ?/.test(lead);
  return isMax && isOfPlan && !/\b(?:story|poem|for my|tell)\b/.test(clause.text) ? { budget: { tasks: value } } : null;
}

const NO_LLM =
  /(?:\b(?:no|without|avoid|never|not|dont)|n't)\b(?: (?:any|an?|the|using|to use|use|call|calling|calls? to|help (?:of|from)|ask|asking|want|make|making|single|one|large|to|of|from)){0,6} (?:llms?|(?:large )?language[- ]models?)(?:[- ](?:calls?|usage|requests?))?(?! (?:by|from|of|that|with|under|on)\b)/g;
const FEW = new RegExp(
  `\\b(?:call|ask|use|query|invoke|prompt|consult)(?:ing)? (?:the |an? )?${LLM} (?:only |just |at most |no more than )?(once|twice)|${LLM}[- ]calls?(?: (?:must|should|may|be|limited|limit|budget|to|is|at))*:? (?:to |max(?:imum)? |at most |up to )?(\\d{1,3})(?!\\w)`,
  "g",
);
/** "Call the LLM once", "LLM calls: max 3" */
const fewCallsIn = (context: ReadContext): readonly Finding[] =>
  Array.from(context.words.text.matchAll(FEW)).flatMap(({ 0: phrase, 1: often, 2: count, index }) => {
    const place = placeOf(context, { start: index, end: index + phrase.length });
    const isTold = /\b(?:how|did|they|explain|about|what|why)\b/.test(place?.lead ?? "");
    return place && !isTold && !place.clause.isAsked
      ? [findingAt(place, { budget: { llmCalls: often === undefined ? Number(count) : often === "once" ? 1 : 2 } })]
      : [];
  });

/** "Without an LLM" is no call of one. */
const noCallsIn = (context: ReadContext): readonly Finding[] =>
  Array.from(context.words.text.matchAll(NO_LLM)).flatMap(({ 0: phrase, index }) => {
    const place = placeOf(context, { start: index, end: index + phrase.length });
    return place?.direction && place.direction.way === "allow" && endsPhrase(place.rest) && !/\bhow\b/.test(place.lead)
      ? [findingAt(place, { budget: { llmCalls: 0 } })]
      : [];
  });

const READERS: Readonly<Record<SaidAmount["measure"], Reader>> = {
  parameters: size,
  bytes,
  money,
  time,
  calls,
  tasks,
  times,
};
