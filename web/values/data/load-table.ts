import { readBeginning, textOf } from "../files/read-file.ts";
import { MAX_ROWS, type TableView, tableOf } from "./table.ts";

/** Room for a thousand rows of two thousand characters. */
const MAX_BYTES = 2_000_000;

/** The first rows of a file of comma- or tab-separated values. */
export async function loadTable(address: string, signal: AbortSignal): Promise<TableView> {
  const [beginning, { default: papa }] = await Promise.all([
    readBeginning(address, MAX_BYTES, signal),
    import("papaparse"),
  ]);
  const text = textOf(beginning).replace(/^\ufeff/, "");
  // One row more than is shown tells whether there are more.
  const { data } = papa.parse<string[]>(text, { preview: MAX_ROWS + 2, skipEmptyLines: "greedy" });
  const isWhole = beginning.isWhole && data.length < MAX_ROWS + 2;
  // The last row of what was cut may be cut itself.
  return tableOf(beginning.isWhole || data.length < 2 ? data : data.slice(0, -1), isWhole);
}
