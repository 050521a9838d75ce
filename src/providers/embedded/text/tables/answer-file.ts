import type { OutputDraft } from "../../../provider.ts";
import { csvOf } from "./csv.ts";
import type { Query } from "./query.ts";
import type { Table } from "./read-table.ts";
import type { QueryResult } from "./run-query.ts";

/**
 * The rows of an answer as a file; `null` where it has only one. No larger than the table itself, but for its quotes. Rows
 * that meet a condition come whole where only one of their columns was told, so that more can be asked of them.
 */
export function answerFile(query: Query, result: QueryResult, table: Table): OutputDraft | null {
  const { columns, rows } = rowsOf(query, result, table);
  return rows.length < 2 ? null : { as: "bytes", bytes: csvOf(columns, rows), mediaType: "text/csv", ...madeBy(query) };
}

function rowsOf({ where }: Query, { columns, rows, sources }: QueryResult, table: Table): Table {
  if (columns.length > 1 || rows.length < 2) return { columns, rows };
  return where.length > 0
    ? { columns: table.columns, rows: sources.map((row) => table.rows[row] ?? []) }
    : { columns, rows: [...new Set(rows.flat())].map((cell) => [cell]) };
}

/** What was done, for the name of the file. */
function madeBy(query: Query): { readonly made?: string } {
  if ("order" in query && query.order !== null) return { made: "sorted" };
  if (query.form === "groups") return { made: "grouped" };
  return query.where.length > 0 ? { made: "filtered" } : {};
}
