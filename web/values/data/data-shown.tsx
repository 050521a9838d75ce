import { useMemo } from "react";
import type { JsonValue } from "../../../src/domain/json.ts";
import { readScores } from "./read-found.ts";
import { Scores } from "./scores.tsx";
import { tableOfRecords } from "./table.ts";
import { TableShown } from "./table-shown.tsx";
import { Tree } from "./tree.tsx";

/** Data by what it turns out to be: scores as bars, records as a table, anything else as it nests. */
export function DataShown({ data, name = "Data" }: { readonly data: JsonValue; readonly name?: string }) {
  const scores = useMemo(() => readScores(data), [data]);
  const table = useMemo(() => (scores ? null : tableOfRecords(data)), [data, scores]);
  if (scores) return <Scores scores={scores} />;
  if (table) return <TableShown table={table} name={name} />;
  return <Tree value={data} name={name} isOpen={isSmall(data)} />;
}

/** What a few fields are is seen at once. */
const isSmall = (data: JsonValue): boolean =>
  typeof data === "object" && data !== null && !Array.isArray(data) && Object.keys(data).length <= 8;
