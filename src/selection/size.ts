import type { Constraints } from "../domain/constraints.ts";
import type { Preference } from "./preference.ts";
import type { Roster } from "./roster.ts";
import { listRows, type Rows } from "./rows.ts";

/** The wish for the smallest or the largest model, over those that satisfy every condition; sizes that nobody knows come last. */
export function bySize(
  prefer: NonNullable<NonNullable<Constraints["size"]>["prefer"]>,
  taskType: string,
  { sizes, grades }: Roster,
  satisfying: Rows,
): Preference {
  const rows = listRows(satisfying);
  const isKnown = (row: number): boolean => Number.isFinite(sizes[row]);
  if (!rows.some(isKnown)) {
    return {
      keys: [],
      why: () => "Nobody says how large the models for it are, so that the usual order stands",
      note: `For ${taskType} the size of no model that can be used here is known, so that the usual order stands.`,
    };
  }
  const key = prefer === "smallest" ? sizes : sizes.map((size) => (Number.isFinite(size) ? -size : size));
  return {
    keys: [key],
    why: (row) => {
      if (!isKnown(row)) return "Its size is not known for sure, so behind those whose size is";
      const [grade, place] = [grades[row] ?? 0, key[row] ?? 0];
      let ahead = 0;
      for (const other of rows) if (grades[other] === grade && (key[other] ?? 0) < place) ahead++;
      if (ahead === 0) return `The ${prefer}`;
      return `${ahead} ${ahead === 1 ? "is" : "are"} ${prefer === "smallest" ? "smaller" : "larger"}`;
    },
    note: null,
  };
}
