import type { ExpertIndex } from "./expert-index.ts";
import { byLeast } from "./least.ts";
import type { Preference } from "./preference.ts";
import type { RowSet } from "./rows.ts";

/** The wish for the model whose calls cost the least, over those that satisfy every condition; unknown prices come last. */
export const byCost = (taskType: string, { costs, grades }: ExpertIndex, satisfying: RowSet): Preference =>
  byLeast(costs, grades, satisfying, {
    first: "The cheapest",
    ahead: "cheaper",
    unknown: "Its price is not known, so behind those whose price is",
    noneKnown: "Nobody says what the models for it cost, so that the usual order stands",
    note: `For ${taskType} the price of no model that can be used here is known, so that the usual order stands.`,
  });
