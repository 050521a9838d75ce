import { type Column, isYears } from "./columns.ts";
import { addTo, type Explained, type FeatureName, type ReadingFeatures } from "./features.ts";
import { NOTHING } from "./parts.ts";
import type { QueryForm, RowCondition } from "./query.ts";
import type { SaidWords } from "./said.ts";
import type { Signal } from "./signals.ts";

/** A form of a query with what it accounts for. */
export interface FormReading {
  readonly query: QueryForm;
  readonly explained: readonly Explained[];
  readonly features: ReadingFeatures;
  /** Of what has the highest figure: whether the figure is asked for, or what has it; `null` where that cannot be told. */
  readonly asks?: "figure" | "row" | null | undefined;
  /** The conditions that still limit its rows; those that a difference or a share is of do not. */
  readonly where?: readonly RowCondition[];
}

/** Sums of what both have. */
export function added(one: ReadingFeatures, other: ReadingFeatures): ReadingFeatures {
  const sum: Partial<Record<FeatureName, number>> = { ...one };
  addTo(sum, other);
  return sum;
}

/** The "by" of "top 3 by revenue". */
export function byOf({ tokens }: SaidWords, measure: Explained = NOTHING): Explained {
  const first = Math.min(...measure.keys());
  const bys = tokens.filter(({ at, word }) => word === "by" && at < first && at >= first - 2);
  return new Map(bys.map(({ at }) => [at, "operation"]));
}

/** The best rank is the least, the youngest was born last. */
export function directionOf(top: Signal, column: Column): "rising" | "falling" {
  const adjective = top.adjective?.lemma ?? "";
  const turned =
    (/^(?:rank|place|position)/i.test(column.name) && /^(?:good|bad)$/.test(adjective)) ||
    ((column.type === "date" || isYears(column)) && /^(?:old|young|long)$/.test(adjective)) ||
    (/\b(?:min|time|minute|duration|second)/i.test(column.name) && /^(?:fast|quick|slow)$/.test(adjective));
  return (top.deed === "bottom") !== turned ? "rising" : "falling";
}
