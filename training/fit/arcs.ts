import { arcColumns, ofArc } from "../../src/planning/embedded/rank/arcs.ts";
import type { ScoredRequest } from "../../src/planning/embedded/rank/scored-request.ts";
import type { Example } from "../example.ts";
import { fitLogistic, type LogisticRow } from "./logistic.ts";
import type { FitOptions } from "./penalty.ts";

/** An example, and what a network says of it. */
export interface Seen {
  readonly example: Example;
  readonly outlook: ScoredRequest;
}

/** Fits the log-odds of links. @param types how many it knows. */
export function fitArcs(seen: readonly Seen[], types: number, options: FitOptions): Float64Array {
  const columns = arcColumns(types);
  const rows = seen.flatMap((one) => arcRows(one, columns));
  // The bias comes last in both.
  return fitLogistic(rows, columns.at.bias, options);
}

/** One row for each two tasks of the right plan of which the first could feed the second. */
function arcRows(
  { example: { types, links }, outlook }: Seen,
  columns: ReturnType<typeof arcColumns>,
): readonly LogisticRow[] {
  const chosen = [...outlook.prospects.entries()].filter(([, { name }]) => types.includes(name));
  const places = chosen.map(([place]) => place);
  return chosen.flatMap(([from, giver]) =>
    chosen.flatMap(([to, taker]) => {
      if (!outlook.pairs[from]?.[to]?.feeds) return [];
      const found: number[] = [];
      const values: number[] = [];
      ofArc(columns, outlook, places, from, to, (column, value) => {
        found.push(column);
        values.push(value);
      });
      const target = Number(links.has(`${giver.name}>${taker.name}`));
      return [{ columns: Int32Array.from(found), values: Float32Array.from(values), target }];
    }),
  );
}
