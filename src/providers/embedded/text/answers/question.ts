import { type TextToken, tokens } from "../english.ts";
import { relatedWords } from "./relations.ts";
import type { ValueType } from "./values.ts";

export type AnswerType = ValueType | "organization" | "party" | "place" | "quantity" | "age" | "reason" | "any";

/** A content word of a question. */
export interface Keyword {
  readonly lemma: string;
  /** Terms that say this word, lemmas and stems, each with how much it says of it: 1 for the word itself. */
  readonly terms: ReadonlyMap<string, number>;
  readonly weight: number;
  /** A name or a number: a text that never mentions it has no answer. */
  readonly proper: boolean;
  /** Nothing else says it, however alike: names, numbers, and the "high" of "how high", which no width answers. */
  readonly literal: boolean;
  /** A thing the question is about, and no mere modifier: the "insulin" of "who discovered insulin". */
  readonly thing: boolean;
}

export interface Question {
  /** Without politeness and end mark, in small letters. */
  readonly lower: string;
  readonly type: AnswerType;
  readonly keywords: readonly Keyword[];
  /** The word that says how the answer relates to the rest: the main verb, or the noun asked for. */
  readonly relation: Keyword | null;
  /** True when no word of it has content of its own: "what is the due date". */
  readonly general: boolean;
  /** True when only its relation has content: "who signed it", "by when must it be paid". */
  readonly unspecific: boolean;
  /** "Is VAT included": answered by a sentence, if at all. */
  readonly yesNo: boolean;
  /** "How much stock do I need": a quantity in whatever unit, or a sum of money. */
  readonly amount: boolean;
  /** Of a quantity, the units it can have. */
  readonly units: RegExp | null;
}

const POLITENESS =
  /^(?:(?:please|and|so|also|then|now|hello|hi),? )*(?:(?:can|could|would|will) you )?(?:please )?(?:(?:tell|show|give) me |find(?: out)? |say |i (?:want|need|would like) to know |do you know )?(?:please )?/;

const LENGTH =
  "(?:(?:kilo|centi|milli)?met(?:re|er)s?|km|cm|mm|m|feet|foot|ft|inch(?:es)?|yards?|miles?|storeys?|stories|floors?)";
const TIME = "(?:seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|decades?|centur(?:y|ies))";
const WEIGHT = "(?:kilograms?|kilos?|kg|grams?|g|tonnes?|tons?|pounds?|lbs?|ounces?|oz|stones?)";
const VOLUME = "(?:litres?|liters?|[mcd]?l|cups?|(?:tea|table) ?spoons?|pints?|gallons?)";
const DATA = "[KMGT]i?B";
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/\bhow (?:tall|high|wide|deep|broad|thick|far)\b|\b(?:height|width|depth|distance)\b/, LENGTH],
  [/\bhow long\b.*\b(?:take|takes|last|lasts|took|stay|wait|open|live|lived|work)\b|\b(?:duration|period)\b/, TIME],
  [/\bhow long\b|\blength\b/, `(?:${LENGTH}|${TIME})`],
  [/\bhow (?:heavy)\b|\bweigh|\bweight\b/, WEIGHT],
  [/\bhow fast\b|\bspeed\b/, "(?:km\\/h|kmh|mph|kilomet(?:re|er)s (?:an|per) hour|miles (?:an|per) hour|m\\/s|knots)"],
  [/\bhow (?:hot|cold|warm)\b|\btemperature\b/, "(?:°\\s?[CF]?|degrees(?: (?:Celsius|Fahrenheit))?)"],
  [
    /\bhow (?:big|large)\b|\barea\b|\bsize\b/,
    "(?:square (?:kilomet(?:re|er)s|met(?:re|er)s|feet|miles)|km²|m²|hectares?|acres?|GB|MB|litres?|liters?)",
  ],
  [/\b(?:interest|annual|growth|tax|vat|exchange|discount) rate\b/, "(?:%|percent|per cent)"],
  [/\b(?:percentage|percent|proportion|share)\b/, "(?:%|percent|per cent)"],
];

/** What things come in that are not counted. */
const AMOUNT = `(?:${WEIGHT}|${VOLUME}|${DATA}|%|percent)`;

const MONEY_WORD =
  "price|cost|costs|amount|sum|fee|rent|salary|wage|rate|balance|fine|deposit|discount|charge|charges|revenue|profit|budget|tip|change|expenses?";
const OF_MONEY = new RegExp(`^(?:money|vat|tax|total|${MONEY_WORD})$`);
const YES_NO = /^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|must|may)\b/;
/** In order: the first that matches tells the type. */
const TYPES: readonly (readonly [RegExp, AnswerType])[] = [
  [/\bwhy\b|\bfor what reason\b|\bwhat (?:is|was) the reason\b/, "reason"],
  [/^(?!who|when|where|how)(?:.*\b)?e-?mail(?: address)?$/, "email"],
  [/\b(?:phone|telephone|mobile|fax|tel)\b(?! call)/, "phone"],
  [/\biban\b/, "iban"],
  [/\b(?:website|web site|url|web address|web ?page)\b/, "url"],
  [/\b(?:at )?what time\b|\bwhat hour\b|^time$/, "time"],
  [/\bhow old\b|\bwhat age\b|\b(?:her|his|their|its) age\b/, "age"],
  [/\bnumber of (?:the|this|that) \w+$/, "identifier"],
  [/\bhow many\b|\bnumber of\b/, "number"],
  [/\bhow (?:often|frequently)\b/, "frequency"],
  [
    /\bwhen\b|\b(?:what|which|on what|in what|in which|by what|until what) (?:date|day|year|month|century)\b|\bdeadline\b|\bdate\b|\bhow soon\b/,
    "date",
  ],
  [
    /\bhow (?:tall|high|wide|deep|broad|thick|far|long|heavy|fast|hot|cold|warm|big|large)\b|\bwhat (?:is|was) the (?:\w+ )?(?:height|width|depth|length|weight|speed|distance|temperature|duration|period|percentage)\b|\b(?:interest|annual|growth|tax|vat|discount) rate\b/,
    "quantity",
  ],
  [/\b(?:number|no|nr|id|code|reference|ref)$|\b(?:number|id|code|reference)\b(?! of)/, "identifier"],
  [
    /\b(?:which|what) (?:\w+ )?(?:company|organi[sz]ation|firm|bank|institution|agency|business|manufacturer|university|team|party)\b/,
    "organization",
  ],
  [
    /^(?:by |to |from |for |with )?(?:who|whom|whose)\b|\b(?:which|what) (?:person|man|woman|author|engineer|artist|scientist|president|king|queen|people)\b|\b(?:to|from|by|with) whom\b|\bwho$/,
    "party",
  ],
  [
    /\bwhere\b|\b(?:which|what) (?:city|town|country|place|region|state|village|continent|street|address|county|location)\b/,
    "place",
  ],
  [
    new RegExp(
      `\\bhow much\\b|\\b(?:${MONEY_WORD})\\b|\\b(?:what|which)\\b.*\\b(?:pay|paid|owed?|owing|charged)\\b|\\b(?:sub-? ?)?total\\b|\\bvat\\b|\\btax\\b`,
    ),
    "money",
  ],
];

/** Words that carry no content in a question, by lemma. */
const LIGHT = new Set(
  "be have do will would can could shall should may might must get a an the this that these those it its he him his she her they them their we us our i me my you your who whom whose what which when where why how of in on at to from for with by and or as than then there here not any some all each every one much many".split(
    " ",
  ),
);
/** Words that say what kind of answer is wanted; a text need not repeat them. */
const SOFT = new Set(
  "price cost amount sum name date day year month time number no id code value place city country town person people company company type kind pay payment due total much long tall high old far person letter invoice receipt document text paper bill page email mail message charge detail information exactly currently address money go".split(
    " ",
  ),
);

/** What a word says that asks for another, such as "height" for "high". */
const RELATED = 0.9;

/** "How long is the notice period": what is measured of something. */
const MEASURED = new Set(["period", "duration", "length", "size"]);

/** They say nothing of how an answer relates: "which bank should the money go to". */
const EMPTY_VERBS = new Set(["go", "come", "use", "get", "want", "need"]);

/** What a question asks for. `text` is one question; see `splitQuestions` for several. */
export function readQuestion(text: string): Question {
  const bare = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s?!.:;,]+$/, "");
  const politeness = POLITENESS.exec(bare.toLowerCase())?.[0].length ?? 0;
  const original = bare.slice(politeness);
  const lower = original.toLowerCase();
  const yesNo = YES_NO.test(lower);
  const words = tokens(original);
  const amount = isAmount(words);
  const type = yesNo ? "any" : amount ? "quantity" : (TYPES.find(([pattern]) => pattern.test(lower))?.[1] ?? "any");
  const units = amount ? AMOUNT : UNITS.find(([pattern]) => pattern.test(lower))?.[1];
  const keywords = words.flatMap((token, index) => keyword(token, words[index - 1], words[index + 1], type));
  const related = relationOf(words, keywords, type, lower);
  const relation = type === "money" && related?.weight === FORM_TELLS ? null : related;
  return {
    lower,
    type,
    keywords,
    relation,
    general: keywords.every((other) => other.weight < 1),
    unspecific: keywords.every((other) => other === relation || other.weight < 1),
    yesNo,
    amount,
    units: units === undefined ? null : new RegExp(`^[ -]?${units}(?![\\p{L}])`, "iu"),
  };
}

/** "How much stock", but not "how much money" or "how much is it". */
function isAmount(words: readonly TextToken[]): boolean {
  const [how, much, noun] = words;
  const asks = how?.lemma === "how" && much?.lemma === "much" && noun?.pos === "NOUN";
  return asks && !OF_MONEY.test(noun.lemma) && noun.lemma !== "time";
}

const MODIFIER = /^(?:ADV|ADP|SCONJ|DET|INTJ)$/;

/** "Who is against it". */
const isPredicate = (word: TextToken, before: TextToken | undefined): boolean =>
  word.pos === "ADP" && before?.lemma === "be" && !LIGHT.has(word.lemma) && word.lemma !== "about";

/** What a word counts that only says what the form of the answer says as well: "cost" where a sum is asked for. */
const FORM_TELLS = 0.1;

function weightOf(
  word: TextToken,
  before: TextToken | undefined,
  proper: boolean,
  soft: boolean,
  type: AnswerType,
): number {
  if (proper) return 1.5;
  const told = type === "money" ? soft && OF_MONEY.test(word.lemma) : before?.lemma === "how" && MEASURES.has(type);
  if (told) return FORM_TELLS;
  if (soft) return 0.25;
  return MODIFIER.test(word.pos) && !isPredicate(word, before) ? 0.3 : 1;
}

const MEASURES: ReadonlySet<AnswerType> = new Set(["quantity", "frequency"]);

function keyword(
  token: TextToken,
  before: TextToken | undefined,
  next: TextToken | undefined,
  type: AnswerType,
): Keyword[] {
  if (!/^[\p{L}\p{N}#]/u.test(token.text) || LIGHT.has(token.lemma) || LIGHT.has(token.text.toLowerCase())) return [];
  const related = relatedWords(token.lemma);
  const named =
    before !== undefined &&
    /^\p{Lu}/u.test(token.text) &&
    !SOFT.has(token.lemma) &&
    token.text !== token.text.toUpperCase();
  const proper = named || /^\d/.test(token.text);
  const soft = SOFT.has(token.lemma) || (next === undefined && MEASURED.has(token.lemma));
  return [
    {
      lemma: token.lemma,
      terms: new Map([
        ...related.map((term) => [term, RELATED] as const),
        ...[token.lemma, token.stem, token.text.toLowerCase()].map((term) => [term, 1] as const),
      ]),
      weight: weightOf(token, before, proper, soft, type),
      proper,
      literal: proper || before?.lemma === "how",
      thing: token.pos === "NOUN" && !soft && next?.pos !== "NOUN",
    },
  ];
}

const isNoun = (word: TextToken | undefined): boolean => /^(?:NOUN|PROPN)$/.test(word?.pos ?? "");

function relationOf(
  words: readonly TextToken[],
  keywords: readonly Keyword[],
  type: AnswerType,
  lower: string,
): Keyword | null {
  const of = (token: TextToken | undefined): Keyword | null =>
    token === undefined ? null : (keywords.find((other) => other.lemma === token.lemma) ?? null);
  if (type === "number") {
    const at = words.findIndex((word) => /^(?:many|number)$/i.test(word.text));
    const counted = words.slice(at + 1);
    const noun = counted.findIndex((word) => isNoun(word));
    // The days of "vacation days" are counted.
    return of(counted.find((word, place) => place >= noun && isNoun(word) && !isNoun(counted[place + 1])));
  }
  const predicate = words.find((word, at) => isPredicate(word, words[at - 1]));
  if (predicate !== undefined) return of(predicate);
  const verb = words.findLast((word) => word.pos === "VERB" && !LIGHT.has(word.lemma) && !EMPTY_VERBS.has(word.lemma));
  if (verb !== undefined) return of(verb);
  const adjective = type === "quantity" && /^how \w+ /.test(lower) ? of(words[1]) : null;
  if (adjective !== null) return adjective;
  // "how does it work": the tagger takes a verb at the end for a noun.
  const last = words.findLast((word) => /\p{L}/u.test(word.text));
  if (/\b(?:do|does|did)\b/.test(lower) && last?.pos === "NOUN") return of(last);
  return headNoun(words, keywords);
}

/** The last noun of the first row of nouns that is not a mere kind of answer: the "rate" of "interest rate". */
function headNoun(words: readonly TextToken[], keywords: readonly Keyword[]): Keyword | null {
  const noun = (word: TextToken | undefined): boolean =>
    word !== undefined && /^(?:NOUN|ADJ|PROPN)$/.test(word.pos) && !LIGHT.has(word.lemma);
  const content = (word: TextToken): boolean =>
    noun(word) && keywords.some((other) => other.lemma === word.lemma && other.weight >= 1);
  let at = words.findIndex(content);
  if (at === -1) return null;
  while (noun(words[at + 1])) at++;
  const lemma = words[at]?.lemma;
  return keywords.find((other) => other.lemma === lemma) ?? null;
}
