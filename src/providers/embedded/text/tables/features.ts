import type { Likeness } from "./lexicon.ts";
import type { QueryForm, TableOperation } from "./query.ts";

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
] as const;
export type Way = Likeness | "literal" | "operation" | "cell" | "cellPart";

/** Which words of a question, by their places, a part of a query accounts for. */
export type Explained = ReadonlyMap<number, Way>;

/** What a query that accounts for a question in part leaves aside, by what it might have been. */
type Missed =
  | "missedVerb"
  | "missedOperation"
  | "missedSum"
  | "missedLiteral"
  | "missedColumn"
  | "missedCell"
  | "missedWord";

/** What else speaks for or against a reading. */
type Trait =
  | "yesNo"
  | "literalOutside"
  | "literalAlone"
  | "namePartsMissing"
  | "rival"
  | "countAll"
  | "countNamed"
  | "yesNoFigure"
  | "nothingMissed"
  | "showId"
  | "showFigure"
  | "showFirst"
  | "showRowName"
  | "showCondition"
  | "whoFirst"
  | "whoWrong"
  | "whoFigure"
  | "toDoFigure"
  | "whichRight"
  | "wholeColumn"
  | "topNotTime"
  | "topRepeatsMost"
  | "measureOnly"
  | "measureUnnamed"
  | "operationUnasked"
  | "keyFigure"
  | "keyUnique";

export type FeatureName =
  | `by:${Way}`
  | Missed
  | Trait
  | `form:${QueryForm["form"] | TableOperation | "ordered" | "first"}`;

/** How much of each there is in a reading; what is left out is 0. */
export type ReadingFeatures = Readonly<Partial<Record<FeatureName, number>>>;

/** Adds features in place. */
export function addTo(sum: Partial<Record<FeatureName, number>>, more: ReadingFeatures): void {
  for (const [name, value] of Object.entries(more)) {
    const key = name as FeatureName;
    sum[key] = (sum[key] ?? 0) + value;
  }
}
