import type { Readable } from "node:stream";
import { UsageError } from "./usage-error.ts";

/** Stands for standard input, as a request or as a file. */
export const STANDARD_INPUT = "-";

/**
 * All that comes on standard input.
 * @throws {UsageError} past `mostBytes`, of which nothing more is read
 */
export async function readAll(input: Readable, mostBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const read = Buffer.from(chunk);
    bytes += read.length;
    if (bytes > mostBytes) throw new UsageError(`Standard input holds more than ${mostBytes} bytes`);
    chunks.push(read);
  }
  return Buffer.concat(chunks);
}

/** More than the server takes as a request. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** The request: the text given, or standard input for `-`. @throws {UsageError} where nothing is said there */
export async function readRequestText(text: string, input: Readable): Promise<string> {
  if (text !== STANDARD_INPUT) return text;
  const read = (await readAll(input, MAX_TEXT_BYTES)).toString("utf8").trim();
  if (read === "") throw new UsageError("Nothing came on standard input");
  return read;
}
