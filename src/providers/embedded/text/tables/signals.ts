import type { TableOperation } from "./query.ts";
import { isDenial, type Token } from "./words.ts";

/** What a question may ask to be done with the cells. */
export type Deed =
  | Exclude<TableOperation, "min" | "max">
  | "much"
  | "top"
  | "bottom"
  | "difference"
  | "compare"
  | "share"
  | "sort"
  | "per"
  | "arithmetic";

/** Words for each. */
const NAMES: Readonly<Record<Exclude<Deed, "much">, string>> = {
  sum: "total sum altogether together overall combined add",
  mean: "average mean avg",
  median: "median",
  count: "count number",
  distinct: "different distinct unique",
  top: "most furthest farthest highest maximum max largest biggest greatest top best latest last newest",
  bottom: "least lowest minimum min smallest fewest bottom worst earliest first",
  difference: "difference gap",
  compare: "compare compared comparing versus vs",
  share: "share percentage percent proportion fraction",
  sort: "sort order rank arrange",
  per: "per each every by",
  arithmetic: "times multiplied divided minus plus × * ÷ +",
};

/** Adjectives for little of something, or for early; all others are for much. */
const LITTLE = new Set(
  "cheap low small short few little young bad light slow early weak cold near close narrow shallow thin dry old-fashioned".split(
    " ",
  ),
);

/** What may stand before what is counted: "who sold the most oak". */
export const OF_MANY = /^(?:most|more|least|less|fewest|fewer)$/;

/** Where a question says what is to be done. */
export interface Signal {
  readonly deed: Deed;
  /** Where it says so. */
  readonly from: number;
  /** Places of words that say nothing else: of "cheapest" there is none, as it also names what is compared. */
  readonly at: readonly number[];
  /** The adjective of "cheapest", "most expensive". */
  readonly adjective: Token | null;
  /** How many are wanted, where it says: "top 3". */
  readonly most: number | null;
}

const named = new Map(
  Object.entries(NAMES).flatMap(([deed, names]) => names.split(" ").map((name) => [name, deed as Deed])),
);

/** The deeds that a question names. */
export function signalsIn(tokens: readonly Token[]): Signal[] {
  return tokens.flatMap((token): Signal[] => {
    const before = tokens[token.at - 1];
    // "Biggest first" asks for an order, and not for what is first.
    if (token.word === "first" && before !== undefined && isSuperlative(before)) return [];
    if (/^(?:many|often)$/.test(token.word) && before?.word === "how")
      return [{ ...NONE, deed: "count", from: token.at, at: [token.at - 1, token.at] }];
    // "What did lunch come to in May", and no "who came to Oslo".
    const isAmount =
      token.word === "to" && /^(?:come|amount)$/.test(before?.lemma ?? "") && isBeforeTime(tokens[token.at + 1]);
    if (isAmount && tokens.some(({ word }) => word === "what") && !tokens.some(isSum))
      return [{ ...NONE, deed: "sum", from: token.at - 1, at: [token.at - 1, token.at] }];
    if (token.word === "much" && before?.word === "how")
      return [{ ...NONE, deed: "much", from: token.at, at: [token.at] }];
    const deed = isPurchase(token, before) ? undefined : named.get(token.text.toLowerCase());
    if (deed === "top" || deed === "bottom") return [superlative(deed, token, tokens)];
    if (deed !== undefined) return [{ ...NONE, deed, from: token.at, at: [token.at] }];
    const isMost = isEst(token) || (isComparative(token) && choosesAmongAll(tokens));
    if (isMost) return [superlative(isLittle(token) ? "bottom" : "top", token, tokens)];
    return [];
  });
}

/** "Cheapest", as against "forest". */
const isEst = ({ plain, lemma, text }: Token): boolean => !plain && lemma !== text.toLowerCase() && /est$/i.test(text);

const isSuperlative = (token: Token): boolean =>
  isEst(token) || /^(?:top|bottom)$/.test(named.get(token.text.toLowerCase()) ?? "");

const isBeforeTime = (next: Token | undefined): boolean =>
  next === undefined || /^(?:in|for|on|during|this|last)$/.test(next.word);

const isSum = ({ text }: Token): boolean => named.get(text.toLowerCase()) === "sum";

/** Comparatives by themselves, which also make one of the adjective after them. */
const MORE_OR_LESS = /^(?:more|less|fewer)$/;

/** "More", "older", as against "maker". */
const isComparative = ({ word, lemma }: Token): boolean =>
  MORE_OR_LESS.test(word) || (/er$/.test(word) && lemma !== word);

/** "Which region sold more", "who is older": without a word of what it is compared with, it is all others. */
const choosesAmongAll = (tokens: readonly Token[]): boolean =>
  tokens.some(({ word }) => /^(?:which|who|whose)$/.test(word)) && !tokens.some(({ word }) => word === "than");

const isLittle = ({ word, lemma }: Token): boolean => /^(?:less|fewer)$/.test(word) || LITTLE.has(lemma);

/** "What should we order", "what is there to order", "size of an order": whoever is asked to sort is "you". */
const isPurchase = ({ word }: Token, before: Token | undefined): boolean =>
  word === "order" &&
  /^(?:i|we|they|he|she|to|a|an|the|each|every|per|from|this|that|our|my)$/.test(before?.word ?? "");

const NONE = { adjective: null, most: null } as const;

/** "Cheapest", "most expensive", "top 3", "3 largest": with its number and its adjective. */
function superlative(deed: "top" | "bottom", token: Token, tokens: readonly Token[]): Signal {
  const isNamed = MORE_OR_LESS.test(token.word) || NAMES[deed].split(" ").includes(token.text.toLowerCase());
  const isFirst = tokens[token.at + 1]?.word === "first";
  const at = isNamed || isFirst ? [token.at] : [];
  if (isFirst) at.push(token.at + 1);
  const numberAt = [token.at + 1, token.at - 1].find((place) => /^\d{1,3}$/.test(tokens[place]?.text ?? ""));
  if (numberAt !== undefined) at.push(numberAt);
  const most = numberAt === undefined ? null : Number(tokens[numberAt]?.text);
  const next = tokens[token.at + 1];
  if (/^(?:most|least|more|less|fewer)$/i.test(token.text)) {
    // "Most often" counts, as "how often" does.
    if (next?.word === "often") return { deed, from: token.at, at: [...at, next.at], adjective: null, most };
    const adjective = next === undefined || next.plain ? null : next;
    const isReversed = adjective !== null && LITTLE.has(adjective.lemma);
    return { deed: isReversed === (deed === "top") ? "bottom" : "top", from: token.at, at, adjective, most };
  }
  return { deed, from: token.at, at, adjective: token, most };
}

/** How a number is compared with, in the words before it; the longest first. */
const COMPARISONS: readonly (readonly [words: string, operator: Operator])[] = [
  ["at least", ">="],
  ["at or above", ">="],
  ["at or over", ">="],
  ["on or after", ">="],
  ["no less than", ">="],
  ["not less than", ">="],
  ["no fewer than", ">="],
  ["since", ">="],
  ["from", ">="],
  ["starting", ">="],
  ["at most", "<="],
  ["at or below", "<="],
  ["at or under", "<="],
  ["on or before", "<="],
  ["no more than", "<="],
  ["not more than", "<="],
  ["up to", "<="],
  ["until", "<="],
  ["more than", ">"],
  ["above", ">"],
  ["over", ">"],
  ["exceeding", ">"],
  ["exceed", ">"],
  ["exceeds", ">"],
  ["exceeded", ">"],
  ["after", ">"],
  ["less than", "<"],
  ["fewer than", "<"],
  ["below", "<"],
  ["under", "<"],
  ["before", "<"],
];
export type Operator = ">" | ">=" | "<" | "<=" | "=";

export interface Comparison {
  readonly operator: Operator;
  /** Places of its words. */
  readonly at: readonly number[];
  /** "Older", of "older than". */
  readonly adjective: Token | null;
}

/** The comparison that stands right before a place; equality where there is none. */
export function comparisonBefore(tokens: readonly Token[], place: number): Comparison {
  const said = (at: number): string => tokens[at]?.text.toLowerCase() ?? "";
  for (const [phrase, operator] of COMPARISONS) {
    const parts = phrase.split(" ");
    const from = place - parts.length;
    if (from >= 0 && parts.every((part, offset) => said(from + offset) === part))
      return { operator, at: parts.map((_, offset) => from + offset), adjective: null };
  }
  const adjective = said(place - 1) === "than" ? tokens[place - 2] : undefined;
  if (adjective === undefined || !/er$/i.test(adjective.text)) return { operator: "=", at: [], adjective: null };
  return { operator: LITTLE.has(adjective.lemma) ? "<" : ">", at: [place - 2, place - 1], adjective };
}

/** So far before "than" its comparative may stand. */
const MAX_COMPARED = 5;

/** As `comparisonBefore`, also where what is compared stands between: "more on hand than ordered". */
export function comparisonWith(tokens: readonly Token[], place: number): Comparison {
  const than = place - 1;
  if (tokens[than]?.word !== "than") return comparisonBefore(tokens, place);
  const comparative = tokens.slice(Math.max(0, than - MAX_COMPARED), than).findLast(isComparative);
  if (comparative === undefined) return { operator: "=", at: [], adjective: null };
  return { operator: isLittle(comparative) ? "<" : ">", at: [comparative.at, than], adjective: null };
}

/** The first word before a place, among the few right before it, that denies what stands there. */
export function denialBefore(tokens: readonly Token[], place: number): number | null {
  for (let at = place - 1; at >= Math.max(0, place - 4); at--) {
    const token = tokens[at];
    if (token === undefined) return null;
    if (isDenial(token)) return at;
    if (!token.plain) return null;
  }
  return null;
}
