import { isAmount, isUnique, rowName } from "../columns.ts";
import { columnMeant, columnOfRows, countsThings } from "../meaning.ts";
import type { TableMeasure } from "../query.ts";
import { amountIn, mentionFrom, type SaidOfTable } from "./said.ts";

/**
 * What "how many" and "number of" ask for: rows, different cells of a column, or the sum of what is itself a count.
 * "How many lamps" are as many as the units of them, where the table has units. `null` where that is not told.
 */
export function countOf(said: SaidOfTable, at: number): TableMeasure | null {
  const { columns, open, conditions, tokens, isFree } = said;
  const counted = mentionFrom(said, at);
  // The "sales" of "how many sales" may mean a turnover, and are rows of the table.
  const noun = tokens[counted?.from ?? at]?.word ?? "";
  const ofRows = counted?.by !== "name" && counted?.by !== "part" && columnOfRows(noun, columns) !== null;
  if (counted !== null && !ofRows && isAmount(counted.column))
    return { by: "SUM", of: counted.column, distinct: false };
  const amount = amountIn(open.filter((mention) => mention !== counted));
  if (amount !== null && countsThings(amount)) return { by: "SUM", of: amount, distinct: false };

  const things = columnMeant("product", columns);
  const [units, more] = columns.filter(countsThings);
  if (!isFree(at) && units !== undefined && conditions.some(({ column }) => column === things))
    return more === undefined ? { by: "SUM", of: units, distinct: false } : null;

  const named = ofRows ? null : (counted?.column ?? null);
  const of = named ?? rowName(columns);
  return of === null ? null : { by: "COUNT", of, distinct: named !== null && !isUnique(of) };
}
