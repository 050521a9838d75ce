import Papa from "papaparse";
import type { JsonObject, JsonValue } from "../domain/json.ts";

export const isRecord = (value: JsonValue): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Rows as CSV (RFC 4180), with a column for each name that any row has; a text is taken for CSV. Null for what is no table. */
export function csvOf(value: JsonValue): string | null {
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return null;
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  const rows = value.map((row) => columns.map((column) => cellOf(row[column])));
  return Papa.unparse([columns, ...rows]);
}

function cellOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The rows of CSV by column, as a program sees them: every cell is a text. */
export const rowsOf = (csv: string): readonly JsonObject[] =>
  Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
