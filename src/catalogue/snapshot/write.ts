import { GRAPH_FORMAT, GRAPH_VERSION, type GraphHeader } from "../../../r2-schemas/catalogue.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import type { Block } from "./columns.ts";
import { createModelColumns } from "./model-columns.ts";
import type { Snapshot } from "./snapshot.ts";
import { Strings } from "./strings.ts";

/** Models of one line. More make the file a little smaller, and what is held of it at once larger. */
const BLOCK_MODELS = 64;
/** Characters of models, as JSON, after which a line ends. */
const BLOCK_CHARS = 512 * 1024;

/** The lines of `graph.jsonl`, each with its line break: a header, then blocks of models in order. */
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
