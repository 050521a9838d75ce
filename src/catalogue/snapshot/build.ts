import { MAX_MODELS } from "../../../r2-schemas/catalogue.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import { AppError } from "../../domain/errors.ts";
import { triplesOf } from "../graph.ts";
import { snapshotOver } from "./in-memory.ts";
import { createModelColumns, type ModelColumns } from "./model-columns.ts";
import { comesBefore } from "./order.ts";
import type { Snapshot } from "./snapshot.ts";
import { Strings } from "./strings.ts";

export type Models = Iterable<CatalogueModel> | AsyncIterable<CatalogueModel>;

/**
 * A snapshot of models in any order, one after the other, so that never all of them stand in memory as objects. Of
 * two with one id the first is kept.
 * @throws {AppError} `resource-too-large` for more than `MAX_MODELS`
 */
export async function buildSnapshot(
  models: Models,
  { id, publishedAt }: Pick<Snapshot, "id" | "publishedAt">,
): Promise<Snapshot> {
  const strings = new Strings();
  const columns = createModelColumns(strings);
  const seen = new Set<string>();
  const counts = { models: 0, triples: 0, scores: 0, endpoints: 0 };
  for await (const model of models) {
    if (seen.has(model.id)) continue;
    if (seen.size === MAX_MODELS) {
      throw new AppError("resource-too-large", `A catalogue holds at most ${MAX_MODELS} models`);
    }
    columns.models.push(model);
    seen.add(model.id);
    counts.models++;
    counts.triples += triplesOf(model).length;
    counts.scores += model.scores.length;
    counts.endpoints += model.endpoints.length;
  }
  const sorted = inOrder(columns, counts.models, strings);
  sorted.models.trim();
  const rows = new Map(Array.from({ length: counts.models }, (_, row) => [sorted.fields.id.at(row), row]));
  return snapshotOver({ id, publishedAt, counts, columns: sorted, rows });
}

function inOrder({ fields, models }: ModelColumns, count: number, strings: Strings): ModelColumns {
  const sorted = createModelColumns(strings);
  const keyAt = (row: number) => ({ id: fields.id.at(row), downloads: fields.downloads.at(row) });
  const places = Array.from({ length: count }, (_, row) => ({ row, key: keyAt(row) }));
  places.sort((a, b) => (comesBefore(a.key, b.key) ? -1 : 1));
  for (const { row } of places) sorted.models.push(models.at(row));
  return sorted;
}
