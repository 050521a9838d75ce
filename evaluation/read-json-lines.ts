import { createReadStream } from "node:fs";
import type * as z from "zod";
import { DataError } from "./suite.ts";

/** The longest row of the benchmarks measured here is a hundredth of it; a bound on memory. */
export const MAX_LINE_CHARS = 1_000_000;
/** Ten times the largest benchmark measured here; a bound on memory. */
export const MAX_ROWS = 200_000;
/** A file of rows as large as those above would be; a bound on time. */
export const MAX_FILE_CHARS = 500_000_000;

/** A value and where it stands, as `file:line`. */
export interface Row<T> {
  readonly where: string;
  readonly value: T;
}

/**
 * Reads a file of one JSON value a line; empty lines don't count. The file is never held as a whole.
 * @param path as it is opened. @param shown as messages name it.
 * @throws {DataError} naming file and line, at the first line that is not as `schema` says, or past a bound.
 */
export async function readJsonLines<T>(path: string, shown: string, schema: z.ZodType<T>): Promise<readonly Row<T>[]> {
  const rows: Row<T>[] = [];
  for await (const { number, text } of lines(path, shown)) {
    if (text.trim() === "") continue;
    if (rows.length === MAX_ROWS) throw new DataError(`${shown}:${number}: more than ${MAX_ROWS} rows`);
    const where = `${shown}:${number}`;
    rows.push({ where, value: parseRow(text, where, schema) });
  }
  return rows;
}

/** @throws {DataError} at the first id that stands twice. */
export function checkIds(rows: readonly Row<{ readonly id: string }>[]): void {
  const ids = new Set<string>();
  for (const { where, value } of rows) {
    if (ids.has(value.id)) throw new DataError(`${where}: the id ${JSON.stringify(value.id)} stands here again`);
    ids.add(value.id);
  }
}

function parseRow<T>(text: string, where: string, schema: z.ZodType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new DataError(`${where}: not a line of JSON`);
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = (issue?.path ?? []).map(String).join(".");
  throw new DataError(`${where}: ${path === "" ? "" : `${JSON.stringify(path)}: `}${issue?.message ?? "not a row"}`);
}

/** Not `node:readline`: it would gather a line of any length. */
async function* lines(path: string, shown: string): AsyncGenerator<{ number: number; text: string }> {
  let number = 0;
  let total = 0;
  let rest = "";
  for await (const chunk of chunks(path, shown)) {
    total += chunk.length;
    if (total > MAX_FILE_CHARS) throw new DataError(`${shown}: longer than ${MAX_FILE_CHARS} characters`);
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const text of parts) {
      number++;
      yield { number, text: checkLength(text, `${shown}:${number}`) };
    }
    checkLength(rest, `${shown}:${number + 1}`);
  }
  yield { number: number + 1, text: rest };
}

function checkLength(text: string, where: string): string {
  if (text.length > MAX_LINE_CHARS) throw new DataError(`${where}: longer than ${MAX_LINE_CHARS} characters`);
  return text;
}

async function* chunks(path: string, shown: string): AsyncGenerator<string> {
  try {
    let first = true;
    for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
      if (typeof chunk !== "string") continue;
      yield first ? chunk.replace(/^\uFEFF/, "") : chunk;
      first = false;
    }
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new DataError(`${shown}: ${REASONS[reason] ?? `can't be read (${reason})`}`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "may not be read",
  EISDIR: "a folder, where a file is wanted",
};
