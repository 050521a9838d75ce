import { type Finding, findAll } from "./find-all.ts";
import { AT_MOST, AT_MOST_AFTER, pattern } from "./grammar.ts";
import type { Marked } from "./marked.ts";
import { CLAUSE_ENDS, MODEL_ID } from "./model-ids.ts";
import type { Around, Rule } from "./rule.ts";
import { MADE_UP } from "./talk.ts";
import type { Words } from "./words.ts";

/** More of them are told by the first. */
export const MAX_UNREAD = 4;
const MAX_UNREAD_CHARS = 120;

const NOUN =
  "(?:(?:ai|ml|language|large|speech|vision|foundation) ){0,2}(?:models?|llms?|checkpoints?|providers?|endpoints?)(?! (?:of|on|in|at|number|wearing|walks?|airplane|plane|car|train|ship|railway)\\b)";
const START = "(?<=(?:^|[.,;:!?(\\n¤]|- |\\b(?:and|but|please|so|then) ) ?)(?:please )?";
const CHOOSE = "(?:use|using|with|via|by|pick|picking|choose|choosing|take|select|prefer|run|run on|call)";
const TAIL = "(?: (?!please|thanks)(?:[^\\s.,;:!?()¤]|\\.(?=\\w)){1,40}){1,12}";
/** Some models and not others: "Chinese models", "models that keep logs". */
const KIND_OF_MODELS = `(?:(?:[a-z-]{2,20} ){1,2}?${NOUN}(?:${TAIL}|${CLAUSE_ENDS})|${NOUN}${TAIL})`;
const MOST =
  "(?:cheapest|least expensive|most affordable|fastest|quickest|speediest|newest|latest|most recent|oldest|greenest|safest|most secure|most accurate|most reliable|most popular|most downloaded|most private|least biased)";
const MONEY =
  "(?:[$€£¥] ?\\d[\\d.,]{0,12}|\\d[\\d.,]{0,12} ?(?:[€£¥]|(?:euros?|pounds?|francs?|yen|yuan|rupees?|kroner|kronor|dollars?|cents?|usd|eur|gbp|chf)\\b))";

/** What wishes for models of a kind that no constraint can say: never read, whatever stands beside it. */
const wishes = (): readonly Rule[] => [
  doubt(`${CHOOSE}(?: only)? the (?:very )?${MOST} (?:[a-z\\d][\\w.-]{0,30} ){0,2}?${NOUN}`),
  doubt(`(?:${CHOOSE}|want|need)(?: only)? (?:an?|some) (?:very |really )?(?:cheap|inexpensive|affordable) ${NOUN}`),
  doubt("(?:the )?cheapest (?:option|one|way|possible)(?! of)", /cheapest/),
  doubt("(?<! as )cheaply(?! as)", /cheaply/),
  doubt("as (?:cheap|cheaply|inexpensive|inexpensively|fast|quickly) as possible", /cheap|expensive/),
];

/** What may refuse models, or allow some alone, if no rule has understood it. */
const restrictions = (): readonly Rule[] => [
  doubt(`${START}(?:${CHOOSE} )?(?:only|just|solely|exclusively)(?: ever)?(?: ${CHOOSE})? ${KIND_OF_MODELS}`),
  doubt(`${START}${CHOOSE} (?:[a-z-]{2,20} ){0,2}?${NOUN}(?: [a-z-]{2,20}){1,6}? (?:only|exclusively)${CLAUSE_ENDS}`),
  doubt(
    `${START}(?:with )?(?:do not|don't|dont|never|avoid|no|without|exclude)(?: (?:ever|use|using|pick|choose|want|run|call|rely on|any)){0,3} ${KIND_OF_MODELS}`,
  ),
  doubt(
    `${START}(?:the |your |every |each |all )${NOUN} (?:must|should|has to|have to|needs? to|may|can)(?: not|n't)?(?: only)? (?:be|run|have|use|come|cost|support|know)${TAIL}`,
  ),
  doubt(`${START}(?:(?:for|and|spend|pay) )?(?:${AT_MOST} ?${MONEY}|${MONEY},? ${AT_MOST_AFTER})${CLAUSE_ENDS}`),
  doubt(
    `(?:${START}(?:use|using|do not use|don't use|dont use|never use|avoid|exclude|skip|no|not|only)|with)(?: only)? (?:the )?${MODEL_ID}${CLAUSE_ENDS}`,
    /\//,
  ),
  // Everyday words that are families of models as well: written small they are no name, but may be meant for one.
  doubt(
    `${START}(?:do not use|don't use|dont use|never use|avoid|avoid using|leave out|but not|not with) (?:any )?(?:${EVERYDAY})${CLAUSE_ENDS}`,
    new RegExp(`\\b(?:${EVERYDAY})\\b`),
  ),
];

const EVERYDAY = "bart|bert|clip|falcon|gemma|granite|pegasus|zephyr|roberta|canary|hubert|donut";

const doubt = (source: string, needs: RegExp = /./): Rule => ({
  over: "plain",
  needs: [needs],
  pattern: pattern(source),
  read: (_groups, around, phrase) => (isOfModels(around, phrase) ? {} : null),
});

/** What is looked for, or made up, is no model that does it. */
function isOfModels({ before, all }: Around, phrase: string): boolean {
  const isMadeUp = MADE_UP.test(all) && !/\/|llm|checkpoint|endpoint/.test(phrase);
  return !isMadeUp && !PICTURED.test(all) && !WORKED_ON.test(before) && !(/\//.test(phrase) && SORTED.test(all));
}
const PICTURED = /\b(?:runway|fashion|catwalk|wearing|dress|role|cars?|phones?|aircraft|toys?)\b/;
const WORKED_ON =
  /\b(?:list|find|show|which|what|who|why|whether|count|how|filter|explain|about|compare|search|buy|sell|sold|book|shop|shops?|said|says)\b/;
/** Labels are written with a slash as well. */
const SORTED = /\b(?:classif\w*|label\w*|categor\w*|class(?:es)?|sort|tag|tags|options?)\b/;

/** Requests that name none of these leave nothing unread. */
const MAY_SPEAK = new RegExp(
  `model|llm|checkpoint|provider|endpoint|cheap|expensive|[€£¥]|euro|pound|franc|yen|yuan|rupee|kron|dollar|cents?\\b|[a-z]/[a-z]|(?:use|using|avoid|out|not|with) (?:any )?(?:${EVERYDAY})\\b`,
);

let built: { readonly wishes: readonly Rule[]; readonly restrictions: readonly Rule[] } | undefined;

/** The clauses that may restrict the models, and that no finding has understood. */
export function unreadIn(words: Words, marked: Marked, findings: readonly Finding[]): readonly string[] {
  if (!MAY_SPEAK.test(words.text)) return [];
  built ??= { wishes: wishes(), restrictions: restrictions() };
  const heard = (rules: readonly Rule[], over: readonly Finding[]): readonly Finding[] =>
    rules
      .flatMap((rule) => findAll(rule, words, marked))
      .filter((one) => !over.some(({ start, end }) => one.start < end && start < one.end));
  const open = heard(built.wishes, findings.filter(isOfCost));
  const found = [...open, ...heard(built.restrictions, [...findings, ...open])].toSorted((a, b) => a.start - b.start);
  return found
    .filter((one, place) => !found.slice(0, place).some(({ end }) => one.start < end))
    .slice(0, MAX_UNREAD)
    .map(({ start, end }) => cut(words.asWritten.slice(start, end).trim()));
}

/** What is said of a clause that was left unread, as a note for the person who wrote it. */
export const noteOfUnread = (clause: string): string =>
  `“${clause}” may restrict the models; it was not understood, so that it was not applied.`;

/** "The cheapest" and "the fastest" beside a cap that was read are but words. */
const isOfCost = ({ constraints = {}, budget = {} }: Finding): boolean =>
  [constraints.price, constraints.latency, constraints.benchmark, budget.usd, budget.timeMs].some(
    (part) => part !== undefined,
  );

const cut = (words: string): string =>
  words.length > MAX_UNREAD_CHARS ? `${words.slice(0, MAX_UNREAD_CHARS)}…` : words;
