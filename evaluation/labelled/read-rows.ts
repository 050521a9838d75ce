import type * as z from "zod";
import type { InputFile } from "../arguments.ts";
import { checkIds, readJsonLines } from "../read-json-lines.ts";
import { DataError } from "../suite.ts";

/** @throws {DataError} naming file and line; also for an id that stands twice, and for a file without rows. */
export async function readRows<T extends { readonly id: string }>(
  { path, shown }: InputFile,
  schema: z.ZodType<T>,
): Promise<readonly T[]> {
  const rows = await readJsonLines(path, shown, schema);
  checkIds(rows);
  if (rows.length === 0) throw new DataError(`${shown}: there is no row in it`);
  return rows.map(({ value }) => value);
}
