import type { Constraints } from "../domain/constraints.ts";
import type { ExpertIndex } from "./expert-index.ts";
import { byLeast } from "./least.ts";
import type { Preference } from "./preference.ts";
import type { RowSet } from "./rows.ts";

/** The wish for the smallest or the largest model, over those that satisfy every condition; sizes that nobody knows come last. */
export function bySize(
  prefer: NonNullable<NonNullable<Constraints["size"]>["prefer"]>,
  taskType: string,
  { sizes, grades }: ExpertIndex,
  satisfying: RowSet,
): Preference {
  const isSmallest = prefer === "smallest";
  return byLeast(isSmallest ? sizes : sizes.map((size) => (Number.isFinite(size) ? -size : size)), grades, satisfying, {
    first: `The ${prefer}`,
    ahead: isSmallest ? "smaller" : "larger",
    unknown: "Its size is not known for sure, so behind those whose size is",
    noneKnown: "Nobody says how large the models for it are, so that the usual order stands",
    note: `For ${taskType} the size of no model that can be used here is known, so that the usual order stands.`,
  });
}
