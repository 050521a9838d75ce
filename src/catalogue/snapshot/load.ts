import * as z from "zod";
import { type GraphHeader, graphBlock, graphHeader } from "../../../r2-schemas/catalogue.ts";
import { DamagedSnapshot } from "./damaged.ts";
import { snapshotOver } from "./in-memory.ts";
import { readLines } from "./lines.ts";
import { createModelColumns, type ModelColumns } from "./model-columns.ts";
import { comesBefore } from "./order.ts";
import type { Snapshot, SnapshotCounts } from "./snapshot.ts";
import { Strings } from "./strings.ts";

/** What is being put together, line by line. */
interface Growing {
  readonly columns: ModelColumns;
  readonly strings: Strings;
  readonly rows: Map<string, number>;
}

/**
 * Reads `graph.jsonl` line by line, so that no more of it is held than one line and what was made of the others.
 * @param id of the snapshot that it should be
 * @throws {DamagedSnapshot} saying which line is wrong, and how; nothing of it is kept then
 */
export async function loadGraph(body: ReadableStream<Uint8Array>, id: string): Promise<Snapshot> {
  const strings = new Strings();
  const growing: Growing = { columns: createModelColumns(strings), strings, rows: new Map() };
  let header: GraphHeader | undefined;
  let number = 1;
  try {
    for await (const line of readLines(body)) {
      if (header) readBlock(line, growing, header.counts.models);
      else header = readHeader(line, id);
      number++;
    }
  } catch (thrown) {
    const reason = reasonOf(thrown);
    if (reason === null) throw thrown;
    throw new DamagedSnapshot(`Snapshot ${id}, line ${number}: ${reason}`, { cause: thrown });
  }
  if (!header) throw new DamagedSnapshot(`Snapshot ${id} is empty`);
  const { publishedAt, counts } = header;
  checkCounts(counts, growing, id);
  growing.columns.models.trim();
  return snapshotOver({ id, publishedAt, counts, columns: growing.columns, rows: growing.rows });
}

/** What is wrong with a line; null for what went wrong elsewhere, such as on the way from R2. */
function reasonOf(thrown: unknown): string | null {
  if (thrown instanceof DamagedSnapshot) return thrown.message;
  return thrown instanceof SyntaxError || thrown instanceof z.ZodError ? "it is not written as such a line is" : null;
}

function readHeader(line: string, id: string): GraphHeader {
  const header = graphHeader.parse(JSON.parse(line));
  if (header.id !== id) throw new DamagedSnapshot(`it is of snapshot ${header.id}`);
  return header;
}

function readBlock(line: string, { columns, strings, rows }: Growing, announced: number): void {
  const { models, strings: texts, columns: block } = graphBlock.parse(JSON.parse(line));
  const first = rows.size;
  if (first + models > announced) throw new DamagedSnapshot(`there are more than the ${announced} models announced`);
  strings.append(texts);
  columns.models.read(block, "", models);
  for (let row = first; row < first + models; row++) addRow(row, columns, rows);
}

function addRow(row: number, { fields }: ModelColumns, rows: Map<string, number>): void {
  const keyAt = (place: number) => ({ id: fields.id.at(place), downloads: fields.downloads.at(place) });
  const { id, downloads } = keyAt(row);
  if (rows.has(id)) throw new DamagedSnapshot(`${id} is there twice`);
  if (row > 0 && !comesBefore(keyAt(row - 1), { id, downloads })) throw new DamagedSnapshot(`${id} is out of order`);
  rows.set(id, row);
}

/** A file that was cut off between two lines has fewer models than its header says. */
function checkCounts(counts: SnapshotCounts, { columns: { fields }, rows }: Growing, id: string): void {
  const found = { models: rows.size, scores: fields.scores.total(), endpoints: fields.endpoints.total() };
  for (const what of ["models", "scores", "endpoints"] as const) {
    if (found[what] !== counts[what]) {
      throw new DamagedSnapshot(`Snapshot ${id} has ${found[what]} ${what} instead of ${counts[what]}`);
    }
  }
}
