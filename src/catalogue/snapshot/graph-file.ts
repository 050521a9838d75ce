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
import { createModelColumns, Strings } from "./columns.ts";
import { comesBefore, type Snapshot, type SnapshotCounts, snapshotOf } from "./snapshot.ts";

/** Models per line. More make the file slightly smaller, but more is held in memory at once. */
const BLOCK_MODELS = 64;
/** Characters of JSON after which a line ends. */
const BLOCK_CHARS = 512 * 1024;

/** Yields the lines of `graph.jsonl` with their line breaks: a header, then blocks of models in order. */
export function* writeGraph({ id, counts, models }: Snapshot, publishedAt: number): Generator<string> {
  const header: GraphHeader = { format: GRAPH_FORMAT, version: GRAPH_VERSION, id, publishedAt, counts };
  yield `${JSON.stringify(header)}\n`;
  const strings = new Strings();
  const columns = createModelColumns(strings);
  for (const block of blocksOf(models)) {
    const before = strings.texts.length;
    const cells = columns.write(block);
    yield `${JSON.stringify({ models: block.length, strings: strings.texts.slice(before), columns: cells })}\n`;
  }
}

function* blocksOf(models: readonly CatalogueModel[]): Generator<readonly CatalogueModel[]> {
  let block: CatalogueModel[] = [];
  let chars = 0;
  for (const model of models) {
    block.push(model);
    chars += JSON.stringify(model).length;
    if (block.length < BLOCK_MODELS && chars < BLOCK_CHARS) continue;
    yield block;
    block = [];
    chars = 0;
  }
  if (block.length > 0) yield block;
}

/**
 * Loads a snapshot from `graph.jsonl`, holding one line of the file at a time.
 * @param id the snapshot's expected id
 * @throws {DamagedSnapshot} saying which line is wrong, and how
 */
export async function loadGraph(body: ReadableStream<Uint8Array>, id: string): Promise<Snapshot> {
  const strings = new Strings();
  const columns = createModelColumns(strings);
  const models: CatalogueModel[] = [];
  const ids = new Set<string>();
  let header: GraphHeader | undefined;
  let number = 1;

  function readBlock(line: string, announced: number): void {
    const block = graphBlock.parse(JSON.parse(line));
    if (models.length + block.models > announced) {
      throw new DamagedSnapshot(`there are more than the ${announced} models announced`);
    }
    for (const text of block.strings) strings.texts.push(text);
    for (const model of columns.read(block.columns, block.models)) {
      const last = models.at(-1);
      if (ids.has(model.id)) throw new DamagedSnapshot(`${model.id} is there twice`);
      if (last && !comesBefore(last, model)) throw new DamagedSnapshot(`${model.id} is out of order`);
      ids.add(model.id);
      models.push(model);
    }
  }

  try {
    for await (const line of readLines(body)) {
      if (header) readBlock(line, header.counts.models);
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
  checkCounts(counts, models, id);
  return snapshotOf(models, { id, publishedAt, counts });
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

/** Detects a file that was cut off between two lines. @throws {DamagedSnapshot} */
function checkCounts(counts: SnapshotCounts, models: readonly CatalogueModel[], id: string): void {
  const found = {
    models: models.length,
    scores: models.reduce((sum, { scores }) => sum + scores.length, 0),
    endpoints: models.reduce((sum, { endpoints }) => sum + endpoints.length, 0),
  };
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
