import * as z from "zod";
import {
  GRAPH_FORMAT,
  GRAPH_VERSION,
  type GraphHeader,
  graphBlock,
  graphHeader,
} from "../../../r2-schemas/catalogue.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import { DamagedSnapshot } from "./bucket.ts";
import { type Block, createModelColumns, type ModelColumns, Strings } from "./columns.ts";
import { comesBefore, type Snapshot, type SnapshotCounts, snapshotOver } from "./snapshot.ts";

/** Models per line. More make the file slightly smaller, but more is held in memory at once. */
const BLOCK_MODELS = 64;
/** Characters of JSON after which a line ends. */
const BLOCK_CHARS = 512 * 1024;

/** Yields the lines of `graph.jsonl` with their line breaks: a header, then blocks of models in order. */
export function* writeGraph(snapshot: Snapshot, publishedAt: number): Generator<string> {
  const { id, counts } = snapshot;
  const header: GraphHeader = { format: GRAPH_FORMAT, version: GRAPH_VERSION, id, publishedAt, counts };
  yield `${JSON.stringify(header)}\n`;
  const strings = new Strings();
  let waiting: CatalogueModel[] = [];
  let chars = 0;
  for (let row = 0; row < counts.models; row++) {
    const model = snapshot.at(row);
    waiting.push(model);
    chars += JSON.stringify(model).length;
    if (waiting.length < BLOCK_MODELS && chars < BLOCK_CHARS && row < counts.models - 1) continue;
    yield writeBlock(waiting, strings);
    waiting = [];
    chars = 0;
  }
}

function writeBlock(models: readonly CatalogueModel[], strings: Strings): string {
  const before = strings.length;
  const columns = createModelColumns(strings);
  for (const model of models) columns.models.push(model);
  const block: Block = {};
  columns.models.write(block, "");
  return `${JSON.stringify({ models: models.length, strings: strings.since(before), columns: block })}\n`;
}

/** The snapshot under construction. */
interface Growing {
  readonly columns: ModelColumns;
  readonly strings: Strings;
  readonly rows: Map<string, number>;
  /** Items read so far. */
  readonly found: { scores: number; endpoints: number };
}

/**
 * Loads a snapshot from `graph.jsonl`, holding one line of the file at a time.
 * @param id the snapshot's expected id
 * @throws {DamagedSnapshot} saying which line is wrong, and how
 */
export async function loadGraph(body: ReadableStream<Uint8Array>, id: string): Promise<Snapshot> {
  const strings = new Strings();
  const growing: Growing = {
    columns: createModelColumns(strings),
    strings,
    rows: new Map(),
    found: { scores: 0, endpoints: 0 },
  };
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

/** What is wrong with a line; null for other errors, such as a failed transfer from R2. */
function reasonOf(thrown: unknown): string | null {
  if (thrown instanceof DamagedSnapshot) return thrown.message;
  return thrown instanceof SyntaxError || thrown instanceof z.ZodError ? "it is not written as such a line is" : null;
}

function readHeader(line: string, id: string): GraphHeader {
  const header = graphHeader.parse(JSON.parse(line));
  if (header.id !== id) throw new DamagedSnapshot(`it is of snapshot ${header.id}`);
  return header;
}

function readBlock(line: string, { columns, strings, rows, found }: Growing, announced: number): void {
  const { models, strings: texts, columns: block } = graphBlock.parse(JSON.parse(line));
  const first = rows.size;
  if (first + models > announced) throw new DamagedSnapshot(`there are more than the ${announced} models announced`);
  strings.append(texts);
  columns.models.read(block, "", models);
  found.scores += sumOf(block["scores.length"]);
  found.endpoints += sumOf(block["endpoints.length"]);
  for (let row = first; row < first + models; row++) addRow(row, columns, rows);
}

const sumOf = (lengths: unknown): number =>
  z
    .array(z.number())
    .parse(lengths)
    .reduce((sum, one) => sum + one, 0);

function addRow(row: number, { fields }: ModelColumns, rows: Map<string, number>): void {
  const keyAt = (place: number) => ({ id: fields.id.at(place), downloads: fields.downloads.at(place) });
  const { id, downloads } = keyAt(row);
  if (rows.has(id)) throw new DamagedSnapshot(`${id} is there twice`);
  if (row > 0 && !comesBefore(keyAt(row - 1), { id, downloads })) throw new DamagedSnapshot(`${id} is out of order`);
  rows.set(id, row);
}

/** Detects a file that was cut off between two lines. @throws {DamagedSnapshot} */
function checkCounts(counts: SnapshotCounts, { rows, found: items }: Growing, id: string): void {
  const found = { models: rows.size, ...items };
  for (const what of ["models", "scores", "endpoints"] as const) {
    if (found[what] !== counts[what]) {
      throw new DamagedSnapshot(`Snapshot ${id} has ${found[what]} ${what} instead of ${counts[what]}`);
    }
  }
}

/** Lines end after some 512 Ki characters, but a last model may be added and JSON may escape its text. */
const MAX_LINE_CHARS = 8 * 1024 * 1024;
/** Three times the size of a complete snapshot of 27,000 models. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Yields the lines of a stream without their line breaks. Leaving the loop early cancels the stream.
 * @throws {DamagedSnapshot} for invalid UTF-8, an unfinished last line, or too many bytes
 */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let rest = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_FILE_BYTES) throw new DamagedSnapshot(`the file is larger than ${MAX_FILE_BYTES} bytes`);
    const lines = (rest + decode(decoder, chunk)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_CHARS) throw new DamagedSnapshot(`it is longer than ${MAX_LINE_CHARS} characters`);
    yield* lines;
  }
  if (rest + decode(decoder) !== "") throw new DamagedSnapshot("it is cut off");
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (thrown) {
    throw new DamagedSnapshot("it is not text in UTF-8", { cause: thrown });
  }
}
