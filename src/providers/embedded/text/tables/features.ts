import type { Likeness } from "./lexicon.ts";

/** How a part of a query accounts for a word of the question, the surest first. */
export const WAYS = [
  "literal",
  "operation",
  "same",
  "cell",
  "cellPart",
  "stem",
  "glossary",
  "synonym",
  "derived",
  "broader",
  "near",
  "rows",
] as const;
export type Way = Likeness | "literal" | "operation" | "cell" | "cellPart" | "rows";

/** Which words of a question, by their places, a part of a query accounts for. */
export type Explained = ReadonlyMap<number, Way>;

/** What a query that accounts for a question in part leaves aside, by what it might have been. */
type Missed =
  | "missedVerb"
  | "missedEvent"
  | "missedOperation"
  | "missedLiteral"
  | "missedColumn"
  | "missedCell"
  | "missedName"
  | "missedWord";

/** What else speaks for or against a reading. */
type Trait =
  | "rowsFar"
  | "cellColumnNamed"
  | "cellSeveral"
  | "yesNo"
  | "namePartsMissing"
  | "rival"
  | "countAll"
  | "listFigures"
  | "showUnasked"
  | "showId"
  | "whoFirst"
  | "topTime"
  | "topRepeats"
  | "topRepeatsMost"
  | "literalOutside"
  | "topNotTime"
  | "literalNamed"
  | "literalUnit"
  | "literalTime"
  | "literalAlone"
  | "literalEqual"
  | "showNamed"
  | "showRowName"
  | "showFirst"
  | "showUnique"
  | "showCondition"
  | "showFigure"
  | "wholeColumn"
  | "whoRight"
  | "whoWrong"
  | "whichRight"
  | "whichWrong"
  | "figureAsked"
  | "figureNotAsked"
  | "measureNext"
  | "measureUnnamed"
  | "sumUnasked"
  | "sumOfPrices"
  | "sumOfShares"
  | "operationUnasked"
  | "keyBehindPer"
  | "keyNotBehindPer"
  | "keyUnique"
  | "keyFigure"
  | "keyPart"
  | "orderUnasked"
  | "oneRow"
  | "several"
  | "isQuestionOfYes";

type Form =
  | "list"
  | "figureTop"
  | "list2"
  | "sort"
  | "top"
  | "figure"
  | "count"
  | "distinct"
  | "groups"
  | "groupsTop"
  | "difference"
  | "share";

export type FeatureName = `by:${Way}` | Missed | Trait | `form:${Form}`;

/** How much of each there is in a reading; what is left out is 0. */
export type ReadingFeatures = Readonly<Partial<Record<FeatureName, number>>>;

/** Adds features in place. */
export function addTo(sum: Partial<Record<FeatureName, number>>, more: ReadingFeatures): void {
  for (const [name, value] of Object.entries(more)) {
    const key = name as FeatureName;
    sum[key] = (sum[key] ?? 0) + value;
  }
}
